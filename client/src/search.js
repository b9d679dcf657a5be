// Answers without a new page: ask for the same address in the background and change the parts that the server marked.
import { tellOffline } from './offline.js';
import { say } from './words.js';

const FOCUSABLE = 'a, button, input:not([type="hidden"]), summary';
const PATIENCE_MS = 400;
let running = null;

/** Show the answer of an address; `push` makes it a step that one can go back from. */
export async function show(address, { push = true, isQuiet = false } = {}) {
  running?.abort();
  const own = new AbortController();
  running = own;
  const list = document.querySelector('#list');
  list.setAttribute('aria-busy', 'true');
  const patience = isQuiet ? 0 : setTimeout(() => note(say('loading')), PATIENCE_MS); // a quick answer needs no words
  try {
    const answer = await fetch(address, { signal: own.signal, cache: isQuiet ? 'no-cache' : 'default' });
    if (!answer.ok) throw new Error(`${answer.status}`);
    swap(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (push) history.pushState(null, '', address);
    clearTimeout(patience);
    if (!isQuiet) note('');
    live(document.querySelector('#list .count')?.textContent ?? '');
    document.dispatchEvent(new CustomEvent('shown', { detail: { address: new URL(address, location.href), isQuiet } }));
  } catch (error) {
    clearTimeout(patience);
    if (error.name !== 'AbortError') note(say('failed'));
  }
  if (running === own) list.removeAttribute('aria-busy');
}

/** Let links and forms that are marked answer in place. */
export function answerInPlace() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-soft]');
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(link.href);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target.closest('form[data-soft]');
    if (!form) return;
    event.preventDefault();
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const said = new URLSearchParams(fields).toString();
    show(said ? `/?${said}` : '/');
  });
  addEventListener('popstate', () => show(location.href, { push: false }));
}

/** Say something beside the search, for all to see. */
export function note(text) {
  const line = document.querySelector('[data-note]');
  line.textContent = text;
  line.hidden = !text;
}

function live(text) {
  document.querySelector('[data-live]').textContent = text;
}

/** Put the marked parts of a new page into this one; the focus stays where it was. */
function swap(page) {
  for (const part of page.querySelectorAll('[data-swap]')) {
    const own = document.querySelector(`[data-swap="${part.dataset.swap}"]`);
    if (!own) continue;
    const focused = own.contains(document.activeElement) ? [...own.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
    own.replaceChildren(...part.childNodes);
    if (focused >= 0) (own.querySelectorAll(FOCUSABLE)[focused] ?? own.closest('[tabindex]') ?? own).focus({ preventScroll: true });
  }
  for (const name of ['place', 'q']) {
    const own = document.querySelector(`.fields [name="${name}"]`);
    own.value = page.querySelector(`.fields [name="${name}"]`).value;
  }
  document.querySelector('[data-map]').dataset.map = page.querySelector('[data-map]').dataset.map;
  document.title = page.title;
  tellOffline(!page.querySelector('[data-offline]').hidden);
}
