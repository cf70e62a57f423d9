// Rows of the table behind a model: one under the pointer, the chosen ones, those that a search finds.
import {address, get} from '../api.js';
import {fill, h, problem} from '../dom.js';
import {count, number, whole} from '../words.js';

/** So many characters of a text tell it from others. */
const BEGINNING = 80;

/** Fetches rows and remembers them. */
export class Rows {
  constructor(model) {
    this.model = model;
    this.known = new Map();
    /** The columns that are told first. */
    this.leading = () => [];
  }

  async at(numbers) {
    const missing = numbers.filter((row) => !this.known.has(row));
    if (missing.length) {
      for (const row of await get(`models/${this.model.id}/rows?at=${missing.join(',')}`))
        this.known.set(row.row, row);
    }
    return numbers.map((row) => this.known.get(row)).filter(Boolean);
  }

  image(row) {
    return address(`models/${this.model.id}/image`, {row});
  }

  /** The cells of a row as [column, text], those that are told first before the others. */
  cellsOf(about) {
    const first = [...new Set(this.leading())].filter((name) => about.cells[name] !== undefined);
    const others = cellsOf(about).filter(([name]) => !first.includes(name));
    return [...first.map((name) => [name, about.cells[name]]), ...others];
  }

  /** How the text of a row begins whose words are compared; nothing of others. */
  beginningOf(row) {
    const text = row?.cells[this.model.options.text] ?? '';
    return text.length > BEGINNING ? `${text.slice(0, BEGINNING)}…` : text;
  }

  /** What a row is called: by its name, or by its number from 1 as the command counts. */
  nameOf(row) {
    return this.model.options.id ? row.id : `row ${whole(row.row + 1)}`;
  }
}

/** A few words beside the pointer; the cells follow when they have come. */
export function tooltip(rows, host) {
  const tip = h('div.tip', {hidden: true});
  host.append(tip);
  let shown = -1;
  let timer = 0;
  return (row, x, y) => {
    if (row !== shown) {
      shown = row;
      clearTimeout(timer);
      tip.hidden = row < 0;
      if (row >= 0) {
        fill(tip, `row ${whole(row + 1)}`);
        timer = setTimeout(() => describe(row), 60);
      }
    }
    const left = x > host.clientWidth - 200;
    tip.style.left = left ? '' : `${x + 14}px`;
    tip.style.right = left ? `${host.clientWidth - x + 14}px` : '';
    const low = y > host.clientHeight - 120;
    tip.style.top = low ? '' : `${y + 12}px`;
    tip.style.bottom = low ? `${host.clientHeight - y + 12}px` : '';
  };

  async function describe(row) {
    const [about] = await rows.at([row]).catch(() => []);
    if (!about || shown !== row) return;
    const lines = [rows.nameOf(about)];
    const cells = rows.cellsOf(about).filter(([name]) => name !== rows.model.options.id);
    for (const [name, value] of cells.slice(0, 5)) lines.push(`${name}: ${value ?? '–'}`);
    fill(tip, lines.join('\n'), about.image ? h('img', {src: rows.image(row), alt: ''}) : null);
  }
}

/** All of one row, and the rows nearest to it. */
export async function rowCard(side, rows, row, focus) {
  // What comes of a row that was left again is written where nobody sees it.
  const place = h('div', h('p.small', 'Reading the row …'));
  fill(side, place);
  try {
    const [[about], near] = await Promise.all([
      rows.at([row]),
      get(`models/${rows.model.id}/neighbors?row=${row}&count=10`),
    ]);
    const names = await rows.at(near.rows);
    const measures = near.cosines ?? near.distances;
    fill(
      place,
      h('h2', rows.nameOf(about)),
      h(
        'div.about-row',
        about.image ? h('img', {src: rows.image(row), alt: `Image of ${rows.nameOf(about)}`}) : null,
        cellList(rows, about),
      ),
      h('h3', 'Nearest rows'),
      h(
        'ul.hits',
        {id: 'neighbours'},
        near.rows.map((each, i) =>
          hit(rows, names[i] ?? {row: each, cells: {}}, number(measures[i], 3), () => focus(each), rows.beginningOf(names[i])),
        ),
      ),
      h('p.small', {id: 'nearness'}, nearness(rows.model, Boolean(near.cosines))),
    );
    return near.rows;
  } catch (error) {
    fill(place, problem(error));
    return [];
  }
}

