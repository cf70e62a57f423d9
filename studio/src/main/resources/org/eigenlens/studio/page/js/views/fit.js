// Choosing a method and its parameters, and seeing at once what they do.
import {choice, field, fill, h, problem} from '../dom.js';
import {address} from '../api.js';
import {format, present, remember, settle} from '../router.js';
import {
  cancel,
  finished,
  forget,
  forgetJob,
  isOver,
  labelOf,
  nameOf,
  onJob,
  session,
  startFit,
  wasLookedAt,
} from '../session.js';
import {claim, hush, jobCard} from '../parts/tasks.js';
import {drowned, fillings} from '../parts/advice.js';
import {cutOf} from '../parts/cut.js';
import {asCount} from '../parts/controls.js';
import {OF_COLUMNS, loadOptions, optionsForm} from '../parts/options.js';
import {Stage} from '../parts/stage.js';
import {legend} from '../parts/legend.js';
import {inShort, summary} from '../parts/summary.js';
import {commandOf} from '../parts/command.js';
import {steps} from '../parts/steps.js';
import {labelOfOption} from '../vocabulary/options.js';
import {sizeOf} from './start.js';

/** Models that nobody asked to keep. */
const drafts = new Set();
/** Tables up to so many cells are fitted at every change. */
const LIVE = 400000;
const PAUSE = 450;

export async function show(place, {id, query}) {
  const input = session.inputs.get(id);
  if (!input) throw new Error('This data is not here any more. Choose it again.');
  const known = await loadOptions();
  const values = {};
  const switches = new Set(known.options.filter((option) => option.switch).map(({name}) => name));
  for (const [name, value] of query) if (name !== 'job') values[name] = switches.has(name) ? true : value;
  if (values.components) values.components = asCount(values.components);
  const words = input.kind === 'texts' || values.text;
  // There are thousands of words, and nobody needs as many components.
  if (words && !values.method) values.components ??= '10';
  values.method ??= words ? 'lsa' : 'pca';
  const outcome = h('div.outcome', {'aria-live': 'off'});
  const repair = (name, value) => {
    values[name] = value;
    keepOptions(values);
    start();
  };
  const run = new Run(id, outcome, repair);
  const live = h('input', {type: 'checkbox', checked: input.rows * input.columnCount <= LIVE});
  let timer = 0;
  /** Fits, unless something is still to be chosen. */
  const start = () => {
    clearTimeout(timer);
    const lack = lacking(known, values, changeColumns());
    if (lack) run.wait(lack);
    else run.start(values);
  };
  const changed = () => {
    keepOptions(values);
    clearTimeout(timer);
    run.outdate(live.checked);
    if (live.checked) timer = setTimeout(start, PAUSE);
  };
  const changeColumns = () => {
    const where = () => format('start', null, {input: id, touched: 1, ...ofColumns(values)});
    // What is said of columns may change here too.
    const link = h('a', {href: where(), onclick: () => (link.href = where())}, 'change columns');
    return link;
  };
  live.addEventListener('change', changed);
  const others = [...session.inputs.values()].filter((each) => each.id !== id);
  const form = h(
    'form.card',
    {
      onsubmit: (event) => {
        event.preventDefault();
        start();
      },
    },
    optionsForm(known, values, input, changed, (method, set) => secondView(method, values, others, set)),
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
      values.text ? `, by the words of ${values.text}` : '',
      ' · ',
      changeColumns(),
    ),
    h('div.fitting', form, outcome),
  );
  const job = query.get('job') && session.jobs.get(query.get('job'));
  if (job) run.follow(job);
  else if (live.checked) start();
  else
    fill(
      outcome,
      h(
        'p.lead',
        'Choose a method, then press Fit. The table is large, so nothing is fitted before you say so.',
      ),
    );
  return () => {
    clearTimeout(timer);
    run.close();
  };
}

/** Two views may be two tables with the same rows. */
function secondView(method, values, others, set) {
  if (!method.pairs) {
    delete values.second;
    return null;
  }
  const tables = [['', 'columns of this table, ticked below'], ...others.map((each) => [each.id, nameOf(each)])];
  const select = choice(tables, values.second ?? '', (second) => set('second', second));
  select.dataset.option = 'second';
  return field(
    'Second view',
    select,
    others.length
      ? 'Another table about the same rows, or columns of this one.'
      : 'To relate another table, open it first on the page Data, and come back here.',
  );
}

