// What each picture is called, and how to read it, in plain words.
import {labelOfOption} from './options.js';

const PICTURES = {
  scores: ['Scores', 'Each row as a point: rows that are alike lie close together.'],
  biplot: [
    'Biplot',
    'Rows as points and columns as arrows: rows that lie where an arrow points have much of that column.',
  ],
  loadings: [
    'Loadings',
    'How much each column weighs in each component: red adds, blue takes away, white does not matter.',
  ],
  contributions: [
    'Contributions',
    'Which columns make a component: those beyond the dashed line have more than their even share.',
  ],
  'correlation-circle': [
    'Correlation circle',
    'Columns as arrows: those that point the same way go together, opposite ones go against each other, and those at right angles have nothing to do with each other, as far as they reach the circle.',
  ],
  contours: ['Contours', 'The value of each component at every place of the plane of the two columns.'],
  scree: ['Scree', 'How much each component has of the whole, and where rules would stop.'],
  cos2: ['cos²', 'How well each row is shown by this plane: of a dark one much lies outside it.'],
  components: ['Components', 'Each component as an image: what it adds, and what it takes away.'],
  reconstruction: ['Reconstruction', 'Rows as they were, and as the components give them back.'],
  correlations: ['Correlations', 'How well each pair of directions agrees.'],
  outliers: [
    'Outliers',
    'Rows that are far from the others: along the components to the right, away from them above.',
  ],
};

/** What pictures a model lacks that others have, and why; null where it has all. */
export function lackingPicture({kinds, options, summary}) {
  if (!kinds.includes('contours') && summary?.kernel)
    return 'Contours are drawn of kernel models of two columns; this one has another number.';
  if (kinds.includes('biplot') && !kinds.includes('correlation-circle') && !options.standardize)
    return `A correlation circle is drawn of standardised models only: fit again with “${labelOfOption('standardize')}” for one.`;
  return null;
}

export function pictureTitle(kind) {
  return PICTURES[kind]?.[0] ?? kind;
}

/** How to read a picture; of `pairs` of directions some show something else. */
export function pictureHint(kind, pairs = false) {
  if (kind === 'scree' && pairs) return PICTURES.correlations[1];
  if (kind === 'scores' && pairs)
    return 'Each row as a point, by what both views say of it, pair after pair: the nearer to a line the points lie, the better the pair agrees.';
  return PICTURES[kind]?.[1] ?? '';
}
