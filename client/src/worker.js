// Keep the last results: pages and places are asked for anew and come from here where there is no connection.
// What the server marks as private or not to be kept is never kept.

const NAME = `eventlocky-${VERSION}`;
const MOST = 60;
const FIRST = ['/', '/static/style.css', '/static/shapes.svg', '/static/icon.svg', ...BUILT];
const PAGES = ['/', '/calendar', '/deals', '/sources', '/about', '/map.json', '/map/ground.geojson'];
const FOLDERS = ['/events/', '/organisations/', '/images/', '/static/'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => Promise.allSettled(FIRST.map((path) => kept.add(path)))));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (!PAGES.includes(address.pathname) && !FOLDERS.some((folder) => address.pathname.startsWith(folder))) return;
  const isBuilt = address.pathname.startsWith('/static/built/');
  event.respondWith(isBuilt ? keptFirst(event.request) : freshFirst(event));
});

/** Built files never change under their name. */
async function keptFirst(request) {
  const kept = await caches.open(NAME);
  const known = await kept.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (mayKeep(answer)) await kept.put(request, answer.clone());
  return answer;
}

/** Ask the server; where it cannot be reached, give what was last seen, with the line that says so. */
async function freshFirst(event) {
  const kept = await caches.open(NAME);
  try {
    const answer = await fetch(event.request);
    if (mayKeep(answer)) event.waitUntil(put(kept, event.request, answer.clone()));
    return answer;
  } catch (error) {
    const known = await kept.match(event.request, { ignoreVary: true })
      ?? (event.request.mode === 'navigate' ? await kept.match('/', { ignoreVary: true }) : undefined);
    if (!known) throw error;
    return known.headers.get('content-type')?.startsWith('text/html') ? asKept(known) : known;
  }
}

/** Return a page with its line "you are offline" in sight. */
async function asKept(page) {
  const html = (await page.text()).replace('data-offline hidden', 'data-offline');
  return new Response(html, { headers: page.headers });
}

function mayKeep(answer) {
  const rules = answer.headers.get('cache-control') ?? '';
  return answer.status === 200 && !answer.redirected && !/no-store|private/.test(rules);
}

async function put(kept, request, answer) {
  await kept.put(request, answer);
  const all = await kept.keys();
  const old = all.filter((each) => !FIRST.includes(new URL(each.url).pathname + new URL(each.url).search));
  for (const each of old.slice(0, Math.max(0, old.length - MOST))) await kept.delete(each);
}
