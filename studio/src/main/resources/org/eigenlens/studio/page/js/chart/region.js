// Which rows are near a pixel, or inside a region of the screen. All rows are looked at: a million
// take some milliseconds, and there is no index to build or to keep.

/** The nearest row within `reach` pixels that `visible` lets through, or −1. */
export function nearest(positions, camera, px, py, reach, visible) {
  const [a, b] = camera.rows();
  const [w, h] = [camera.width / 2, camera.height / 2];
  let best = reach * reach;
  let found = -1;
  for (let row = 0, i = 0; i < positions.length; row += 1, i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const dx = (a[0] * x + a[1] * y + a[2] * z + a[3] + 1) * w - px;
    const dy = (1 - (b[0] * x + b[1] * y + b[2] * z + b[3])) * h - py;
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
  const [a, b] = camera.rows();
  const [w, h] = [camera.width / 2, camera.height / 2];
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  for (let row = 0, i = 0; i < positions.length; row += 1, i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const px = (a[0] * x + a[1] * y + a[2] * z + a[3] + 1) * w;
    const py = (1 - (b[0] * x + b[1] * y + b[2] * z + b[3])) * h;
    if (px >= left && px <= right && py >= top && py <= bottom && within(xs, ys, px, py)) found(row);
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
