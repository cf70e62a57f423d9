// A small plane with points that can be dragged, for the lectures.
import {s} from '../dom.js';
import {categoryPaint} from '../palette.js';
import {number} from '../words.js';
import {ticks} from './axes.js';
import {rounded} from './shapes.js';

const WIDTH = 420;
const MARGIN = 34;

/**
 * Draws in a box [x0, x1, y0, y1] of equal or own units. `moved(i, [x, y])` hears of dragged points;
 * without it points stay where they are.
 */
export class Plane {
  constructor(box, {height = 320, label, titles = ['', ''], moved}) {
    this.box = box;
    this.height = height;
    this.moved = moved;
    this.svg = s('svg.drawing', {
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: moved ? 'group' : 'img',
      'aria-label': label,
    });
    this.titles = titles;
    this.grid = s('g');
    this.back = s('g');
    this.front = s('g');
    this.svg.append(this.grid, this.back, this.front);
    this.circles = [];
    this.show(box);
  }

  /** Shows another part; what is in it is to be drawn anew. */
  show(box) {
    this.box = box;
    this.grid.replaceChildren(this.axes(this.titles));
  }

  x(value) {
    return MARGIN + ((WIDTH - MARGIN - 12) * (value - this.box[0])) / (this.box[1] - this.box[0]);
  }

  y(value) {
    return 12 + (this.height - MARGIN - 12) * (1 - (value - this.box[2]) / (this.box[3] - this.box[2]));
  }

  axes([across, up]) {
    const [x0, x1, y0, y1] = this.box;
    const group = s('g');
    for (const value of ticks(x0, x1, 6)) {
      group.append(
        s(value === 0 ? 'line.zero' : 'line.axis', {
          x1: this.x(value),
          x2: this.x(value),
          y1: 12,
          y2: this.height - MARGIN,
        }),
      );
      group.append(
        s('text', {x: this.x(value), y: this.height - MARGIN + 14, 'text-anchor': 'middle'}, number(value)),
      );
    }
    for (const value of ticks(y0, y1, 5)) {
      group.append(
        s(value === 0 ? 'line.zero' : 'line.axis', {
          x1: MARGIN,
          x2: WIDTH - 12,
          y1: this.y(value),
          y2: this.y(value),
        }),
      );
      group.append(s('text', {x: MARGIN - 5, y: this.y(value) + 4, 'text-anchor': 'end'}, number(value)));
    }
    group.append(s('text', {x: WIDTH - 12, y: this.height - 4, 'text-anchor': 'end'}, across));
    group.append(s('text', {x: MARGIN + 4, y: 22}, up));
    return group;
  }

  /** Shows points; classes give their colours. */
  points(points, classes = []) {
    if (this.circles.length !== points.length) {
      this.circles = points.map((_, i) => this.circle(i));
      this.front.replaceChildren(...this.circles);
    }
    points.forEach(([x, y], i) => {
      this.circles[i].setAttribute('cx', this.x(x));
      this.circles[i].setAttribute('cy', this.y(y));
      this.circles[i].setAttribute('fill', categoryPaint(classes[i] ?? 0));
      if (this.moved)
        this.circles[i].setAttribute('aria-label', `Point ${i + 1} at ${number(x, 3)}, ${number(y, 3)}`);
    });
    this.now = points;
  }

  circle(i) {
    const circle = s('circle.point', {r: this.circles.length > 60 ? 3.5 : 5.5});
    if (!this.moved) return circle;
    circle.setAttribute('tabindex', '0');
    circle.setAttribute('role', 'button');
    circle.setAttribute('aria-roledescription', 'movable point');
    circle.addEventListener('pointerdown', (event) => circle.setPointerCapture(event.pointerId));
    circle.addEventListener('pointermove', (event) => {
      if (circle.hasPointerCapture(event.pointerId)) this.moved(i, rounded(this.place(event)));
    });
    circle.addEventListener('keydown', (event) => {
      const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
      if (!arrows[event.key]) return;
      event.preventDefault();
      const [dx, dy] = arrows[event.key];
      const [x, y] = this.now[i];
      this.moved(
        i,
        rounded(
          this.clamp([
            x + (dx * (this.box[1] - this.box[0])) / 50,
            y + (dy * (this.box[3] - this.box[2])) / 50,
          ]),
        ),
      );
    });
    return circle;
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * WIDTH;
    const py = ((event.clientY - box.top) / box.height) * this.height;
    const [x0, x1, y0, y1] = this.box;
    return this.clamp([
      x0 + ((px - MARGIN) / (WIDTH - MARGIN - 12)) * (x1 - x0),
      y0 + (1 - (py - 12) / (this.height - MARGIN - 12)) * (y1 - y0),
    ]);
  }

  clamp([x, y]) {
    const [x0, x1, y0, y1] = this.box;
    return [Math.min(x1, Math.max(x0, x)), Math.min(y1, Math.max(y0, y))];
  }

  /** Draws lines, shadows and the like below the points. */
  below(...shapes) {
    this.back.replaceChildren(...shapes.flat());
  }

  line(kind, [ax, ay], [bx, by]) {
    return s(`line.${kind}`, {x1: this.x(ax), y1: this.y(ay), x2: this.x(bx), y2: this.y(by)});
  }

  /** A line through a point along a direction, from edge to edge of the plane. */
  through(kind, [cx, cy], [dx, dy]) {
    const [x0, x1, y0, y1] = this.box;
    const ends = [
      [(x0 - cx) / dx, (x1 - cx) / dx],
      [(y0 - cy) / dy, (y1 - cy) / dy],
    ].filter((pair) => pair.every(Number.isFinite));
    const from = Math.max(...ends.map((pair) => Math.min(...pair)));
    const to = Math.min(...ends.map((pair) => Math.max(...pair)));
    // Of a line that passes by there is nothing to be seen.
    const at = (t) => (ends.length > 0 && from < to ? [cx + t * dx, cy + t * dy] : [x0, y0]);
    return this.line(kind, at(from), at(to));
  }

  ring([x, y], radius = 4) {
    return s('circle.shadow', {cx: this.x(x), cy: this.y(y), r: radius});
  }

  cross([x, y]) {
    const [px, py] = [this.x(x), this.y(y)];
    return s('path.mean', {d: `M${px - 6} ${py}h12M${px} ${py - 6}v12`});
  }
}
