// What a pin opens into: the organisation and its events, the soonest first.

const MOST = 12;

export function card(place) {
  const box = document.createElement('section');
  box.className = 'pin-card';
  const name = document.createElement('h3');
  name.textContent = place.name;
  name.dir = 'auto';
  const list = document.createElement('ol');
  list.append(...place.events.slice(0, MOST).map(line));
  box.append(name, list);
  if (place.events.length > MOST) box.append(`… +${place.events.length - MOST}`);
  return box;
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
