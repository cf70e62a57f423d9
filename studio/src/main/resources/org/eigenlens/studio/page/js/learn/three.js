// Lecture 3: contours of drawn points, and digits without their noise.
import {fill, h, problem} from '../dom.js';
import {addExample, isStopped, isUnderWay, knownExample, lastFit} from '../session.js';
import {numberIn, rememberUntil, settle} from '../router.js';
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
  const left = new AbortController();
  const remember = rememberUntil(left.signal);
  const words = h('div');
  const work = jobPlace(words);
  const button = h(
    'button.primary',
    {type: 'button', onclick: () => prepare()},
    'Fit both models to the digits',
  );
  const showModels = (models) => fill(
      place,
      cleaner(models, {
        row: numberIn(query, 'row', [0, models[0][1].rows - 1], 3),
        start: noiseIn(query),
        changed: ({kind, amount, seed}, _, row) => remember({noise: [kind, amount, seed].join(), row}),
      }),
    );
  fill(place, h('p', button, ' It takes some seconds.'), words);
  if (areFitted() || isBegun(query)) prepare();
  return () => {
    left.abort();
    work.close();
  };

  /** Fits both models, from where that was left. */
  async function prepare() {
    button.disabled = true;
    if (!areFitted()) {
      // A reload must find that it was begun, whichever of the two is fitted.
      remember({fits: 'both'});
      settle();
    }
    try {
      const input = await addExample('digits');
      const fitted = [];
      for (const [title, options] of MODELS) {
        if (work.isLeft()) return;
        fitted.push([title, await work.fit([input.id], options)]);
      }
      if (!work.isLeft()) showModels(fitted);
    } catch (error) {
      fill(words, problem(error));
      button.disabled = false;
    }
    remember({fits: null});
  }
}

/** The last fits of the two models, as far as there are any. */
function lastFits() {
  const input = knownExample('digits');
  return MODELS.map(([, options]) => input && lastFit([input.id], options));
}

function areFitted() {
  return lastFits().every((job) => job?.state === 'done');
}

/** Whether the models are to be fitted without being asked for again: one that was cancelled is not wanted. */
function isBegun(query) {
  const fits = lastFits();
  return (query.has('fits') && !fits.some(isStopped)) || fits.some(isUnderWay);
}
