// The scatter plot: grid below, points in the middle, marks above. It knows rows only by their number.
import {h} from '../dom.js';
import {Camera, boxOf} from './camera.js';
import {Points, shuffled} from './points.js';
import {drawPlane, drawSolid, namePlane, nameSolid} from './axes.js';
import {gestures} from './gestures.js';
import {FEW, drawMarks, leastRadius, pointOpacity, pointRadius} from './marks.js';
import {Pace} from './pace.js';
import {inside, nearest} from './region.js';

export class Scatter {
  /**
   * Listeners: hover(row, x, y), reach(row) by keys, pick(row, add), region(rows, 'new' | 'add' |
   * 'less'), clear(), view(state). A row of −1 is no row.
   */
  constructor(listeners) {
    this.listeners = listeners;
    this.grid = h('canvas', {'aria-hidden': 'true'});
    this.canvas = h('canvas', {'aria-hidden': 'true'});
    this.over = h('canvas', {
      tabindex: '0',
      role: 'application',
      'aria-description': `Arrow keys move or turn the plot, plus and minus zoom, 0 shows all, n goes to the next row and p back${
        listeners.pick ? ', Enter shows its neighbours and with Shift chooses it' : ''
      }${listeners.clear ? ', Escape chooses nothing' : ''}.`,
    });
    this.element = h('div.scatter', this.grid, this.canvas, this.over);
    this.points = new Points(this.canvas);
    this.camera = new Camera([-1, 1, -1, 1, -1, 1], false);
    this.positions = new Float32Array(0);
    this.titles = ['', '', ''];
    this.tool = 'move';
    this.focused = -1;
    this.reached = -1;
    this.rings = [];
    this.trace = null;
    this.chosen = 0;
    this.few = [];
    this.names = new Map();
    this.growth = 0;
    this.pace = new Pace();
    this.moving = false;
    this.frame = 0;
    this.overFrame = 0;
    gestures(this);
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(this.element);
    this.onTheme = () => this.redraw();
    document.addEventListener('theme', this.onTheme);
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    this.canvas.addEventListener('webglcontextrestored', () => this.restoreContext());
  }

  /** Says what is shown to those who cannot see it. */
  setTitle(words) {
    this.over.setAttribute('aria-label', words);
  }

  /** Shows rows at three coordinates each (the third is 0 in a plane). */
  setPositions(values, titles, solid) {
    const sameRows = values.length === this.positions.length;
    this.positions = values;
    this.titles = titles;
    if (!sameRows) {
      this.order = shuffled(values.length / 3);
      this.codes = new Uint8Array(values.length / 3);
      this.sizes = new Uint8Array(values.length / 3);
      this.sizesByRow = this.sizes;
      this.points.sizes(this.sizes);
      this.setMarks(new Uint8Array(values.length / 3), 0);
    }
    this.camera.box = boxOf(values);
    if (this.camera.solid !== solid) this.camera.reset();
    this.camera.solid = solid;
    this.points.positions(this.inOrder(values, 3));
    this.redraw();
  }

  /** Takes a code for each row (or null: as before) and 256 colours; one without opacity hides its rows. */
  setColours(codes, table) {
    if (codes) this.codes = codes;
    this.table = table;
    this.points.colours(codes ? this.inOrder(codes, 1) : null, table);
    this.redraw();
  }

  /** Takes a size from 0 to 255 for each row, or null for all alike. */
  setSizes(values) {
    this.growth = values ? 3 : 0;
    if (values) {
      this.sizesByRow = values;
      this.sizes = this.inOrder(values, 1);
    }
    this.points.sizes(this.sizes);
    this.redraw();
  }

  setMarks(marks, chosen) {
    this.marks = marks;
    this.chosen = chosen;
    this.few = chosen > 0 && chosen <= FEW ? rowsOf(marks) : [];
    this.points.marks(this.inOrder(marks, 1));
    this.redraw();
  }

  /** Draws rings around rows: the one in focus, and its neighbours. */
  setRings(focused, rings) {
    this.focused = focused;
    this.rings = rings;
    this.redrawOver();
  }

  /** Takes what rows are called; it is written beside the one in focus and a few chosen ones. */
  setNames(names) {
    this.names = names;
    this.redrawOver();
  }

  /** Points are drawn in random order, so that no class covers the others and any part is a sample. */
  inOrder(values, width) {
    const result = new values.constructor(values.length);
    const {order} = this;
    for (let i = 0; i < order.length; i += 1) {
      for (let j = 0; j < width; j += 1) result[i * width + j] = values[order[i] * width + j];
    }
    return result;
  }

  /** Whether a row has coordinates: one with missing cells may have none. */
  isPlaced(row) {
    return !Number.isNaN(this.positions[3 * row] + this.positions[3 * row + 1] + this.positions[3 * row + 2]);
  }

  isVisible(row) {
    return this.isPlaced(row) && (!this.table || this.table[4 * this.codes[row] + 3] > 0);
  }

  rowAt(px, py, reach = 14) {
    return nearest(this.positions, this.camera, px, py, reach, (row) => this.isVisible(row));
  }

  rowsInside(polygon) {
    const rows = [];
    inside(this.positions, this.camera, polygon, (row) => {
      if (this.isVisible(row)) rows.push(row);
    });
    return rows;
  }

  placeOf(row) {
    return this.camera.project(...this.positions.subarray(3 * row, 3 * row + 3));
  }

