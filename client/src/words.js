// The words of the page's language, as the server wrote them into the page.

const told = document.querySelector('[data-words]');
const words = told ? JSON.parse(told.content.textContent) : {};

/** Return words by their key, with the values put in. */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
