// The home page: wire its parts together. The map's own code comes late, when it is wanted and the page has been drawn.
import { later, withMapStyle } from './late.js';
import { watchConnection } from './offline.js';
import { offerPosition } from './position.js';
import { answerInPlace, show } from './search.js';
import { followSearch } from './stream.js';
import { isNarrow, makeTabs } from './tabs.js';

let map = null;

function showMap() {
  map ??= Promise.all([import('./map.js'), withMapStyle()]).then(
    ([module]) => module.openMap(document.querySelector('#map'), { search: (said) => show(`/?${said}`) }),
  );
  map.then((own) => own.refresh());
}

document.body.classList.add('has-map');
document.querySelector('[data-map-side]').hidden = false;
answerInPlace();
offerPosition();
makeTabs((tab) => { if (tab === 'map') showMap(); });
document.addEventListener('shown', ({ detail }) => { followSearch(detail); map?.then((own) => own.reload(detail)); });
followSearch();
const whenWide = () => { if (!isNarrow.matches) later(showMap); };
whenWide();
isNarrow.addEventListener('change', whenWide);
watchConnection();
document.documentElement.dataset.ready = '';
