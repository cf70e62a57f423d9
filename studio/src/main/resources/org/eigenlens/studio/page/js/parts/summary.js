// What a fit found, in words and as a table.
import {h} from '../dom.js';
import {inPageWords} from '../vocabulary/failures.js';
import {count, number, percent, whole, withUnit} from '../words.js';

/** What comes about by chance more often than this is told to. */
const DOUBTFUL = 0.05;

/** The command's own lines, warnings first. */
export function summary(model) {
  const {summary: answer, text} = model;
  const warnings = answer.warnings ?? [];
  const lines = text.filter((line) => !line.startsWith('warning: '));
  return [
    warnings.length
      ? h(
          'ul.warnings',
          warnings.map((line) => h('li', inPageWords(line))),
        )
      : null,
    pairs(model),
    h('pre.wide', {tabindex: '0', role: 'region', 'aria-label': 'Summary'}, lines.join('\n')),
  ];
}

/** Which columns make the first pairs of directions, by how they correlate with them. */
function pairs({summary: {correlations}, pairs: found}) {
  if (!found) return null;
  const named = (columns) => columns.map(([name, value]) => `${name} ${number(value, 2)}`).join(', ');
  const titles = ['pair', 'correlates by', 'first view', 'second view'];
  return h(
    'div.scroll',
    {id: 'pairs', tabindex: '0', role: 'region', 'aria-label': 'What goes together'},
    h(
      'table',
      h('caption', 'What goes together: the columns that correlate most with the directions of each pair'),
      h('thead', h('tr', titles.map((title) => h('th', {scope: 'col'}, title)))),
      h(
        'tbody',
        found.map(({x, y}, i) =>
          h(
            'tr',
            h('th', {scope: 'row'}, String(i + 1)),
            h('td.number', number(correlations[i], 3)),
            h('td', named(x)),
            h('td', named(y)),
          ),
        ),
      ),
    ),
  );
}

/** Which share of what each component carries; null where there is no such thing. */
export function measure(model) {
  const answer = model.summary ?? {};
  const {scree} = model;
  if (answer.correlations || !scree?.shares?.length) return null;
  if (answer.eigenvalueShare) {
    const shares = answer.eigenvalueShare;
    return {shares, cumulative: runningSum(shares), what: dependence(model)};
  }
  return {shares: scree.shares, cumulative: scree.cumulative, what: varianceOf(model)};
}

/** Whether nothing varies at all: there is nothing to be seen then. */
export function isConstant({scree}) {
  return scree?.total === 0 && !isOutweighed({scree});
}

/** Whether negative eigenvalues outweigh the others: then there is no total, but something to be seen. */
function isOutweighed({scree}) {
  return scree?.total === 0 && scree.eigenvalues?.some((value) => value > 0);
}

/** Whether those of the first two components, which are shown, are shares at all. */
export function sharesMean(model) {
  const cumulative = measure(model)?.cumulative;
  return !cumulative || (model.scree.total !== 0 && addUp(cumulative.slice(0, 2)));
}

/** With negative eigenvalues the positive ones have more than all together; rounding aside. */
function addUp(cumulative) {
  return Math.max(...cumulative) < 1 + 1e-6;
}

function dependence({method, options, targets = []}) {
  if (method === 'fisher') return 'what separates the classes';
  const followed = ['the label', targets[0]][targets.length] ?? 'the targets';
  return `what depends on ${followed}${Number(options.blend ?? 0) > 0 ? ', blended with PCA' : ''}`;
}

function varianceOf({method, options, summary: answer}) {
  if (method === 'lsa' || options['no-center']) return 'the sum of squares';
  if (method === 'isomap') return 'the squared distances walked along the data';
  if (method === 'mds') return options.distances ? 'the squared distances' : 'the variance';
  if (answer?.kernel && answer.kernel.name !== 'linear') return 'the variance that the kernel sees';
  return 'the variance';
}

function runningSum(shares) {
  let sum = 0;
  return shares.map((share) => (sum += share));
}

