// What an option means with each method: which ways it has there, and what they do.
import {OPTIONS} from './options.js';

/** Kernels whose γ can be taken from the distances between rows. */
const OF_DISTANCES = ['rbf', 'laplacian'];

/** The ways to the answer that decompose columns, those of a kernel or of distances, and those of both. */
const BY_COLUMNS = ['covariance', 'gram', 'svd', 'streaming'];
const BY_KERNELS = ['dense', 'nystrom'];
const BY_STEPS = ['krylov', 'power'];

/** The ways of the methods that have not those of PCA. */
const SOLVERS = {
  'dual-pca': ['gram'],
  'dual-supervised-pca': ['gram'],
  cca: BY_COLUMNS,
  'kernel-pca': [...BY_KERNELS, ...BY_STEPS],
  'kernel-supervised-pca': BY_KERNELS,
  'kernel-cca': ['nystrom'],
  mds: [...BY_KERNELS, ...BY_STEPS],
  isomap: [...BY_KERNELS, ...BY_STEPS],
  lle: ['dense', ...BY_STEPS],
  'laplacian-eigenmaps': ['dense', ...BY_STEPS],
};

/** What an option means with a method and a kernel: it is not the same everywhere. */
export function meaningOf(name, method, kernel) {
  const about = OPTIONS[name];
  if (name === 'landmarks' && method === 'kernel-cca')
    return {...about, ways: [['', 'as many as it takes, up to 500'], ...about.ways.slice(1)]};
  if (name === 'ridge' && method === 'cca') return {...about, ways: [['', 'none'], ...about.ways.slice(1)]};
  if (name === 'solver') {
    const own = SOLVERS[method] ?? [...BY_COLUMNS, ...BY_STEPS];
    return {...about, ways: about.ways.filter(([way]) => way === '' || own.includes(way))};
  }
  if (name !== 'gamma') return about;
  const [automatic, median] = about.ways;
  if (method === 'laplacian-eigenmaps')
    return {
      ...about,
      hint: 'How much less neighbours count that are farther away: the larger, the less.',
      ways: [['', 'automatic: 1 / (2 · median of neighbours’ squared distances)']],
    };
  if (kernel === 'poly' || kernel === 'sigmoid')
    return {...about, hint: 'The factor of the product of two rows.', ways: [automatic]};
  return OF_DISTANCES.includes(kernel) ? {...about, ways: [automatic, median]} : {...about, ways: [automatic]};
}
