// Points drawn by hand and the contours that kernel PCA makes of them.
import {fill, h} from '../dom.js';
import {linkedBoard} from '../parts/kernels.js';

const DEFAULTS = {shape: 'three clusters', kernel: 'rbf', gamma: 10, degree: 3, coef0: 1, components: 6};

export async function show(place, {query}) {
  const kernels = linkedBoard(query, DEFAULTS);
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
