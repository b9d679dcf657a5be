// Sharing where the browser can: its own sheet, and the address copied. Without this the links are there all the same.
export function offerSharing(box) {
  const { share: url, title } = box.dataset;
  const own = box.querySelector('[data-share-now]');
  if (own && navigator.share) {
    own.hidden = false;
    own.querySelector('button').addEventListener('click', () => navigator.share({ title, url }).catch(() => {}));
  }
  const copy = box.querySelector('[data-share-copy]');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(url);
      copy.textContent = copy.dataset.copied;
    });
  }
}

// What opens closes again with Escape, or when something else is pointed at.
export function closeDrops(drops) {
  const close = (except) => drops.forEach((drop) => drop !== except && drop.removeAttribute('open'));
  document.addEventListener('click', (event) => close(event.target.closest('details.drop')));
  document.addEventListener('keydown', (event) => {
    const open = drops.find((drop) => drop.open);
    if (event.key !== 'Escape' || !open) return;
    close();
    open.querySelector('summary').focus();
  });
}
