// Where one is on the way from data to a picture.
import {h} from '../dom.js';
import {format} from '../router.js';

export function steps(here, input, look = null) {
  const all = [
    ['data', 'Data', input && format('start', null, {input})],
    ['fit', 'Fit', null],
    ['look', 'Look', look],
  ];
  return h(
    'ol.steps',
    {'aria-label': 'Steps'},
    all.map(([name, title, link], i) =>
      h(
        'li',
        {'data-number': i + 1, 'aria-current': name === here ? 'step' : null},
        link && name !== here ? h('a', {href: link}, title) : title,
      ),
    ),
  );
}
