// Register the worker that keeps the last results, and show the line "you are offline" while there is no connection.
// A page that the worker had kept comes with the line in sight.

export function watchConnection() {
  addEventListener('offline', () => tellOffline(true));
  addEventListener('online', () => tellOffline(false));
  if (!navigator.onLine) tellOffline(true);
  navigator.serviceWorker?.register('/worker.js').catch(() => {}); // without it everything works but being offline
}

/** Show the line, or hide it. */
export function tellOffline(isOffline) {
  const line = document.querySelector('[data-offline]');
  if (line) line.hidden = !isOffline;
}
