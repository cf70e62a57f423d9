// Tabs: one panel at a time, by mouse or arrow keys.
import {fill, freshId, h} from '../dom.js';

/**
 * Panels are [name, title, make]; make fills a place whenever its panel is opened or made anew, and hears by a
 * signal that the place has gone: what comes too late is written where nobody sees it.
 */
export function tabs(panels, chosen, onchange) {
  const id = freshId('panel');
  const panel = h('div', {role: 'tabpanel', id, tabindex: '-1'});
  const buttons = panels.map(([name, title]) =>
    h(
      'button',
      {type: 'button', role: 'tab', id: `${id}-${name}`, 'aria-controls': id, onclick: () => open(name)},
      title,
    ),
  );
  const list = h('div.tabs', {role: 'tablist', onkeydown: (event) => step(event)}, buttons);
  let now = '';
  let control = new AbortController();

  function open(name) {
    now = name;
    panels.forEach(([each], i) => {
      buttons[i].setAttribute('aria-selected', each === name);
      buttons[i].tabIndex = each === name ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `${id}-${name}`);
    refresh();
    onchange(name);
  }
  function refresh() {
    const make = panels.find(([each]) => each === now)[2];
    const place = h('div');
    close();
    control = new AbortController();
    fill(panel, place);
    make(place, control.signal);
  }
  function close() {
    control.abort();
  }
  function step(event) {
    const way = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!way) return;
    const next = (panels.findIndex(([each]) => each === now) + way + panels.length) % panels.length;
    open(panels[next][0]);
    buttons[next].focus();
  }

  open(panels.some(([name]) => name === chosen) ? chosen : panels[0][0]);
  return {
    element: h('section.panel', list, panel),
    refresh(name) {
      if (name === now) refresh();
    },
    open,
    close,
  };
}
