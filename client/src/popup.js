// What a pin opens into: the organisation and its events, the soonest first.

import { say } from './words.js';

const MOST = 5; // more would have to be scrolled, and what is cut off is hard to hit

export function card(place) {
  const box = document.createElement('section');
  box.className = 'pin-card';
  const name = document.createElement('h2');
  name.textContent = place.name;
  name.dir = 'auto';
  const list = document.createElement('ol');
  list.append(...place.events.slice(0, MOST).map(line));
  box.append(name, list);
  if (place.events.length > MOST && place.site) box.append(rest(place));
  return box;
}

/** Return the link to the organisation's own page, which lists all. */
function rest({ site, events }) {
  const link = document.createElement('a');
  link.href = `/organisation?site=${encodeURIComponent(site)}`;
  link.className = 'rest';
  link.textContent = `${say('more')} (+${events.length - MOST})`;
  return link;
}

function line({ id, title, when }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/events/${encodeURIComponent(id)}`;
  link.textContent = title;
  link.dir = 'auto';
  const time = document.createElement('span');
  time.className = 'when';
  time.textContent = when;
  item.append(time, link);
  return item;
}
