// What a command says of a mistake names its own options; a page has fields.
import {OPTIONS, labelOfOption} from './options.js';
import {methodTitle} from './methods.js';

/** Whole turns of phrase that mean nothing here, and what is to be done instead. */
const TURNS = [
  [/; see eigenlens [a-z]+ --help/g, ''],
  [/invalid value for option '--([a-z0-9-]+)'/gi, (_, name) => `“${labelOfOption(name)}” cannot be so`],
  [/fit without the column: --exclude (.+)$/, (_, name) => `untick ${name} among the columns`],
  [/,? ?(or )?allow more with --memory/g, (_, or) => `${or ? ' or ' : ''}start the studio with more --memory`],
  [/(use|choose) --missing (drop|mean|em)((, | or |\|)(drop|mean|em))*/g, () => 'say under “change columns” what to do about missing cells'],
  [/name (their|its|the) columns? with --(label|target)/g, (_, __, name) => `choose a ${labelOfOption(name).toLowerCase()} under “change columns”`],
  [/ \(--([a-z0-9-]+)( [\w.]+)?\)/g, (_, name) => (OPTIONS[name] ? ` (“${labelOfOption(name)}”)` : '')],
  [/(use|give|choose|with) -m ([a-z-]+)/g, (_, verb, name) => `${verb} the method “${methodTitle(name)}”`],
  [/-m ([a-z-]+)/g, (_, name) => `the method “${methodTitle(name)}”`],
  [/(^|[\s'(])-k( |\b)/g, (_, before) => `${before}“${labelOfOption('components')}” `],
];

/** The same line in the words of the page. */
export function inPageWords(line) {
  const turned = TURNS.reduce((words, [pattern, instead]) => words.replace(pattern, instead), line);
  return turned.replace(/--([a-z][a-z0-9-]*)/g, (whole, name) =>
    OPTIONS[name] ? `“${labelOfOption(name)}”` : whole,
  );
}
