// How many components to keep: the shares with a cut to drag, and a fit with as many.
import {h} from '../dom.js';
import {scree} from '../chart/scree.js';
import {format} from '../router.js';
import {count} from '../words.js';
import {isConstant, measure} from './summary.js';

/** The shares of a model's components; `moved` hears of every cut. Null where a method gives none. */
export function cutOf(model, cut, moved = () => {}) {
  const shares = measure(model);
  if (!shares || isConstant(model)) return null;
  const again = h('a.button', {href: '#'});
  const tell = (next) => {
    again.href = format('fit', model.inputs[0], {...model.options, components: next});
    again.textContent = `Fit again with ${count(next, 'component')}`;
    again.hidden = next === model.components;
  };
  const first = Math.min(cut || model.components, shares.shares.length);
  tell(first);
  return [
    scree(shares, model.coordinates, first, (next) => {
      tell(next);
      moved(next);
    }),
    h('p.row', again),
  ];
}
