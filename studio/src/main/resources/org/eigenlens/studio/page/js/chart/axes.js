// Round numbers along an axis, and the axes of the scatter plot.
import {number} from '../words.js';

/** Round values between low and high, about so many. */
export function ticks(low, high, about) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((each) => each >= rough * 0.999);
  const result = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1)
    result.push(Number((i * step).toPrecision(12)));
  return result;
}

/** The ticks across and up of what is seen of a plane. */
function ticksOf(camera) {
  const {width, height} = camera;
  const [x0, y1] = camera.unproject(0, 0);
  const [x1, y0] = camera.unproject(width, height);
  return [ticks(x0, x1, width / 75), ticks(y0, y1, height / 60)];
}

/** Draws the grid of a plane on a 2-D canvas; an axis that measures nothing has no lines. */
export function drawPlane(pen, camera, ink, titles) {
  const {width, height} = camera;
  const [across, up] = ticksOf(camera);
  pen.lineWidth = 1;
  for (const x of across) {
    const px = Math.round(camera.project(x, 0, 0)[0]) + 0.5;
    line(pen, px, 0, px, height, x === 0 ? ink.axis : ink.grid);
  }
  for (const y of isMeasured(titles[1]) ? up : []) {
    const py = Math.round(camera.project(0, y, 0)[1]) + 0.5;
    line(pen, 0, py, width, py, y === 0 ? ink.axis : ink.grid);
  }
  // A line between the digits of a number would be read as a part of it.
  pen.font = ink.font;
  for (const {words, x, y, align, turned} of wordsOf(camera, titles, ink)) {
    const long = pen.measureText(words).width + 6;
    if (turned) pen.clearRect(x - 11, y - long / 2, 15, long);
    else pen.clearRect(align === 'left' ? x - 3 : x - long / 2, y - 11, long, 15);
  }
}

/** A title is a text, or {unmeasured: text} where numbers would mean nothing. */
function isMeasured(title) {
  return title.unmeasured === undefined;
}

/** The numbers and titles of a plane. */
function wordsOf(camera, titles, ink) {
  const {width, height} = camera;
  const [across, up] = ticksOf(camera);
  const numbers = [];
  for (const value of across) {
    const x = camera.project(value, 0, 0)[0];
    if (x > 40 && x < width - 20) numbers.push({words: label(value), x, y: height - 22, align: 'center'});
  }
  for (const value of isMeasured(titles[1]) ? up : []) {
    const y = camera.project(0, value, 0)[1] - 4;
    if (y > 10 && y < height - 44) numbers.push({words: label(value), x: 22, y, align: 'left'});
  }
  return [
    ...numbers.map((each) => ({...each, colour: ink.soft})),
    {words: titles[0], x: width / 2, y: height - 6, align: 'center', colour: ink.text},
    {
      words: titles[1].unmeasured ?? titles[1],
      x: 13,
      y: height / 2,
      align: 'center',
      colour: isMeasured(titles[1]) ? ink.text : ink.soft,
      turned: true,
    },
  ];
}

/** Writes the numbers and titles of a plane, above the points. */
export function namePlane(pen, camera, titles, ink) {
  const write = writer(pen, ink);
  for (const {words, x, y, align, colour, turned} of wordsOf(camera, titles, ink)) {
    pen.save();
    pen.translate(x, y);
    if (turned) pen.rotate(-Math.PI / 2);
    write(words, 0, 0, align, colour);
    pen.restore();
  }
}

/** Draws the three axes of a cloud, through the middle of its box. */
export function drawSolid(pen, camera, ink) {
  for (let axis = 0; axis < 3; axis += 1) {
    line(pen, ...endOfAxis(camera, axis, -1), ...endOfAxis(camera, axis, 1), ink.axis);
  }
}

/** Writes the names of the three axes and how far they reach, above the points. */
export function nameSolid(pen, camera, titles, ink) {
  const write = writer(pen, ink);
  const boxes = [];
  for (const side of [1, -1]) {
    titles.forEach((title, axis) => {
      const [x, y] = inSight(camera, endOfAxis(camera, axis, side));
      const end = number(camera.box[2 * axis + (side > 0 ? 1 : 0)], 3);
      const lines = side > 0 ? [[title, -7, ink.text], [end, 8, ink.soft]] : [[end, 8, ink.soft]];
      const half = Math.max(...lines.map(([words]) => pen.measureText(words).width)) / 2;
      const box = {left: x - half, right: x + half, top: y + lines[0][1] - 11, bottom: y + 10};
      // A number upon another could not be read; where an axis begins matters least.
      if (side < 0 && boxes.some((other) => overlap(box, other))) return;
      boxes.push(box);
      for (const [words, down, colour] of lines) write(words, x, y + down, 'center', colour);
    });
  }
}

/** Whether two boxes have a place in common. */
export function overlap(a, b) {
  return a.left <= b.right && b.left <= a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A place for words that is within the canvas. */
function inSight({width, height}, [x, y]) {
  return [Math.min(width - 60, Math.max(60, x)), Math.min(height - 16, Math.max(22, y))];
}

function endOfAxis(camera, axis, side) {
  const point = [0, 1, 2].map((i) => (camera.box[2 * i] + camera.box[2 * i + 1]) / 2);
  point[axis] += (side * 1.1 * (camera.box[2 * axis + 1] - camera.box[2 * axis])) / 2;
  return camera.project(...point);
}

function label(value) {
  return String(value).replace('-', '−');
}

function line(pen, x1, y1, x2, y2, colour) {
  pen.strokeStyle = colour;
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}

/** Writes words with a rim of the paper's colour, so that they can be read over points. */
export function writer(pen, ink) {
  pen.font = ink.font;
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  return (words, x, y, align, colour) => {
    pen.textAlign = align;
    pen.lineWidth = 4;
    pen.strokeStyle = ink.paper;
    pen.strokeText(words, x, y);
    pen.fillStyle = colour;
    pen.fillText(words, x, y);
  };
}
