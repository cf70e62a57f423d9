// Round numbers along an axis, and the axes of the scatter plot.

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

/** Draws grid, numbers and titles of a plane on a 2-D canvas. */
export function drawPlane(pen, camera, titles, ink) {
  const {width, height} = camera;
  const [x0, y1] = camera.unproject(0, 0);
  const [x1, y0] = camera.unproject(width, height);
  pen.lineWidth = 1;
  pen.font = ink.font;
  pen.fillStyle = ink.soft;
  pen.textBaseline = 'alphabetic';
  for (const x of ticks(x0, x1, width / 75)) {
    const px = Math.round(camera.project(x, 0, 0)[0]) + 0.5;
    line(pen, px, 0, px, height, x === 0 ? ink.axis : ink.grid);
    if (px > 30 && px < width - 20) text(pen, label(x), px, height - 22, 'center');
  }
  for (const y of ticks(y0, y1, height / 60)) {
    const py = Math.round(camera.project(0, y, 0)[1]) + 0.5;
    line(pen, 0, py, width, py, y === 0 ? ink.axis : ink.grid);
    if (py > 14 && py < height - 40) text(pen, label(y), 22, py - 4, 'left');
  }
  pen.fillStyle = ink.text;
  text(pen, titles[0], width / 2, height - 6, 'center');
  pen.save();
  pen.translate(13, height / 2);
  pen.rotate(-Math.PI / 2);
  text(pen, titles[1], 0, 0, 'center');
  pen.restore();
}

/** Draws the three axes of a cloud, through the middle of its box. */
export function drawSolid(pen, camera, titles, ink) {
  for (let axis = 0; axis < 3; axis += 1) {
    line(pen, ...endOfAxis(camera, axis, -1), ...endOfAxis(camera, axis, 1), ink.axis);
  }
}

/** Writes the names of the three axes, above the points. */
export function nameAxes(pen, camera, titles, ink) {
  pen.font = ink.font;
  pen.fillStyle = ink.text;
  titles.forEach((title, axis) => {
    const [x, y] = endOfAxis(camera, axis, 1);
    text(pen, title, x, y - 5, 'center');
  });
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

function text(pen, words, x, y, align) {
  pen.textAlign = align;
  pen.fillText(words, x, y);
}
