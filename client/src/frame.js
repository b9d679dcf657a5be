// What every page has: the worker that keeps the last results, a line that says when there is no connection, a small map
// where the page names a place, and what opens on the page of an event. On a phone the menu shows where one is,
// and a form that asks for a time zone knows the browser's own.
import { later, withMapStyle } from './late.js';
import { watchConnection } from './offline.js';

const slot = document.querySelector('[data-place]');
if (slot) later(() => Promise.all([import('./place.js'), withMapStyle()]).then(([module]) => module.drawPlace(slot)));
const drops = [...document.querySelectorAll('details.drop')];
const ready = drops.length ? import('./share.js').then((module) => {
  module.closeDrops(drops);
  drops.filter((drop) => drop.dataset.share).forEach(module.offerSharing);
}) : Promise.resolve();
watchConnection();
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
const zone = document.querySelector('input#zone');
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
ready.then(() => { document.documentElement.dataset.ready = ''; });
