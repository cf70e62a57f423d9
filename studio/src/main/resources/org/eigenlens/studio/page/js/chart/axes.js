// Round numbers along an axis, and the axes of the scatter plot.

/** Round values between low and high, about so many. */
export function ticks(low, high, about) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((each) => each >= rough * 0.999);
  const result = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) result.push(Number((i * step).toPrecision(12)));
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

/** Draws the three axes of a cloud, from the middle of its box. */
export function drawSolid(pen, camera, titles, ink) {
  const [x0, x1, y0, y1, z0, z1] = camera.box;
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
  const reach = [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2];
  pen.font = ink.font;
  for (let axis = 0; axis < 3; axis += 1) {
    const ends = [-1, 1].map((side) => {
      const point = [...middle];
      point[axis] += side * reach[axis] * 1.1;
      return camera.project(...point);
    });
    line(pen, ...ends[0], ...ends[1], ink.axis);
    pen.fillStyle = ink.text;
    text(pen, titles[axis], ends[1][0], ends[1][1] - 5, 'center');
  }
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
