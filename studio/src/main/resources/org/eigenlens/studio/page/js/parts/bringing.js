// Data on their way to the studio: told where they were asked for, and once that was left, at the foot of the page.
import {announce, fill, h, problem} from '../dom.js';
import {format, go} from '../router.js';
import {distinctName} from '../session.js';
import {atFoot} from './tasks.js';

/**
 * Where data come in one after the other, or several at once; `close` it when the view is left. Whoever is
 * still there goes on to what `next` answers of what came.
 */
export function bringing(next = (input) => ['start', null, {input: input.id}]) {
  const place = h('div', {id: 'bringing'});
  const under = new Set();
  let left = false;

  /** Opens what `begin` answers, with `words` for the time that it takes; what heeds its signal can be cancelled. */
  async function bring(begin, words, {cancellable = true} = {}) {
    const control = new AbortController();
    const cancel = h('button', {type: 'button', onclick: () => control.abort()}, 'Cancel');
    const card = h('div.row.bringing', h('p.small', {role: 'status'}, words), cancellable ? cancel : null);
    if (under.size === 0) fill(place); // an earlier problem
    under.add(card);
    place.append(card);
    const end = (...children) => {
      under.delete(card);
      if (children.length) fill(card, children);
      else card.remove();
    };
    try {
      const input = await begin({signal: control.signal});
      if (!left) {
        const address = next(input);
        end();
        return go(...address);
      }
      const name = distinctName(input);
      card.dataset.about = input.id;
      end(
        h('strong', `Opened: ${name}`),
        h('span.row', h('a.button', {href: way(input), onclick: () => card.remove()}, 'Open it'), dismiss(card)),
      );
      announce(`Opened: ${name}`);
    } catch (error) {
      if (control.signal.aborted) end();
      else end(problem(error), left ? dismiss(card) : null);
    }
    return undefined;
  }

  return {
    place,
    bring,
    close() {
      left = true;
      for (const card of under) {
        card.classList.add('task');
        atFoot(card);
      }
    },
  };
}

function way(input) {
  return format('start', null, {input: input.id});
}

function dismiss(card) {
  return h('button.plain', {type: 'button', 'aria-label': 'Dismiss', onclick: () => card.remove()}, '✕');
}
