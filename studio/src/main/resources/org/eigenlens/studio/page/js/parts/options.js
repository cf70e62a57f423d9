// The form of a fit, made from the options of the command and in the words of the page.
import {fill, field, h} from '../dom.js';
import {get} from '../api.js';
import {grouped, methodPurpose, methodTitle} from '../vocabulary/methods.js';
import {meaningOf} from '../vocabulary/meanings.js';
import {RULES, labelOfOption} from '../vocabulary/options.js';
import {allowsCount, controlOf} from './controls.js';

/** What most people want to see at once; all else is one click away. */
const FIRST = [
  'distances',
  'x',
  'y',
  'components',
  'standardize',
  'kernel',
  'gamma',
  'degree',
  'coef0',
  'label-kernel',
  'neighbors',
  'ridge',
];
/** Chosen with the columns, on the page before. */
export const OF_COLUMNS = ['label', 'id', 'target', 'exclude', 'columns', 'missing', 'text'];

let known = null;

export async function loadOptions() {
  known ??= await get('options');
  return known;
}

/**
 * The form as {elements, lay}; lay shows `values` anew, which are kept up to date. `changed` hears of
 * every change, `extra` makes what some methods need besides, and `found` has what the last fit chose by itself.
 * Where `distances` is true the table seems to hold some, and methods that can take it so do, unless told not to.
 */
export function optionsForm(
  {methods, options},
  values,
  {columns, columnCount, kind},
  {changed, extra, found, distances = false},
) {
  const first = h('div.fields');
  const more = h('div.fields');
  const about = h('p.small', {id: 'purpose'});
  const folded = h('summary');
  let declined = false;
  const set = (name, value) => {
    if (name === 'distances') declined = !value;
    if (value === '' || value === false) delete values[name];
    else values[name] = value;
    tellMore();
    if (decides(name)) {
      lay();
      [first, more].map((part) => part.querySelector(`[data-option="${name}"]`)).find(Boolean)?.focus();
    }
    changed();
  };
  let rule = values.components;
  /** Some options decide which others mean something. */
  const decides = (name) => {
    const other =
      name === 'components' && PARALLEL.includes(rule) !== PARALLEL.includes(values.components);
    rule = values.components;
    return other || ['kernel', 'second', 'weights', 'distances'].includes(name);
  };
  const method = methodList(methods);
  method.addEventListener('change', () => {
    values.method = method.value;
    if (distances && !declined && takesDistances(method.value)) values.distances = true;
    delete values.solver; // it was chosen for another problem
    lay();
    changed();
  });

  function lay() {
    method.value = values.method;
    const chosen = methods.find((each) => each.name === method.value);
    about.textContent = methodPurpose(chosen.name);
    const fits = ({name}) =>
      !OF_COLUMNS.includes(name) &&
      name !== 'method' &&
      suits(name, chosen, values, kind);
    const wanted = options.filter(fits);
    if (!allowsCount(values.components, rulesOf(chosen))) delete values.components;
    // What no longer applies must not be sent.
    for (const name of Object.keys(values)) {
      if (
        name !== 'method' &&
        name !== 'second' &&
        !OF_COLUMNS.includes(name) &&
        !wanted.some((option) => option.name === name)
      )
        delete values[name];
    }
    const meaning = {method: chosen.name, kernel: values.kernel ?? 'rbf'};
    const has = (name, way) => meaningOf(name, meaning.method, meaning.kernel).ways.some(([each]) => each === way);
    if (values.gamma === 'median' && !has('gamma', 'median')) delete values.gamma;
    if (values.solver && !has('solver', values.solver)) delete values.solver;
    const shown = {columns, partial: columnCount > columns.length, rules: rulesOf(chosen), found, ...meaning};
    const control = (option) => controlOf(option, values[option.name], shown, set);
    fill(
      first,
      extra(chosen, set),
      FIRST.flatMap((name) => wanted.filter((option) => option.name === name)).map(control),
    );
    const others = wanted.filter((option) => !FIRST.includes(option.name));
    fill(more, others.map(control));
    tellMore();
  }

  /** What is folded away must be seen to be in force. */
  function tellMore() {
    const names = [...more.querySelectorAll('[data-option]')].map(({dataset}) => dataset.option);
    const inForce = [...new Set(names)].filter((name) => values[name] !== undefined);
    folded.textContent = `More options${inForce.length ? `: ${inForce.map(labelOfOption).join(', ')}` : ''}`;
  }
  lay();
  return {
    elements: [field('Method', method), about, first, h('details', folded, more)],
    lay,
  };
}

