// What comes late: work that waits until the page has been drawn, and the map's style.

/** Do something when the page is there and the browser has nothing better to do. */
export function later(work) {
  const idle = () => (globalThis.requestIdleCallback ?? setTimeout)(work);
  if (document.readyState === 'complete') idle(); else addEventListener('load', idle, { once: true });
}

/** Add the map's style; the promise holds when it is there. */
export function withMapStyle() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: document.body.dataset.mapStyle });
  return new Promise((done) => { link.onload = done; link.onerror = done; document.head.append(link); });
}
