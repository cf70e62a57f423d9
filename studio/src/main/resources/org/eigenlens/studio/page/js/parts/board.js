// A square to draw points in, by mouse, finger or keys.
import {announce, h} from '../dom.js';
import {paintPoints} from '../chart/contours.js';
import {rounded} from '../chart/shapes.js';

const SIDE = 480;
const MOST = 500;
const APART = 0.05;

/** The points are kept in `points`; `changed` hears of every change. */
export function board(points, changed) {
  const canvas = h('canvas.board', {
    width: SIDE,
    height: SIDE,
    tabindex: '0',
    role: 'application',
    'aria-label': 'Square to draw points in',
    'aria-description':
      'Click or drag to add points. By keys: arrows move a cross, Enter adds a point, Delete takes the nearest away.',
  });
  let cross = null;
  let erasing = false;

  function paint() {
    const pen = canvas.getContext('2d');
    pen.clearRect(0, 0, SIDE, SIDE);
    paintPoints(pen, SIDE, points);
    if (!cross) return;
    const [x, y] = [((cross[0] + 1) / 2) * SIDE, ((1 - cross[1]) / 2) * SIDE];
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x - 12, y);
    pen.lineTo(x + 12, y);
    pen.moveTo(x, y - 12);
    pen.lineTo(x, y + 12);
    pen.stroke();
  }

  function add(point) {
    if (points.length >= MOST) {
      announce(`No more than ${MOST} points`);
      return;
    }
    points.push(rounded(point));
    update();
  }

  function erase(point) {
    const index = nearest(points, point);
    if (index < 0 || distance(points[index], point) > 0.12) return;
    points.splice(index, 1);
    update();
  }

  function update() {
    paint();
    changed(points);
  }

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [
      (2 * (event.clientX - box.left)) / box.width - 1,
      1 - (2 * (event.clientY - box.top)) / box.height,
    ];
  };
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    cross = null;
    erasing = event.button === 2 || event.shiftKey || tools.erase;
    if (erasing) erase(place(event));
    else add(place(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    const point = place(event);
    if (Math.max(Math.abs(point[0]), Math.abs(point[1])) > 1) return;
    if (erasing) erase(point);
    else if (distance(points.at(-1) ?? [9, 9], point) > APART) add(point);
  });
  canvas.addEventListener('keydown', (event) => {
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    cross ??= [0, 0];
    if (arrows[event.key])
      cross = cross.map((value, i) => Math.max(-1, Math.min(1, value + 0.05 * arrows[event.key][i])));
    else if (event.key === 'Enter') add([...cross]);
    else if (event.key === 'Delete' || event.key === 'Backspace') erase(cross);
    else return;
    event.preventDefault();
    paint();
  });
  canvas.addEventListener('blur', () => {
    cross = null;
    paint();
  });
  const tools = {
    canvas,
    paint,
    erase: false,
    replace(next) {
      points.splice(0, points.length, ...next);
      update();
    },
  };
  paint();
  return tools;
}

function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function nearest(points, point) {
  let best = -1;
  points.forEach((each, i) => {
    if (best < 0 || distance(each, point) < distance(points[best], point)) best = i;
  });
  return best;
}
