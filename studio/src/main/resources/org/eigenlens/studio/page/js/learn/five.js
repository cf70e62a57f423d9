// Lecture 5: what two views share, and why correlation is asked for instead of covariance.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, s, slider} from '../dom.js';
import {Plane} from '../chart/plane.js';
import {random} from '../chart/shapes.js';
import {sequentialPaint} from '../palette.js';
import {numberIn, remember} from '../router.js';
import {number} from '../words.js';

/** Both views hold one hidden number along some direction, and much of their own across it. */
function views(noise) {
  const dice = random(21);
  const rows = Array.from({length: 80}, () => {
    const hidden = dice.normal();
    const [a, b] = [dice.normal(), dice.normal()];
    const [e, f] = [noise * dice.normal(), noise * dice.normal()];
    return {
      hidden,
      x: [0.55 * (hidden + e) + 0.9 * a, 0.55 * (hidden + e) - 0.9 * a],
      y: [0.9 * b + 0.2 * (hidden + f), 0.75 * (hidden + f) - 0.25 * b],
    };
  });
  return {hidden: rows.map((row) => row.hidden), x: rows.map((row) => row.x), y: rows.map((row) => row.y)};
}

export async function pairs(place, query) {
  let noise = numberIn(query, 'noise', [0, 2], 0.3);
  const planes = ['First view', 'Second view'].map(
    (label) => new Plane([-4, 4, -4, 4], {height: 330, label}),
  );
  const scores = new Plane([-4, 4, -4, 4], {height: 330, label: 'The first pair of coordinates'});
  const words = h('p', {id: 'cca-words', 'aria-live': 'polite'});
  const ask = newestOnly(
    async () => {
      const data = views(noise);
      return [data, await post('play/cca', {x: data.x, y: data.y})];
    },
    (next) => draw(...next),
    (error) => fill(words, problem(error)),
  );
  function draw(data, answer) {
    [
      [planes[0], data.x, answer.xMean, answer.xWeights],
      [planes[1], data.y, answer.yMean, answer.yWeights],
    ].forEach(([plane, points, mean, weights]) => {
      dots(plane, points, data.hidden);
      plane.below(plane.through('direction', mean, weights[0]));
    });
    dots(
      scores,
      data.x.map((_, i) => [answer.xScores[i][0], answer.yScores[i][0]]),
      data.hidden,
    );
    words.textContent = `The first pair of coordinates correlates by ${number(answer.correlations[0], 3)}, the second by ${number(answer.correlations[1], 3)}.`;
  }
  fill(
    place,
    h(
      'div.planes',
      figure(planes[0].svg, 'First view, with its direction'),
      figure(planes[1].svg, 'Second view, with its direction'),
      figure(scores.svg, 'Coordinate of the first against that of the second'),
    ),
    slider('Noise', {
      min: 0,
      max: 2,
      step: 0.02,
      value: noise,
      show: (x) => number(x, 2),
      onmove: (value) => {
        noise = value;
        remember({noise});
        ask();
      },
    }).element,
    words,
  );
  ask();
}

function figure(svg, caption) {
  return h('figure', svg, h('figcaption', caption));
}

/** Points coloured by the hidden number. */
function dots(plane, points, hidden) {
  plane.points(points.map((point) => plane.clamp(point)));
  plane.circles.forEach((circle, i) => {
    circle.setAttribute('r', 4);
    circle.setAttribute('fill', sequentialPaint((hidden[i] + 2) / 4));
  });
}

/** Correlation of the pair of largest covariance and of the canonical pair, as a column is stretched. */
export async function scale(place, query) {
  const data = views(0.3);
  const rows = h('tbody');
  const words = h('div');
  const linked = numberIn(query, 'unit', [-2, 2], 0);
  let factor = 10 ** linked;
  const ask = newestOnly(
    () => {
      const x = data.x.map(([a, b]) => [a, b * factor]);
      return Promise.all([post('play/cca', {x, y: data.y, ridge: 'pls'}), post('play/cca', {x, y: data.y})]);
    },
    ([covariance, correlation]) => {
      fill(words);
      fill(rows, row('largest covariance', covariance), row('canonical', correlation));
    },
    (error) => fill(words, problem(error)),
  );
  fill(
    place,
    slider('Unit of x₂', {
      min: -2,
      max: 2,
      step: 0.05,
      value: linked,
      show: (x) => `× ${number(10 ** x, 2)}`,
      onmove: (x) => {
        factor = 10 ** x;
        remember({unit: x || null});
        ask();
      },
    }).element,
    h(
      'table.numbers',
      {id: 'scale-numbers'},
      h(
        'thead',
        h(
          'tr',
          ['pair of', 'correlation', ''].map((name) =>
            h('th', {scope: 'col'}, name || h('span.visually-hidden', 'as a bar')),
          ),
        ),
      ),
      rows,
    ),
    words,
  );
  ask();
}

function row(name, answer) {
  const value = answer.correlations[0];
  const bar = s(
    'svg.profile',
    {viewBox: '0 0 200 14', 'aria-hidden': 'true'},
    s('rect.bar', {x: 0, y: 2, width: 200 * Math.max(0, value), height: 10}),
  );
  return h('tr', h('th', {scope: 'row'}, name), h('td.number', number(value, 4)), h('td', bar));
}
