// From coordinates of rows to pixels: a plane that moves and zooms, or a cloud that turns.

/** Pixels about the points of a plane: beside the numbers of the axes, and at the other edges. */
const LEFT = 64;
const BOTTOM = 48;
const EDGE = 26;

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

  /** Rows of the map to clip space: [x; y; depth], each with its constant. Depth is 0 in a plane. */
  rows() {
    const [x0, x1, y0, y1, z0, z1] = this.box;
    const centre = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const [toX, toY] = [2 / this.width, 2 / this.height];
    if (!this.solid) {
      const [sx, sy] = this.scales();
      const [right, up] = this.offset();
      return [
        [sx * toX, 0, 0, toX * (this.shift[0] + right - sx * centre[0])],
        [0, sy * toY, 0, toY * (this.shift[1] + up - sy * centre[1])],
        [0, 0, 0, 0],
      ];
    }
    const half = Math.max(x1 - x0, y1 - y0, z1 - z0) / 2 || 1;
    const size = (0.92 * this.zoom * Math.min(this.width, this.height)) / 2 / half;
    const axes = this.axes();
    const shift = [this.shift[0] * toX, this.shift[1] * toY, 0];
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

  move(dx, dy) {
    this.shift[0] += dx;
    this.shift[1] -= dy;
  }

  turn(dx, dy) {
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + dy * 0.008));
  }

  /** Zooms about a pixel, which stays where it is. */
  zoomBy(factor, px = this.width / 2, py = this.height / 2) {
    const next = Math.min(5000, Math.max(0.2, this.zoom * factor));
    const real = next / this.zoom;
    const [right, up] = this.offset();
    const [ox, oy] = [px - this.width / 2 - right, this.height / 2 - py - up];
    this.shift = [ox + (this.shift[0] - ox) * real, oy + (this.shift[1] - oy) * real];
    this.zoom = next;
  }

  /** Everything needed to come back to this view. */
  state() {
    const values = [this.zoom, ...this.shift, this.yaw, this.pitch];
    return values.map((value) => Number(value.toPrecision(5))).join(',');
  }

  restore(text) {
    const values = text.split(',').map(Number);
    if (values.length !== 5 || values.some(Number.isNaN)) return;
    [this.zoom, this.shift[0], this.shift[1], this.yaw, this.pitch] = values;
  }
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
