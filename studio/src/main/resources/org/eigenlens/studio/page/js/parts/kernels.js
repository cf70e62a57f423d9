// Kernel PCA of drawn points: the contours of each component follow kernel and γ at once.
import {newestOnly, post} from '../api.js';
import {choice, field, fill, h, problem, slider} from '../dom.js';
import {paintContours, renewColours} from '../chart/contours.js';
import {SHAPES, pointsIn, pointsText, shape} from '../chart/shapes.js';
import {equation} from '../notation.js';
import {remember} from '../router.js';
import {count, number, percent, withUnit} from '../words.js';
import {board} from './board.js';

const GRID = 50;
const SIDE = 240;
const KERNELS = [
  ['rbf', 'Gaussian (rbf)'],
  ['poly', 'polynomial'],
  ['linear', 'linear: plain PCA'],
  ['sigmoid', 'sigmoid'],
  ['laplacian', 'Laplacian'],
  ['cosine', 'cosine'],
];
/** How alike two points are, in the notation of the lectures. */
const FORMULAS = {
  rbf: 'k(*x*, *y*) = exp(-γ ‖*x* - *y*‖^2)',
  poly: 'k(*x*, *y*) = (γ *x*^⊤ *y* + c)^d',
  linear: 'k(*x*, *y*) = *x*^⊤ *y*',
  sigmoid: 'k(*x*, *y*) = tanh(γ *x*^⊤ *y* + c)',
  laplacian: 'k(*x*, *y*) = exp(-γ ‖*x* - *y*‖_1)',
  cosine: 'k(*x*, *y*) = frac{*x*^⊤ *y*}{‖*x*‖ ‖*y*‖}',
};
const PARAMETERS = {
  rbf: ['gamma'],
  poly: ['gamma', 'degree', 'coef0'],
  sigmoid: ['gamma', 'coef0'],
  laplacian: ['gamma'],
  linear: [],
  cosine: [],
};

/** A board that begins as a link says, and keeps what is changed in the link. */
export function linkedBoard(query, usual) {
  const settings = {...usual};
  for (const name of ['gamma', 'degree', 'coef0', 'components'])
    if (query.has(name)) settings[name] = Number(query.get(name));
  if (PARAMETERS[query.get('kernel')]) settings.kernel = query.get('kernel');
  if (SHAPES[query.get('shape')]) settings.shape = query.get('shape');
  if (query.has('points')) {
    settings.points = pointsIn(query.get('points'), true);
    settings.shape = '';
  }
  return kernelBoard(settings, (now, points) => {
    const {points: _, ...words} = now;
    remember({...words, shape: now.shape || null, points: now.shape ? null : pointsText(points)});
  });
}

