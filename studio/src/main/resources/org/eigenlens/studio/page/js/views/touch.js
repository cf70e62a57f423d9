// Going back from coordinates to rows: drag a component and see what it stands for.
import {floats, get, newestOnly, post} from '../api.js';
import {copyButton, field, fill, h, problem, slider} from '../dom.js';
import {linkHere, redirect, remember, settle} from '../router.js';
import {
  addExample,
  inputOf,
  isStopped,
  knownExample,
  lastFit,
  lookedAt,
  model as modelOf,
  nameOf,
  newestModel,
} from '../session.js';
import {heights, imageFigure, paintImage, profile, scaled} from '../chart/values.js';
import {range} from '../chart/colouring.js';
import {errorUnit} from '../parts/clean.js';
import {title} from '../parts/naming.js';
import {noise} from '../parts/noise.js';
import {Rows} from '../parts/rows.js';
import {hush, jobPlace} from '../parts/tasks.js';
import {methodTitle} from '../vocabulary/methods.js';
import {count, number, whole} from '../words.js';

/** So many components have sliders. */
const DRAGGED = 8;

export async function show(place, {id, query, left}) {
  if (!id) return choose(place, query);
  const model = await modelOf(id);
  if (left.aborted) return undefined;
  lookedAt(id);
  hush(id);
  if (!model.canDecode) {
    fill(
      place,
      h('h1', 'No way back'),
      h(
        'p.lead',
        `${methodTitle(model.method)} gives coordinates, but from coordinates there is no way back to a row. PCA and kernel PCA have one.`,
      ),
    );
    return undefined;
  }
  const width = Math.min(DRAGGED, model.coordinates.length);
  const components = Array.from({length: width}, (_, i) => i);
  const [{rows, values}, scale] = await Promise.all([
    floats(`models/${id}/scores?components=${components.join(',')}`),
    get(`models/${id}/scale`),
  ]);
  if (left.aborted) return undefined;
  const touch = {
    model,
    scale,
    query,
    row: Math.max(0, Math.min(rows - 1, Number(query.get('row')) || 0)),
    limits: components.map((i) => range(pick(values, width, i))),
  };
  const picker = rowPicker(touch, rows);
  const parts = [along(touch), howMany(touch)];
  const last = noise(touch);
  fill(
    place,
    h('h1', `Touch: ${title(model)} of ${nameOf(inputOf(model))}`),
    h('p.lead', 'Coordinates can be turned back into rows. Drag, and watch what each component stands for.'),
    picker,
    h('div.touch', parts, last.element),
  );
  return last.close;
}

function* pick(values, width, i) {
  for (let at = i; at < values.length; at += width) yield values[at];
}

/** What is fitted to begin with. */
const OF_DIGITS = {method: 'pca', components: '20', label: 'label'};

function lastOfDigits() {
  const input = knownExample('digits');
  return input && lastFit([input.id], OF_DIGITS);
}

/** Without a model: the newest one that has a way back, or digits to begin with. */
function choose(place, query) {
  const newest = newestModel((model) => model.canDecode);
  if (newest) return redirect('touch', newest.id);
  const status = h('div');
  const work = jobPlace(status);
  const button = h('button.primary', {type: 'button', onclick: () => start()}, 'Begin with digits');
  const start = async () => {
    button.disabled = true;
    // A reload goes on from here.
    remember({begin: 'digits'});
    settle();
    try {
      const input = await addExample('digits');
      if (work.isLeft()) return;
      const model = await work.fit([input.id], OF_DIGITS);
      if (!work.isLeft()) redirect('touch', model.id);
    } catch (error) {
      fill(status, problem(error));
      button.disabled = false;
      if (!work.isLeft()) remember({begin: null});
    }
  };
  fill(
    place,
    h('h1', 'Nothing to touch yet'),
    h('p.lead', 'Fit PCA or kernel PCA to some data, or begin with handwritten digits.'),
    h(
      'div.row',
      button,
      h('a.button', {href: '#/start'}, 'Choose data'),
    ),
    status,
  );
  if (query.has('begin') && !isStopped(lastOfDigits())) start();
  return work.close;
}

function rowPicker(touch, rows) {
  const number = h('input', {type: 'number', min: 1, max: rows, step: 1});
  number.value = touch.row + 1;
  const name = h('p', {id: 'row-name', role: 'status'});
  const known = new Rows(touch.model);
  const tell = async () => {
    const row = touch.row;
    const [about] = await known.at([row]).catch(() => []);
    if (row === touch.row) fill(name, about ? h('strong', known.nameOf(about)) : null);
  };
  tell();
  const move = (row) => {
    touch.row = Math.min(rows - 1, Math.max(0, Math.round(row) || 0));
    number.value = touch.row + 1;
    remember({row: touch.row});
    tell();
    for (const listener of touch.listeners) listener(touch.row);
  };
  touch.listeners = [];
  number.addEventListener('change', () => move(Number(number.value) - 1));
  return h(
    'div.row',
    field(`Row, 1 to ${whole(rows)}`, number),
    h('button', {type: 'button', onclick: () => move((touch.row + 1) % rows)}, 'Next'),
    h('button', {type: 'button', onclick: () => move(Math.floor(Math.random() * rows))}, 'Any'),
    copyButton(() => linkHere(), 'Copy link'),
    name,
  );
}

