// What models are called, so that those of the same data can be told apart.
import {session} from '../session.js';
import {methodTitle} from '../vocabulary/methods.js';
import {OPTIONS, labelOfOption} from '../vocabulary/options.js';
import {count} from '../words.js';

/** More of an option's value would not be read. */
const LONGEST = 40;

/** What a model is, in a few words. */
export function describe(model) {
  return [words(model), count(model.components, 'component'), order(model)].filter(Boolean).join(', ');
}

/** The same without the number of components, unless another model has the same words. */
export function title(model) {
  const own = words(model);
  return alike(model).some((each) => each.id !== model.id && words(each) === own) ? describe(model) : own;
}

/** Models of the same data by the same method. */
function alike(model) {
  return [...session.models.values()].filter(
    (each) => each.method === model.method && each.inputs.join() === model.inputs.join(),
  );
}

/** The method of a model, and what it has that others of the same data by the same method have not. */
function words(model) {
  const {kernel, gamma} = model.options ?? {};
  const others = alike(model);
  const names = new Set(others.flatMap(({options}) => Object.keys(options)));
  const differing = [...names]
    .filter((name) => !['components', 'kernel', 'gamma', 'method'].includes(name))
    .filter((name) => new Set(others.map(({options}) => String(options[name] ?? ''))).size > 1);
  return [
    methodTitle(model.method),
    kernel,
    gamma ? `γ ${gamma}` : null,
    ...differing.map((name) => optionWords(name, model.options[name])),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Models that nothing else tells apart are told by their order. */
function order(model) {
  const own = words(model);
  const same = alike(model).filter((each) => each.components === model.components && words(each) === own);
  return same.length > 1 ? `no. ${1 + same.findIndex(({id}) => id === model.id)}` : null;
}

function optionWords(name, value) {
  const [on, off] = OPTIONS[name]?.told ?? [];
  if (value === 'true') return on ?? `${labelOfOption(name)}: yes`;
  if (value === undefined) return off ?? null;
  const said = OPTIONS[name]?.ways?.find(([way]) => way === value)?.[1] ?? value;
  return `${labelOfOption(name)}: ${said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said}`;
}
