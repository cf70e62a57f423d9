// What to do about data that are not as a fit would have them.
import {h} from '../dom.js';
import {format} from '../router.js';
import {session} from '../session.js';
import {measure} from './summary.js';

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

/** What can be done about missing cells, at once. */
export function fillings(choose) {
  const ways = [
    ['drop', 'Leave their rows out'],
    ['mean', 'Use the means of their columns'],
  ];
  return h(
    'div.row',
    {id: 'fillings'},
    ways.map(([way, title]) => h('button', {type: 'button', onclick: () => choose(way)}, title)),
  );
}
