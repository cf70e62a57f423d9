// What of a look the commands and the link can bring back.
import {labelOf} from '../session.js';
import {count} from '../words.js';
import {firstAxes} from './axes.js';

/** So few rows are a map, on which each has its name if it has one. */
const MAPPED = 60;

export function isMap(model) {
  return Boolean(model.options.id) && model.rows <= MAPPED;
}

/** What of this view the command, the link and the picture of it cannot bring back. */
export function lost(look) {
  const {axes, model, selection} = look;
  const {beside, colour, isAble, size} = look.plots;
  const pairs = Boolean(model.summary?.correlations);
  const rows = count(selection.count, 'chosen row');
  const scattered = selection.count > 0 && selection.toText() === null;
  return {
    command: `The command, and what is drawn for print, show all rows in a plane${but('without', [
      pairs && isTurned(look) ? 'the axes you chose (they show pair after pair)' : null,
      isUnpainted(look) ? `the colours by ${colour}` : null,
      axes[2] === null ? null : `the depth, ${model.coordinates[axes[2]]}`,
      size ? `the size by ${size}` : null,
      selection.count > 0 ? `the ${rows}` : null,
      beside ? 'the model beside it' : null,
    ])}${isAble ? `; how you zoomed and what you hid only the link has. “This view” keeps ${beside ? 'its first plot' : 'it'} as a picture` : ''}.`,
    link: `Brings this view back while the studio runs${but('but not', [
      scattered ? `the ${rows}, which are too scattered for a link` : null,
    ])}.`,
    picture: isAble ? `${beside ? 'The first plot' : 'This view'} as it is seen, or drawn for print.` : 'Drawn for print.',
  };
}

/** Says where pictures have not the colours of the view; nothing if they have. */
export function uncoloured(look) {
  const {model, plots} = look;
  return isUnpainted(look) && plots.isAble
    ? `Pictures of two ${model.inputs.length > 1 ? 'tables' : 'views'} are drawn without the colours by ${plots.colour}; the view above has them, and so has “This view” under Keep.`
    : null;
}

/** Whether other coordinates are across and up than to begin with. */
function isTurned({axes, model}) {
  const [x, y] = firstAxes(model);
  return axes[0] !== x || axes[1] !== y;
}

/** Whether pictures have no colours: those of two tables, and by numbers those of two views. */
function isUnpainted({model, plots}) {
  return Boolean(plots.colour && model.summary?.correlations) && (model.inputs.length > 1 || isAmount(plots, model));
}

function but(word, parts) {
  const some = parts.filter(Boolean);
  const last = some.pop();
  return last ? `, ${word} ${some.length ? `${some.join(', ')} and ` : ''}${last}` : '';
}

/** Whether the rows are coloured by a number, not by classes. */
function isAmount({colour}, model) {
  // Those that are not listed are numbers.
  return model.colours.find(({name}) => name === colour)?.type !== 'category' && colour !== labelOf(model);
}

/** What of this view the command that draws pictures of this kind can take. */
export function pictureOptions(look, kind) {
  const options = {};
  const {model, plots} = look;
  const pairs = Boolean(model.summary?.correlations);
  // The scores of two views are drawn pair by pair; what colours them must be in both tables, and classes.
  if (pairs && model.inputs.length > 1) return options;
  const plane = ['scores', 'biplot', 'correlation-circle', 'contributions', 'cos2'].includes(kind);
  if (plane && !pairs && model.coordinates.length > 1) options.axes = `${look.axes[0] + 1},${look.axes[1] + 1}`;
  if (plots.colour && !isUnpainted(look) && (kind === 'scores' || kind === 'biplot')) {
    options[isAmount(plots, model) ? 'color' : 'label'] = plots.colour;
  }
  if (isMap(model) && !pairs && (kind === 'scores' || kind === 'biplot')) options.names = true;
  return options;
}
