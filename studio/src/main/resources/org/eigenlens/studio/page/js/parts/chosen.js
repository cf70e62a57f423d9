// The chosen rows as a table, which can be sorted and taken away.
import {announce, fill, h, problem} from '../dom.js';
import {inputOf} from '../session.js';
import {count, whole} from '../words.js';
import {cellsOf} from './rows.js';

/** So many rows are fetched at once, and listed. */
const TABLE_ROWS = 200;
const TABLE_COLUMNS = 24;
/** So many can be written to a file. */
const MOST_WRITTEN = 20000;
/** Longer texts come cut. */
const LONGEST_TEXT = 2000;

/** The chosen rows as a table. */
export async function selectedTable(place, rows, selection, focus) {
  if (selection.count === 0) {
    fill(
      place,
      h(
        'p.small',
        'No row is chosen. Draw around some with the lasso or the box, search, or click one with Shift.',
      ),
    );
    return;
  }
  fill(place, h('p.small', {role: 'status'}, `Reading ${count(selection.count, 'row')} …`));
  const wanted = selection.first(TABLE_ROWS);
  try {
    const shown = await rows.at(wanted);
    // Others may have been chosen meanwhile.
    if (wanted.join() !== selection.first(TABLE_ROWS).join()) return;
    const columns = [...new Set(shown.flatMap((row) => cellsOf(row).map(([name]) => name)))].slice(
      0,
      TABLE_COLUMNS,
    );
    const images = shown.some((row) => row.image);
    // The name of a row stands before it already.
    const named = columns.filter((name) => name !== rows.model.options.id);
    const body = h('tbody');
    const list = (some) => fill(body, some.map((row) => line(row, rows, images, named, focus)));
    list(shown);
    const limits = h('span.small', {id: 'file-has', role: 'status'}, fileHas(rows.model, shown));
    const written = h(
      'button',
      {type: 'button', onclick: () => write(rows, selection, written, limits)},
      'Download as CSV',
    );
    if (selection.count > MOST_WRITTEN) {
      written.disabled = true;
      written.title = `Up to ${whole(MOST_WRITTEN)} rows can be written to a file.`;
    }
    fill(
      place,
      h(
        'p.row',
        h('button', {type: 'button', onclick: () => selection.choose([], 'new')}, 'Choose nothing'),
        h('button', {type: 'button', onclick: () => selection.invert()}, 'Choose the others'),
        written,
        limits,
      ),
      h(
        'div.scroll',
        {tabindex: '0', role: 'region', 'aria-label': 'Chosen rows'},
        h(
          'table',
          {id: 'chosen'},
          h(
            'caption',
            `${count(selection.count, 'row')} chosen${selection.count > shown.length ? `, the first ${shown.length} are listed` : ''}`,
          ),
          h(
            'thead',
            h(
              'tr',
              sortable('row', (row) => row.row, shown, list),
              images ? h('th', {scope: 'col'}, 'image') : null,
              named.map((name) => sortable(name, (row) => row.cells[name] ?? '', shown, list)),
            ),
          ),
          body,
        ),
      ),
    );
  } catch (error) {
    fill(place, problem(error));
  }
}

function line(row, rows, images, names, focus) {
  return h(
    'tr',
    h(
      'th',
      {scope: 'row'},
      h('button.plain', {type: 'button', onclick: () => focus(row.row)}, rows.nameOf(row)),
    ),
    images ? h('td', h('img', {src: rows.image(row.row), alt: '', width: 28, loading: 'lazy'})) : null,
    names.map((name) => h('td', row.cells[name] ?? '')),
  );
}

/** The head of a column; a click sorts the listed rows by it, another the other way round. */
function sortable(name, valueOf, shown, list) {
  const head = h(
    'th',
    {scope: 'col'},
    h(
      'button.plain',
      {
        type: 'button',
        title: `Sort by ${name}`,
        onclick: () => {
          const up = head.getAttribute('aria-sort') !== 'ascending';
          for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
          head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
          list([...shown].sort((a, b) => (up ? 1 : -1) * compare(valueOf(a), valueOf(b))));
        },
      },
      name,
    ),
  );
  return head;
}

function compare(a, b) {
  const [x, y] = [a, b].map((text) => (text === '' ? NaN : Number(text)));
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return String(a).localeCompare(String(b), 'en', {numeric: true});
}

/** What of these rows the file has not: it is written from what the page shows of them. */
function fileHas(model, some) {
  const {columnCount = 0} = model.inputs.length === 1 ? (inputOf(model) ?? {}) : {};
  const has = Object.keys(some[0].cells).length;
  const cut = some.some(({cells}) => Object.values(cells).some((cell) => cell?.length > LONGEST_TEXT));
  return [
    has < columnCount ? `The file has ${whole(has)} of the ${whole(columnCount)} columns.` : null,
    cut ? `Of longer texts it has the first ${whole(LONGEST_TEXT)} characters.` : null,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Fetches the chosen rows, some at a time, and hands them over as a file. */
async function write(rows, selection, button, limits) {
  const wanted = selection.first(MOST_WRITTEN);
  const lines = [];
  button.disabled = true;
  try {
    for (let from = 0; from < wanted.length; from += TABLE_ROWS) {
      button.textContent = `Reading ${whole(from)} of ${whole(wanted.length)} …`;
      for (const {row, cells} of await rows.at(wanted.slice(from, from + TABLE_ROWS))) {
        if (lines.length === 0) lines.push(asCsv(['row', ...Object.keys(cells)]));
        lines.push(asCsv([row + 1, ...Object.values(cells)]));
      }
    }
    const blob = new Blob([`${lines.join('\n')}\n`], {type: 'text/csv'});
    const link = h('a', {href: URL.createObjectURL(blob), download: 'chosen.csv'});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    button.textContent = 'Download as CSV';
    limits.textContent = fileHas(rows.model, await rows.at(wanted));
  } catch (error) {
    button.textContent = error.message;
    announce(error.message);
  }
  button.disabled = false;
}

function asCsv(cells) {
  return cells.map((cell) => quoted(harmless(String(cell ?? '')))).join(',');
}

/** Puts an apostrophe before what a spreadsheet would run as a formula, as the command does. */
function harmless(text) {
  return /^([=\t\r]|[-+@][^]*[(|!])/.test(text) ? `'${text}` : text;
}

function quoted(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
