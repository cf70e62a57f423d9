// Which rows are near a pixel, or inside a region of the screen. All rows are looked at: a million
// take some milliseconds, and there is no index to build or to keep.

/** The map to pixels as eight plain numbers, which loops read fastest. */
function toPixels(camera) {
  const [a, b] = camera.rows();
  const [w, h] = [camera.width / 2, camera.height / 2];
  return [a[0] * w, a[1] * w, a[2] * w, (a[3] + 1) * w, -b[0] * h, -b[1] * h, -b[2] * h, (1 - b[3]) * h];
}

/** The nearest row within `reach` pixels that `visible` lets through, or −1. */
export function nearest(positions, camera, px, py, reach, visible) {
  const [ax, ay, az, a, bx, by, bz, b] = toPixels(camera);
  let best = reach * reach;
  let found = -1;
  for (let row = 0, i = 0; i < positions.length; row += 1, i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const dx = ax * x + ay * y + az * z + a - px;
    const dy = bx * x + by * y + bz * z + b - py;
    const distance = dx * dx + dy * dy;
    if (distance <= best && visible(row)) {
      best = distance;
      found = row;
    }
  }
  return found;
}

/** Calls back with every row inside a polygon of pixels [[x, y], …]. */
export function inside(positions, camera, polygon, found) {
  const [ax, ay, az, a, bx, by, bz, b] = toPixels(camera);
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  for (let row = 0, i = 0; i < positions.length; row += 1, i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const px = ax * x + ay * y + az * z + a;
    if (px < left || px > right) continue;
    const py = bx * x + by * y + bz * z + b;
    if (py >= top && py <= bottom && within(xs, ys, px, py)) found(row);
  }
}

/** Even-odd rule. */
function within(xs, ys, px, py) {
  let odd = false;
  for (let i = 0, j = xs.length - 1; i < xs.length; j = i, i += 1) {
    const crosses = ys[i] > py !== ys[j] > py;
    if (crosses && px < ((xs[j] - xs[i]) * (py - ys[i])) / (ys[j] - ys[i]) + xs[i]) odd = !odd;
  }
  return odd;
}
