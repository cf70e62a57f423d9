// What of a look the commands and the link can bring back.
import {labelOf} from '../session.js';
import {count} from '../words.js';

/** What of this view the command and the link cannot bring back. */
export function lost(look) {
  const {axes, model, selection} = look;
  const only = [
    axes[2] === null ? null : `the depth, ${model.coordinates[axes[2]]}`,
    look.size ? `the size by ${look.size}` : null,
    selection.count > 0 ? `the ${count(selection.count, 'chosen row')}` : null,
    look.beside ? 'the model beside it' : null,
  ].filter(Boolean);
  return {
    command: `The command, and what is drawn for print, show all rows in a plane${only.length ? `, without ${only.join(', ')}` : ''}; how you zoomed and what you hid is only in this view. Keep it by “This view” or by the link.`,
    link:
      selection.count > 0 && selection.toText() === null
        ? `The ${count(selection.count, 'chosen row')} are too scattered for a link: it brings back the view without them.`
        : null,
  };
}

/** What of this view the command that draws pictures of this kind can take. */
export function pictureOptions(look, kind) {
  const options = {};
  const {model} = look;
  const pairs = Boolean(model.summary?.correlations);
  // The scores of two views are drawn pair by pair; what colours them must be in both tables.
  if (pairs && model.inputs.length > 1) return options;
  const plane = ['scores', 'biplot', 'correlation-circle', 'contributions', 'cos2'].includes(kind);
  if (plane && !pairs && model.coordinates.length > 1) options.axes = `${look.axes[0] + 1},${look.axes[1] + 1}`;
  if (look.colour && (kind === 'scores' || kind === 'biplot')) {
    const number = model.colours.find(({name}) => name === look.colour)?.type === 'number';
    options[number && look.colour !== labelOf(model) ? 'color' : 'label'] = look.colour;
  }
  return options;
}
