// Lecture 2: the same directions from a small matrix and from a large one.
import {newestOnly, post} from '../api.js';
import {fill, h, problem, s, slider} from '../dom.js';
import {numberIn, remember} from '../router.js';
import {random} from '../chart/shapes.js';
import {categoryPaint, diverging} from '../palette.js';
import {number, whole} from '../words.js';

const shared = {answer: null, listeners: []};

/** Smooth curves: sums of a few waves of random size, with a little noise. */
function curves(rows, columns) {
  const dice = random(11);
  const waves = Array.from({length: rows}, () => [1, 2, 3, 4].map((each) => dice.normal() / each));
  return waves.map((sizes) =>
    Array.from({length: columns}, (_, j) =>
      sizes.reduce(
        (sum, size, w) => sum + size * Math.sin((Math.PI * (w + 1) * j) / columns),
        0.05 * dice.normal(),
      ),
    ),
  );
}

export async function matrices(place, query) {
  shared.listeners = [];
  let rows = numberIn(query, 'rows', [3, 30], 8);
  let columns = numberIn(query, 'columns', [10, 300], 120);
  const drawings = h('div.matrices');
  const table = h('table.numbers', {id: 'two-roads'});
  const ask = newestOnly(
    () => {
      const points = curves(rows, columns);
      return Promise.all([
        points,
        ...['pca', 'dual-pca'].map((method) => post('play/pca', {points, method, ddof: 1})),
      ]);
    },
    ([points, direct, dual]) => {
      shared.answer = {points, dual};
      drawMatrices(drawings, points);
      compare(table, direct, dual);
      for (const listener of shared.listeners) listener();
    },
    (error) => fill(table, h('tbody', h('tr', h('td', problem(error))))),
  );
  const repaint = () => shared.answer && drawMatrices(drawings, shared.answer.points);
  document.addEventListener('theme', repaint);
  fill(
    place,
    slider('Rows N', {
      min: 3,
      max: 30,
      step: 1,
      value: rows,
      onmove: (value) => {
        rows = value;
        remember({rows});
        ask();
      },
    }).element,
    slider('Columns D', {
      min: 10,
      max: 300,
      step: 5,
      value: columns,
      onmove: (value) => {
        columns = value;
        remember({columns});
        ask();
      },
    }).element,
    drawings,
    table,
  );
  ask();
  return () => document.removeEventListener('theme', repaint);
}

function drawMatrices(place, points) {
  const centred = centre(points);
  const gram = centred.map((a) => centred.map((b) => dot(a, b)));
  const turned = centred[0].map((_, j) => centred.map((row) => row[j]));
  const scatter = turned.map((a) => turned.map((b) => dot(a, b)));
  fill(
    place,
    [
      ['X⊤X', scatter],
      ['XX⊤', gram],
    ].map(([name, matrix]) =>
      h(
        'figure',
        heat(matrix),
        h('figcaption', `${name}: ${matrix.length} × ${matrix.length}, ${whole(matrix.length ** 2)} numbers`),
      ),
    ),
  );
}

function centre(points) {
  const mean = points[0].map((_, j) => points.reduce((sum, row) => sum + row[j], 0) / points.length);
  return points.map((row) => row.map((value, j) => value - mean[j]));
}

function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

/** A matrix as a square whose side is its size, so that both can be compared. */
function heat(matrix) {
  const size = matrix.length;
  const canvas = h('canvas', {
    width: size,
    height: size,
    role: 'img',
    'aria-label': `Matrix of ${size} × ${size}`,
  });
  canvas.style.width = `${Math.max(14, size)}px`;
  const most = Math.max(...matrix.map((row) => Math.max(...row.map(Math.abs)))) || 1;
  const image = new ImageData(size, size);
  matrix.forEach((row, i) =>
    row.forEach((value, j) => image.data.set([...diverging(value / most), 255], 4 * (i * size + j))),
  );
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function compare(table, direct, dual) {
  const shown = Math.min(4, dual.eigenvalues.length);
  const rows = Array.from({length: shown}, (_, i) => {
    const alike = Math.abs(dot(direct.directions[i], dual.directions[i]));
    return h(
      'tr',
      h('th', {scope: 'row'}, `σ${i + 1}²`),
      h('td.number', number(direct.eigenvalues[i], 8)),
      h('td.number', number(dual.eigenvalues[i], 8)),
      h('td.number', number(alike, 12)),
    );
  });
  fill(
    table,
    h(
      'thead',
      h(
        'tr',
        ['eigenvalue', 'from D × D', 'from N × N', '|cosine| of directions'].map((name) =>
          h('th.number', {scope: 'col'}, name),
        ),
      ),
    ),
    h('tbody', rows),
  );
}

/** Rows as curves, and the first directions as curves too: weighted sums of the rows. */
export async function directions(place) {
  const [WIDTH, HEIGHT] = [420, 150];
  const panels = [
    ['The rows', 'then'],
    ['The first three directions, each of length 1', 'now'],
  ].map(([title, kind]) => {
    const svg = s('svg.profile', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title});
    return {kind, svg, figure: h('figure', svg, h('figcaption', title))};
  });
  const key = h('ul.key');
  fill(
    place,
    panels.map((panel) => panel.figure),
    key,
  );
  const update = () => {
    if (!shared.answer) return;
    const {points, dual} = shared.answer;
    [points, dual.directions.slice(0, 3)].forEach((lines, i) => {
      const most = Math.max(...lines.map((line) => Math.max(...line.map(Math.abs)))) || 1;
      const path = (line) =>
        line
          .map(
            (value, j) =>
              `${(WIDTH * j) / (line.length - 1)},${HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 6)}`,
          )
          .join(' ');
      panels[i].svg.replaceChildren(
        s('line.zero', {x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2}),
        ...lines.map((line, number) =>
          i === 0 ? s('polyline.then', {points: path(line)}) : coloured(number, path(line)),
        ),
      );
    });
    fill(
      key,
      dual.directions.slice(0, 3).map((_, i) => {
        const stroke = h('span.stroke', {'aria-hidden': 'true'});
        stroke.style.color = categoryPaint(i);
        return h('li', stroke, `v${'₁₂₃'[i]}, direction ${i + 1}`);
      }),
    );
  };
  shared.listeners.push(update);
  update();
}

function coloured(number, points) {
  const line = s('polyline.now', {points}, s('title', `direction ${number + 1}`));
  line.style.stroke = categoryPaint(number);
  return line;
}
