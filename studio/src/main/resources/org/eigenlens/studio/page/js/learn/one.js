// Lecture 1: nine points, their mean, covariance, directions, coordinates.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, slider} from '../dom.js';
import {equation} from '../notation.js';
import {Plane} from '../chart/plane.js';
import {pointsIn, pointsText} from '../chart/shapes.js';
import {numberIn, remember} from '../router.js';
import {addExample} from '../session.js';
import {number, percent} from '../words.js';

/** The points are shared by the parts of the page. */
const shared = {points: null, answer: null, settings: {method: 'pca', ddof: 0}, listeners: []};

async function ninePoints() {
  const input = await addExample('nine-points');
  return input.head.map((row) => row.map(Number));
}

/** Near enough to see how far the points are from the line; and with the origin, if it goes through that. */
const NEAR = [1, 2.1, 9, 21];
const WITH_ORIGIN = [0, 2.1, 0, 21];

/** The plane with the points, the direction, and where each point is put back. */
export async function points(place, query) {
  shared.listeners = [];
  const start = await ninePoints();
  const linked = pointsIn(query.get('points') ?? '');
  shared.points = linked.length === start.length ? linked : start;
  const plane = new Plane(NEAR, {
    label: 'Nine points that can be moved',
    titles: ['x₁', 'x₂'],
    moved: (i, to) => {
      shared.points = shared.points.map((point, j) => (i === j ? to : point));
      changed();
    },
  });
  const words = h('div');
  const article = place.closest('.lecture');
  const changed = () => {
    const {ddof, method} = shared.settings;
    remember({
      points: shared.points === start ? null : pointsText(shared.points),
      ddof: ddof || null,
      centre: method === 'lsa' ? 'no' : null,
    });
    followBoxes(article);
    ask();
  };
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
      checked: shared.settings[name] === on,
      onchange: () => {
        shared.settings[name] = box.checked ? on : off;
        changed();
      },
    });
    return h('label.check', box, h('span', label));
  };
  shared.settings = {
    method: query.get('centre') === 'no' ? 'lsa' : 'pca',
    ddof: query.get('ddof') === '1' ? 1 : 0,
  };
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
            shared.points = start;
            changed();
          },
        },
        'The lecture’s points',
      ),
    ),
    words,
  );
  followBoxes(article);
  ask();
}

/** Equations and words say what is done as the boxes have it. */
function followBoxes(article) {
  for (const element of article.querySelectorAll('[data-boxes]')) {
    const {eq, from} = element.dataset;
    const now = asTicked(eq);
    fill(element, equation(now), h('small', now === eq ? from : `${from}, as the boxes say`));
  }
  for (const element of article.querySelectorAll('[data-uncentred]')) {
    element.dataset.centred ??= element.textContent;
    element.textContent = isCentred() ? element.dataset.centred : element.dataset.uncentred;
  }
}

/** An equation of the lecture, which subtracts the mean and divides by N, as the boxes have it. */
function asTicked(eq) {
  const divided = shared.settings.ddof ? eq.replace('frac{1}{N}', 'frac{1}{N - 1}') : eq;
  if (isCentred()) return divided;
  return divided.replace(/\((\*x\*(?:_n)?) - \*μ\*\)/g, '$1').replace('*μ* + ', '');
}

function isCentred() {
  return shared.settings.method === 'pca';
}

function backOf(answer, row) {
  const [z] = answer.scores[row];
  const mean = answer.mean ?? [0, 0];
  return mean.map((value, i) => value + z * answer.directions[0][i]);
}

function draw(plane, answer) {
  const mean = answer.mean ?? [0, 0];
  const backs = shared.points.map((_, i) => backOf(answer, i));
  plane.show(isCentred() ? NEAR : WITH_ORIGIN);
  plane.points(shared.points);
  plane.below(
    plane.through('direction', mean, answer.directions[0]),
    shared.points.map((point, i) => plane.line('drop-line', point, backs[i])),
    backs.map((back) => plane.ring(back, 5)),
    plane.cross(mean),
  );
}

