// A table that seems to hold the distances between its own rows: what is said of it, and what is proposed.
import {fill, h} from '../dom.js';
import {post} from '../api.js';
import {format} from '../router.js';
import {labelOfOption} from '../vocabulary/options.js';
import {whole} from '../words.js';
import {takesDistances} from './options.js';

/** The fit that is proposed for such a table. */
export const MAP = {method: 'mds', distances: true};

/** Between how many rows a table seems to hold the distances, if it does, with its columns used like this. */
export async function distancesIn(input, roles) {
  // Others have more rows than columns, and need not be asked for.
  if (input.kind !== 'table' || roles.text || !(input.rows <= input.columnCount)) return 0;
  const given = Object.fromEntries(Object.entries(roles).filter(([, value]) => value !== ''));
  const {distances = 0} = await post(`inputs/${input.id}/preview`, given).catch(() => ({}));
  return distances;
}

function looks(rows) {
  return h('strong', `This looks like a table of distances between ${whole(rows)} rows`);
}

const WHY = ': as many columns as rows, the same both ways, and 0 from each row to itself.';

/** What is said before a method is chosen. */
export function proposal(rows, id, roles) {
  return h(
    'div.problem.mild',
    {id: 'distances'},
    h('p', looks(rows), `${WHY} From distances a map can be drawn.`),
    h('p.row', h('a.button.primary', {href: format('fit', id, {...roles, ...MAP})}, 'Draw a map from the distances')),
  );
}

/** What is said beside a method: how it takes the table. `draw` has the map drawn instead. */
export function tellDistances(place, rows, {method, distances}, draw) {
  const tick = `“${labelOfOption('distances')}”`;
  if (!rows) return;
  if (takesDistances(method)) {
    const how = distances
      ? ` So it is taken as one. If its columns are measurements of the rows, untick ${tick}.`
      : ` Its columns are taken as measurements of the rows. If they are distances, tick ${tick}.`;
    fill(place, h('p.problem.mild', looks(rows), WHY, how));
    return;
  }
  fill(
    place,
    h(
      'div.problem.mild',
      h('p', looks(rows), `${WHY} This method takes its columns as measurements of the rows, which they hardly are.`),
      h('p.row', h('button', {type: 'button', onclick: draw}, 'Draw a map from the distances')),
    ),
  );
}
