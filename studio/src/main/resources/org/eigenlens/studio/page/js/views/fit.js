// Choosing a method and its parameters, and seeing at once what they do.
import {choice, field, fill, h} from '../dom.js';
import {format, present, remember} from '../router.js';
import {distinctName, firstColour, nameOf, session} from '../session.js';
import {RIVALS} from '../parts/advice.js';
import {asCount} from '../parts/controls.js';
import {MAP, distancesIn, tellDistances} from '../parts/distances.js';
import {OF_COLUMNS, loadOptions, optionsForm} from '../parts/options.js';
import {Run} from '../parts/run.js';
import {canPair, wayToSecond} from '../parts/second.js';
import {steps} from '../parts/steps.js';
import {sizeOf} from './start.js';

/** Tables up to so many cells are fitted at every change. */
const LIVE = 400000;
const PAUSE = 450;

export async function show(place, {id, query}) {
  const input = session.inputs.get(id);
  if (!input) throw new Error('This data is not here any more. Choose it again.');
  const known = await loadOptions();
  const values = {};
  const switches = new Set(known.options.filter((option) => option.switch).map(({name}) => name));
  for (const [name, value] of query) if (name !== 'job') values[name] = switches.has(name) ? true : value;
  if (values.components) values.components = asCount(values.components);
  const words = input.kind === 'texts' || values.text;
  // There are thousands of words, and nobody needs as many components.
  if (words && !values.method) values.components ??= String(Math.min(10, input.rows ?? 10));
  const distances = await distancesIn(input, ofColumns(values));
  if (distances && !values.method) Object.assign(values, MAP);
  values.method ??= words ? 'lsa' : 'pca';
  const outcome = h('div.outcome', {'aria-live': 'off'});
  /** Sets options that a refusal or a remark named, in the place of those that contradict them, and fits again. */
  const repair = (better) => {
    for (const name of Object.keys(better)) delete values[RIVALS[name]];
    Object.assign(values, better);
    options.lay();
    tell();
    keepOptions(values);
    start();
  };
  // What was chosen by itself is where one goes on from.
  const found = {};
  const way = h('div', steps('fit', id));
  const run = new Run(id, outcome, repair, (model) => {
    found.gamma = model.summary?.kernel?.gamma ?? found.gamma;
    fill(way, steps('fit', id, format('look', model.id, {colour: firstColour(model)})));
  });
  const taken = h('div', {id: 'distances', 'aria-live': 'polite'});
  const tell = () => tellDistances(taken, distances, values, () => repair(MAP));
  const live = h('input', {type: 'checkbox', checked: input.rows * input.columnCount <= LIVE});
  let timer = 0;
  /** Whether the form says something else than what was fitted last. */
  let ahead = true;
  /** Fits, unless something is still to be chosen. */
  const start = (asked = false) => {
    clearTimeout(timer);
    ahead = false;
    const lack = lacking(known, values, input, changeColumns());
    if (lack) run.wait(lack, asked);
    else run.start(values, asked);
  };
  const changed = () => {
    keepOptions(values);
    tell();
    clearTimeout(timer);
    ahead = true;
    run.outdate(live.checked);
    if (live.checked) timer = setTimeout(() => start(), PAUSE);
  };
  const changeColumns = () => {
    const where = () => format('start', null, {input: id, touched: 1, ...ofColumns(values)});
    // What is said of columns may change here too.
    const link = h('a', {href: where(), onclick: () => (link.href = where())}, 'change columns');
    return link;
  };
  // Whether to follow changes is none itself.
  live.addEventListener('change', () => {
    clearTimeout(timer);
    if (!ahead) return;
    run.outdate(live.checked);
    if (live.checked) start();
  });
  // Rows are matched by their order, unless they have names.
  const others = [...session.inputs.values()].filter(
    (each) => each.id !== id && canPair(input, each, values.id),
  );
  // A link may name one that is no longer offered, as it is gone or its rows can no longer be matched.
  if (values.second && others.every((each) => each.id !== values.second)) {
    delete values.second;
    remember({second: null});
  }
  const options = optionsForm(known, values, input, {
    changed,
    extra: (method, set) => secondView(method, values, input, others, set),
    found,
    distances: distances > 0,
  });
  tell();
  const form = h(
    'form.card',
    {
      onsubmit: (event) => {
        event.preventDefault();
        start(true);
      },
    },
    options.elements,
    h('label.check', live, h('span', 'Fit again whenever something changes')),
    h('div.row', h('button.primary', {type: 'submit', id: 'fit'}, 'Fit')),
  );
  fill(
    place,
    way,
    h('h1', `Fit ${nameOf(input)}`),
    h(
      'p.lead',
      sizeOf(input),
      values.label ? `, labelled by ${values.label}` : '',
      values.text ? `, by the words of ${values.text}` : '',
      ' · ',
      changeColumns(),
    ),
    taken,
    h('div.fitting', form, outcome),
  );
  const job = query.get('job') && session.jobs.get(query.get('job'));
  if (job) {
    ahead = false;
    run.follow(job);
  } else if (live.checked) start();
  else
    fill(
      outcome,
      h(
        'p.lead',
        'Choose a method, then press Fit. The table is large, so nothing is fitted before you say so.',
      ),
    );
  return () => {
    clearTimeout(timer);
    run.close();
  };
}

/** Two views may be two tables with the same rows. */
function secondView(method, values, input, others, set) {
  if (!method.pairs) {
    delete values.second;
    return null;
  }
  const tables = [['', `columns of this table, ${isListed(input) ? 'ticked' : 'named'} below`], ...others.map((each) => [each.id, distinctName(each)])];
  const select = choice(tables, values.second ?? '', (second) => set('second', second));
  select.dataset.option = 'second';
  return field('Second view', select, [
    'Another table about the same rows (',
    wayToSecond(input.id, values, 'open one'),
    '), or columns of this one.',
  ]);
}

/** Whether all columns of a table are listed; of a wide one they are named. */
function isListed({columns, columnCount}) {
  return columnCount <= columns.length;
}

/** What is still to be chosen before a method can be fitted, if anything. */
function lacking({methods}, values, input, changeColumns) {
  const {labels, pairs} = methods.find(({name}) => name === values.method) ?? {};
  if (pairs && !values.second && !(values.x && values.y))
    return [
      `This method relates two views. ${isListed(input) ? 'Tick' : 'Name'} the columns of each, or choose another table as the second view: `,
      wayToSecond(input.id, values, 'open another table'),
      '.',
    ];
  if (values.method === 'fisher' && !values.label)
    return ['This method tells classes apart: choose a label first, under ', changeColumns, '.'];
  if (labels && !values.label && !values.target)
    return ['This method learns from a label or a target: choose one first, under ', changeColumns, '.'];
  return null;
}

function ofColumns(values) {
  return Object.fromEntries(OF_COLUMNS.map((name) => [name, values[name] ?? '']));
}

/** The address holds what the form says, and nothing that it said before. */
function keepOptions(values) {
  const stale = {};
  for (const name of present().query.keys()) stale[name] = null;
  remember({...stale, ...values});
}
