// Which coordinates of a model a plot shows: across, up, and as its depth.
import {choice, field, h} from '../dom.js';

const TITLES = ['Across', 'Up', 'Depth'];

/** The coordinates to begin with: of two views the first pair belongs together. Depth is null in a plane. */
export function firstAxes(model, solid = false) {
  const width = model.coordinates.length;
  const up = model.summary?.correlations ? model.components : 1;
  const depth = [2, 1].find((axis) => axis < width && axis !== up);
  return [0, width > 1 ? up : null, solid && width > 2 ? depth : null];
}

/** What a link says of the coordinates by three names; none twice. */
export function axesIn(query, names, model) {
  const width = model.coordinates.length;
  const [x, y] = firstAxes(model);
  const [across, up, depth] = names.map((name) => {
    const axis = query.has(name) ? Number(query.get(name)) : NaN;
    return Number.isInteger(axis) && axis >= 0 && axis < width ? axis : null;
  });
  if (y === null) return [0, null, null];
  const first = across ?? (up === x ? y : x);
  const second = up !== null && up !== first ? up : first === y ? x : y;
  return [first, second, depth === first || depth === second ? null : depth];
}

/** Drop-down lists of the coordinates; choosing one that another axis has makes them change places. */
export function axisFields(model, axes, changed, prefix = '') {
  const names = model.coordinates.map((name, i) => [String(i), name]);
  const shown = names.length > 2 ? 3 : Math.min(2, names.length);
  const selects = TITLES.slice(0, shown).map((_, i) => choice(names, '', (value) => choose(i, value)));
  const choose = (i, value) => {
    const next = value === '' ? null : Number(value);
    const other = axes.findIndex((axis, j) => j !== i && axis === next);
    if (next !== null && other >= 0) axes[other] = axes[i];
    axes[i] = next;
    show();
    changed(axes);
  };
  const show = () => {
    selects.forEach((select, i) => {
      if (i === 2) {
        const free = names.filter(([axis]) => ![axes[0], axes[1]].includes(Number(axis)));
        select.replaceChildren(
          ...[['', 'none (plane)'], ...free].map(([value, text]) => h('option', {value}, text)),
        );
      }
      select.value = axes[i] === null ? '' : String(axes[i]);
    });
  };
  show();
  return selects.map((select, i) => field(prefix ? `${prefix}${TITLES[i].toLowerCase()}` : TITLES[i], select));
}
