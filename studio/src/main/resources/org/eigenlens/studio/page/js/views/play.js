// Points drawn by hand and the contours that kernel PCA makes of them.
import {fill, h} from '../dom.js';
import {remember} from '../router.js';
import {kernelBoard} from '../parts/kernels.js';

const DEFAULTS = {shape: 'three clusters', kernel: 'rbf', gamma: 10, degree: 3, coef0: 1, components: 6};

export async function show(place, {query}) {
  const settings = {...DEFAULTS};
  for (const name of ['gamma', 'degree', 'coef0', 'components'])
    if (query.has(name)) settings[name] = Number(query.get(name));
  for (const name of ['kernel', 'shape']) if (query.has(name)) settings[name] = query.get(name);
  if (query.has('points')) {
    settings.points = fromText(query.get('points'));
    settings.shape = '';
  }
  const kernels = kernelBoard(settings, (now, points) => {
    const {points: _, ...words} = now;
    remember({...words, shape: now.shape || null, points: now.shape ? null : toText(points)});
  });
  fill(
    place,
    h('h1', 'Draw points, watch the kernel follow'),
    h(
      'p.lead',
      'Each square shows one component of kernel PCA as a landscape over the plane: blue below zero, red above. Drag γ from wide to narrow and see straight lines bend around the points.',
    ),
    kernels.element,
  );
  return kernels.close;
}

/** Two decimals a coordinate are a pixel or two. */
function toText(points) {
  return points.map((point) => point.map((value) => Math.round(100 * value)).join('.')).join('_');
}

function fromText(text) {
  return text
    .split('_')
    .map((each) => each.split('.').map((value) => Number(value) / 100))
    .filter((point) => point.length === 2 && point.every(Number.isFinite));
}
