// The form of a fit, made from the options of the command and in its words.
import {field, fill, h} from '../dom.js';
import {get} from '../api.js';

/** What most people want to see at once; all else is one click away. */
const FIRST = [
  'components',
  'standardize',
  'kernel',
  'gamma',
  'degree',
  'coef0',
  'label-kernel',
  'neighbors',
  'ridge',
  'x',
  'y',
];
/** Chosen with the columns, on the page before. */
export const OF_COLUMNS = ['label', 'id', 'target', 'exclude', 'columns', 'missing'];
const COUNTS = [
  '1',
  '2',
  '3',
  '10',
  '0.95',
  '0.99',
  'elbow',
  'parallel',
  'kaiser',
  'mle',
  'gavish-donoho',
  'broken-stick',
  'cv',
];

let known = null;

export async function loadOptions() {
  known ??= await get('options');
  return known;
}

/** The form; `values` is kept up to date, and `changed` hears of every change. */
export function optionsForm({methods, kernels, options}, values, {columns, kind}, changed, extra) {
  const first = h('div.fields');
  const more = h('div.fields');
  const about = h('p.small');
  const names = h(
    'datalist',
    {id: 'column-names'},
    columns.slice(0, 500).map(({name}) => h('option', {value: name})),
  );
  const counts = h(
    'datalist',
    {id: 'counts'},
    COUNTS.map((each) => h('option', {value: each})),
  );

  const set = (name, value) => {
    if (value === '' || value === false) delete values[name];
    else values[name] = value;
    // These options decide which others mean something.
    if (name === 'kernel') lay();
    changed();
  };
  const method = h(
    'select',
    {
      onchange: () => {
        values.method = method.value;
        lay();
        changed();
      },
    },
    methods.map((each) => h('option', {value: each.name}, each.name)),
  );
  method.value = values.method ?? 'pca';

  function lay() {
    const chosen = methods.find((each) => each.name === method.value);
    about.textContent = `${capital(chosen.title)}.`;
    const fits = ({name}) =>
      !OF_COLUMNS.includes(name) && name !== 'method' && suits(name, chosen, values.kernel ?? 'rbf', kind);
    const wanted = options.filter(fits);
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
    const control = (option) => controlOf(option, values[option.name], kernels, set);
    fill(
      first,
      extra(chosen),
      FIRST.flatMap((name) => wanted.filter((option) => option.name === name)).map(control),
    );
    fill(more, wanted.filter((option) => !FIRST.includes(option.name)).map(control));
  }
  lay();
  return [
    names,
    counts,
    field('Method', method),
    about,
    first,
    h('details', h('summary', 'More options'), more),
  ];
}

const OF_KERNELS = {
  gamma: ['rbf', 'laplacian', 'chi2', 'poly', 'sigmoid'],
  degree: ['poly'],
  coef0: ['poly', 'sigmoid'],
};
const OF_METHODS = {
  kernel: ['kernel', 'gamma', 'degree', 'coef0', 'pre-image', 'landmarks'],
  labels: ['label-kernel', 'label-gamma', 'blend', 'evaluate'],
  pairs: ['x', 'y', 'ridge', 'permutations'],
  neighbors: ['neighbors', 'radius', 'bridge', 'piece', 'neighbor-search'],
};
const OF_ONE_METHOD = {
  modified: 'lle',
  regularization: 'lle',
  weights: 'laplacian-eigenmaps',
  unnormalized: 'laplacian-eigenmaps',
  'additive-constant': 'mds',
  distances: 'mds',
};
const OF_INPUTS = {
  texts: ['text', 'language', 'max-df', 'min-df', 'weighting'],
  images: ['color', 'resize'],
};

/** Whether an option means something here. What the page does not know of, the command judges itself. */
function suits(name, method, kernel, kind) {
  if (name === 'landmarks' && method.neighbors) return true;
  // A column of a table may hold texts.
  if (OF_INPUTS.texts.includes(name) && kind === 'table') return true;
  if (method.kernel && OF_KERNELS[name]) return OF_KERNELS[name].includes(kernel);
  if (name === 'gamma' && method.name === 'laplacian-eigenmaps') return true;
  if (OF_ONE_METHOD[name]) return OF_ONE_METHOD[name] === method.name;
  for (const [trait, names] of Object.entries(OF_METHODS)) if (names.includes(name)) return method[trait];
  for (const [inputs, names] of Object.entries(OF_INPUTS)) if (names.includes(name)) return inputs === kind;
  return true;
}

/** What help writes as a|b|c is a choice. */
function choicesOf(name, value, kernels) {
  if (name === 'kernel') return kernels;
  const words = value?.split('|') ?? [];
  return words.length > 1 && words.every((word) => /^[a-z0-9-]+$/.test(word)) ? words : null;
}

function controlOf(option, value, kernels, set) {
  const {name, value: takes, help} = option;
  const label = LABELS[name] ?? capital(name.replaceAll('-', ' '));
  if (option.switch) {
    const box = h('input', {
      type: 'checkbox',
      checked: value === true || value === 'true',
      onchange: () => set(name, box.checked),
    });
    return h('label.check', box, h('span', label, h('br'), h('small', help)));
  }
  const list = choicesOf(name, takes, kernels);
  if (list) {
    const select = h(
      'select',
      {'data-option': name, onchange: () => set(name, select.value)},
      h('option', {value: ''}, 'as it comes'),
      list.map((each) => h('option', {value: each}, each)),
    );
    select.value = value ?? '';
    return field(label, select, help);
  }
  const suggestions =
    name === 'components' ? 'counts' : takes === 'COLS' || takes === 'COL' ? 'column-names' : null;
  const text = h('input', {
    type: 'text',
    'data-option': name,
    placeholder: name === 'components' ? 'such as 2, 0.95 or elbow' : (takes ?? ''),
    list: suggestions,
    autocomplete: 'off',
    spellcheck: 'false',
    onchange: () => set(name, text.value.trim()),
  });
  text.value = value ?? '';
  return name === 'gamma' ? withScale(field(label, text, help), text, set) : field(label, text, help);
}

/** γ is best found by sliding over powers of ten. */
function withScale(element, text, set) {
  const range = h('input', {
    type: 'range',
    min: -4,
    max: 2,
    step: 0.05,
    'aria-label': 'gamma, on a logarithmic scale',
  });
  range.value = Number(text.value) > 0 ? Math.log10(Number(text.value)) : -1;
  range.addEventListener('input', () => {
    text.value = Number((10 ** Number(range.value)).toPrecision(3));
    range.setAttribute('aria-valuetext', text.value);
    set('gamma', text.value);
  });
  element.insertBefore(range, element.querySelector('small'));
  return element;
}

const LABELS = {
  components: 'How many components',
  gamma: 'γ (gamma)',
  x: 'First view (x)',
  y: 'Second view (y)',
  neighbors: 'Neighbours',
  standardize: 'Standardise columns',
  'no-center': 'Do not centre',
};

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