/** By what rows are near; texts by the angle, since long ones lie farther out. */
function nearness({components, coordinates, summary}, angle) {
  if (angle)
    return `By the cosine of the angle in the ${count(components, 'coordinate')} kept: 1 is the same direction, 0 a right angle. The fewer coordinates are kept, the more unlike texts look alike.`;
  if (!summary?.correlations) return `By the distance in all ${count(components, 'coordinate')}.`;
  const [x, y] = [coordinates.slice(0, components), coordinates.slice(components)].map((names) =>
    names.length > 1 ? `${names[0]} to ${names.at(-1)}` : names[0],
  );
  return `By the distance in the coordinates of both views together, ${x} and ${y}.`;
}

/** The cells of a row; the pixels of an image are seen, not read. */
function cellsOf(about) {
  const cells = Object.entries(about.cells);
  return about.image ? cells.filter(([name]) => !/^(p|px|pixel)[_ -]?\d+$/i.test(name)) : cells;
}

function cellList(rows, about) {
  return h(
    'dl',
    {tabindex: '0', 'aria-label': 'Cells'},
    rows
      .cellsOf(about)
      .slice(0, 60)
      .flatMap(([name, value]) => [h('dt', name), h('dd', value)]),
  );
}

function hit(rows, about, note, onclick, beginning = '') {
  return h(
    'li',
    h(
      'button',
      {type: 'button', onclick},
      h('span.row', about.image ? h('img', {src: rows.image(about.row), alt: ''}) : null, rows.nameOf(about)),
      h('span.small.note', {title: note}, note),
      beginning ? h('span.small.beginning', beginning) : null,
    ),
  );
}

/** Searches as one types, by name or any text of the row; of searches that follow each other only the last goes on. */
export function searchBox(rows, found) {
  const list = h('ul.hits', {id: 'hits'});
  const words = h('p.small', {role: 'status'});
  const offer = h('p.row');
  let timer = 0;
  let control = new AbortController();
  const end = () => {
    clearTimeout(timer);
    control.abort();
  };
  const input = h('input', {
    type: 'search',
    placeholder: 'Name or text',
    'aria-label': 'Search rows',
    oninput: () => {
      end();
      timer = setTimeout(search, 200);
    },
  });
  async function search() {
    const text = input.value.trim();
    control = new AbortController();
    const {signal} = control;
    fill(list);
    fill(offer);
    words.textContent = '';
    if (!text) return found([], -1);
    words.textContent = 'Searching …';
    try {
      const answer = await get(`models/${rows.model.id}/search?text=${encodeURIComponent(text)}`, {signal});
      const shown = await rows.at(answer.rows.slice(0, answer.passages.length));
      if (signal.aborted) return undefined;
      fill(
        list,
        shown.map((row, i) => hit(rows, row, answer.passages[i] ?? '', () => found(answer.rows, row.row))),
      );
      const part = answer.total > answer.rows.length ? `the first ${answer.rows.length}` : '';
      const them = answer.total === 1 ? 'it' : 'them';
      const tell = (chosen) => {
        const rest = part && (chosen ? `, ${part} are chosen` : `, of which ${part} can be chosen`);
        words.textContent = answer.total === 0 ? 'No row has it.' : `${count(answer.total, 'row')}${rest}`;
        const way = (how, label) =>
          h('button', {type: 'button', onclick: () => tell(found(answer.rows, -1, how))}, label);
        fill(
          offer,
          chosen || answer.total === 0 ? null : [way('new', `Choose ${them} instead`), way('add', `Choose ${them} too`)],
        );
      };
      return tell(found(answer.rows, -1));
    } catch (error) {
      if (!signal.aborted) words.textContent = error.message;
      return undefined;
    }
  }
  return {elements: [input, words, offer, list], end};
}
