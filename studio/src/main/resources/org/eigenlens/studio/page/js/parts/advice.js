// What to do about data that are not as a fit would have them.
import {h} from '../dom.js';
import {format} from '../router.js';
import {session} from '../session.js';
import {meaningOf} from '../vocabulary/meanings.js';
import {count, inBrief, percent, whole} from '../words.js';
import {asNames, namesIn} from './controls.js';
import {isForced, measure, widthOf} from './summary.js';

/** Where one column has so much of all variance, it may drown the others; among many half of it is much. */
const NEARLY_ALL = 0.85;
const MUCH = 0.5;
const MANY = 10;

export function drowned(model) {
  const {options, inputs, method, columnCount, leading} = model;
  const table = session.inputs.get(inputs[0])?.kind === 'table';
  const first = measure(model)?.shares[0] ?? 0;
  if (method !== 'pca' || options.standardize || options['no-center'] || !table || columnCount < 2) return null;
  if (!(first * leading?.share >= (columnCount < MANY ? NEARLY_ALL : MUCH))) return null;
  return h(
    'p.problem.mild',
    {id: 'drowned'},
    `The first direction has ${percent(first, 0)} of the variance, and to ${percent(leading.share, 0)} it is the column `,
    h('strong', leading.column),
    ', whose values spread most. If the columns have different units, it may drown the others: ',
    h('a', {href: format('fit', inputs[0], {...options, standardize: true})}, 'standardise the columns'),
    '.',
  );
}

/** Where a kernel says of all rows nearly the same, what tells them apart is nearly lost. */
export function saturated({summary: answer, options, inputs}) {
  if (!answer.warnings?.some((line) => line.startsWith('the kernel is saturated'))) return null;
  const {gamma} = answer.kernel ?? {};
  const way = (words, more) => h('a.button', {href: format('fit', inputs[0], {...options, ...more})}, words);
  return h(
    'div.problem.mild',
    {id: 'saturated'},
    h('p', 'The kernel says nearly the same of all rows: what it is computed from is too large for it.'),
    h(
      'p.row',
      gamma > 0 ? way('Take a tenth of γ', {gamma: String(Number((gamma / 10).toPrecision(3)))}) : null,
      options.standardize ? null : way('Standardise the columns', {standardize: true}),
    ),
  );
}

/** How many times as wide or as narrow a kernel is tried where the distances between rows say no more. */
const STEP = 10;

/**
 * Where γ makes a kernel too narrow or too wide for the rows, one that suits them, by `choose({name: value})`;
 * without that a link to it, which is as short as a word of a sentence.
 */
export function unfit(model, choose = null) {
  const {options, inputs, method, summary: answer} = model;
  const width = widthOf(model);
  const {ways} = meaningOf('gamma', method, options.kernel ?? 'rbf');
  if (!width || !ways.some(([each]) => each === 'median')) return null;
  const gamma = answer.kernel.gamma * (width === 'narrow' ? 1 / STEP : STEP);
  const [words, better] =
    options.gamma === 'median'
      ? [`Take ${width === 'narrow' ? 'a tenth of' : 'ten times'} γ`, String(Number(gamma.toPrecision(3)))]
      : ['Take γ from the distances between rows', 'median'];
  if (!choose) return h('a', {href: format('fit', inputs[0], {...options, gamma: better})}, words);
  const way = (label, more) => h('button', {type: 'button', onclick: () => choose(more)}, label);
  return h(
    'div.problem.mild',
    {id: 'unfit'},
    h('p', `γ is too ${width === 'narrow' ? 'large' : 'small'} for the distances between these rows.`),
    h(
      'p.row',
      way(words, {gamma: better}),
      options.standardize ? null : way('Standardise the columns', {standardize: true}),
    ),
  );
}

/** Fewer rows cannot be left out in turns: each of five times two. */
const FOLDED = 10;

