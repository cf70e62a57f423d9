// What a fit found, in words and as a table.
import {h} from '../dom.js';
import {number, percent} from '../words.js';

/** The command's own lines, warnings first. */
export function summary(model) {
  const {summary: answer, text} = model;
  const warnings = answer.warnings ?? [];
  const lines = text.filter((line) => !line.startsWith('warning: '));
  return [
    warnings.length
      ? h(
          'ul.warnings',
          warnings.map((line) => h('li', line)),
        )
      : null,
    h('pre.wide', {tabindex: '0', role: 'region', 'aria-label': 'Summary'}, lines.join('\n')),
  ];
}

/** One sentence for those who have never met an eigenvalue. */
export function inShort(model) {
  const {scree} = model;
  const answer = model.summary ?? {};
  const certificate = answer.certificate?.maxRelativeResidual;
  const sure =
    certificate === undefined
      ? ''
      : ` The answer was checked: it solves its equation to ${number(certificate, 2)} of its size.`;
  if (answer.correlations?.length) {
    return `The strongest pair of directions correlates by ${number(answer.correlations[0], 3)}.${sure}`;
  }
  const shares = scree?.cumulative;
  if (!shares?.length) return `${model.components} coordinates for each row.${sure}`;
  const two = Math.min(2, shares.length);
  const plane = two === 1 ? 'One coordinate shows' : 'Two coordinates show';
  return `${plane} ${percent(shares[two - 1], 1)} of the variance.${sure}`;
}
