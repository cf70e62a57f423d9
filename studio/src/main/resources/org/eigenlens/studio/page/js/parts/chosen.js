// The chosen rows as a table, which can be sorted and taken away.
import {file} from '../api.js';
import {announce, fill, h, problem, saveFile} from '../dom.js';
import {count} from '../words.js';

/** So many rows are listed. */
const TABLE_ROWS = 200;
const TABLE_COLUMNS = 24;

/** The chosen rows as a table, which `file` writes whole; what comes when the place has `gone` is for nobody. */
export async function selectedTable(place, rows, selection, focus, file, gone) {
  if (selection.count === 0) {
    fill(
      place,
      h(
        'p.small',
        'No row is chosen. Draw around some with the lasso or the box, search, or click one with Shift.',
      ),
      file.words,
    );
    return;
  }
  fill(place, h('p.small', {role: 'status'}, `Reading ${count(selection.count, 'row')} …`));
  try {
    const shown = await rows.at(selection.first(TABLE_ROWS));
    if (gone.aborted) return;
    const columns = [...new Set(shown.flatMap((row) => rows.cellsOf(row).map(([name]) => name)))].slice(
      0,
      TABLE_COLUMNS,
    );
    const images = shown.some((row) => row.image);
    // The name of a row stands before it already.
    const named = columns.filter((name) => name !== rows.model.options.id);
    const body = h('tbody');
    const list = (some) => fill(body, some.map((row) => line(row, rows, images, named, focus)));
    list(shown);
    fill(
      place,
      h(
        'p.row',
        h('button', {type: 'button', onclick: () => selection.choose([], 'new')}, 'Choose nothing'),
        h('button', {type: 'button', onclick: () => selection.invert()}, 'Choose the others'),
        file.button,
        file.words,
      ),
      selection.toText() === null
        ? h(
            'p.small',
            {id: 'scattered'},
            'They are too scattered for an address: neither a link nor a reload brings them back. Their file does.',
          )
        : null,
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

/**
 * Writes the chosen rows with all their cells, and hands the file over: one file at a time, of the rows that
 * were chosen then. Its words, and the way to cancel it, stay while others are chosen.
 */
export class ChosenFile {
  /** What is under way when the view is `left` ends. */
  constructor(rows, selection, left) {
    this.rows = rows;
    this.selection = selection;
    this.left = left;
    this.words = h('span.small', {role: 'status'});
    this.button = h(
      'button',
      {
        type: 'button',
        title:
          'All columns of the chosen rows, as they are in the data; of images and sparse tables up to 5,000 columns of numbers',
        onclick: () => this.write(),
      },
      'Download as CSV',
    );
  }

  async write() {
    const {model} = this.rows;
    const control = new AbortController();
    const {signal} = control;
    const end = () => control.abort();
    this.left.addEventListener('abort', end);
    this.button.disabled = true;
    fill(
      this.words,
      `Writing ${count(this.selection.count, 'row')} … `,
      h('button', {type: 'button', onclick: end}, 'Cancel'),
    );
    try {
      const {blob, name} = await file(`models/${model.id}/chosen`, this.selection.toBits(), {signal});
      saveFile(blob, name);
      this.words.textContent = '';
    } catch (error) {
      const told = signal.aborted ? 'Cancelled: nothing was written.' : error.message;
      this.words.textContent = told;
      if (!this.left.aborted) announce(told);
    }
    this.left.removeEventListener('abort', end);
    this.button.disabled = false;
  }
}