/** Where views correlate by 1 whatever they hold, a ridge tells what they share. */
export function unsteady(model) {
  const {options, inputs, summary} = model;
  if (!isForced(model) || summary.rows < FOLDED) return null;
  const steady = {...options, second: inputs[1], ridge: 'cv'};
  return h(
    'div.problem.mild',
    {id: 'unsteady'},
    h('p', 'What they share is seen with a ridge, which steadies directions, chosen so that they hold on rows left out.'),
    h('p.row', h('a.button', {href: format('fit', inputs[0], steady)}, 'Fit with the best ridge on rows left out')),
  );
}

/** Names in buttons have so many characters. */
const NAMED = 40;

const REFUSED = /fit without the column: --exclude (.+)$/;

/** The column of a refusal of cells that are no numbers, in the command's words. */
export function refusedColumn(line) {
  return REFUSED.exec(line)?.[1] ?? null;
}

/** Ways to leave columns out that are refused, besides those of a list: [[label, the list with them, title], …]. */
export function withoutThem(names, exclude) {
  const without = (more) => asNames([...new Set([...namesIn(exclude ?? ''), ...more])]);
  const each = names.slice(0, EACH).map((name) => [`Leave out ${inBrief(name, NAMED)}`, without([name]), name]);
  if (names.length < 2) return each;
  const all = names.length === 2 ? 'both' : `all ${whole(names.length)}`;
  return [[`Leave out ${all}`, without(names), names.join(', ')], ...each];
}

/** So many columns have a button of their own. */
const EACH = 4;

/** The columns of an input that are refused, the one of a refusal first, and of the others those that are used. */
function refusedWith(name, {label, id, target, exclude}, input) {
  const others = new Set([label, id, ...namesIn(target ?? ''), ...namesIn(exclude ?? '')]);
  const wrong = (input?.columns ?? []).filter((column) => column.wrong > 0 && !others.has(column.name));
  return [...new Set([name, ...wrong.map((column) => column.name)])];
}

/** What a refusal proposes, in the command's words: [pattern, [[label, option, value], …]]. */
const PROPOSALS = [
  [
    /cells? (is|are) missing/,
    () => [
      ['Leave their rows out', 'missing', 'drop'],
      ['Use the means of their columns', 'missing', 'mean'],
      ['Fill them in by PCA', 'missing', 'em'],
    ],
  ],
  [
    REFUSED,
    ([, name], options, input) =>
      withoutThem(refusedWith(name, options, input), options.exclude).map(([label, value, title]) => [
        label,
        'exclude',
        value,
        title,
      ]),
  ],
  [
    /\(--neighbors\)/,
    (_, {neighbors = 10}) => [[`Take ${2 * neighbors} neighbours`, 'neighbors', String(2 * neighbors)]],
  ],
  [/\(--bridge\)/, () => [['Bridge gaps', 'bridge', true]]],
  [/\(--piece 1\)/, () => [['Only the largest piece', 'piece', '1']]],
  [
    /[Uu]se landmarks/,
    // Landmarks are rows, which a table of distances or similarities has none of.
    (_, {method, distances, kernel}) =>
      (method === 'mds' && distances) || kernel === 'precomputed'
        ? []
        : [['Use 1,000 landmarks', 'landmarks', '1000']],
  ],
  [
    /components? (?:was|were) asked for.* at most (\d+)/,
    ([, most]) => [[`Take ${count(Number(most), 'component')}`, 'components', most]],
  ],
];

/** What a proposed option takes the place of: with both the next fit would be refused. */
export const RIVALS = {neighbors: 'radius', piece: 'bridge', bridge: 'piece', landmarks: 'solver'};

/** Buttons for what a refusal of a fit of an input proposes: each sets its option by `choose({name: value})`. */
export function remedies(line, options, choose, input) {
  const ways = PROPOSALS.flatMap(([pattern, ways]) => {
    const found = pattern.exec(line);
    return found ? ways(found, options, input) : [];
  });
  if (ways.length === 0) return null;
  return h(
    'div.row',
    {id: 'remedies'},
    ways.map(([label, name, value, title]) =>
      h('button', {type: 'button', title, onclick: () => choose({[name]: value})}, label),
    ),
  );
}
