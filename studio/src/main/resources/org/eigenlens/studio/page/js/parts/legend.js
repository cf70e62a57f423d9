// What the colours mean; classes can be hidden, and those that are shown share ten colours.
import {fill, h} from '../dom.js';
import {handOut, uncoloured} from '../chart/colouring.js';
import {OTHER, categoryPaint, ramp} from '../palette.js';
import {count, number, whole} from '../words.js';

export function legend(place, stage, name, toggled) {
  const {about, absent} = stage;
  if (about.kind === 'alike') {
    fill(place, h('p.small', 'All rows have one colour. Choose a column to colour them by.'));
  } else if (about.kind === 'amounts') {
    const {missing} = about;
    fill(
      place,
      h('p.small', name),
      scale(about, name),
      missing > 0 ? h('p.small', `${count(missing, 'row')} in grey: no value.`) : null,
    );
  } else {
    classes(place, about.entries, name, toggled);
  }
  if (absent > 0)
    place.append(h('p.small', `${count(absent, 'row')} without coordinates, not drawn.`));
}

function scale({low, high}, name) {
  const band = h('div.ramp', {role: 'img', 'aria-label': `${name} from ${number(low)} to ${number(high)}`});
  band.style.background = ramp();
  return [band, h('div.ends', h('span', number(low)), h('span', number(high)))];
}

function classes(place, entries, name, toggled) {
  const items = entries.map((entry) => item(entry, () => update()));
  const words = h('p.small', {role: 'status'});
  const update = () => {
    handOut(entries);
    items.forEach(({show}) => show());
    const grey = uncoloured(entries);
    words.textContent =
      grey > 0
        ? `${count(grey, 'class', 'classes')} in grey: there are ten colours. They go to the first ten that are ticked.`
        : '';
    toggled();
  };
  const all = (shown) => {
    for (const entry of entries) entry.shown = shown;
    update();
  };
  const button = (label, shown) =>
    h('button.plain.small', {type: 'button', onclick: () => all(shown)}, label);
  fill(
    place,
    h('p.small', name),
    entries.length > 10 ? h('div.row', button('Tick all', true), button('Tick none', false)) : null,
    words,
    h(
      'ul.legend',
      {tabindex: '0', 'aria-label': `Classes of ${name}`},
      items.map(({element}) => element),
    ),
  );
  if (uncoloured(entries) > 0) update();
}

function item(entry, changed) {
  const swatch = h('span.swatch', {'aria-hidden': 'true'});
  const box = h('input', {
    type: 'checkbox',
    onchange: () => {
      entry.shown = box.checked;
      changed();
    },
  });
  const show = () => {
    swatch.style.background = entry.rank === undefined ? OTHER : categoryPaint(entry.rank);
    box.checked = entry.shown;
  };
  show();
  return {
    show,
    element: h('li', h('label', box, swatch, h('span.name', {title: entry.name}, entry.name), h('span.rows', whole(entry.rows)))),
  };
}
