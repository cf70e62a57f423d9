// From coordinates of rows to pixels: a plane that moves and zooms, or a cloud that turns.

/** Pixels about the points of a plane: beside the numbers of the axes, and at the other edges. */
const LEFT = 64;
const BOTTOM = 48;
const EDGE = 26;

const ZOOMS = [0.2, 5000];
const PITCHES = [-1.5, 1.5];

/** Looks at points in a box [x0, x1, y0, y1, z0, z1]; solid says whether it turns. */
export class Camera {
  constructor(box, solid) {
    this.box = box;
    this.solid = solid;
    this.width = 1;
    this.height = 1;
    this.reset();
  }

  reset() {
    this.zoom = 1;
    // How far right and up the middle of the box is moved, as shares of what is seen of the box: the same
    // place is in the middle of a plot of any size.
    this.shift = [0, 0];
    this.yaw = 0.6;
    this.pitch = 0.35;
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  /** How far the middle of a plane is moved right and up, for the numbers at its axes. */
  offset() {
    return this.solid ? [0, 0] : [(LEFT - EDGE) / 2, (BOTTOM - EDGE) / 2];
  }

  /** Pixels a unit of x and of y take: alike, unless one axis is five times as long. */
  scales() {
    const [x0, x1, y0, y1] = this.box;
    const sx = (Math.max(1, this.width - LEFT - EDGE) * this.zoom) / (x1 - x0 || 1);
    const sy = (Math.max(1, this.height - BOTTOM - EDGE) * this.zoom) / (y1 - y0 || 1);
    const ratio = (x1 - x0 || 1) / (y1 - y0 || 1);
    if (ratio > 5 || ratio < 0.2) return [sx, sy];
    const both = Math.min(sx, sy);
    return [both, both];
  }

  /** Pixels that a share of one takes, across and up: the width and the height of the box, or half of a cloud. */
  units() {
    if (this.solid) {
      const radius = (0.92 * this.zoom * Math.min(this.width, this.height)) / 2;
      return [radius, radius];
    }
    const [x0, x1, y0, y1] = this.box;
    const [sx, sy] = this.scales();
    return [sx * (x1 - x0 || 1), sy * (y1 - y0 || 1)];
  }

  /** Rows of the map to clip space: [x; y; depth], each with its constant. Depth is 0 in a plane. */
  rows() {
    const [x0, x1, y0, y1, z0, z1] = this.box;
    const centre = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const [toX, toY] = [2 / this.width, 2 / this.height];
    const [ux, uy] = this.units();
    const [dx, dy] = [this.shift[0] * ux, this.shift[1] * uy];
    if (!this.solid) {
      const [sx, sy] = this.scales();
      const [right, up] = this.offset();
      return [
        [sx * toX, 0, 0, toX * (dx + right - sx * centre[0])],
        [0, sy * toY, 0, toY * (dy + up - sy * centre[1])],
        [0, 0, 0, 0],
      ];
    }
    const half = Math.max(x1 - x0, y1 - y0, z1 - z0) / 2 || 1;
    const size = ux / half;
    const axes = this.axes();
    const shift = [dx * toX, dy * toY, 0];
    const factors = [size * toX, size * toY, 0.5 / half];
    return axes.map((axis, i) => {
      const row = axis.map((value) => value * factors[i]);
      return [...row, shift[i] - row[0] * centre[0] - row[1] * centre[1] - row[2] * centre[2]];
    });
  }

  /** Right, up and towards the reader, in coordinates of the data. */
  axes() {
    const [cy, sy] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [cp, sp] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    return [
      [cy, 0, -sy],
      [-sy * sp, cp, -cy * sp],
      [sy * cp, sp, cy * cp],
    ];
  }

  /** Where a point is on the screen, in pixels from the upper left. */
  project(x, y, z) {
    const [a, b] = this.rows();
    const u = a[0] * x + a[1] * y + a[2] * z + a[3];
    const v = b[0] * x + b[1] * y + b[2] * z + b[3];
    return [((u + 1) / 2) * this.width, ((1 - v) / 2) * this.height];
  }

  /** The coordinates in the plane of a pixel. */
  unproject(px, py) {
    const [a, b] = this.rows();
    return [((2 * px) / this.width - 1 - a[3]) / a[0], (1 - (2 * py) / this.height - b[3]) / b[1]];
  }

  /** Where the middle of the plot is, in pixels. */
  middle() {
    const [right, up] = this.offset();
    return [this.width / 2 + right, this.height / 2 - up];
  }

  move(dx, dy) {
    const [ux, uy] = this.units();
    this.shift[0] += dx / ux;
    this.shift[1] -= dy / uy;
  }

  /** Brings what is at a pixel into the middle. */
  centre(px, py) {
    const [mx, my] = this.middle();
    this.move(mx - px, my - py);
  }

  turn(dx, dy) {
    this.yaw -= dx * 0.008;
    this.pitch = bounded(this.pitch + dy * 0.008, PITCHES);
  }

  /** Zooms about a pixel, which stays where it is; without one about the middle. */
  zoomBy(factor, ...pixel) {
    const [mx, my] = this.middle();
    const [px, py] = pixel.length ? pixel : [mx, my];
    const [dx, dy] = [px - mx, py - my];
    this.move(-dx, -dy);
    this.zoom = bounded(this.zoom * factor, ZOOMS);
    this.move(dx, dy);
  }

  /** Everything needed to come back to this view, in a window of any size. */
  state() {
    const values = [this.zoom, ...this.shift, this.yaw, this.pitch];
    return values.map((value) => Number(value.toPrecision(8))).join('_');
  }

  /** Comes back to a view. Where commas are between, its middle is in pixels of nobody knows which window. */
  restore(text) {
    const values = text.split('_').map((each) => (each === '' ? NaN : Number(each)));
    if (values.length !== 5 || !values.every(Number.isFinite)) return;
    const [zoom, right, up, yaw, pitch] = values;
    this.zoom = bounded(zoom, ZOOMS);
    this.shift = [right, up];
    this.yaw = yaw;
    this.pitch = bounded(pitch, PITCHES);
  }
}

function bounded(value, [least, most]) {
  return Math.min(most, Math.max(least, value));
}

/** The box about points of three coordinates each; those that have none are left out. */
export function boxOf(values) {
  const box = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const value = values[i + axis];
      if (value < box[2 * axis]) box[2 * axis] = value;
      if (value > box[2 * axis + 1]) box[2 * axis + 1] = value;
    }
  }
  return box.map((value, i) => (Number.isFinite(value) ? value : i % 2 === 0 ? -1 : 1));
}
