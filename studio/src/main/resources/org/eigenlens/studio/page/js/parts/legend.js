// What the colours mean; classes can be hidden.
import {fill, h} from '../dom.js';
import {colourOf} from '../chart/colouring.js';
import {css, sequential} from '../palette.js';
import {number, whole} from '../words.js';

export function legend(place, stage, name, toggled) {
  const {about} = stage;
  if (about.kind === 'alike') {
    fill(place, h('p.small', 'All rows have one colour. Choose a column to colour them by.'));
  } else if (about.kind === 'amounts') {
    const ramp = h('canvas.ramp', {
      width: 128,
      height: 1,
      role: 'img',
      'aria-label': `${name} from ${number(about.low)} to ${number(about.high)}`,
    });
    const pen = ramp.getContext('2d');
    for (let x = 0; x < 128; x += 1) {
      pen.fillStyle = css(sequential(x / 127));
      pen.fillRect(x, 0, 1, 1);
    }
    fill(place, ramp, h('div.ends', h('span', number(about.low)), h('span', number(about.high))));
  } else {
    fill(
      place,
      h(
        'ul.legend',
        {tabindex: '0', 'aria-label': `Classes of ${name}`},
        about.entries.map((entry) => item(entry, toggled)),
      ),
    );
  }
}

function item(entry, toggled) {
  const swatch = h('span.swatch', {'aria-hidden': 'true'});
  swatch.style.background = colourOf(entry);
  const box = h('input', {
    type: 'checkbox',
    checked: entry.shown,
    onchange: () => {
      entry.shown = box.checked;
      toggled();
    },
  });
  return h('li', h('label', box, swatch, h('span.name', entry.name), h('span.rows', whole(entry.rows))));
}
