// The home page: wire its parts together. The map's own code comes late, when it is wanted and the page has been drawn.
import { watchConnection } from './offline.js';
import { offerPosition } from './position.js';
import { answerInPlace, show } from './search.js';
import { followSearch } from './stream.js';
import { isNarrow, makeTabs } from './tabs.js';

let map = null;

function showMap() {
  map ??= import('./map.js').then(async (module) => {
    await withStyle();
    return module.openMap(document.querySelector('#map'), { search: (said) => show(`/?${said}`) });
  });
  map.then((own) => own.refresh());
}

/** Add the map's style, unless it is there. */
function withStyle() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: document.querySelector('#map').dataset.style });
  return new Promise((done) => { link.onload = done; link.onerror = done; document.head.append(link); });
}

document.body.classList.add('has-map');
document.querySelector('[data-map-side]').hidden = false;
answerInPlace();
offerPosition();
makeTabs((tab) => { if (tab === 'map') showMap(); });
document.addEventListener('shown', ({ detail }) => { followSearch(detail); map?.then((own) => own.reload(detail)); });
followSearch();
const later = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
const whenWide = () => { if (!isNarrow.matches) later(showMap); };
if (document.readyState === 'complete') whenWide(); else addEventListener('load', whenWide);
isNarrow.addEventListener('change', whenWide);
watchConnection();
