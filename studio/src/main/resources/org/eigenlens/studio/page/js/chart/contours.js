// A function over a square: colours below and above zero, lines of equal value, points on top.
import {css, diverging} from '../palette.js';

const LEVELS = 9;

/** Paints values on a grid (row 0 at the bottom) into a canvas; points are in [−1, 1]². */
export function paintContours(canvas, values, size, points) {
  const side = canvas.width;
  const pen = canvas.getContext('2d');
  const extent = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  pen.putImageData(shades(values, size, side, extent), 0, 0);
  pen.lineWidth = side / 400;
  for (let level = 1; level < LEVELS; level += 1) {
    const value = extent * ((2 * level) / LEVELS - 1);
    pen.strokeStyle = lineColour(canvas, Math.abs(value) < extent / LEVELS / 2);
    pen.stroke(isoline(values, size, side, value));
  }
  pen.lineWidth = side / 180;
  pen.strokeStyle = lineColour(canvas, true);
  pen.stroke(isoline(values, size, side, 0));
  paintPoints(pen, side, points);
}

function lineColour(canvas, strong) {
  const colour = getComputedStyle(canvas).color;
  return strong ? colour : colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.35)');
}

/** Points as dots with a rim, so that they show on any colour. */
export function paintPoints(pen, side, points) {
  const radius = side / 90;
  for (const [x, y] of points) {
    pen.beginPath();
    pen.arc(((x + 1) / 2) * side, ((1 - y) / 2) * side, radius, 0, 2 * Math.PI);
    pen.fillStyle = '#111';
    pen.fill();
    pen.lineWidth = side / 300;
    pen.strokeStyle = '#fff';
    pen.stroke();
  }
}

/** Colours between the nodes of the grid by their weighted mean. */
function shades(values, size, side, extent) {
  const image = new ImageData(side, side);
  for (let py = 0; py < side; py += 1) {
    const v = ((side - 1 - py) / (side - 1)) * (size - 1);
    const row = Math.min(size - 2, Math.floor(v));
    for (let px = 0; px < side; px += 1) {
      const u = (px / (side - 1)) * (size - 1);
      const column = Math.min(size - 2, Math.floor(u));
      const [a, b] = [u - column, v - row];
      const at = row * size + column;
      const value =
        (1 - b) * ((1 - a) * values[at] + a * values[at + 1]) +
        b * ((1 - a) * values[at + size] + a * values[at + size + 1]);
      const colour = TABLE.of(value / extent);
      const i = 4 * (py * side + px);
      image.data[i] = colour[0];
      image.data[i + 1] = colour[1];
      image.data[i + 2] = colour[2];
      image.data[i + 3] = 255;
    }
  }
  return image;
}

/** The colours, looked up instead of mixed for every pixel; made anew for another theme. */
const TABLE = {
  key: '',
  colours: [],
  of(value) {
    return this.colours[Math.round((Math.min(1, Math.max(-1, value)) + 1) * 100)];
  },
  renew() {
    const key = css(diverging(0));
    if (key === this.key) return;
    this.key = key;
    this.colours = Array.from({length: 201}, (_, i) => diverging(0.85 * (i / 100 - 1)));
  },
};

/** Brings the colours up to the present theme; called once before a round of painting. */
export function renewColours() {
  TABLE.renew();
}

/** Marching squares: the line where the function has one value. */
function isoline(values, size, side, level) {
  const path = new Path2D();
  const step = side / (size - 1);
  const toPixel = ([u, v]) => [u * step, side - v * step];
  for (let row = 0; row < size - 1; row += 1) {
    for (let column = 0; column < size - 1; column += 1) {
      const at = row * size + column;
      const corners = [values[at], values[at + 1], values[at + size + 1], values[at + size]];
      const crossings = [];
      for (let side4 = 0; side4 < 4; side4 += 1) {
        const from = corners[side4] - level;
        const to = corners[(side4 + 1) % 4] - level;
        if (from > 0 === to > 0) continue;
        const share = from / (from - to);
        const [u, v] = [
          [share, 0],
          [1, share],
          [1 - share, 1],
          [0, 1 - share],
        ][side4];
        crossings.push(toPixel([column + u, row + v]));
      }
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        path.moveTo(...crossings[i]);
        path.lineTo(...crossings[i + 1]);
      }
    }
  }
  return path;
}
