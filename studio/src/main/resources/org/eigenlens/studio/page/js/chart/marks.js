// What is drawn above the points: rings around rows, their names, the line of a lasso.
import {writer} from './axes.js';

/** So many chosen rows get a ring each, and their names beside them. */
export const FEW = 30;

/** Smaller points for more rows; they grow a little as one comes nearer. */
export function pointRadius(count, zoom) {
  const start = count < 500 ? 4.2 : count < 5000 ? 3 : count < 50000 ? 2 : count < 300000 ? 1.3 : 0.9;
  return start * Math.min(3, Math.max(1, zoom ** 0.35));
}

/**
 * Fainter points for more rows, so that one sees where they are dense, from 0 to 1; where one comes
 * nearer there are fewer in sight.
 */
export function pointOpacity(count, zoom) {
  return 0.9 * Math.min(1, ((2000 * Math.max(1, zoom) ** 2) / count) ** 0.3);
}

/** A few chosen rows among many must be seen. */
export function leastRadius(chosen) {
  return chosen <= FEW ? 5 : chosen <= 2000 ? 3 : 0;
}

/** Draws the marks of a scatter plot. */
export function drawMarks(pen, plot, ink) {
  const around = (row, more) => ring(pen, plot.placeOf(row), more + plot.radiusOf(row));
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  for (const row of plot.few) around(row, 3);
  // Neighbours have the colour of the row that they are near to.
  pen.strokeStyle = ink.focus;
  pen.lineWidth = 2;
  pen.setLineDash([3, 2]);
  for (const row of plot.rings) around(row, 5);
  pen.setLineDash([]);
  pen.lineWidth = 4;
  if (plot.focused >= 0 && plot.focused < plot.marks.length) around(plot.focused, 7);
  drawNames(pen, plot, ink);
  drawTrace(pen, plot.trace, ink);
}

function ring(pen, [x, y], radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

/** How high a name is, in pixels. */
const LINE = 13;

/** Writes names beside their rows, first that of the row in focus; of names upon each other the first. */
function drawNames(pen, plot, ink) {
  const write = writer(pen, ink);
  const written = [];
  for (const row of new Set([plot.focused, ...plot.few])) {
    if (!plot.names.has(row)) continue;
    const name = plot.names.get(row);
    const [x, y] = plot.placeOf(row);
    const beside = 9 + plot.radiusOf(row);
    const {width} = pen.measureText(name);
    const inward = x > plot.camera.width / 2;
    for (const left of [inward, !inward]) {
      const start = left ? x - beside - width : x + beside;
      const free = written.every(
        ([from, to, height]) => start > to || start + width < from || Math.abs(height - y) > LINE,
      );
      if (!free) continue;
      written.push([start, start + width, y]);
      write(name, start, y + 4, 'left', ink.text);
      break;
    }
  }
}

function drawTrace(pen, trace, ink) {
  if (!trace || trace.length < 2) return;
  pen.lineWidth = 2;
  pen.strokeStyle = ink.text;
  pen.setLineDash([5, 4]);
  pen.beginPath();
  trace.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
  pen.stroke();
  pen.globalAlpha = 0.08;
  pen.fillStyle = ink.text;
  pen.fill();
}
