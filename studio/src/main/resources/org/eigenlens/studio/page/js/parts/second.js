// The second table of two views: chosen on the page Data, for a fit that waits for it there.
import {h} from '../dom.js';
import {format, parse} from '../router.js';
import {distinctName, nameOf, session} from '../session.js';
import {count} from '../words.js';

/** Whether rows of a table can be matched with those of another: by names, or by their order if there are as many. */
export function canPair(input, other, named) {
  return named || [input, other].some(({rows}) => rows === undefined) || input.rows === other.rows;
}

/** Leads to the page Data, and with the table that is chosen there back to the fit as `values` have it then. */
export function wayToSecond(id, values, words) {
  const where = () => format('start', null, {pair: format('fit', id, {...values, second: ''})});
  const link = h('a', {href: where(), onclick: () => (link.href = where())}, words);
  return link;
}

/** The fit that waits for a second table, if one does. */
export function waiting(query) {
  const {id, query: values} = parse(query.get('pair') ?? '');
  const input = session.inputs.get(id);
  if (!input) return null;
  const named = values.has('id');
  const address = (second) => ['fit', id, {...Object.fromEntries(values), second}];
  return {
    input,
    named,
    others: [...session.inputs.values()].filter((each) => each.id !== id && canPair(input, each, named)),
    /** Where the fit goes on, with a table or without. */
    address,
    /** The same for a table that came; an Error where it cannot be the second one. */
    addressWith(other) {
      if (other.id === id)
        throw new Error(
          `This is ${nameOf(input)} itself. Its own columns can be the second view, too: go back to the fit, and say there which.`,
        );
      if (!canPair(input, other, named))
        throw new Error(
          `${distinctName(other)} has ${count(other.rows, 'row')}, and ${nameOf(input)} ${count(input.rows, 'row')}. Rows are matched by their order, so there must be as many, unless both tables have a column with their names, chosen as “Name of each row”.`,
        );
      return address(other.id);
    },
  };
}
