// What is drawn above the points: rings around rows, their names, the line of a lasso.
import {inBrief} from '../words.js';
import {overlap, writer} from './axes.js';

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
  const circle = (row, more) => ring(pen, plot.placeOf(row), more + plot.radiusOf(row));
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  for (const row of plot.few) circle(row, 3);
  // Neighbours have the colour of the row that they are near to.
  pen.strokeStyle = ink.focus;
  pen.lineWidth = 2;
  pen.setLineDash([3, 2]);
  for (const row of plot.rings) circle(row, 5);
  pen.setLineDash([]);
  pen.lineWidth = 4;
  if (plot.focused >= 0 && plot.focused < plot.marks.length) circle(plot.focused, 7);
  drawNames(pen, plot, ink);
  drawTrace(pen, plot.trace, ink);
}

function ring(pen, [x, y], radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

/** So many characters of a name are written. */
const LONGEST = 28;

/** How high a name is, in pixels. */
const LINE = 13;

/**
 * Writes names beside their rows, first that of the row in focus, where they cover neither each other nor,
 * if there is such a place, another row that has a name; of names upon each other the first, and none that the
 * edge would cut off unless it is wider than all.
 */
function drawNames(pen, plot, ink) {
  const write = writer(pen, ink);
  const {width, height} = plot.camera;
  const written = [];
  const named = [...new Set([plot.focused, ...plot.few, ...plot.names.keys()])]
    .filter((row) => plot.names.has(row) && plot.isVisible(row))
    .map((row) => ({row, place: plot.placeOf(row)}))
    .filter(({place: [x, y]}) => x >= 0 && x <= width && y >= 0 && y <= height);
  for (const {row, place} of named) {
    const name = inBrief(plot.names.get(row), LONGEST);
    const isWhole = ({left, right}) => left >= 0 && right <= Math.max(width, right - left + 2);
    const places = around(place, plot.radiusOf(row), pen.measureText(name).width, width).filter(
      (box) => isWhole(box) && written.every((other) => !overlap(box, other)),
    );
    const best = places.find((box) => named.every((other) => other.row === row || !covers(box, other.place))) ?? places[0];
    if (!best) continue;
    written.push(best);
    write(name, best.left, best.top + LINE - 3, 'left', ink.text);
  }
}

/** Boxes for a name around its point: beside it first, towards the middle, then above and below. */
function around([x, y], radius, width, whole) {
  const beside = 9 + radius;
  const sides = [
    [x + beside, y],
    [x - beside - width, y],
  ];
  if (x > whole / 2) sides.reverse();
  const above = Math.max(2, Math.min(x - width / 2, whole - width - 2));
  return [...sides, [above, y - beside - 3], [above, y + beside + 3]].map(([left, middle]) => ({
    left,
    right: left + width,
    top: middle - LINE / 2 - 0.5,
    bottom: middle + LINE / 2 - 0.5,
  }));
}

function covers(box, [x, y]) {
  return overlap(box, {left: x - 5, right: x + 5, top: y - 5, bottom: y + 5});
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