  /** How large a row's point is, in pixels. */
  radiusOf(row) {
    const grown = 1 + (this.growth * this.sizesByRow[row]) / 255;
    const start = pointRadius(this.positions.length / 3, this.camera.zoom) * grown;
    return this.marks[row] ? Math.max(1.25 * start, leastRadius(this.chosen)) : start;
  }

  /** Moves so that a row can be seen. */
  reveal(row) {
    const [px, py] = this.placeOf(row);
    const {width, height} = this.camera;
    if (px < 20 || px > width - 20 || py < 20 || py > height - 20) {
      this.camera.centre(px, py);
      this.changedView(false);
    }
    this.redraw();
  }

  changedView(moving) {
    this.moving = moving;
    this.redraw();
    // The words about a row that keys have come to stay beside it.
    if (this.reached >= 0) this.listeners.hover?.(this.reached, ...this.placeOf(this.reached));
    if (!moving) this.listeners.view?.(this.camera.state());
  }

  resize() {
    const {clientWidth, clientHeight} = this.element;
    if (clientWidth === 0) return;
    this.camera.resize(clientWidth, clientHeight);
    const density = Math.min(2, devicePixelRatio);
    for (const canvas of [this.grid, this.canvas, this.over]) {
      canvas.width = Math.round(clientWidth * density);
      canvas.height = Math.round(clientHeight * density);
    }
    this.density = density;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.draw();
  }

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Draws what lies above the points again, and leaves them as they are. */
  redrawOver() {
    this.overFrame ||= requestAnimationFrame(() => {
      this.overFrame = 0;
      if (this.density && this.element.isConnected) this.drawOver();
    });
  }

  /** Begins to draw: as many points as the machine keeps up with now, the others in later frames. */
  draw() {
    this.frame = 0;
    if (!this.density || !this.element.isConnected) return;
    this.points.clear();
    this.drawGrid();
    this.drawOver();
    this.pace.begin(this.chosen, this.positions.length / 3);
    this.drawMore(this.pace.budget);
  }

  drawMore(some) {
    const count = this.positions.length / 3;
    this.pace.watch(this.chosen, count);
    // A sample looks as a table of so many rows does.
    const seen = this.moving ? Math.min(count, this.pace.budget) : count;
    const style = {
      radius: this.density * pointRadius(seen, this.camera.zoom),
      opacity: pointOpacity(seen, this.camera.zoom),
      growth: this.growth,
      least: this.density * leastRadius(this.chosen),
      paper: this.paper(),
    };
    this.pace.next(some, (pass, from, part) => this.points.draw(this.camera, style, pass, from, part));
    // While it moves a sample is enough, and the next frame is near.
    if (!this.pace.isDone && !this.moving) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.drawMore(this.pace.budget);
      });
    }
  }

  /** The colour behind the points, from 0 to 1. */
  paper() {
    return getComputedStyle(this.element)
      .backgroundColor.match(/[\d.]+/g)
      .slice(0, 3)
      .map((value) => value / 255);
  }

  drawGrid() {
    const draw = this.camera.solid ? drawSolid : drawPlane;
    draw(this.pen(this.grid), this.camera, this.ink(), this.titles);
  }

  /**
   * A canvas cannot use the colours of the style sheet by name; properties that nothing else needs carry
   * them here.
   */
  ink() {
    const style = getComputedStyle(this.element);
    return {
      text: style.color,
      soft: style.caretColor,
      grid: style.columnRuleColor,
      axis: style.textDecorationColor,
      paper: style.backgroundColor,
      focus: style.accentColor,
      font: `12px ${style.fontFamily}`,
    };
  }

  drawOver() {
    const pen = this.pen(this.over);
    const ink = this.ink();
    const name = this.camera.solid ? nameSolid : namePlane;
    name(pen, this.camera, this.titles, ink);
    drawMarks(pen, this, ink);
  }

  pen(canvas) {
    const pen = canvas.getContext('2d');
    pen.reset();
    pen.setTransform(this.density, 0, 0, this.density, 0, 0);
    return pen;
  }

  /** What is seen, as a picture on the colour of the page. */
  async toPng() {
    this.moving = false;
    this.draw();
    this.drawMore(Infinity);
    const whole = h('canvas', {width: this.canvas.width, height: this.canvas.height});
    const pen = whole.getContext('2d');
    pen.fillStyle = getComputedStyle(this.element).backgroundColor;
    pen.fillRect(0, 0, whole.width, whole.height);
    for (const canvas of [this.grid, this.canvas, this.over]) pen.drawImage(canvas, 0, 0);
    return new Promise((resolve) => whole.toBlob(resolve, 'image/png'));
  }

  /** After the graphics card has lost everything, all of it is sent again. */
  restoreContext() {
    this.points.buffers = {};
    this.points.build();
    this.points.positions(this.inOrder(this.positions, 3));
    this.points.sizes(this.sizes);
    this.points.marks(this.inOrder(this.marks, 1));
    this.points.colours(this.inOrder(this.codes, 1), this.table);
    this.redraw();
  }

  close() {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.overFrame);
    this.watch.disconnect();
    document.removeEventListener('theme', this.onTheme);
    this.points.close();
  }
}

function rowsOf(marks) {
  const rows = [];
  for (let row = marks.indexOf(1); row >= 0; row = marks.indexOf(1, row + 1)) rows.push(row);
  return rows;
}