/** Whether a method can be given the distances between rows instead of rows. */
export function takesDistances(method) {
  return OF_ONE_METHOD.distances.includes(method);
}

/** The methods by what they are for. */
function methodList(methods) {
  return h(
    'select',
    {id: 'method', 'aria-describedby': 'purpose'},
    grouped(methods.map(({name}) => name)).map(([heading, names]) =>
      h(
        'optgroup',
        {label: heading},
        names.map((name) => h('option', {value: name}, `${methodTitle(name)} (${name})`)),
      ),
    ),
  );
}

/** By which rules a method can say how many components there are. */
function rulesOf({name, kernel, labels, pairs, neighbors}) {
  if (OF_SPECTRUM.includes(name)) return ['share'];
  if (labels || pairs || neighbors) return [];
  return kernel ? ['share', 'elbow', 'cv'] : ['share', ...RULES.map(([name]) => name)];
}

/** Of the methods that draw maps these have shares, and landmarks. */
const OF_SPECTRUM = ['mds', 'isomap'];
const OF_KERNELS = {
  gamma: ['rbf', 'laplacian', 'chi2', 'poly', 'sigmoid'],
  degree: ['poly'],
  coef0: ['poly', 'sigmoid'],
};
const OF_METHODS = {
  kernel: ['kernel', 'gamma', 'degree', 'coef0', 'pre-image', 'landmarks'],
  labels: ['label-kernel', 'label-gamma', 'blend'],
  pairs: ['x', 'y', 'ridge', 'permutations'],
  neighbors: ['neighbors', 'radius', 'bridge', 'piece', 'neighbor-search'],
};
const OF_ONE_METHOD = {
  modified: ['lle'],
  regularization: ['lle'],
  weights: ['laplacian-eigenmaps'],
  unnormalized: ['laplacian-eigenmaps'],
  'additive-constant': ['mds'],
  distances: ['mds', 'isomap'],
};
/** What is of columns, or of rows, means nothing for distances. */
const NOT_OF_DISTANCES = ['standardize', 'evaluate', 'piece', 'neighbor-search'];
const OF_INPUTS = {
  texts: ['language', 'max-df', 'min-df', 'weighting'],
  images: ['color', 'resize'],
};
/** What the count of components has to be for them to mean something. */
const PARALLEL = ['parallel', 'parallel-normal'];
const OF_RULES = {iterations: PARALLEL, quantile: PARALLEL};
/** Fisher's method has nothing to set but the label. */
const NOT_OF_FISHER = ['label-kernel', 'label-gamma', 'blend'];

/** Whether an option means something here. What the page does not know of, the command judges itself. */
function suits(name, method, values, kind) {
  const texts = kind === 'texts' || Boolean(values.text);
  if (name === 'x' || name === 'y') return method.pairs && !values.second;
  if (values.distances && takesDistances(method.name) && NOT_OF_DISTANCES.includes(name)) return false;
  if (name === 'additive-constant' && !values.distances) return false;
  if (method.name === 'fisher' && NOT_OF_FISHER.includes(name)) return false;
  if (method.name === 'mds' && OF_METHODS.neighbors.includes(name)) return false;
  if (name === 'landmarks' && method.neighbors)
    return method.name === 'isomap' || (method.name === 'mds' && !values.distances);
  if (name === 'evaluate') return Boolean(values.label || values.target) && !method.pairs;
  if (name === 'quality' || name === 'quality-neighbors') return !method.pairs;
  if (name === 'no-center') return !method.neighbors && !method.pairs && method.name !== 'lsa';
  if (name === 'no-header') return kind === 'table';
  if (method.kernel && OF_KERNELS[name]) return OF_KERNELS[name].includes(values.kernel ?? 'rbf');
  if (name === 'gamma' && method.name === 'laplacian-eigenmaps') return values.weights !== 'binary';
  if (OF_RULES[name]) return OF_RULES[name].includes(values.components);
  if (OF_ONE_METHOD[name]) return OF_ONE_METHOD[name].includes(method.name);
  for (const [trait, names] of Object.entries(OF_METHODS)) if (names.includes(name)) return method[trait];
  if (OF_INPUTS.texts.includes(name)) return texts;
  if (OF_INPUTS.images.includes(name)) return kind === 'images';
  return true;
}
