// What models are called, so that those of the same data can be told apart.
import {session} from '../session.js';
import {methodTitle} from '../vocabulary/methods.js';
import {OPTIONS, labelOfOption} from '../vocabulary/options.js';
import {count} from '../words.js';

/** What a model is, in a few words. */
export function describe(model) {
  return [title(model), count(model.components, 'component')].join(', ');
}

/** The method of a model, and what it has that others of the same data by the same method have not. */
export function title(model) {
  const {kernel, gamma} = model.options ?? {};
  const alike = [...session.models.values()].filter(
    (each) => each.method === model.method && each.inputs.join() === model.inputs.join(),
  );
  const names = new Set(alike.flatMap(({options}) => Object.keys(options)));
  const differing = [...names]
    .filter((name) => !['components', 'kernel', 'gamma', 'method'].includes(name))
    .filter((name) => new Set(alike.map(({options}) => String(options[name] ?? ''))).size > 1);
  const words = [
    methodTitle(model.method),
    kernel,
    gamma ? `γ ${gamma}` : null,
    ...differing.map((name) => optionWords(name, model.options[name])),
  ];
  // Fits of the very same are told by their order.
  const same = alike.filter((each) => sameOptions(each, model));
  if (same.length > 1) words.push(`no. ${1 + same.findIndex(({id}) => id === model.id)}`);
  return words.filter(Boolean).join(', ');
}

function sameOptions({options: a}, {options: b}) {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => String(a[name] ?? '') === String(b[name] ?? ''));
}

function optionWords(name, value) {
  const [on, off] = OPTIONS[name]?.told ?? [];
  if (value === 'true') return on ?? `${labelOfOption(name)}: yes`;
  if (value !== undefined) return `${labelOfOption(name)}: ${value}`;
  return off ?? null;
}