/** settings: {shape, kernel, gamma, degree, coef0, components}; `changed` hears of them, to remember. */
function kernelBoard(settings, changed) {
  const points = settings.points ?? shape(settings.shape);
  const result = h('div.contours', {id: 'contours'});
  const notes = h('p.small', {role: 'status'});
  let answer = null;

  const ask = newestOnly(
    () =>
      post('play/kernel', {
        points,
        kernel: settings.kernel,
        gamma: settings.gamma,
        degree: settings.degree,
        coef0: settings.coef0,
        components: settings.components,
        grid: GRID,
        box: [-1, 1, -1, 1],
      }),
    (next) => {
      if (points.length < 3) return;
      answer = next;
      paint();
    },
    (error) => fill(result, problem(error)),
  );
  const update = () => {
    changed(settings, points);
    if (points.length < 3) {
      answer = null;
      notes.textContent = `${count(points.length, 'point')}.`;
      fill(result, h('p.small', 'Draw at least three points.'));
    } else ask();
  };
  function paint() {
    if (!answer) return;
    renewColours();
    const total = answer.total ?? answer.eigenvalues.reduce((sum, value) => sum + value, 0);
    const figures = answer.grids.map((values, i) => {
      const canvas = h('canvas', {
        width: SIDE,
        height: SIDE,
        role: 'img',
        'aria-label': `Contours of component ${i + 1}`,
      });
      const share = answer.shares?.[i] ?? answer.eigenvalues[i] / total;
      return {
        values,
        canvas,
        figure: h(
          'figure',
          canvas,
          h('figcaption', `PC${i + 1}: eigenvalue ${number(answer.eigenvalues[i])}, ${percent(share, 1)}`),
        ),
      };
    });
    fill(
      result,
      figures.map((each) => each.figure),
    );
    for (const {canvas, values} of figures) paintContours(canvas, values, GRID, points);
    notes.textContent = `${count(points.length, 'point')}. Blue is below 0, red above; lines join places with the same coordinate, the thick one is 0.${indefinite(answer.shares) ? ` The shares come to more than ${withUnit(100, '%')}: this kernel is no true measure of likeness, and some of its eigenvalues are negative.` : ''}`;
  }

  const shapes = choice(
    [['', 'as drawn'], ...Object.keys(SHAPES).map((name) => [name, name])],
    settings.shape,
    (name) => {
      if (!name) return;
      area.replace(shape(name));
      settings.shape = name;
      shapes.value = name;
      changed(settings, points);
    },
  );
  const area = board(points, () => {
    settings.shape = '';
    shapes.value = '';
    update();
  });
  const kernels = choice(KERNELS, settings.kernel, (kernel) => {
    settings.kernel = kernel;
    lay();
    update();
  });
  const formula = h('p.formula');
  const parameters = h('div.controls.moved');
  const lay = () => {
    fill(formula, equation(FORMULAS[settings.kernel], true));
    fill(parameters, parametersOf(), whole('components', 'Components', 1, 8));
  };
  function parametersOf() {
    const shown = PARAMETERS[settings.kernel];
    return [
      shown.includes('gamma')
        ? slider('γ', {
            min: -2,
            max: 2.5,
            step: 0.02,
            value: Math.log10(settings.gamma),
            show: (x) => number(10 ** x, 3),
            onmove: (x) => {
              settings.gamma = Number((10 ** x).toPrecision(3));
              update();
            },
          }).element
        : null,
      shown.includes('degree') ? whole('degree', 'Degree d', 1, 7) : null,
      shown.includes('coef0')
        ? slider('Constant c', {
            min: -1,
            max: 2,
            step: 0.05,
            value: settings.coef0,
            onmove: (x) => {
              settings.coef0 = x;
              update();
            },
          }).element
        : null,
    ];
  }
  function whole(name, label, min, max) {
    return slider(label, {
      min,
      max,
      step: 1,
      value: settings[name],
      onmove: (value) => {
        settings[name] = value;
        update();
      },
    }).element;
  }
  const controls = h(
    'div.controls',
    h(
      'div.row',
      field('Points', shapes),
      h('button', {type: 'button', onclick: () => area.replace([])}, 'Clear'),
      eraser(area),
    ),
    field('Kernel', kernels),
    formula,
  );
  lay();
  update();
  const repaint = () => {
    area.paint();
    paint();
  };
  document.addEventListener('theme', repaint);
  return {
    element: h(
      'div.play',
      h('div.controls.drawn', h('div.contours', h('figure', area.canvas, h('figcaption', 'Click or drag to add points; with Shift to take them away. By keys: arrows, Enter, Delete.'))), controls),
      parameters,
      notes,
      result,
    ),
    close: () => document.removeEventListener('theme', repaint),
  };
}

/** Whether the largest eigenvalues have more than all together: then others are negative. */
function indefinite(shares = []) {
  return shares.reduce((sum, share) => sum + share, 0) > 1 + 1e-6;
}

function eraser(area) {
  const button = h(
    'button',
    {
      type: 'button',
      'aria-pressed': 'false',
      onclick: () => {
        area.erase = !area.erase;
        button.setAttribute('aria-pressed', String(area.erase));
      },
    },
    'Erase',
  );
  return button;
}
