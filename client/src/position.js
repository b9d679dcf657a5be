// The visitor's own position: asked for when they press the button, never before, and rounded to a hundred metres.
import { note, show } from './search.js';
import { say } from './words.js';

const GONE = ['place', 'lat', 'lon', 'bbox', 'cursor', 'radius'];

export function offerPosition() {
  const button = document.querySelector('[data-locate]');
  if (!('geolocation' in navigator)) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    note(say('locating'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const said = new URLSearchParams(location.search);
        for (const name of GONE) said.delete(name);
        said.set('lat', coords.latitude.toFixed(3));
        said.set('lon', coords.longitude.toFixed(3));
        show(`/?${said}`);
      },
      () => note(say('not_located')),
      { timeout: 15_000, maximumAge: 300_000 },
    );
  });
}
