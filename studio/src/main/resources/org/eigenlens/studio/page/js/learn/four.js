// Lecture 4: the direction of most variance and the direction that tells classes apart.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, s, slider} from '../dom.js';
import {Plane} from '../chart/plane.js';
import {pointsIn, pointsText, random, rounded} from '../chart/shapes.js';
import {categoryPaint} from '../palette.js';
import {remember} from '../router.js';
import {number} from '../words.js';

/** Points and labels are shared by the sections; the blend is of the second alone. */
const shared = {points: null, labels: null, blend: 0, ask: null, askBlended: null};

/** Two long clouds, one above the other. */
function clouds() {
  const dice = random(5);
  const labels = Array.from({length: 40}, (_, i) => i % 2);
  const points = labels.map((label) => {
    const along = 1.1 * dice.normal();
    return [along, 0.35 * along + (label ? 0.55 : -0.55) + 0.16 * dice.normal()];
  });
  return {
    points: points.map(([x, y]) =>
      rounded([Math.max(-2.9, Math.min(2.9, x)), Math.max(-1.9, Math.min(1.9, y))]),
    ),
    labels,
  };
}

/** What a link says of points, labels and blend, where it does. */
function linked(query) {
  const start = clouds();
  const points = pointsIn(query.get('points') ?? '');
  const labels = [...(query.get('labels') ?? '')].map(Number);
  const whole = (list) => list.length === start.points.length;
  const blend = Number(query.get('b'));
  return {
    points: whole(points) ? points : start.points,
    labels: whole(labels) && labels.every((label) => label === 0 || label === 1) ? labels : start.labels,
    blend: blend >= 0 && blend <= 1 ? blend : 0,
  };
}

/** Asks for what comes of a change, which the link keeps; of another blend the first section hears nothing. */
function changed(next) {
  Object.assign(shared, next);
  const start = clouds();
  const other = (now, then) => (String(now) === String(then) ? null : now);
  remember({
    points: other(shared.points, start.points) && pointsText(shared.points),
    labels: other(shared.labels, start.labels)?.join(''),
    b: shared.blend || null,
  });
  if (next.points || next.labels) shared.ask();
  shared.askBlended?.();
}

/** Supervised PCA of the points with so much of PCA in it, and how much they depend by so many shuffles. */
function supervised(blend, permutations) {
  const {points, labels} = shared;
  return post('play/supervised', {points, labels, blend, labelKernel: 'delta', permutations});
}

export async function classes(place, query) {
  Object.assign(shared, linked(query), {askBlended: null});
  const plane = new Plane([-3, 3, -2, 2], {
    height: 290,
    label: 'Points of two classes that can be moved',
    moved: (i, to) => changed({points: shared.points.map((point, j) => (i === j ? to : point))}),
  });
  const strips = h('div');
  const words = h('div');
  shared.ask = newestOnly(
    () => supervised(0, 199),
    (answer) => {
      directionsOn(plane, answer);
      fill(
        strips,
        strip('along supervised PCA (the solid line)', answer.directions[0]),
        strip('along PCA (the dashed line)', answer.pcaDirections[0]),
      );
      fill(words, numbers(answer));
    },
    (error) => fill(words, problem(error)),
  );
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
          onclick: () => changed(clouds()),
        },
        'Begin again',
      ),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            const dice = random(Math.floor(1e9 * Math.random()));
            changed({labels: shared.labels.map(() => (dice.uniform() < 0.5 ? 0 : 1))});
          },
        },
        'Shuffle the labels',
      ),
    ),
  );
  shared.ask();
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
      fill: categoryPaint(shared.labels[i]),
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

/** The points with both directions. */
function directionsOn(plane, answer) {
  plane.points(shared.points, shared.labels);
  plane.below(
    plane.through('direction.second', answer.mean, answer.pcaDirections[0]),
    plane.through('direction', answer.mean, answer.directions[0]),
    plane.cross(answer.mean),
  );
}

const MOST_PULL = 1e4;

/** Powers of ten about the middle of the slider, where both terms pull alike; its ends are the terms alone. */
const REACH = 1.5;

/**
 * How much more the labels pull than PCA, whose term is far smaller: the eigenvalue of their term over
 * the difference of the two of PCA's. The direction turns where b / (1 − b) is this.
 */
function pull({points, labels}) {
  const mean = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const about = points.map((point) => point.map((value, i) => value - mean[i]));
  const moment = (i, j) => about.reduce((sum, point) => sum + point[i] * point[j], 0);
  const sums = [0, 1].map((label) =>
    about.reduce(([x, y], [dx, dy], i) => (labels[i] === label ? [x + dx, y + dy] : [x, y]), [0, 0]),
  );
  const told = sums.flat().reduce((sum, value) => sum + value ** 2, 0);
  const ratio = told / Math.hypot(moment(0, 0) - moment(1, 1), 2 * moment(0, 1));
  // Classes without a difference do not pull, nor does PCA where all directions are alike.
  return Math.max(1 / MOST_PULL, Math.min(MOST_PULL, ratio || 1));
}

export async function blend(place) {
  const words = h('p', {'aria-live': 'polite'});
  const plane = new Plane([-3, 3, -2, 2], {height: 290, label: 'The same points, and both directions with the blend'});
  const blendAt = (x) => {
    if (Math.abs(x) >= REACH) return x > 0 ? 1 : 0;
    const part = pull(shared) * 10 ** x;
    return Number((part / (1 + part)).toPrecision(4));
  };
  const placeOf = (b) => Math.max(-REACH, Math.min(REACH, Math.log10(b / (1 - b) / pull(shared))));
  let held = placeOf(shared.blend);
  const control = slider('Blend b', {
    min: -REACH,
    max: REACH,
    step: 0.05,
    value: held,
    show: () => number(shared.blend, 4),
    onmove: (x) => {
      held = x;
      changed({blend: blendAt(x)});
      control.set(x);
    },
  });
  fill(place, control.element, plane.svg, words);
  const redraw = (answer) => {
    // The same b stands elsewhere once points or labels are others: the middle is where both pull alike.
    if (blendAt(held) !== shared.blend) {
      held = placeOf(shared.blend);
      control.set(held);
    }
    const {directions, pcaDirections} = answer;
    directionsOn(plane, answer);
    const cosine = Math.abs(directions[0][0] * pcaDirections[0][0] + directions[0][1] * pcaDirections[0][1]);
    const degrees = (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
    words.textContent = `The supervised direction (solid) is ${degrees.toFixed(1)}° from that of PCA (dashed).`;
  };
  shared.askBlended = newestOnly(
    () => supervised(shared.blend, 0),
    redraw,
    (error) => fill(words, problem(error)),
  );
  plane.points(shared.points, shared.labels);
  shared.askBlended();
}
