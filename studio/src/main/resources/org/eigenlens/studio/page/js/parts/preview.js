// A table as it was found: its columns, and its first rows.
import {address} from '../api.js';
import {h} from '../dom.js';
import {count, inBrief, whole} from '../words.js';
import {asNames, namesIn} from './controls.js';

/** So many columns are listed; of more the patterns decide. */
export const LISTED = 200;

/** Why a column is left out that was to be. */
const ASKED = 'you left it out';

/** Tells whether `c*` stands for a column, or `a..d` may. */
function mayCover(pattern, name) {
  if (pattern.includes('..')) return true;
  const parts = pattern.split('*').map((part) => part.replace(/[^\w ]/g, '\\$&'));
  return parts.length > 1 && new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/**
 * The columns with what they hold; a tick says that one is used. `leaveOut` hears what a preview says of that,
 * which alone knows what ranges and patterns stand for.
 */
export function columnTable(input, roles, update) {
  /** What is named, which may be ranges and patterns, and what they stand for as far as it is known. */
  let named = new Set(namesIn(roles.exclude));
  let left = new Set(named);
  let known = true;
  const boxes = new Map();
  const shown = input.columns.slice(0, LISTED);
  const rows = shown.map((column) => {
    const box = h('input', {
      type: 'checkbox',
      checked: !named.has(column.name),
      'aria-label': `Use ${column.name}`,
      onchange: () => {
        // What was answered may be of a change before this one, which counts too.
        if (!box.checked) {
          named.add(column.name);
          left.add(column.name);
        } else {
          const listed = named.delete(column.name);
          left.delete(column.name);
          // One of those that a pattern stands for, too, is taken from them all.
          if (!listed || (known && [...named].some((each) => mayCover(each, column.name)))) named = new Set(left);
        }
        roles.exclude = asNames([...named]);
        update('exclude');
      },
    });
    boxes.set(column.name, box);
    return h(
      'tr',
      h('td', purpose(column, roles) ?? box),
      nameCell(column.name, 'row'),
      h('td.type', typeOf(column)),
      h('td.number', column.distinct === undefined ? '' : whole(column.distinct)),
      h('td.number', column.missing ? whole(column.missing) : ''),
      firstCells(column.first ?? []),
    );
  });
  const more = input.columnCount - shown.length;
  const leaveOut = ({leftOut, leftOutCount}) => {
    left = new Set(leftOut.filter(({why}) => why === ASKED).map(({column}) => column));
    known = leftOut.length === leftOutCount;
    for (const [name, box] of boxes) {
      box.checked = !left.has(name);
      box.disabled = !known && left.has(name) && !named.has(name);
      box.title = box.disabled ? 'Left out by a pattern: change that to use it' : '';
    }
  };
  const elements = [
    h(
      'div.scroll.columns',
      {tabindex: '0', role: 'region', 'aria-label': 'Columns of the table'},
      h(
        'table',
        h(
          'thead',
          h(
            'tr',
            ['use', 'column', 'type', 'distinct', 'missing', 'first cells'].map((name) =>
              h('th', {scope: 'col'}, name),
            ),
          ),
        ),
        h('tbody', rows),
      ),
    ),
    more > 0 && input.kind === 'images'
      ? h('p.small', 'The pixels are not listed: all are used.')
      : more > 0
      ? h('p.small', `${count(more, 'more column')} are not listed here; all are used unless they are text or left out.`)
      : null,
  ];
  return {elements, leaveOut};
}

/** Names have so many characters at most. */
const LONGEST = 60;

/** A heading that takes no more room than a name needs; a long one is shown when it is pointed at. */
function nameCell(name, scope) {
  const brief = inBrief(name, LONGEST);
  return h('th.name', {scope, title: brief === name ? null : name}, h('span', brief));
}

/** What a column holds: where a fit refuses most of the cells, they are none of numbers. */
function typeOf({type, wrong, sampled, missing}) {
  if (!wrong) return type;
  return 2 * wrong > sampled - missing ? 'text like numbers' : 'mostly numbers';
}

/** Cells, whose commas may be those of fractions. */
function firstCells(cells) {
  const words = cells.join(' · ');
  return h('td.first', {title: words}, words);
}

/** What a column is for if it cannot be a feature. */
function purpose({name, type}, roles) {
  if (name === roles.label) return 'label';
  if (name === roles.id) return 'name';
  if (name === roles.target) return 'target';
  if (name === roles.text) return 'text';
  if (roles.text) return '–';
  return type === 'number' || type === 'logical' ? null : '–';
}

/** The first images side by side; those that are too large are only named. */
function firstImages(input) {
  return h('img.strip', {
    src: address(`inputs/${input.id}/images`),
    alt: 'The first images',
    onerror: (event) => event.target.remove(),
  });
}

/** The first rows as they are written. */
export function headTable(input) {
  if (!input.head?.length) return null;
  const names = input.columns.slice(0, 40).map((column) => column.name);
  return h(
    'section.card.below',
    h('h2', 'First rows'),
    input.imageSize ? firstImages(input) : null,
    h(
      'div.scroll',
      {tabindex: '0', role: 'region', 'aria-label': 'First rows'},
      h(
        'table',
        h(
          'thead',
          h(
            'tr',
            names.map((name) => nameCell(name, 'col')),
          ),
        ),
        h(
          'tbody',
          input.head.map((row) =>
            h(
              'tr',
              row.slice(0, 40).map((cell) => h('td', cell)),
            ),
          ),
        ),
      ),
    ),
    input.columnCount > names.length && input.kind !== 'images'
      ? h('p.small', `The first ${whole(names.length)} of ${whole(input.columnCount)} columns.`)
      : null,
  );
}
