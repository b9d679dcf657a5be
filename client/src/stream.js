// A place that was never searched: the server searches it while we watch. Its events are in the store as soon as they
// are found, so the list is asked for again, at most once in a while, and says them in the words of the page.
import { note, show } from './search.js';
import { say } from './words.js';

const PAUSE_MS = 1_200;
let source = null;

/** Begin the search that the page offers, if it does; end the one of another place. */
export function followSearch({ isQuiet = false } = {}) {
  if (isQuiet && source) return;
  source?.close();
  source = null;
  const offer = document.querySelector('[data-stream]');
  if (!offer || !('EventSource' in window)) return;
  const own = new EventSource(offer.dataset.stream);
  source = own;
  const counts = { organisations: 0, pages: 0, events: 0 };
  let timer = 0;
  const refresh = () => {
    timer ||= setTimeout(() => { timer = 0; if (source === own) show(location.href, { push: false, isQuiet: true }); }, PAUSE_MS);
  };
  const end = (text) => {
    own.close();
    clearTimeout(timer);
    note(text);
    show(location.href, { push: false, isQuiet: true }).then(() => { if (source === own) source = null; });
  };
  note(say('searching_place'));
  own.addEventListener('progress', (message) => {
    Object.assign(counts, JSON.parse(message.data));
    note(say('progress', counts));
  });
  own.addEventListener('event', refresh);
  own.addEventListener('done', (message) => end(say('searched', { ...counts, ...JSON.parse(message.data) })));
  own.addEventListener('failed', (message) => end(say('stream_failed', { reason: JSON.parse(message.data).message })));
  own.addEventListener('error', () => { if (own.readyState === EventSource.CLOSED) end(say('failed')); });
}
