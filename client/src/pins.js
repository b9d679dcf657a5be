// Pins: supercluster says which places stand together at a zoom, and only what is in sight becomes a marker.
import L from 'leaflet';
import Supercluster from 'supercluster';
import { card } from './popup.js';
import { say } from './words.js';

const SIZES = [[1, 34], [10, 40], [50, 46], [200, 54]];
const LAST_ZOOM = 18;
// How close pins may stand: the pins of a town each for itself, those of a land as few as one can take in.
const CLOSE = 46;
const APART = 90;
const MANY = 400;

export function makePins(map) {
  let index = null;
  let places = [];
  const shown = new Map();
  const layer = L.layerGroup().addTo(map);

  /** Show what is in sight: take away what has left, add what has come. */
  function draw() {
    if (!index) return;
    const box = map.getBounds().pad(0.1);
    const found = index.getClusters([box.getWest(), box.getSouth(), box.getEast(), box.getNorth()], Math.round(map.getZoom()));
    const wanted = new Map(found.map((each) => [each.properties.cluster ? `c${each.id}` : `p${each.properties.place}`, each]));
    for (const [key, marker] of shown) if (!wanted.has(key)) { layer.removeLayer(marker); shown.delete(key); }
    for (const [key, each] of wanted) if (!shown.has(key)) shown.set(key, add(each));
  }

  function add({ id, geometry, properties }) {
    const [lon, lat] = geometry.coordinates;
    const place = properties.cluster ? null : places[properties.place];
    const count = properties.events;
    const words = { name: place?.name, count, places: properties.point_count };
    const label = say(place ? (count === 1 ? 'events_here_one' : 'events_here') : 'cluster', words);
    const size = SIZES.findLast(([least]) => count >= least)[1];
    const icon = L.divIcon({ className: `pin ${place ? `is-place is-${place.sort || 'other'}` : 'is-cluster'}`, html: `<span>${count}</span>`, iconSize: [size, size] });
    const marker = L.marker([lat, lon], { icon, title: label, riseOnHover: true }).addTo(layer);
    marker.getElement().setAttribute('aria-label', label);
    if (place) marker.bindPopup(() => card(place), { maxWidth: 320, minWidth: 240, autoPanPadding: [24, 24] });
    else marker.on('click', () => open(id, [lat, lon]));
    return marker;
  }

  /** Go closer until what stands together comes apart; what never does is listed together. */
  function open(id, point) {
    const zoom = index.getClusterExpansionZoom(id);
    if (zoom <= LAST_ZOOM) { map.setView(point, zoom); return; }
    const box = document.createElement('div');
    for (const leaf of index.getLeaves(id, 20)) box.append(card(places[leaf.properties.place]));
    L.popup({ maxWidth: 320, maxHeight: 320 }).setLatLng(point).setContent(box).openOn(map);
  }

  /** The pin of a label: opening a card may have moved the map, and with it drawn the pin anew. */
  function pinOf(label) {
    return [...map.getPane('markerPane').children].find((pin) => pin.getAttribute('aria-label') === label);
  }

  let opener = '';
  map.on('moveend', draw);
  map.getContainer().addEventListener('keydown', ({ key }) => { if (key === 'Escape') map.closePopup(); });
  map.on('popupopen', ({ popup }) => {
    popup.getElement().querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', say('close'));
    const pin = document.activeElement?.closest('.pin');
    opener = pin?.getAttribute('aria-label') || '';
    if (pin) popup.getElement().querySelector('a')?.focus();
  });
  map.on('popupclose', ({ popup }) => {
    const isLost = document.activeElement === document.body || popup.getElement()?.contains(document.activeElement);
    const label = opener;
    opener = '';
    if (label && isLost) pinOf(label)?.focus();
  });

  return {
    set(found) {
      places = found;
      layer.clearLayers();
      shown.clear();
      index = new Supercluster({ radius: places.length > MANY ? APART : CLOSE, maxZoom: LAST_ZOOM, map: ({ events }) => ({ events }), reduce: (all, one) => { all.events += one.events; } });
      index.load(places.map((place, number) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
        properties: { place: number, events: place.events.length },
      })));
      draw();
    },
  };
}
