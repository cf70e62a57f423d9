// Lecture 1: nine points, their mean, covariance, directions, coordinates.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, slider} from '../dom.js';
import {Plane} from '../chart/plane.js';
import {addExample} from '../session.js';
import {number, percent} from '../words.js';

/** The points are shared by the parts of the page. */
const shared = {points: null, answer: null, settings: {method: 'pca', ddof: 0}, listeners: []};

async function ninePoints() {
  const input = await addExample('nine-points');
  return input.head.map((row) => row.map(Number));
}

/** The plane with the points, the direction, and where each point is put back. */
export async function points(place) {
  shared.listeners = [];
  const start = await ninePoints();
  shared.points = start.map((point) => [...point]);
  const plane = new Plane([0, 3, 0, 25], {
    label: 'Nine points that can be moved',
    titles: ['x₁', 'x₂'],
    moved: (i, to) => {
      shared.points[i] = to;
      ask();
    },
  });
  const words = h('div');
  const ask = newestOnly(
    () => post('play/pca', {points: shared.points, ...shared.settings}),
    (answer) => {
      shared.answer = answer;
      draw(plane, answer);
      fill(words, numbers(answer));
      for (const listener of shared.listeners) listener();
    },
    (error) => fill(words, problem(error)),
  );
  const option = (label, name, on, off) => {
    const box = h('input', {
      type: 'checkbox',
      onchange: () => {
        shared.settings[name] = box.checked ? on : off;
        ask();
      },
    });
    return h('label.check', box, h('span', label));
  };
  shared.settings = {method: 'pca', ddof: 0};
  plane.points(shared.points);
  fill(
    place,
    plane.svg,
    h(
      'div.row',
      option('divide by N − 1', 'ddof', 1, 0),
      option('do not centre', 'method', 'lsa', 'pca'),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            shared.points = start.map((point) => [...point]);
            ask();
          },
        },
        'The lecture’s points',
      ),
    ),
    words,
  );
  ask();
}

function backOf(answer, row) {
  const [z] = answer.scores[row];
  const mean = answer.mean ?? [0, 0];
  return mean.map((value, i) => value + z * answer.directions[0][i]);
}

function draw(plane, answer) {
  const mean = answer.mean ?? [0, 0];
  const backs = shared.points.map((_, i) => backOf(answer, i));
  plane.points(shared.points);
  plane.below(
    plane.through('direction', mean, answer.directions[0]),
    shared.points.map((point, i) => plane.line('drop-line', point, backs[i])),
    backs.map((back) => plane.ring(back)),
    plane.cross(mean),
  );
}

function numbers(answer) {
  const rows = [
    ['mean μ', (answer.mean ?? [0, 0]).map((value) => number(value, 5)).join(', ')],
    ['variances λ', answer.variances.map((value) => number(value, 6)).join(', ')],
    ['first direction b₁', answer.directions[0].map((value) => number(value, 5)).join(', ')],
    ['singular values σ', answer.singularValues.map((value) => number(value, 5)).join(', ')],
    ['share of the first', percent(answer.shares[0], 3)],
  ];
  return h(
    'table.numbers',
    {id: 'nine-numbers'},
    h(
      'tbody',
      rows.map(([name, value]) => h('tr', h('th', {scope: 'row'}, name), h('td.number', value))),
    ),
  );
}

/** Each point, its coordinate, and what comes back. */
export async function table(place) {
  const body = h('tbody');
  fill(
    place,
    h(
      'table.numbers',
      h(
        'thead',
        h(
          'tr',
          ['x₁', 'x₂', 'z₁', 'back x̂₁', 'back x̂₂'].map((name) => h('th.number', {scope: 'col'}, name)),
        ),
      ),
      body,
    ),
  );
  const update = () =>
    fill(
      body,
      shared.points.map((point, i) =>
        h(
          'tr',
          [...point, shared.answer.scores[i][0], ...backOf(shared.answer, i)].map((value) =>
            h('td.number', number(value, 4)),
          ),
        ),
      ),
    );
  shared.listeners.push(update);
  if (shared.answer) update();
}

/** The share of the first direction as one unit grows, with and without standardising. */
export async function units(place) {
  const words = h('p', {'aria-live': 'polite'});
  let factor = 1;
  const base = await ninePoints();
  // Rotated a little, so that both columns matter.
  const ask = newestOnly(
    () => {
      const points = base.map(([x, y], i) => [x * 10 * factor, y + 4 * Math.sin(7 * i)]);
      return Promise.all(
        [false, true].map((standardize) => post('play/pca', {points, method: 'pca', ddof: 1, standardize})),
      );
    },
    ([plain, standard]) => {
      const show = (answer) =>
        `(${answer.directions[0].map((value) => number(value, 3)).join(', ')}), ${percent(answer.shares[0], 1)}`;
      fill(
        table,
        h(
          'thead',
          h(
            'tr',
            ['columns', 'first direction', 'its share'].map((name) => h('th', {scope: 'col'}, name)),
          ),
        ),
        h(
          'tbody',
          [
            ['as measured', plain],
            ['standardised', standard],
          ].map(([name, answer]) => {
            const [direction, share] = show(answer).split('), ');
            return h(
              'tr',
              h('th', {scope: 'row'}, name),
              h('td.number', `${direction})`),
              h('td.number', share),
            );
          }),
        ),
      );
      words.textContent =
        'As measured, the direction turns to the column with the larger unit; standardised, it stays.';
    },
    (error) => fill(words, problem(error)),
  );
  const table = h('table.numbers');
  fill(
    place,
    slider('Unit of x₁', {
      min: -2,
      max: 2,
      step: 0.05,
      value: 0,
      show: (x) => `× ${number(10 ** x, 2)}`,
      onmove: (x) => {
        factor = 10 ** x;
        ask();
      },
    }).element,
    table,
    words,
  );
  ask();
}
