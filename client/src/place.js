// A small map of one place, above the link that leads to a large one.
import L from 'leaflet';
import { drawBase } from './ground.js';

export function drawPlace(slot) {
  const { lat, lon, name } = slot.dataset;
  const box = document.createElement('div');
  box.className = 'place-map';
  slot.prepend(box);
  slot.classList.add('has-map');
  const map = L.map(box, { zoomControl: false, attributionControl: false, scrollWheelZoom: false, keyboard: false });
  L.control.attribution({ prefix: false }).addTo(map);
  map.setView([lat, lon], 16);
  drawBase(map, slot.dataset);
  const icon = L.divIcon({ className: 'pin is-place is-here', html: '<span></span>', iconSize: [28, 28] });
  L.marker([lat, lon], { icon, title: name, keyboard: false, interactive: false }).addTo(map);
}
