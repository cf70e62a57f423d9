// What a command says of a mistake names its own options; a page has fields.
import {OPTIONS, labelOfOption} from './options.js';
import {methodTitle} from './methods.js';

const field = (name) => `“${labelOfOption(name)}”`;
const method = (name) => `the method “${methodTitle(name)}”`;

/** Whole turns of phrase that mean nothing here, and what is to be done instead. */
const TURNS = [
  [/; see eigenlens [a-z]+ --help/g, ''],
  [/invalid value for option '--([a-z0-9-]+)'/gi, (_, name) => `${field(name)} cannot be so`],
  [/fit without the column: --exclude (.+)$/, (_, name) => `untick ${name} among the columns`],
  [/([Uu])se landmarks/g, (_, u) => `${u}se ${field('landmarks')}`],
  [/the ([a-z]+) solver/g, (_, name) => `${name} as ${field('solver')}`],
  [/allow more memory/g, 'start the studio with more --memory'],
  [/allow more with --memory/g, 'start the studio with more --memory'],
  [
    /(use|choose) --missing (drop|mean|em)((, | or |\|)(drop|mean|em))*/g,
    'say under “change columns” what to do about missing cells',
  ],
  [
    /name (their|its|the) columns? with --(label|target)/g,
    (_, __, name) => `choose a ${labelOfOption(name).toLowerCase()} under “change columns”`,
  ],
  [/ \(--([a-z0-9-]+)( [\w.]+)?\)/g, (all, name) => (OPTIONS[name] ? ` (${field(name)})` : all)],
  [/(?<![\w./-])-m ([a-z-]+)/g, (_, name) => method(name)],
  [/(?<![\w./-])-k\b/g, field('components')],
  // What is within a name of a file is no option.
  [/(?<![\w./-])--([a-z][a-z0-9-]*)/g, (all, name) => (OPTIONS[name] ? field(name) : all)],
];

/** The same line in the words of the page. */
export function inPageWords(line) {
  return TURNS.reduce((words, [pattern, instead]) => words.replace(pattern, instead), line);
}
