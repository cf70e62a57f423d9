// Shares of the components with a cut that can be dragged; it is tied to a number and to a share.
import {field, h, s} from '../dom.js';
import {percent, withUnit} from '../words.js';
import {ticks} from './axes.js';

const WIDTH = 440;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const SHOWN = 40;

/** Sums of shares that differ by less are told apart by rounding only. */
const ROUNDING = 1e-6;

/** How many decimals a round step has, as 0.5 and 0.02 have. */
function decimalsOf(step) {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/** Draws shares and their running sum; `moved` hears of every new cut, 1 being the first component alone. */
export function scree({shares, cumulative, what = 'the variance'}, names, cut, moved) {
  const shown = Math.min(SHOWN, shares.length);
  const step = (WIDTH - LEFT - 10) / shown;
  // Where there are negative eigenvalues, the positive ones have more than all together.
  const most = Math.max(...cumulative.slice(0, shown)) || 1;
  const top = Math.abs(most - 1) < ROUNDING ? 1 : most;
  const y = (share) => 10 + (HEIGHT - BOTTOM - 10) * (1 - share / top);
  const bars = shares.slice(0, shown).map((share, i) =>
    s(
      'rect.bar',
      {
        x: LEFT + i * step + step * 0.12,
        width: step * 0.76,
        y: y(Math.max(0, share)),
        height: Math.max(0, y(0) - y(Math.max(0, share))),
      },
      s('title', `${names[i] ?? i + 1}: ${percent(share)}`),
    ),
  );
  const middle = (i) => LEFT + (i + 0.5) * step;
  const running = s('polyline.running', {
    points: cumulative
      .slice(0, shown)
      .map((share, i) => `${middle(i)},${y(share)}`)
      .join(' '),
  });
  const dots = cumulative
    .slice(0, shown)
    .map((share, i) => s('circle.dot', {cx: middle(i), cy: y(share), r: shown > 20 ? 2 : 3}));
  const marks = ticks(0, top, 5);
  const decimals = decimalsOf(100 * (marks[1] ?? 1));
  const grid = marks.map((value) => [
    s('line.gridline', {x1: LEFT, x2: WIDTH - 10, y1: y(value), y2: y(value)}),
    s('text', {x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end'}, withUnit((100 * value).toFixed(decimals), '%')),
  ]);
  const every = Math.ceil(shown / 8);
  const labels = shares
    .slice(0, shown)
    .map((_, i) =>
      i % every === 0
        ? s('text', {x: middle(i), y: HEIGHT - 8, 'text-anchor': 'middle'}, names[i] ?? i + 1)
        : null,
    );
  const line = s('line.cut', {y1: 4, y2: y(0)});
  const grip = s('circle.grip', {r: 6, cy: 8});
  const reach = s('rect.handle', {
    y: 0,
    width: 24,
    height: HEIGHT - BOTTOM,
    fill: 'transparent',
    'data-cut': '',
  });
  /** Where the cut is to the right of what is drawn. */
  const beyond = s('text', {x: WIDTH - 12, y: HEIGHT / 2, 'text-anchor': 'end'});
  const svg = s(
    'svg',
    {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true'},
    grid.flat(),
    bars,
    running,
    dots,
    labels,
    line,
    grip,
    beyond,
    reach,
  );

  const range = h('input', {type: 'range', min: 1, max: shares.length, step: 1});
  const number = h('input', {type: 'number', min: 1, max: shares.length, step: 1});
  const share = h('input', {type: 'number', min: 0, step: 'any'});
  const words = h('p', {'aria-live': 'polite'});
  const doubt = top > 1 ? ' More than all: some eigenvalues are negative, and shares say little.' : '';

  const place = (next, quiet) => {
    cut = Math.min(shares.length, Math.max(1, Math.round(next)));
    const x = LEFT + Math.min(cut, shown) * step;
    for (const each of [line, grip]) each.style.display = cut > shown ? 'none' : '';
    beyond.textContent = cut > shown ? `cut after ${cut} →` : '';
    for (const [name, value] of [
      ['x1', x],
      ['x2', x],
    ])
      line.setAttribute(name, value);
    grip.setAttribute('cx', x);
    reach.setAttribute('x', x - 12);
    bars.forEach((bar, i) => bar.classList.toggle('beyond', i >= cut));
    range.value = cut;
    number.value = cut;
    const kept = cumulative[cut - 1];
    if (document.activeElement !== share) share.value = (100 * kept).toFixed(1);
    const first =
      cut === 1
        ? `The first component of ${shares.length} keeps`
        : `The first ${cut} components of ${shares.length} keep`;
    words.textContent = `${first} ${percent(kept)} of ${what}.${doubt}`;
    range.setAttribute('aria-valuetext', words.textContent);
    if (!quiet) moved(cut);
  };

  const toCut = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    return (x - LEFT) / step;
  };
  svg.addEventListener('pointerdown', (event) => {
    // Otherwise the names of the components would be marked as text.
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    place(toCut(event));
  });
  svg.addEventListener('pointermove', (event) => {
    if (svg.hasPointerCapture(event.pointerId)) place(toCut(event));
  });
  range.addEventListener('input', () => place(Number(range.value)));
  number.addEventListener('change', () => place(Number(number.value)));
  share.addEventListener('change', () => {
    const least = cumulative.findIndex((kept) => kept >= Number(share.value) / 100 - 1e-12);
    place(least < 0 ? shares.length : least + 1);
  });
  place(cut ?? shares.length, true);
  return h(
    'div.scree',
    svg,
    field('Components to keep', range),
    h('div.row', field('Number', number), field('Share to keep, in %', share)),
    words,
    shares.length > shown ? h('p.small', `The first ${shown} of ${shares.length} are drawn.`) : null,
  );
}
