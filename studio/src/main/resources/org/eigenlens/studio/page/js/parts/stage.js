// A model's rows on a scatter plot: which coordinates, which colours.
import {column, floats} from '../api.js';
import {alike, colourTable, colouring, sizes} from '../chart/colouring.js';
import {Scatter} from '../chart/scatter.js';
import {labelOf} from '../session.js';
import {methodTitle} from '../vocabulary/methods.js';
import {percent, whole} from '../words.js';
import {isConstant, measure, sharesMean} from './summary.js';

/** The column that was asked for last: often the next view wants it too. */
let last = {};

export class Stage {
  constructor(model, listeners) {
    this.model = model;
    this.scatter = new Scatter(listeners);
    this.absent = 0;
    this.element = this.scatter.element;
    this.about = alike(model.rows);
    /** What is under way of each kind; whatever is wanted next ends it. */
    this.reads = {};
    this.onTheme = () => this.paint(null);
    document.addEventListener('theme', this.onTheme);
  }

  /** Shows components by their number from 0; a third one makes it a cloud, null a plane. */
  async setAxes(axes) {
    const wanted = axes.filter((axis) => axis !== null && axis < this.model.coordinates.length);
    const answer = await this.newest(
      'axes',
      (signal) => floats(`models/${this.model.id}/scores?components=${wanted.join(',')}`, {signal}),
    );
    if (!answer) return;
    const {rows, values} = answer;
    const positions = new Float32Array(3 * rows);
    const kept = wanted.length;
    for (let row = 0; row < rows; row += 1) {
      for (let i = 0; i < kept; i += 1) positions[3 * row + i] = values[kept * row + i];
    }
    const titles = wanted.map((each) => this.axisTitle(each));
    // One component alone is a line; a little random height lets its points be told apart.
    if (kept === 1 && !isConstant(this.model)) {
      for (let row = 0; row < rows; row += 1) positions[3 * row + 1] = jitter(row);
      titles.push({unmeasured: 'spread at random, to tell points apart'});
    }
    while (titles.length < 3) titles.push({unmeasured: ''});
    const fresh = this.scatter.positions.length === 0;
    this.scatter.setPositions(positions, titles, kept === 3);
    this.countRows();
    if (fresh) this.paint(this.about.codes);
  }

  /** Rows that were left out of a fit have no coordinates. */
  countRows() {
    const {rows, method} = this.model;
    let drawn = 0;
    for (let row = 0; row < rows; row += 1) if (this.scatter.isPlaced(row)) drawn += 1;
    this.absent = rows - drawn;
    const some = this.absent ? `${whole(drawn)} of ${whole(rows)}` : whole(rows);
    this.scatter.setTitle(`${methodTitle(method)}: ${some} rows as points`);
  }

  axisTitle(component) {
    const name = this.model.coordinates[component];
    const share = measure(this.model)?.shares[component];
    return share === undefined || !sharesMean(this.model) ? name : `${name}, ${percent(share)}`;
  }

  async columnOf(name, as, signal) {
    const path = `models/${this.model.id}/column?name=${encodeURIComponent(name)}${as}`;
    if (last.path !== path) last = {path, column: await column(path, {signal})};
    return last.column;
  }

  async setColour(name) {
    // Classes may be written as numbers, as those of digits are.
    const as = name === labelOf(this.model) ? '&as=category' : '';
    const column = await this.newest('colour', (signal) => (name ? this.columnOf(name, as, signal) : {}));
    if (!column) return;
    this.about = name ? colouring(column, (row) => this.scatter.isPlaced(row)) : alike(this.model.rows);
    this.paint(this.about.codes);
  }

  async setSize(name) {
    const column = await this.newest('size', (signal) => (name ? this.columnOf(name, '', signal) : {}));
    if (!column) return;
    if (column.type === 'category') throw new Error(`${name} is a text; by columns of numbers points can be larger or smaller`);
    this.scatter.setSizes(name ? sizes(column) : null);
  }

  /** Reads by a function of a signal; null if something newer of the same kind was asked for meanwhile. */
  async newest(kind, read) {
    this.end(kind);
    const control = new AbortController();
    this.reads[kind] = control;
    try {
      const answer = await read(control.signal);
      return control.signal.aborted ? null : answer;
    } catch (error) {
      if (control.signal.aborted) return null;
      throw error;
    }
  }

  /** Ends what is being read of a kind: nobody waits for it any more. */
  end(kind) {
    this.reads[kind]?.abort();
  }

  /** Sends codes if there are new ones, and the colours of the present theme. */
  paint(codes) {
    this.scatter.setColours(codes, colourTable(this.about));
  }

  close() {
    for (const kind of Object.keys(this.reads)) this.end(kind);
    document.removeEventListener('theme', this.onTheme);
    this.scatter.close();
  }
}

function jitter(row) {
  return (Math.imul(row + 1, 2654435761) >>> 0) / 4294967296 / 4 - 0.125;
}
