// What to do about data that are not as a fit would have them.
import {h} from '../dom.js';
import {format} from '../router.js';
import {session} from '../session.js';
import {count} from '../words.js';
import {isForced, measure} from './summary.js';

/** Where one direction has so much, and one column so much of it, that column may drown the others. */
const NEARLY_ALL = 0.95;
const NEARLY_ONE_COLUMN = 0.9;

export function drowned(model) {
  const {options, inputs, method, columnCount, leading} = model;
  const table = session.inputs.get(inputs[0])?.kind === 'table';
  const first = measure(model)?.shares[0] ?? 0;
  if (method !== 'pca' || options.standardize || options['no-center'] || !table || columnCount < 2) return null;
  if (first < NEARLY_ALL || !(leading?.share >= NEARLY_ONE_COLUMN)) return null;
  return h(
    'p.problem.mild',
    {id: 'drowned'},
    'One direction has nearly everything, and it is nearly the column ',
    h('strong', leading.column),
    ' alone, whose values spread most. If the columns have different units, it may drown the others: ',
    h('a', {href: format('fit', inputs[0], {...options, standardize: true})}, 'standardise the columns'),
    '.',
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

/** Buttons for what a refusal proposes: each sets its option by `choose({name: value})`. */
export function remedies(line, options, choose) {
  const ways = PROPOSALS.flatMap(([pattern, ways]) => {
    const found = pattern.exec(line);
    return found ? ways(found, options) : [];
  });
  if (ways.length === 0) return null;
  return h(
    'div.row',
    {id: 'remedies'},
    ways.map(([label, name, value]) =>
      h('button', {type: 'button', onclick: () => choose({[name]: value})}, label),
    ),
  );
}
