// The map: a pin a place with the number of its events, pins that stand close as one, and each opens into a list.
// Only the pins in sight are elements, so that ten thousand places move as lightly as ten.
import L from 'leaflet';
import { drawBase } from './ground.js';
import { makePins } from './pins.js';
import { say } from './words.js';

const START = [[20, 0], 2];
const NEAR = 14;
const CLOSEST = 16;

export function openMap(element, { search }) {
  const map = L.map(element, { zoomControl: false, attributionControl: false, maxZoom: 19, worldCopyJump: true, fadeAnimation: false, zoomSnap: element.dataset.ground ? 0.5 : 1 });
  L.control.attribution({ prefix: false }).addTo(map);
  L.control.zoom({ position: 'bottomright', zoomInTitle: say('zoom_in'), zoomOutTitle: say('zoom_out') }).addTo(map);
  const { lat, lon } = element.dataset;
  if (lat) map.setView([lat, lon], NEAR); else map.setView(...START);
  drawBase(map, element.dataset);
  const pins = makePins(map);
  const button = document.querySelector('[data-search-here]');
  let isOurs = false;
  let asked = '';

  map.on('dragend zoomend', () => { if (!isOurs) button.hidden = false; });
  button.addEventListener('click', () => {
    const said = new URLSearchParams(location.search);
    for (const name of ['place', 'lat', 'lon', 'radius', 'cursor', 'bbox']) said.delete(name);
    said.set('bbox', bounds(map).map((side) => side.toFixed(4)).join());
    if (said.get('sort') === 'distance') said.delete('sort');
    search(said);
  });

  /** Ask for the places of the page's search, and go where they are unless the visitor chose the box. */
  async function load({ isQuiet = false } = {}) {
    asked = element.dataset.map;
    const answer = await fetch(asked, { cache: isQuiet ? 'no-cache' : 'default' }).catch(() => null);
    if (!answer?.ok || asked !== element.dataset.map) return;
    const { centre, places } = await answer.json();
    pins.set(places);
    button.hidden = true;
    if (!new URL(asked, location.href).searchParams.has('bbox')) go(places, centre);
    element.dataset.count = String(places.length);
  }

  function go(places, centre) {
    const box = L.latLngBounds(places.map(({ lat, lon }) => [lat, lon]));
    if (!box.isValid() && !centre) return;
    isOurs = true;
    if (box.isValid()) map.fitBounds(box.pad(0.08), { maxZoom: CLOSEST, animate: false });
    else map.setView(centre, NEAR, { animate: false });
    isOurs = false;
  }

  return {
    /** Measure anew, where the map was hidden, and load what it has not loaded yet. */
    refresh() {
      map.invalidateSize({ animate: false });
      if (asked !== element.dataset.map) load();
    },
    reload(how) { if (element.offsetParent !== null) load(how); else asked = ''; },
  };
}

function bounds(map) {
  const box = map.getBounds();
  const west = L.Util.wrapNum(box.getWest(), [-180, 180], true);
  const east = L.Util.wrapNum(box.getEast(), [-180, 180], true);
  const isWhole = box.getEast() - box.getWest() >= 360;
  return [isWhole ? -180 : west, Math.max(-90, box.getSouth()), isWhole ? 180 : east, Math.min(90, box.getNorth())];
}
