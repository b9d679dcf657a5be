// What every page has: the worker that keeps the last results, and a line that says when there is no connection.
import { watchConnection } from './offline.js';

watchConnection();
