// A table before it is fitted: its columns, what each is for, and what will be left out and why.
import {choice, field, fill, h, problem} from '../dom.js';
import {format, remember} from '../router.js';
import {newestOnly, post} from '../api.js';
import {nameOf, session} from '../session.js';
import {count, whole} from '../words.js';
import {sizeOf} from '../views/start.js';
import {steps} from './steps.js';

/** So many columns are listed; of more the patterns decide. */
const LISTED = 200;
const ROLES = ['label', 'id', 'target', 'exclude', 'missing'];

export function showColumns(place, id, query) {
  const input = session.inputs.get(id);
  if (!input) throw new Error('This data is not here any more. Choose it again.');
  const roles = Object.fromEntries(ROLES.map((role) => [role, query.get(role) ?? '']));
  if (!query.has('touched')) Object.assign(roles, pickSuggestions(input));
  const verdict = h('div', {'aria-live': 'polite'});
  const next = h('a.button.primary', {href: '#'}, 'Next: choose a method');
  const ask = newestOnly(
    () => post(`inputs/${id}/preview`, optionsOf(roles)),
    (answer) => fill(verdict, preview(answer)),
    (error) => fill(verdict, problem(error)),
  );
  const columns = h('section.card');
  const update = (role) => {
    if (role !== 'exclude') fill(columns, h('h2', 'Columns'), columnTable(input, roles, update));
    remember({...roles, touched: 1});
    next.href = format('fit', id, optionsOf(roles));
    ask();
  };
  fill(
    place,
    steps('data', id),
    h('h1', nameOf(input)),
    h('p.lead', sizeOf(input)),
    h(
      'div.split',
      h(
        'section.card',
        h('h2', 'What the columns are for'),
        roleFields(input, roles, update),
        h('hr'),
        verdict,
        h('div.row', next),
      ),
      columns,
    ),
    headTable(input),
  );
  update();
}

function pickSuggestions(input) {
  return Object.fromEntries(Object.entries(input.suggestions ?? {}).filter(([, name]) => name));
}

/** The options of fit that the roles stand for. */
function optionsOf(roles) {
  return Object.fromEntries(Object.entries(roles).filter(([, value]) => value !== ''));
}

function roleFields(input, roles, update) {
  const names = input.columns.map((column) => [column.name, column.name]);
  const pick = (role, label, none, hint) =>
    field(
      label,
      choice([['', none], ...names.slice(0, 2000)], roles[role], (value) => {
        roles[role] = value;
        update();
      }),
      hint,
    );
  const missing = input.columns.reduce((sum, column) => sum + (column.missing ?? 0), 0);
  return h(
    'div.fields',
    pick(
      'label',
      'Label',
      'none',
      'The class of each row. It colours the points, and supervised methods learn from it.',
    ),
    pick('id', 'Name of each row', 'none', 'Shown when you point at a row.'),
    pick('target', 'Target', 'none', 'A number that supervised methods are to follow.'),
    missing > 0
      ? field(
          `${count(missing, 'missing cell')}`,
          choice(
            [
              ['', 'refuse them'],
              ['drop', 'leave their rows out'],
              ['mean', "use the column's mean"],
              ['em', 'fill them in by PCA'],
            ],
            roles.missing,
            (value) => {
              roles.missing = value;
              update();
            },
          ),
          'What to do about cells without a value.',
        )
      : null,
  );
}

function preview(answer) {
  if (answer.problem) return problem({message: answer.problem});
  const left = answer.leftOut ?? [];
  return [
    h('p', h('strong', count(answer.featureCount, 'feature')), ' will be used.'),
    left.length
      ? h(
          'div',
          h('p.small', `Left out: ${count(left.length, 'column')}`),
          h(
            'ul.remarks',
            left.slice(0, 12).map(({column, why}) => h('li', h('strong', column), `: ${why}`)),
          ),
        )
      : h('p.small', 'No column is left out.'),
    remarks(answer.remarks),
  ];
}

function remarks(lines) {
  return lines?.length
    ? h(
        'ul.remarks',
        lines.map((line) => h('li', line)),
      )
    : null;
}

function columnTable(input, roles, update) {
  const excluded = new Set(roles.exclude ? roles.exclude.split(',') : []);
  const shown = input.columns.slice(0, LISTED);
  const rows = shown.map((column) => {
    const box = h('input', {
      type: 'checkbox',
      checked: !excluded.has(column.name),
      'aria-label': `Use ${column.name}`,
      onchange: () => {
        if (box.checked) excluded.delete(column.name);
        else excluded.add(column.name);
        roles.exclude = [...excluded].join(',');
        update('exclude');
      },
    });
    return h(
      'tr',
      h('td', purpose(column, roles) ?? box),
      h('th', {scope: 'row'}, column.name),
      h('td', column.type),
      h('td.number', column.distinct === undefined ? '' : whole(column.distinct)),
      h('td.number', column.missing ? whole(column.missing) : ''),
      h('td.first', (column.first ?? []).join(', ')),
    );
  });
  const more = input.columns.length - shown.length;
  return [
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
    more > 0 ? h('p.small', `and ${count(more, 'more column')}, all used unless they are text`) : null,
  ];
}

/** What a column is for if it cannot be a feature. */
function purpose({name, type}, roles) {
  if (name === roles.label) return 'label';
  if (name === roles.id) return 'name';
  if (name === roles.target) return 'target';
  return type === 'number' || type === 'logical' ? null : '–';
}

function headTable(input) {
  if (!input.head?.length) return null;
  const names = input.columns.slice(0, 40).map((column) => column.name);
  return h(
    'section.card.below',
    h('h2', 'First rows'),
    h(
      'div.scroll',
      {tabindex: '0', role: 'region', 'aria-label': 'First rows'},
      h(
        'table',
        h(
          'thead',
          h(
            'tr',
            names.map((name) => h('th', {scope: 'col'}, name)),
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
    input.columns.length > 40
      ? h('p.small', `The first 40 of ${whole(input.columns.length)} columns.`)
      : null,
  );
}
