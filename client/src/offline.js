// Register the worker, and show the line "you are offline" while there is no connection.

export function watchConnection() {
  const line = document.querySelector('[data-offline]');
  const tell = (isOffline) => { if (line) line.hidden = !isOffline; };
  addEventListener('offline', () => tell(true));
  addEventListener('online', () => tell(false));
  if (!navigator.onLine) tell(true);
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', (message) => {
    if (message.data === 'kept') tell(true);
    if (message.data === 'fresh') tell(false);
  });
  navigator.serviceWorker.register('/worker.js').catch(() => {}); // without it everything works but being offline
  navigator.serviceWorker.startMessages();
}
