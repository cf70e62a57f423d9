// What each option of a fit is called on the page, what it does, and what can be chosen.

/**
 * An option takes
 *   ways     [value, text] pairs, '' being what happens unless something is chosen;
 *   number   {text, min, max, step}: a number instead, below those ways if there are some;
 *   column   true: a column of the table; 'texts': one that holds text;
 *   columns  true: several columns;
 *   nothing  a box to tick; `told` is what a model with and without it is called.
 */
export const OPTIONS = {
  components: {
    label: 'How many components',
    hint: 'A component is a new coordinate of each row. Two make a picture; more keep more of the data.',
  },
  standardize: {
    label: 'Standardise columns',
    told: ['standardised', 'not standardised'],
    hint: 'Makes all columns equally loud. Tick it if they have different units.',
  },
  kernel: {
    label: 'Kernel',
    hint: 'How it is measured that two rows are alike.',
    ways: [
      ['', 'Gaussian (rbf), the usual one'],
      ['laplacian', 'Laplacian: like Gaussian, sharper'],
      ['poly', 'polynomial: products of columns'],
      ['cosine', 'cosine: the angle between rows'],
      ['sigmoid', 'sigmoid'],
      ['chi2', 'chi-squared: for counts and histograms'],
      ['linear', 'linear: the same as without a kernel'],
      ['precomputed', 'the table holds likenesses already'],
    ],
  },
  gamma: {
    label: 'γ (gamma)',
    hint: 'How near rows must be to be alike: small sees wide shapes, large sees each row alone.',
    ways: [
      ['', 'automatic: 1 / columns'],
      ['median', 'from the distances between rows'],
    ],
    number: {text: 'this number', min: 0, start: 0.1, slides: [-4, 2]},
  },
  degree: {
    label: 'Degree',
    hint: 'How many columns are multiplied with each other at most.',
    number: {min: 1, step: 1, usual: 3},
  },
  coef0: {
    label: 'Constant',
    hint: 'Above 0, products of fewer columns count as well.',
    number: {usual: 1},
  },
  'label-kernel': {
    label: 'How labels are compared',
    hint: 'What makes two labels alike.',
    ways: [
      ['', 'automatic'],
      ['delta', 'classes: the same or not'],
      ['linear', 'numbers: by their product'],
      ['rbf', 'numbers: near or far'],
    ],
  },
  neighbors: {
    label: 'Neighbours',
    hint: 'How many of the nearest rows are joined to each row. More bridge gaps, fewer follow finer curves.',
    number: {min: 1, step: 1, usual: 10},
  },
  ridge: {
    label: 'Ridge',
    hint: 'Steadies the answer where there are many columns for the rows.',
    ways: [
      ['', 'automatic'],
      ['cv', 'the best on rows left out'],
      ['pls', 'as strong as can be'],
    ],
    number: {text: 'this number', min: 0, start: 0.1},
  },
  x: {label: 'Columns of the first view', columns: true},
  y: {label: 'Columns of the second view', columns: true},
  columns: {label: 'Columns to use', columns: true},
  exclude: {label: 'Columns to leave out', columns: true},
  label: {label: 'Label', column: true},
  target: {label: 'Target', column: true},
  id: {label: 'Name of each row', column: true},
  missing: {
    label: 'Missing cells',
    ways: [
      ['', 'refuse them'],
      ['drop', 'leave their rows out'],
      ['mean', 'use the column’s mean'],
      ['em', 'fill them in by PCA'],
    ],
  },
  text: {label: 'Text whose words are used', column: 'texts'},
  'no-center': {
    label: 'Do not subtract the mean',
    hint: 'Shares are then of the sum of squares, not of the variance.',
  },
  'no-header': {label: 'The first line is data', hint: 'Tick it if the file has no names of columns.'},
  whiten: {label: 'Scale coordinates alike', hint: 'All coordinates get the variance 1.'},
  ddof: {
    label: 'Variances divide by',
    hint: 'n is the number of rows.',
    ways: [
      ['', 'n − 1, as most programs do'],
      ['0', 'n, as in the lecture'],
    ],
  },
  solver: {
    label: 'Way to the answer',
    hint: 'All lead to the same components, but for landmarks (nystrom); they differ in time, memory and digits.',
    ways: [
      ['', 'automatic'],
      ['covariance', 'covariance: products of columns'],
      ['gram', 'gram: products of rows'],
      ['svd', 'svd: most digits'],
      ['krylov', 'krylov: only the first components'],
      ['power', 'power: one component after the other'],
      ['streaming', 'streaming: never all rows in memory'],
      ['dense', 'dense: the whole kernel matrix'],
      ['nystrom', 'nystrom: by landmarks, approximate'],
    ],
  },
  tolerance: {
    label: 'Tolerance',
    hint: 'How small the remaining error of an iteration must be.',
    number: {min: 0, usual: '1e-10 or 1e-8'},
  },
  precision: {
    label: 'Precision',
    hint: 'Single takes half the memory, and has 7 digits instead of 16.',
    ways: [
      ['', 'double'],
      ['float', 'single'],
    ],
  },
  seed: {
    label: 'Random start',
    hint: 'The same number gives the same random choices again.',
    number: {min: 0, step: 1, usual: 0},
  },
  landmarks: {
    label: 'Landmarks',
    hint: 'For many rows: compares all rows with some of them only. Faster, and approximate.',
    ways: [
      ['', 'none unless asked for'],
      ['auto', 'as many as it takes'],
    ],
    number: {text: 'this many', min: 1, step: 1, start: 500},
  },
  'pre-image': {
    label: 'Way back to rows',
    hint: 'How a row is found for given coordinates; the page Touch uses it.',
    ways: [
      ['', 'what suits the kernel'],
      ['fixed-point', 'fixed point'],
      ['mds', 'by distances'],
      ['ridge', 'ridge regression'],
    ],
  },
  radius: {
    label: 'Radius',
    hint: 'Instead of a number of neighbours: all rows within this distance are neighbours.',
    number: {min: 0, usual: 'not used'},
  },
  'neighbor-search': {
    label: 'Search for neighbours',
    hint: 'Approximate is faster for very many rows.',
    ways: [
      ['', 'exact unless that takes many minutes'],
      ['exact', 'exact'],
      ['approximate', 'approximate'],
    ],
  },
  bridge: {label: 'Bridge gaps', hint: 'Joins separate pieces of the data by their shortest links.'},
  piece: {
    label: 'Only one piece',
    hint: 'Where the data fall into pieces: 1 is the largest. Rows of others get no coordinates.',
    number: {min: 1, step: 1, usual: 'all'},
  },
  distances: {label: 'The table holds distances', hint: 'Between each row and each other one.'},
  'additive-constant': {
    label: 'Make distances fit',
    hint: 'Adds the least number to all distances that makes them possible in space.',
  },
  modified: {label: 'Modified', hint: 'Several sets of weights for each row, which is steadier.'},
  regularization: {
    label: 'Regularisation',
    hint: 'How evenly neighbours share their weight.',
    number: {min: 0, usual: 0.001},
  },
  weights: {
    label: 'Weights of neighbours',
    ways: [
      ['', 'the nearer, the more'],
      ['binary', 'all alike'],
    ],
  },
  unnormalized: {
    label: 'Not normalised',
    hint: 'All rows count alike, however many neighbours they have.',
  },
  quality: {
    label: 'Measure the quality',
    hint: 'Says in the summary how well neighbours and distances were kept.',
  },
  'quality-neighbors': {
    label: 'Neighbours for the quality',
    hint: 'How many of the nearest rows count as near.',
    number: {min: 1, step: 1, usual: 5},
  },
  'label-gamma': {
    label: 'γ of the labels',
    hint: 'How near numeric labels must be to be alike.',
    ways: [['', 'from the distances between labels']],
    number: {text: 'this number', min: 0, start: 1},
  },
  blend: {
    label: 'Blend with PCA',
    hint: '0 looks at the label alone, 1 is PCA. A little gives more components than there are classes.',
    number: {min: 0, max: 1, usual: 0},
  },
  evaluate: {
    label: 'Test on rows left out',
    hint: 'Says in the summary how well the components predict labels they have not seen.',
  },
  folds: {
    label: 'Parts for testing',
    hint: 'The rows are cut into so many parts; each is left out once.',
    ways: [
      ['', 'automatic'],
      ['loo', 'one row at a time'],
    ],
    number: {text: 'this many', min: 2, step: 1, start: 5},
  },
  permutations: {
    label: 'Shuffles for a test',
    hint: 'How often rows of one view are shuffled, to see what chance alone gives.',
    number: {min: 1, step: 1, usual: 'none'},
  },
  color: {label: 'Keep colours', hint: 'Red, green and blue count by themselves; otherwise grey.'},
  resize: {
    label: 'Size of the images',
    hint: 'Brings all to this width × height, as in 64x64.',
    usual: 'as they are',
  },
  language: {
    label: 'Language',
    hint: 'Its commonest words are left out, and forms of a word count as one.',
    ways: [
      ['', 'English'],
      ...(
        'none arabic cjk danish dutch finnish french german hungarian italian norwegian portuguese ' +
        'romanian russian spanish swedish turkish'
      )
        .split(' ')
        .map((name) => [
          name,
          name === 'none'
            ? 'none: all words as written'
            : name === 'cjk'
              ? 'Chinese, Japanese, Korean'
              : name.charAt(0).toUpperCase() + name.slice(1),
        ]),
    ],
  },
  weighting: {
    label: 'What a word weighs',
    ways: [
      ['', 'rare words more (tf-idf)'],
      ['log-entropy', 'uneven words more (log-entropy)'],
      ['counts', 'how often it occurs'],
    ],
  },
  'min-df': {
    label: 'Leave out rare words',
    hint: 'Words in fewer texts than this: a number, or below 1 a share of the texts.',
    number: {min: 0, usual: 1},
  },
  'max-df': {
    label: 'Leave out common words',
    hint: 'Words in more texts than this: a share up to 1, or a number of texts.',
    number: {min: 0, usual: 1},
  },
  iterations: {
    label: 'Draws of parallel analysis',
    hint: 'How many random tables each component is compared with.',
    number: {min: 1, step: 1, usual: 100},
  },
  quantile: {
    label: 'Quantile of parallel analysis',
    hint: 'The share of random tables that a component has to exceed.',
    number: {min: 0, max: 1, usual: 0.95},
  },
};

/** Ways to decide how many components: what the command calls a rule. */
export const RULES = [
  ['elbow', 'where the curve bends (elbow)'],
  ['cv', 'what predicts cells left out best (cv)'],
  ['parallel', 'more than in shuffled columns (parallel)'],
  ['parallel-normal', 'more than in tables of chance (parallel-normal)'],
  ['mle', 'the most likely number (Minka’s mle)'],
  ['likelihood', 'what makes rows left out likeliest (likelihood)'],
  ['gavish-donoho', 'above the noise (Gavish–Donoho)'],
  ['kaiser', 'above the average (Kaiser)'],
  ['broken-stick', 'above a stick broken at random'],
];

/** What an option is called on the page. */
export function labelOfOption(name) {
  const words = name.replaceAll('-', ' ');
  return OPTIONS[name]?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}
