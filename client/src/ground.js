// What lies under the pins: tiles, or a map drawn from a file of our own, shapes by their kind, coloured by the style.
import L from 'leaflet';

const ORDER = ['land', 'sand', 'green', 'water', 'block', 'rail', 'path', 'street', 'road', 'pier', 'building'];
const WIDTHS = { rail: 2, path: 2, street: 5, road: 8, pier: 6 };

/** Tiles that let go of their pictures without the inline one of Leaflet, which our policy forbids. */
const Tiles = L.TileLayer.extend({
  _abortLoading() {
    for (const [key, { coords, el }] of Object.entries(this._tiles)) {
      if (coords.z === this._tileZoom || el.complete) continue;
      el.onload = el.onerror = null;
      el.removeAttribute('src');
      el.remove();
      delete this._tiles[key];
    }
  },
  _removeTile(key) {
    if (this._tiles[key]) L.GridLayer.prototype._removeTile.call(this, key);
  },
});

/** Draw what the page names: a map of our own, or tiles. */
export function drawBase(map, { ground, tiles, credit }) {
  if (ground) drawGround(map, ground, credit);
  else if (tiles) new Tiles(tiles, { attribution: credit, maxZoom: 19, referrerPolicy: 'origin' }).addTo(map);
}

async function drawGround(map, address, credit) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  const { features } = await answer.json();
  const shapes = features.filter(({ geometry }) => geometry.type !== 'Point');
  shapes.sort((one, other) => ORDER.indexOf(one.properties.kind) - ORDER.indexOf(other.properties.kind));
  const renderer = L.svg({ padding: 0.5 });
  L.geoJSON(shapes, {
    renderer,
    interactive: false,
    attribution: credit,
    style: ({ properties: { kind } }) => ({ className: `ground is-${kind}`, weight: WIDTHS[kind] ?? 1, fill: !(kind in WIDTHS), lineCap: kind === 'rail' ? 'butt' : 'round' }),
  }).addTo(map);
  const names = L.layerGroup(features.filter(({ geometry }) => geometry.type === 'Point').map(({ geometry, properties }) => {
    const icon = L.divIcon({ className: `ground-name is-${properties.kind}`, html: Object.assign(document.createElement('span'), { textContent: properties.name }), iconSize: null });
    return L.marker([geometry.coordinates[1], geometry.coordinates[0]], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 });
  }));
  const adapt = () => (map.getZoom() >= 14.5 ? names.addTo(map) : names.remove());
  map.on('zoomend', adapt);
  adapt();
}