function numbers(answer) {
  const centred = isCentred();
  const mean = meanOf(shared.points)
    .map((value) => number(value, 5))
    .join(', ');
  const rows = [
    ['1. mean μ', centred ? mean : `${mean}, not subtracted`],
    [
      centred ? '2. covariance S' : '2. second moments about the origin',
      covariance(answer)
        .map((row) => `(${row.map((value) => number(value, 5)).join(', ')})`)
        .join(' '),
    ],
    [centred ? '3. variances λ' : '3. second moments λ along the directions', answer.variances.map((value) => number(value, 6)).join(', ')],
    ['3. first direction b₁', answer.directions[0].map((value) => number(value, 5)).join(', ')],
    ['singular values σ', answer.singularValues.map((value) => number(value, 5)).join(', ')],
    [centred ? 'share of the first' : 'share of the first, of the sum of squares', percent(answer.shares[0], 3)],
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

/** The matrix S, row by row, as the boxes say that it is formed. */
function covariance(answer) {
  const mean = answer.mean ?? [0, 0];
  const {points, settings} = shared;
  const divisor = points.length - settings.ddof;
  return [0, 1].map((i) =>
    [0, 1].map(
      (j) => points.reduce((sum, point) => sum + (point[i] - mean[i]) * (point[j] - mean[j]), 0) / divisor,
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
          ['x₁', 'x₂', '4. z₁', 'back x̂₁', 'back x̂₂'].map((name) => h('th.number', {scope: 'col'}, name)),
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
            h('td.number', number(value, 6)),
          ),
        ),
      ),
    );
  shared.listeners.push(update);
  if (shared.answer) update();
}

/** The first direction as one unit grows, with and without standardising, as a picture and in numbers. */
export async function units(place, query) {
  const base = await ninePoints();
  const linked = numberIn(query, 'unit', [-2, 2], 0);
  let factor = 10 ** linked;
  const pictures = h('div.pair');
  const table = h('tbody');
  const words = h('p', {'aria-live': 'polite'});
  const ask = newestOnly(
    async () => {
      // Both columns matter: x₁ in some unit, x₂ with more scatter.
      const points = base.map(([x, y], i) => [x * 10 * factor, y + 4 * Math.sin(7 * i)]);
      const answers = await Promise.all(
        [false, true].map((standardize) => post('play/pca', {points, method: 'pca', ddof: 1, standardize})),
      );
      return [points, ...answers];
    },
    ([points, plain, standard]) => {
      const roads = [
        ['as measured', centred(points), plain],
        ['standardised', standardised(points), standard],
      ];
      fill(
        pictures,
        roads.map(([name, rows, answer]) => pictureOf(name, rows, answer)),
      );
      fill(
        table,
        roads.map(([name, , answer]) =>
          h(
            'tr',
            h('th', {scope: 'row'}, name),
            h('td.number', `(${answer.directions[0].map((value) => number(value, 3)).join(', ')})`),
            h('td.number', percent(answer.shares[0], 1)),
          ),
        ),
      );
      words.textContent =
        'As measured, the direction turns to the column with the larger unit; standardised, it stays.';
    },
    (error) => fill(words, problem(error)),
  );
  fill(
    place,
    slider('Unit of x₁', {
      min: -2,
      max: 2,
      step: 0.05,
      value: linked,
      show: (x) => `× ${number(10 ** x, 2)}`,
      onmove: (x) => {
        remember({unit: x || null});
        factor = 10 ** x;
        ask();
      },
    }).element,
    pictures,
    h(
      'table.numbers',
      {id: 'units'},
      h(
        'thead',
        h(
          'tr',
          ['columns', 'first direction', 'its share'].map((name, i) =>
            h(i === 0 ? 'th' : 'th.number', {scope: 'col'}, name),
          ),
        ),
      ),
      table,
    ),
    words,
  );
  ask();
}

function meanOf(points) {
  return [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
}

function centred(points) {
  const mean = meanOf(points);
  return points.map((point) => point.map((value, i) => value - mean[i]));
}

function standardised(points) {
  const rows = centred(points);
  const sizes = [0, 1].map((i) =>
    Math.sqrt(rows.reduce((sum, row) => sum + row[i] ** 2, 0) / (rows.length - 1)),
  );
  return rows.map((row) => row.map((value, i) => value / (sizes[i] || 1)));
}

/** Points about their mean and the first direction, both axes in one unit. */
function pictureOf(name, rows, answer) {
  const reach = 1.15 * Math.max(...rows.flat().map(Math.abs));
  const plane = new Plane([-reach, reach, -reach, reach], {
    height: 400,
    label: `Points ${name}, with the first direction`,
    titles: ['x₁', 'x₂'],
  });
  plane.points(rows);
  plane.below(plane.through('direction', [0, 0], answer.directions[0]));
  return h('figure', plane.svg, h('figcaption', `${name}, with the first direction`));
}
