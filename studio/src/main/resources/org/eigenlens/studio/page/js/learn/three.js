// Lecture 3: contours of drawn points, and digits without their noise.
import {fill, h, problem} from '../dom.js';
import {addExample, isExample, session, startFit} from '../session.js';
import {numberIn, remember} from '../router.js';
import {cleaner} from '../parts/clean.js';
import {linkedBoard} from '../parts/kernels.js';
import {noiseIn} from '../parts/noise.js';
import {jobPlace} from '../parts/tasks.js';

const BOARD = {shape: 'two rings', kernel: 'rbf', gamma: 3, degree: 2, coef0: 1, components: 4};

export async function contours(place, query) {
  const kernels = linkedBoard(query, BOARD);
  fill(place, kernels.element);
  return kernels.close;
}

/** The width is one over twice the total variance of the digits, as the command's demo has it. */
const MODELS = [
  ['linear PCA, 20 components', {method: 'pca', components: '20', label: 'label'}],
  [
    'kernel PCA, 100 components',
    {method: 'kernel-pca', components: '100', gamma: '0.000416', tolerance: '1e-4', label: 'label'},
  ],
];

export async function digits(place, query) {
  const words = h('div');
  const work = jobPlace(words);
  const button = h(
    'button.primary',
    {type: 'button', onclick: () => prepare()},
    'Fit both models to the digits',
  );
  const known = () =>
    MODELS.map(([title, options]) => [
      title,
      [...session.models.values()].find((model) => isSame(model, options)),
    ]);
  const showModels = (models) => fill(
      place,
      cleaner(models, {
        row: numberIn(query, 'row', [0, models[0][1].rows - 1], 3),
        start: noiseIn(query),
        changed: ({kind, amount, seed}, _, row) => remember({noise: [kind, amount, seed].join(), row}),
      }),
    );
  if (known().every(([, model]) => model)) {
    showModels(known());
    return undefined;
  }
  fill(place, h('p', button, ' It takes some seconds.'), words);
  return work.close;

  async function prepare() {
    button.disabled = true;
    try {
      const input = await addExample('digits');
      const fitted = [];
      for (const [title, options] of MODELS) {
        if (work.isLeft()) return;
        fitted.push([title, await work.show(await startFit(input.id, options))]);
      }
      if (!work.isLeft()) showModels(fitted);
    } catch (error) {
      fill(words, problem(error));
      button.disabled = false;
    }
  }
}

/** Whether a model is of the digits, and was told this and nothing else. */
function isSame({inputs, options: told}, options) {
  const names = Object.keys({...told, ...options});
  return (
    inputs.length === 1 &&
    isExample(session.inputs.get(inputs[0]), 'digits') &&
    names.every((name) => String(told[name]) === options[name])
  );
}
