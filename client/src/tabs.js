// List and map as two tabs on a narrow screen; on a wide one both are there, and this does nothing but listen.

export const isNarrow = matchMedia('(max-width: 59.99rem)');

/** Show the tabs; `chosen` hears which one was chosen. */
export function makeTabs(chosen) {
  const bar = document.querySelector('[data-tabs]');
  const tabs = [...bar.querySelectorAll('[role="tab"]')];
  const select = (tab) => {
    for (const each of tabs) {
      const isOn = each === tab;
      each.setAttribute('aria-selected', String(isOn));
      each.tabIndex = isOn ? 0 : -1;
    }
    document.body.dataset.tab = tab.id === 'tab-map' ? 'map' : 'list';
    chosen(document.body.dataset.tab);
    if (tab.id === 'tab-map') requestAnimationFrame(() => scrollTo({ top: bar.offsetTop }));
  };
  for (const tab of tabs) tab.addEventListener('click', () => select(tab));
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = tabs[(tabs.indexOf(document.activeElement) + 1) % tabs.length];
    other.focus();
    select(other);
  });
  const adapt = () => {
    bar.hidden = !isNarrow.matches;
    for (const [panel, tab] of [['list', 'tab-list'], ['map-side', 'tab-map']]) {
      const element = document.getElementById(panel);
      if (isNarrow.matches) { element.setAttribute('role', 'tabpanel'); element.setAttribute('aria-labelledby', tab); } else { element.removeAttribute('role'); element.removeAttribute('aria-labelledby'); }
    }
  };
  isNarrow.addEventListener('change', adapt);
  adapt();
  select(tabs[0]);
}