/** What is still to be chosen before a method can be fitted, if anything. */
function lacking({methods}, values, changeColumns) {
  const {labels, pairs} = methods.find(({name}) => name === values.method) ?? {};
  if (pairs && !values.second && !(values.x && values.y))
    return ['This method relates two views. Tick the columns of each, or choose another table as the second view.'];
  if (values.method === 'fisher' && !values.label)
    return ['This method tells classes apart: choose a label first, under ', changeColumns, '.'];
  if (labels && !values.label && !values.target)
    return ['This method learns from a label or a target: choose one first, under ', changeColumns, '.'];
  return null;
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

/**
 * One fit after the other: a new one stops the last, and takes the place of the last one by the same
 * method unless someone looked at it. Those of other methods stay, to be compared.
 */
class Run {
  constructor(input, place, repair) {
    this.input = input;
    this.place = place;
    this.repair = repair;
    this.turn = 0;
    this.job = null;
    this.release = () => {};
    this.stage = null;
  }

  /** Says what is still to be chosen; nothing runs meanwhile. */
  async wait(words) {
    this.turn += 1;
    const turn = this.turn;
    await this.stop();
    if (turn !== this.turn) return;
    this.clearStage();
    this.place.classList.remove('old');
    fill(this.place, h('p.lead', {id: 'lacking', role: 'status'}, words));
  }

  /** What is shown no longer is what the form says. */
  outdate(soon) {
    if (!this.stage) return;
    this.place.classList.add('old');
    this.note?.remove();
    this.note = h(
      'p.problem.mild',
      {role: 'status'},
      soon ? 'Fitting again …' : 'You changed something since: press Fit to see what comes of it.',
    );
    this.place.prepend(this.note);
  }

  async start(values) {
    this.turn += 1;
    const turn = this.turn;
    await this.stop();
    if (turn !== this.turn) return;
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
    const timer = setTimeout(
      () => {
        this.place.classList.remove('old');
        fill(this.place, card.element);
      },
      isOver(job) ? 0 : 150,
    );
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
    this.place.classList.remove('old');
    const job = this.job && session.jobs.get(this.job.id);
    fill(
      this.place,
      job?.state === 'cancelled'
        ? h('p.lead', {id: 'cancelled'}, 'The fit was cancelled: the work has stopped.')
        : problem(error),
      job?.download ? downloadOf(job) : null,
      /cells? (is|are) missing/.test(error.message) ? fillings((way) => this.repair('missing', way)) : null,
    );
    openNamed(error.message);
  }

  async showModel(model) {
    this.clearStage();
    this.place.classList.remove('old');
    await this.replaceDrafts(model);
    if (this.job?.id !== model.id) return;
    const parts = h('div.two');
    this.stage = tryStage(model);
    const colours = h('div');
    const shares = cutOf(model);
    fill(
      parts,
      h('div', this.stage.element, colours),
      shares
        ? h(
            'div.card',
            h('h2', 'Share of each component'),
            shares,
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
      drowned(model),
      parts,
      h('div.card', h('h2', 'What was done'), summary(model)),
      h(
        'div.card',
        h('h2', 'The same on the command line'),
        commandOf(model),
      ),
    );
    if (!this.stage.setAxes) return;
    const stage = this.stage;
    await stage.setAxes([0, model.summary?.correlations ? model.components : 1, null]);
    if (!labelOf(model)) return;
    await stage.setColour(labelOf(model));
    legend(colours, stage, labelOf(model), () => stage.paint(null));
  }

  /** Forgets what was only tried: earlier fits of the same data by the same method. */
  async replaceDrafts(model) {
    const same = (other) =>
      other.id !== model.id &&
      other.method === model.method &&
      other.inputs.join() === model.inputs.join() &&
      drafts.has(other.id) &&
      !wasLookedAt(other.id);
    drafts.add(model.id);
    for (const other of [...session.models.values()].filter(same)) await forget(other.id).catch(() => {});
  }

  clearStage() {
    this.stage?.close?.();
    this.stage = null;
  }

  /** Stops the last fit if it still runs; of one that failed nothing stays. */
  async stop() {
    const last = this.job;
    this.job = null;
    if (!last) return;
    const state = session.jobs.get(last.id)?.state;
    hush(last.id);
    if (state === 'done') return;
    if (!isOver({state})) await cancel(last).catch(() => {});
    await forgetJob(last.id).catch(() => {});
  }

  close() {
    // Nothing starts any more for a view that was left.
    this.turn += 1;
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

/** Opens the further options if a message names one of them. */
function openNamed(message) {
  for (const control of document.querySelectorAll('.fitting details [data-option]')) {
    if (message.includes(`“${labelOfOption(control.dataset.option)}”`)) control.closest('details').open = true;
  }
}

/** A model that is too large to be looked at here can still be kept. */
function downloadOf(job) {
  return h(
    'p.row',
    h(
      'a.button',
      {href: address(`jobs/${job.id}/model`), download: 'model.eigenlens'},
      'Download the model',
    ),
  );
}
