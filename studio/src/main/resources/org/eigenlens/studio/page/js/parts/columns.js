// A table before it is fitted: its columns, what each is for, and what will be left out and why.
import {choice, field, fill, freshId, h, problem} from '../dom.js';
import {format, remember} from '../router.js';
import {newestOnly, post} from '../api.js';
import {nameOf, session} from '../session.js';
import {count, whole} from '../words.js';
import {sizeOf} from '../views/start.js';
import {inPageWords} from '../vocabulary/failures.js';
import {refusedColumn, withoutThem} from './advice.js';
import {proposal} from './distances.js';
import {LISTED, columnTable, headTable} from './preview.js';
import {steps} from './steps.js';
import {hush} from './tasks.js';

/** Of so many columns it is told why they are left out. */
const TOLD = 12;

const ROLES = ['label', 'id', 'target', 'exclude', 'missing', 'text'];

export function showColumns(place, id, query) {
  const input = session.inputs.get(id);
  if (!input) throw new Error('This data is not here any more. Choose it again.');
  hush(id);
  const roles = Object.fromEntries(ROLES.map((role) => [role, query.get(role) ?? '']));
  if (!query.has('touched')) Object.assign(roles, pickSuggestions(input));
  const verdict = h('div', {'aria-live': 'polite'});
  const next = h('a.button.primary', {href: '#'}, 'Next: choose a method');
  const forward = (possible) => {
    next.hidden = !possible;
  };
  const ask = newestOnly(
    () => post(`inputs/${id}/preview`, optionsOf(roles)),
    (answer, asked) => {
      // Of patterns only the answer knows what they leave out; a later change has an answer of its own.
      if (asked === roles.exclude && !answer.problem) table.leaveOut(answer);
      tellMissing(gapField, input, answer, roles);
      fill(
        verdict,
        preview(answer, input, roles, (exclude) => {
          roles.exclude = exclude;
          update();
        }),
      );
      forward(!answer.problem);
      next.classList.toggle('primary', !answer.distances); // what is proposed is
    },
    (error) => fill(verdict, problem(error)),
  );
  const columns = h('section.card');
  let table;
  const gapField = h('div', {id: 'missing', hidden: true});
  gapField.append(missingField(input, roles, () => update()));
  const left = leftOut(roles, () => update());
  const update = (role) => {
    left.value = roles.exclude;
    if (role !== 'exclude') {
      table = columnTable(input, roles, update);
      fill(columns, h('h2', 'Columns', sampled(input)), table.elements);
    }
    remember({...roles, touched: 1});
    next.href = format('fit', id, optionsOf(roles));
    ask(roles.exclude);
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
        roleFields(input, roles, update, left, gapField),
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

/** Of how many rows distinct and missing cells are counted, if not of all. */
function sampled(input) {
  const [first] = input.columns;
  if (!first?.sampled || first.sampled === input.rows) return null;
  return h('small', {id: 'sampled'}, ` distinct and missing cells: in ${seenRows(input)}`);
}

function pickSuggestions(input) {
  return Object.fromEntries(Object.entries(input.suggestions ?? {}).filter(([, name]) => name));
}

/** The options of fit that the roles stand for. */
function optionsOf(roles) {
  return Object.fromEntries(Object.entries(roles).filter(([, value]) => value !== ''));
}

function roleFields(input, roles, update, left, gapField) {
  const change = (role) => (value) => {
    roles[role] = value;
    update();
  };
  const pick = (role, label, none, hint, fits = () => true) =>
    field(
      label,
      columnList(input, none, roles[role], change(role), fits),
      hint,
    );
  const texts = input.kind === 'table' && input.columns.some(isText);
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
    texts
      ? pick(
          'text',
          'Text',
          'none',
          'Compare rows by the words of this column instead of by numbers.',
          isText,
        )
      : null,
    unlisted(input) > 0
      ? field(
          'Columns to leave out',
          left,
          'Names with commas between; a..d is all from a to d, and p1* all that begin so.',
        )
      : null,
    gapField,
  );
}

/** What to do about cells without a value. */
function missingField(input, roles, update) {
  const ways = [
    ['', 'refuse them'],
    ['drop', 'leave their rows out'],
    ['mean', "use the column's mean"],
    ['em', 'fill them in by PCA'],
  ];
  const changed = (value) => {
    roles.missing = value;
    update();
  };
  return field('Missing cells', choice(ways, roles.missing, changed), 'What to do about cells without a value.');
}

/** Counts the missing cells of the columns that are used; nobody need care about those of others. */
function tellMissing(place, input, {gaps = []}, roles) {
  const missing = input.columns
    .filter(({name}) => gaps.includes(name))
    .reduce((sum, column) => sum + column.missing, 0);
  const seen = input.rows === input.columns[0]?.sampled ? '' : ` in ${seenRows(input)}`;
  place.hidden = missing === 0 && !roles.missing;
  place.querySelector('label').textContent = `${count(missing, 'missing cell')}${seen}`;
}

function isText({type}) {
  return type === 'text';
}

/** How many columns of numbers are not listed. */
function unlisted(input) {
  return input.columnCount - input.columns.length;
}

/** A list of columns; where not all are in it, any name can be typed. Of images those that are not are pixels. */
function columnList(input, none, value, changed, fits) {
  const names = input.columns.filter(fits).map(({name}) => name);
  if (unlisted(input) === 0 || fits === isText || input.kind === 'images')
    return choice([['', none], ...names.map((name) => [name, name])], value, changed);
  const list = h(
    'datalist',
    {id: freshId('names')},
    names.map((name) => h('option', {value: name})),
  );
  const text = h('input', {
    type: 'text',
    list: list.id,
    placeholder: none,
    autocomplete: 'off',
    onchange: () => changed(text.value.trim()),
  });
  text.value = value;
  // The proposals stand beside the field once it is on the page.
  text.addEventListener('focus', () => text.after(list), {once: true});
  return text;
}

/** The columns that are not used, as text; the ticks of the table change it too. */
function leftOut(roles, changed) {
  const text = h('input', {
    type: 'text',
    placeholder: 'none',
    autocomplete: 'off',
    onchange: () => {
      roles.exclude = text.value.trim();
      changed();
    },
  });
  return text;
}

/** What comes of the roles; `leaveOut` takes the list of columns to be left out. */
function preview(answer, input, roles, leaveOut) {
  if (answer.problem) return problem({message: inPageWords(answer.problem)});
  const left = answer.leftOut ?? [];
  const images = input.kind === 'images';
  const refused = refusedOf(answer);
  return [
    images ? pixels(answer, input) : answer.text
      ? h('p', 'The words of ', h('strong', answer.text), ' will be used: each different word is a feature.')
      : h('p', {id: 'features'}, h('strong', count(answer.featureCount, 'feature')), ofThem(answer, input), '.'),
    isFlat(answer)
      ? h(
          'p.problem',
          {id: 'flat'},
          `All of them are the same in ${seenRows(input)}, so that there is nothing to be seen. Choose columns that differ.`,
        )
      : null,
    unlisted(input) > 0 && !images
      ? h(
          'p.small',
          `The table has ${whole(input.columnCount)} columns, of which ${whole(Math.min(LISTED, input.columns.length))} are listed; of the others numbers are used, unless you leave them out.`,
        )
      : null,
    answer.distances ? proposal(answer.distances, input.id, optionsOf(roles)) : null,
    remarks(answer.doubts, 'ul.warnings'),
    refused.length
      ? h(
          'div.problem',
          {id: 'refused'},
          h('p', `A fit refuses ${refused.length === 1 ? 'a column' : 'columns'} with cells that are no numbers. Correct the file, or leave ${refused.length === 1 ? 'it' : 'them'} out.`),
          h(
            'p.row',
            withoutThem(refused, roles.exclude).map(([label, exclude, title]) =>
              h('button', {type: 'button', title, onclick: () => leaveOut(exclude)}, label),
            ),
          ),
        )
      : null,
    answer.gaps?.length && !roles.missing
      ? h(
          'p.problem',
          {id: 'gaps'},
          'A fit refuses cells without a value. Say above what to do about them, or untick their columns.',
        )
      : null,
    left.length
      ? h(
          'div',
          h('p.small', `Left out: ${count(answer.leftOutCount, 'column')}`),
          h(
            'ul.remarks',
            left.slice(0, TOLD).map(({column, why}) => h('li', h('strong', column), `: ${why}`)),
            answer.leftOutCount > TOLD ? h('li', `and ${whole(answer.leftOutCount - TOLD)} more`) : null,
          ),
        )
      : h('p.small', 'No column is left out.'),
    remarks(answer.remarks),
  ];
}

/** What images are to a fit. */
function pixels({featureCount}, input) {
  return h(
    'p',
    h('strong', sizeOf(input)),
    ` will be used. Each image is a row, and each of its ${whole(featureCount)} pixels a feature: how bright it is, from 0 to 255. Images are alike where the same places of them are about as bright.`,
  );
}

function isFlat({constant, featureCount, text}) {
  return !text && featureCount > 0 && constant?.length === featureCount;
}

/** The features that a fit would refuse: those that are listed, and of the others the first. */
function refusedOf({refused = [], doubts = []}) {
  return [...new Set([...refused, ...doubts.map(refusedColumn).filter(Boolean)])];
}

/** What becomes of the features, and how many of them tell nothing, as far as they were looked at. */
function ofThem(answer, input) {
  const bad = refusedOf(answer).length;
  const flat = isFlat(answer) ? 0 : (answer.constant?.length ?? 0);
  const most = unlisted(input) > 0 ? 'at least ' : '';
  const same = `${most}${whole(flat)} ${flat === 1 ? 'is' : 'are'} the same in ${seenRows(input)}`;
  if (bad > 0) return `, ${most}${whole(bad)} of which the fit will refuse${flat > 0 ? `, and ${same}` : ''}`;
  return ` will be used${flat > 0 ? `, of which ${same}` : ''}`;
}

/** The rows that were looked at. */
function seenRows({columns, rows}) {
  const sampled = columns[0]?.sampled;
  return rows === sampled ? 'every row' : `the first ${whole(sampled)} rows`;
}

function remarks(lines, list = 'ul.remarks') {
  return lines?.length
    ? h(
        list,
        lines.map((line) => h('li', inPageWords(line))),
      )
    : null;
}