/** One sentence for those who have never met an eigenvalue. */
export function inShort(model) {
  const answer = model.summary ?? {};
  if (isConstant(model))
    return 'Nothing varies in these columns: all rows are the same, and lie in one point. There is nothing to be seen.';
  // There is none where nothing was left to be solved.
  if (isForced(model)) return forced(answer);
  const certificate = answer.certificate?.maxRelativeResidual ?? null;
  const sketched = answer.landmarks && ['isomap', 'mds'].includes(model.method);
  const sure =
    certificate === null
      ? ''
      : ` The answer was checked${sketched ? ', of the landmarks only' : ''}: it solves its equation ${accuracy(certificate)}.`;
  const width = widthOf(model);
  const doubt = width ? ` ${DOUBTS[width]}` : '';
  return `${finding(model, answer)}${doubt}${sure}`;
}

const DOUBTS = {
  narrow: 'The kernel is too narrow: to it every row is like itself only, and the components mean little.',
  wide: 'The kernel is too wide: to it all rows are nearly alike, and the components show little more than plain PCA would.',
};

/** Whether a kernel is too 'narrow' or too 'wide' for the rows, as the command found; else null. */
export function widthOf({summary: answer}) {
  const found = (answer?.warnings ?? []).map((line) => /^the kernel is too (narrow|wide)\b/.exec(line));
  return found.find(Boolean)?.[1] ?? null;
}

/**
 * Whether the views correlate by 1 whatever they hold: without a ridge, and with so many columns that each
 * has room for whatever the other says of so few rows.
 */
export function isForced({method, summary: answer = {}}) {
  const {rows, views, ridge = [], correlations} = answer;
  if (method !== 'cca' || !views || ridge.some((each) => each > 0) || !(correlations?.[0] > 1 - 1e-9)) return false;
  return views.reduce((sum, {columns}) => sum + Math.min(columns, rows - 1), 0) > rows - 1;
}

function forced({rows, views}) {
  const columns = views.map((view) => whole(view.columns)).join(' + ');
  return `Any two such tables correlate by 1, whatever they hold, because together they have at least as many columns (${columns}) as rows (${whole(rows)}): nothing is found out by that.`;
}

/** How small a relative error is, in digits where it has some. */
function accuracy(error) {
  const digits = error > 0 ? Math.min(15, Math.floor(-Math.log10(error))) : 15;
  return digits > 1 ? `to ${digits} digits` : `to ${number(error, 2)} of its size`;
}

function finding(model, answer) {
  if (answer.correlations?.length) {
    const unseen = answer.crossValidatedCorrelations?.[0] ?? null;
    const tested = unseen === null ? '' : `, and by ${number(unseen, 3)} on rows left out`;
    const chance = answer.wilks?.[0]?.pValue;
    const doubtful = unseen === null && chance > DOUBTFUL;
    const luck = doubtful ? ` That may be chance: unrelated tables come to as much in ${percent(chance, 0)} of cases.` : '';
    return `The first pair of directions correlates by ${number(answer.correlations[0], 3)}${tested}.${luck}`;
  }
  const found = measure(model);
  if (!found) return `${count(model.components, 'coordinate')} for each row.`;
  const {shares, cumulative, what} = found;
  if (!sharesMean(model)) return `Shares say little here: ${noSpace(model)}.`;
  if (answer.eigenvalueShare) {
    const classes = model.method === 'fisher' && answer.classes ? ` the ${answer.classes} classes` : null;
    const object = classes ? what.replace(' the classes', classes) : what;
    return `The first direction carries ${percent(shares[0], 1)} of ${object}.`;
  }
  const rough = addUp(cumulative) ? '' : ` Take shares as rough: ${noSpace(model)}.`;
  return shares.length === 1
    ? `One coordinate shows ${percent(cumulative[0], 1)} of ${what}.${rough}`
    : `Two coordinates show ${percent(cumulative[1], 1)} of ${what}.${rough}`;
}

/** Why shares come to more than all. */
function noSpace({method, scree}) {
  const why = method.startsWith('kernel-')
    ? 'this kernel is no true measure of likeness'
    : 'these distances are none of points in flat space';
  const whole = isOutweighed({scree}) ? 'which outweigh the others' : `so that all together come to more than ${withUnit(100, '%')}`;
  return `${why} (some eigenvalues are negative), ${whole}`;
}
