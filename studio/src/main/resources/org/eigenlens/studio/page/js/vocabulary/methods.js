// What each method is called, and what it is for, in plain words.

/** Methods by what people want of them: [heading, [[name, title, what it does]]]. */
const GROUPS = [
  [
    'See what varies most',
    [
      [
        'pca',
        'Principal components',
        'Finds the straight directions in which the rows differ most. Begin here.',
      ],
      [
        'dual-pca',
        'Principal components, dual',
        'The same directions by way of the rows: for tables with few rows and many columns.',
      ],
      [
        'lsa',
        'Latent semantic analysis',
        'Principal components without subtracting the mean: for words of texts, and for counts with many zeros.',
      ],
    ],
  ],
  [
    'Follow curved shapes',
    [
      [
        'kernel-pca',
        'Kernel principal components',
        'Principal components after bending: finds rings, moons and other shapes that no straight line follows.',
      ],
      [
        'isomap',
        'Isomap',
        'Flattens a curved sheet: keeps the distances that one walks along the data, from neighbour to neighbour.',
      ],
      [
        'lle',
        'Locally linear embedding',
        'Flattens a curved sheet: keeps each row where its neighbours say it is.',
      ],
      [
        'laplacian-eigenmaps',
        'Laplacian eigenmaps',
        'Keeps neighbours near each other, and pulls groups apart.',
      ],
    ],
  ],
  [
    'Draw a map from distances',
    [
      [
        'mds',
        'Multidimensional scaling',
        'Draws a map from a table of distances: what is far apart stays far apart. Of rows it makes principal components.',
      ],
    ],
  ],
  [
    'Learn from a label',
    [
      [
        'fisher',
        'Fisher’s directions',
        'Finds the directions that tell the classes of your label apart best.',
      ],
      [
        'supervised-pca',
        'Supervised components',
        'Finds the straight directions that depend most on your label or target.',
      ],
      [
        'dual-supervised-pca',
        'Supervised components, dual',
        'The same by way of the rows: for few rows and many columns.',
      ],
      [
        'kernel-supervised-pca',
        'Supervised kernel components',
        'Finds bent directions that depend most on your label or target.',
      ],
    ],
  ],
  [
    'Relate two tables',
    [
      [
        'cca',
        'Canonical correlations',
        'Finds what two sets of columns about the same rows have in common.',
      ],
      ['kernel-cca', 'Kernel canonical correlations', 'The same where what they share is bent.'],
    ],
  ],
];

const KNOWN = new Map(GROUPS.flatMap(([, methods]) => methods).map((method) => [method[0], method]));

/** The methods that there are, in groups: [heading, names]; what is not known here comes last. */
export function grouped(names) {
  const groups = GROUPS.map(([heading, methods]) => [
    heading,
    methods.map(([name]) => name).filter((name) => names.includes(name)),
  ]);
  const others = names.filter((name) => !KNOWN.has(name));
  return [...groups, ['Others', others]].filter(([, some]) => some.length > 0);
}

/** What a method is called. */
export function methodTitle(name) {
  return KNOWN.get(name)?.[1] ?? name;
}

/** What a method does, in a sentence. */
export function methodPurpose(name) {
  return KNOWN.get(name)?.[2] ?? '';
}
