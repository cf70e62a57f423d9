// Noise on a row, and what a model and others of the same table make of it.
import {fill, h, problem} from '../dom.js';
import {isUnderWay, lastFit, session} from '../session.js';
import {remember} from '../router.js';
import {cleaner} from './clean.js';
import {title} from './naming.js';
import {OF_COLUMNS} from './options.js';
import {measure} from './summary.js';
import {hush, jobPlace} from './tasks.js';

/** The share that the components of a linear model begin with: noise is mostly in the others. */
const SIGNAL = 0.8;
/** Kernel PCA of more rows compares them with so many landmarks. */
const LANDMARKS = 1000;
const EXACT = 4000;

/** This model beside the others of the same table that have a way back. */
export function noise({model, row, listeners, query, scale}) {
  if (!model.canEncode) return {element: null, close: () => {}};
  const place = h('div');
  const work = h('div');
  const job = jobPlace(work);
  const slot = listeners.length;
  const start = noiseIn(query);
  const show = () => {
    const models = [model, ...others(model).slice(-2)];
    for (const {id} of models) hush(id);
    fill(
      place,
      cleaner(
        models.map((each) => [title(each), each]),
        {
          row,
          scale,
          start,
          kept: new Map(models.map((each) => [each, start.kept.get(each.id) ?? signal(each, scale)])),
          changed: ({kind, amount, seed}, kept) => {
            Object.assign(start, {kind, amount, seed});
            for (const [each, number] of kept) start.kept.set(each.id, number);
            remember({
              noise: [kind, amount, seed].join(),
              kept: [...start.kept].map((pair) => pair.join(':')).join(),
            });
          },
          follow: (hear) => {
            listeners[slot] = (next) => {
              row = next;
              hear(next);
            };
          },
        },
      ),
      models.some(isBent)
        ? h(
            'p.small',
            'Which is better depends on the data. Kernel PCA leads back to what it has seen: it helps where there are many rows like this one; with few rows of many columns straight directions often do better.',
          )
        : kernelButton(model, work, job, show),
    );
  };
  show();
  return {
    element: h('section.card.across', h('h2', 'Noise, and what is left of it'), place),
    close: job.close,
  };
}

/** What a link says of the noise, and of the components that each model keeps. */
export function noiseIn(query) {
  const [kind, amount, seed] = (query.get('noise') ?? '').split(',');
  const pairs = (query.get('kept') ?? '').split(',').map((pair) => pair.split(':'));
  return {
    ...(kind === 'salt' ? {kind} : {}),
    ...(Number(amount) >= 0 && Number(amount) <= 1 ? {amount: Number(amount)} : {}),
    ...(Number(seed) > 0 ? {seed: Number(seed)} : {}),
    kept: new Map(pairs.filter(([, number]) => Number(number) >= 0).map(([id, number]) => [id, Number(number)])),
  };
}

function others(model) {
  return [...session.models.values()].filter(
    (each) =>
      each.id !== model.id &&
      each.canDecode &&
      each.inputs.join() === model.inputs.join() &&
      hasColumnsOf(each, model),
  );
}

/** Whether two models of a table are of the same columns; of very many the page knows the first by their names. */
function hasColumnsOf(one, other) {
  const sameNames = one.columns.every((name, i) => name === other.columns[i]);
  const isKnown = one.columns.length === one.columnCount;
  const chosenAlike = OF_COLUMNS.every((name) => (one.options[name] ?? '') === (other.options[name] ?? ''));
  return one.columnCount === other.columnCount && sameNames && (isKnown || chosenAlike);
}

function isBent({summary: answer}) {
  return Boolean(answer?.kernel);
}

/** How many components to begin with. */
function signal(model, scale) {
  const cumulative = isBent(model) ? null : measure(model)?.cumulative;
  // Where columns are not alike, the variance is that of the largest, and the noise is in all of them.
  if (cumulative && scale.middles && !model.options.standardize) return Math.max(1, model.components - 1);
  const enough = cumulative ? cumulative.findIndex((share) => share >= SIGNAL) : -1;
  return enough < 0 ? model.components : Math.min(model.components, enough + 1);
}

/** Fits kernel PCA to the same columns, to be compared. */
function kernelButton(model, place, work, show) {
  const button = h('button', {type: 'button', onclick: () => fit()}, 'Compare with kernel PCA');
  const offer = (error) => fill(place, error ? problem(error) : null, h('p.row', button));
  async function fit() {
    try {
      await work.fit(model.inputs, optionsFor(model));
      if (!work.isLeft()) show();
    } catch (error) {
      offer(error);
    }
  }
  offer(null);
  // What was begun before a reload, or before the view was left, goes on here.
  const last = lastFit(model.inputs, optionsFor(model));
  if (isUnderWay(last) || (last?.state === 'done' && !session.models.has(last.id))) fit();
  return place;
}

function optionsFor({options, rows}) {
  const kept = [...OF_COLUMNS, 'standardize', 'resize', 'color'].filter((name) => options[name]);
  return {
    ...Object.fromEntries(kept.map((name) => [name, options[name]])),
    method: 'kernel-pca',
    gamma: 'median',
    components: String(Math.max(1, Math.min(100, rows - 1))),
    tolerance: '1e-4',
    ...(rows > EXACT ? {landmarks: String(LANDMARKS)} : {}),
  };
}
