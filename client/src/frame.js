// What every page has: the worker that keeps the last results, a line that says when there is no connection, and a small
// map where the page names a place.
import { later, withMapStyle } from './late.js';
import { watchConnection } from './offline.js';

const slot = document.querySelector('[data-place]');
if (slot) later(() => Promise.all([import('./place.js'), withMapStyle()]).then(([module]) => module.drawPlace(slot)));
watchConnection();
