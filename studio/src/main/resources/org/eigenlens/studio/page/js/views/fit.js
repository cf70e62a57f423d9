// Choosing a method and its parameters, and seeing at once what they do.
import {choice, copyButton, field, fill, h, problem} from '../dom.js';
import {format, present, remember, settle} from '../router.js';
import {cancel, finished, forget, isOver, labelOf, nameOf, onJob, session, startFit} from '../session.js';
import {claim, hush, jobCard} from '../parts/tasks.js';
import {OF_COLUMNS, loadOptions, optionsForm} from '../parts/options.js';
import {Stage} from '../parts/stage.js';
import {inShort, summary} from '../parts/summary.js';
import {steps} from '../parts/steps.js';
import {scree} from '../chart/scree.js';
import {sizeOf} from './start.js';

/** Tables up to so many cells are fitted at every change. */
const LIVE = 400000;
const PAUSE = 350;

export async function show(place, {id, query}) {
  const input = session.inputs.get(id);
  if (!input) throw new Error('This data is not here any more. Choose it again.');
  const known = await loadOptions();
  const values = {};
  for (const [name, value] of query) if (name !== 'job') values[name] = value === 'true' ? true : value;
  values.method ??= 'pca';
  const outcome = h('div.outcome', {'aria-live': 'off'});
  const run = new Run(id, outcome);
  const live = h('input', {type: 'checkbox', checked: input.rows * input.columnCount <= LIVE});
  let timer = 0;
  const changed = () => {
    keepOptions(values);
    clearTimeout(timer);
    if (live.checked) timer = setTimeout(() => run.start(values), PAUSE);
  };
  live.addEventListener('change', changed);
  const others = [...session.inputs.values()].filter((each) => each.id !== id);
  const form = h(
    'form.card',
    {
      onsubmit: (event) => {
        event.preventDefault();
        clearTimeout(timer);
        run.start(values);
      },
    },
    optionsForm(known, values, input, changed, (method) => secondView(method, values, others, changed)),
    h('label.check', live, h('span', 'Fit again whenever something changes')),
    h('div.row', h('button.primary', {type: 'submit', id: 'fit'}, 'Fit')),
  );
  fill(
    place,
    steps('fit', id),
    h('h1', `Fit ${nameOf(input)}`),
    h(
      'p.lead',
      sizeOf(input),
      values.label ? `, labelled by ${values.label}` : '',
      ' · ',
      h('a', {href: format('start', null, {input: id, touched: 1, ...ofColumns(values)})}, 'change columns'),
    ),
    h('div.fitting', form, outcome),
  );
  const job = query.get('job') && session.jobs.get(query.get('job'));
  if (job) run.follow(job);
  else if (live.checked) run.start(values);
  else
    fill(
      outcome,
      h(
        'p.lead',
        'Choose a method, then press Fit. The first fit is PCA: straight directions of most variance.',
      ),
    );
  return () => {
    clearTimeout(timer);
    run.close();
  };
}

/** Two views may be two tables with the same rows. */
function secondView(method, values, others, changed) {
  if (!method.pairs || others.length === 0) {
    delete values.second;
    return null;
  }
  const tables = [['', 'columns of this table'], ...others.map((each) => [each.id, nameOf(each)])];
  return field(
    'Second view',
    choice(tables, values.second ?? '', (second) => {
      if (second) values.second = second;
      else delete values.second;
      changed();
    }),
    'Another table with the same rows, or columns of this one, named below.',
  );
}

function ofColumns(values) {
  return Object.fromEntries(OF_COLUMNS.map((name) => [name, values[name] ?? '']));
}

/** The address holds what the form says, and nothing that it said before. */
function keepOptions(values) {
  const stale = {};
  for (const name of present().query.keys()) stale[name] = null;
  remember({...stale, ...values});
}

/** One fit after the other: a new one stops and forgets the last, unless someone looked at it. */
class Run {
  constructor(input, place) {
    this.input = input;
    this.place = place;
    this.turn = 0;
    this.job = null;
    this.release = () => {};
    this.stage = null;
  }

  async start(values) {
    this.turn += 1;
    const turn = this.turn;
    await this.drop();
    try {
      const {second, ...options} = values;
      const job = await startFit(second ? [this.input, second] : this.input, options);
      if (turn !== this.turn) {
        hush(job.id);
        await cancel(job).catch(() => {});
        // It may have been done before it could be stopped.
        finished(job)
          .then((model) => forget(model.id))
          .catch(() => {});
        return;
      }
      remember({job: job.id});
      // A reload must find the fit that has just been started.
      settle();
      this.follow(job);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** Shows a job until it is over, then what it found. */
  async follow(job) {
    this.job = job;
    this.release = claim(job.id);
    const card = jobCard(session.jobs.get(job.id) ?? job);
    const end = onJob((changed) => changed.id === job.id && card.update(changed));
    // A fit of a blink would only flicker.
    const timer = setTimeout(() => fill(this.place, card.element), isOver(job) ? 0 : 150);
    try {
      const model = await finished(job);
      // The card of a fit that was over in a blink would come upon what it found.
      clearTimeout(timer);
      if (this.job === job) await this.showModel(model);
    } catch (error) {
      if (this.job === job) this.fail(error);
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  fail(error) {
    this.clearStage();
    const cancelled = this.job && session.jobs.get(this.job.id)?.state === 'cancelled';
    fill(
      this.place,
      cancelled
        ? h('p.lead', {id: 'cancelled'}, 'The fit was cancelled: the work has stopped.')
        : problem(error),
    );
  }

  async showModel(model) {
    this.clearStage();
    const parts = h('div.two');
    this.stage = tryStage(model);
    const shares = model.scree?.shares ?? [];
    fill(
      parts,
      this.stage.element,
      shares.length
        ? h(
            'div.card',
            h('h2', 'Share of each component'),
            scree(model.scree, model.coordinates, null, () => {}),
          )
        : null,
    );
    fill(
      this.place,
      h(
        'div.row',
        h('p.lead', {id: 'in-short'}, inShort(model)),
        h('a.button.primary', {href: format('look', model.id, {colour: labelOf(model)})}, 'Look at it'),
      ),
      parts,
      h('div.card', h('h2', 'What was done'), summary(model)),
      h(
        'div.card',
        h('h2', 'The same on the command line'),
        h('code.command', model.command),
        h('div.row.end', copyButton(model.command, 'Copy')),
      ),
    );
    if (!this.stage.setAxes) return;
    const stage = this.stage;
    await stage.setAxes([0, model.summary?.correlations ? model.components : 1, null]);
    if (labelOf(model)) await stage.setColour(labelOf(model));
  }

  clearStage() {
    this.stage?.close?.();
    this.stage = null;
  }

  /** Stops the last fit, or forgets its model if nobody has looked at it. */
  async drop() {
    const last = this.job;
    this.job = null;
    if (!last) return;
    const state = session.jobs.get(last.id)?.state;
    hush(last.id);
    if (state === 'done' && !wasLookedAt(last.id)) await forget(last.id).catch(() => {});
    else if (!isOver({state})) await cancel(last).catch(() => {});
  }

  close() {
    const over = this.job && isOver(session.jobs.get(this.job.id) ?? {});
    this.job = null;
    this.clearStage();
    // What goes on is shown in the corner from now on; what is over was seen here.
    if (!over) this.release();
  }
}

function tryStage(model) {
  try {
    return new Stage(model, {});
  } catch (error) {
    return {element: problem(error)};
  }
}

function wasLookedAt(id) {
  return (sessionStorage.getItem('looked') ?? '').split(',').includes(id);
}
