// Lecture 4: the direction of most variance and the direction that tells classes apart.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, s, slider} from '../dom.js';
import {Plane} from '../chart/plane.js';
import {random} from '../chart/shapes.js';
import {category} from '../palette.js';
import {number} from '../words.js';

const shared = {points: null, labels: null, blend: 0, ask: null, redraw: null};

/** Two long clouds, one above the other. */
function clouds() {
  const dice = random(5);
  const labels = Array.from({length: 40}, (_, i) => i % 2);
  const points = labels.map((label) => {
    const along = 1.1 * dice.normal();
    return [along, 0.35 * along + (label ? 0.55 : -0.55) + 0.16 * dice.normal()];
  });
  return {
    points: points.map(([x, y]) => [Math.max(-2.9, Math.min(2.9, x)), Math.max(-1.9, Math.min(1.9, y))]),
    labels,
  };
}

export async function classes(place) {
  Object.assign(shared, clouds(), {blend: 0});
  const plane = new Plane([-3, 3, -2, 2], {
    height: 290,
    label: 'Points of two classes that can be moved',
    moved: (i, to) => {
      shared.points[i] = to;
      shared.ask();
    },
  });
  const strips = h('div');
  const words = h('div');
  shared.ask = newestOnly(
    () =>
      post('play/supervised', {
        points: shared.points,
        labels: shared.labels,
        blend: shared.blend,
        labelKernel: 'delta',
        permutations: 199,
      }),
    (answer) => {
      shared.answer = answer;
      draw();
    },
    (error) => fill(words, problem(error)),
  );
  const draw = () => {
    const {answer} = shared;
    if (!answer) return;
    const {mean} = answer;
    plane.points(shared.points, shared.labels);
    plane.below(
      plane.through('direction.second', mean, answer.pcaDirections[0]),
      plane.through('direction', mean, answer.directions[0]),
      plane.cross(mean),
    );
    fill(
      strips,
      strip('along supervised PCA (the solid line)', answer.directions[0]),
      strip('along PCA (the dashed line)', answer.pcaDirections[0]),
    );
    fill(words, numbers(answer));
    shared.redraw?.(answer);
  };
  document.addEventListener('theme', draw);
  plane.points(shared.points, shared.labels);
  fill(
    place,
    plane.svg,
    strips,
    words,
    h(
      'div.row',
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            Object.assign(shared, clouds());
            shared.ask();
          },
        },
        'Begin again',
      ),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            const dice = random(Math.floor(1e9 * Math.random()));
            shared.labels = shared.labels.map(() => (dice.uniform() < 0.5 ? 0 : 1));
            shared.ask();
          },
        },
        'Shuffle the labels',
      ),
    ),
  );
  shared.ask();
  return () => document.removeEventListener('theme', draw);
}

/** The first coordinate alone: a dot for each row. */
function strip(title, direction) {
  const values = shared.points.map((point) => point[0] * direction[0] + point[1] * direction[1]);
  const most = Math.max(...values.map(Math.abs)) || 1;
  const dots = values.map((value, i) =>
    s('circle.point', {
      cx: 210 + (value / most) * 195,
      cy: 12 + 9 * (shared.labels[i] ? -0.5 : 0.5),
      r: 4,
      fill: category(shared.labels[i]),
    }),
  );
  return h(
    'figure',
    s('svg.drawing', {viewBox: '0 0 420 24', role: 'img', 'aria-label': `Rows ${title}`}, dots),
    h('figcaption', title),
  );
}

function numbers(answer) {
  const rows = [
    ['HSIC of points and labels', number(answer.hsic, 4)],
    ['unbiased estimate', number(answer.hsicUnbiased, 4)],
    ['p-value by 199 shuffles', number(answer.pValue, 2)],
    ['HSIC of the first coordinate: supervised', number(answer.projectedHsic?.supervised, 4)],
    ['HSIC of the first coordinate: PCA', number(answer.projectedHsic?.pca, 4)],
  ].filter(([, value]) => value !== '–');
  return h(
    'table.numbers',
    {id: 'hsic-numbers'},
    h(
      'tbody',
      rows.map(([name, value]) => h('tr', h('th', {scope: 'row'}, name), h('td.number', value))),
    ),
  );
}

export async function blend(place) {
  const words = h('p', {'aria-live': 'polite'});
  fill(
    place,
    slider('Blend b', {
      min: 0,
      max: 1,
      step: 0.01,
      value: 0,
      show: (x) => number(x, 2),
      onmove: (value) => {
        shared.blend = value;
        shared.ask();
      },
    }).element,
    words,
  );
  shared.redraw = ({directions, pcaDirections}) => {
    const cosine = Math.abs(directions[0][0] * pcaDirections[0][0] + directions[0][1] * pcaDirections[0][1]);
    const degrees = (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
    words.textContent = `The supervised direction is ${degrees.toFixed(1)}° from that of PCA.`;
  };
  if (shared.answer) shared.redraw(shared.answer);
}