/** Where a decoded row is shown, with the row that it came from. */
function decodedView({model, scale}) {
  let images = null;
  let drawn = null;
  let caption = null;
  const place = h('div.digits');
  return {
    place,
    show(answer, words) {
      if (answer.image) {
        if (!images) {
          images = [imageFigure('the row'), imageFigure(words)];
          fill(
            place,
            images.map((each) => each.figure),
          );
        }
        paintImage(images[0].canvas, answer.original, answer);
        paintImage(images[1].canvas, answer.values, answer);
        images[1].words.textContent = words;
        return;
      }
      if (!drawn) {
        const [low, high] = range([...scaled(scale, answer.original), ...scaled(scale, answer.values)]);
        drawn = profile(model.columns, [Math.min(low, 0), high + 0.3 * (high - low)], model.columnCount, scale);
        caption = h('figcaption');
        fill(place, h('figure', drawn.element, caption));
      }
      caption.textContent = `Bars or line: ${words}. Marks: the row itself${filledIn(answer.filled)}. ${heights(scale)}`;
      drawn.show(answer.values, answer.original);
    },
    fail(error) {
      images = null;
      drawn = null;
      fill(place, problem(error));
    },
  };
}

/** Says which cells of a row are not its own. */
function filledIn(names = []) {
  if (names.length === 0) return '';
  const told = names.length > 3 ? count(names.length, 'column') : names.join(', ');
  return `, and in ${told}, where it has no value, what was filled in`;
}

function along(touch) {
  const {model, limits} = touch;
  const view = decodedView(touch);
  const change = changesIn(touch.query.get('change') ?? '', limits.length);
  const keepChange = () =>
    remember({
      change: Object.entries(change)
        .map((pair) => pair.join(':'))
        .join(','),
    });
  const ask = newestOnly(
    () => post(`models/${model.id}/decode`, {row: touch.row, change}),
    (answer) => {
      view.show(answer, Object.keys(change).length ? 'after dragging' : 'decoded');
      sliders.forEach((each, i) => each.set(change[i] ?? answer.coordinates[i]));
    },
    (error) => {
      view.fail(error);
      sliders.forEach((each) => each.set(NaN));
    },
  );
  const sliders = limits.map(([low, high], i) =>
    slider(model.coordinates[i], {
      min: low,
      max: high,
      step: 'any',
      value: 0,
      show: (x) => number(x, 3),
      onmove: (value) => {
        change[i] = Number(value.toPrecision(6));
        keepChange();
        ask();
      },
    }),
  );
  const reset = () => {
    for (const name of Object.keys(change)) delete change[name];
    keepChange();
    ask();
  };
  touch.listeners.push(() => reset());
  ask();
  return h(
    'section.card',
    {id: 'along'},
    h('h2', 'Along a component'),
    h(
      'div.sliders',
      sliders.map((each) => each.element),
    ),
    h('p.row', h('button', {type: 'button', onclick: reset}, 'Back to the row')),
    view.place,
  );
}

/** Reads coordinates that were changed, 0:1.5,2:−3, of so many. */
function changesIn(text, count) {
  const pairs = text.split(',').map((pair) => pair.split(':'));
  const known = ([i, value]) => /^\d+$/.test(i) && Number(i) < count && Number.isFinite(Number(value ?? NaN));
  return Object.fromEntries(pairs.filter(known).map(([i, value]) => [i, Number(value)]));
}

function howMany(touch) {
  const {model} = touch;
  const view = decodedView(touch);
  const linked = Number(touch.query.get('keep') ?? model.components);
  let kept = linked >= 0 ? Math.min(model.components, Math.round(linked)) : model.components;
  const ask = newestOnly(
    () => post(`models/${model.id}/decode`, {row: touch.row, components: kept}),
    (answer) => {
      view.show(answer, `from ${count(kept, 'component')}: error ${number(answer.error, 3)}`);
    },
    (error) => view.fail(error),
  );
  touch.listeners.push(() => ask());
  ask();
  return h(
    'section.card',
    {id: 'how-many'},
    h('h2', 'How many components does it take?'),
    slider('Components', {
      min: 0,
      max: model.components,
      step: 1,
      value: kept,
      onmove: (value) => {
        kept = value;
        remember({keep: kept});
        ask();
      },
    }).element,
    h('p.small', `With none of them there is only ${origin(model)}. ${errorUnit(model)}`),
    view.place,
  );
}

/** What coordinates of zero stand for. */
function origin({method, options, summary: answer}) {
  if (method === 'lsa' || options['no-center']) return 'zero';
  const bent = answer?.kernel && answer.kernel.name !== 'linear';
  return bent ? 'the row that is found for the middle of all' : 'the mean';
}
