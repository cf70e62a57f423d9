// One fit after the other on the page of a fit, and what each found.
import {fill, h, problem} from '../dom.js';
import {format, remember, settle} from '../router.js';
import {
  cancel,
  finished,
  firstColour,
  forget,
  forgetJob,
  isOver,
  onJob,
  session,
  startFit,
  lookedAt,
  wasLookedAt,
} from '../session.js';
import {labelOfOption} from '../vocabulary/options.js';
import {drowned, remedies, saturated, unfit, unsteady} from './advice.js';
import {firstAxes} from './axes.js';
import {commandOf} from './command.js';
import {cutOf} from './cut.js';
import {downloadLink} from './download.js';
import {legend} from './legend.js';
import {inSight} from './sight.js';
import {Stage} from './stage.js';
import {inShort, summary} from './summary.js';
import {claim, hush, jobCard} from './tasks.js';

/** Models that nobody asked to keep. */
const drafts = new Set();

/**
 * One fit after the other: a new one stops the last, and takes the place of the last one by the same
 * method unless someone looked at it or asked for it by the button. Those of other methods stay, to be
 * compared.
 */
export class Run {
  /** `repair({name: value})` sets options that are proposed; `shown` hears of each model. */
  constructor(input, place, repair, shown) {
    this.input = input;
    this.place = place;
    this.repair = repair;
    this.shown = shown;
    this.turn = 0;
    this.job = null;
    this.release = () => {};
    this.stage = null;
    this.sight = inSight(place);
  }

  /** Says what is still to be chosen; nothing runs meanwhile. */
  async wait(words, asked = false) {
    this.turn += 1;
    const turn = this.turn;
    await this.stop();
    if (turn !== this.turn) return;
    this.clearStage();
    this.place.classList.remove('old');
    fill(this.place, h('p.lead', {id: 'lacking', role: 'status'}, words));
    this.heed(asked);
  }

  /** Whoever pressed the button is shown what comes of it; a fit by itself moves nothing. */
  heed(asked) {
    if (asked) this.sight.follow();
    else this.sight.end();
  }

  /** What is shown no longer is what the form says. A fit that still runs keeps its card. */
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

  /** Fits; what was asked for by the button is no draft. */
  async start(values, asked) {
    this.turn += 1;
    const turn = this.turn;
    this.heed(asked);
    // What a refusal proposed was for what the form said then.
    for (const button of this.place.querySelectorAll('#remedies button')) button.disabled = true;
    await this.stop();
    if (turn !== this.turn) return;
    try {
      const {second, ...options} = values;
      this.options = options;
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
      // Also for a reload while it runs.
      if (asked) lookedAt(job.id);
      remember({job: job.id});
      // A reload must find the fit that has just been started.
      settle();
      this.follow(job);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** Shows a job until it is over, then what it found; what was found before stays to be seen meanwhile. */
  async follow(job) {
    this.job = job;
    this.release = claim(job.id);
    const card = jobCard(session.jobs.get(job.id) ?? job);
    const end = onJob((changed) => changed.id === job.id && card.update(changed));
    // A fit of a blink would only flicker.
    const timer = setTimeout(
      () => {
        this.note?.remove();
        this.card?.remove();
        if (this.stage) {
          this.place.classList.add('old');
          this.place.prepend(card.element);
        } else fill(this.place, card.element);
        this.card = card.element;
        this.sight.look();
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
      remedies(
        error.cause ?? error.message,
        job?.options ?? this.options ?? {},
        this.repair,
        session.inputs.get(this.input),
      ),
    );
    openNamed(error.message);
    this.sight.look();
  }

  async showModel(model) {
    await this.replaceDrafts(model);
    const stage = tryStage(model);
    const colours = h('div');
    try {
      await stage.setAxes?.(firstAxes(model));
      if (firstColour(model)) await stage.setColour?.(firstColour(model));
    } catch (error) {
      stage.close();
      throw error;
    }
    if (this.job?.id !== model.id) {
      stage.close?.();
      return;
    }
    this.clearStage();
    this.stage = stage;
    this.place.classList.remove('old');
    const shares = cutOf(model);
    fill(
      this.place,
      h(
        'div.row',
        h('p.lead', {id: 'in-short'}, inShort(model)),
        h('a.button.primary', {href: format('look', model.id, {colour: firstColour(model)})}, 'Look at it'),
      ),
      drowned(model),
      unsteady(model),
      saturated(model),
      unfit(model, this.repair),
      h(
        'div.two',
        h('div', stage.element, colours),
        shares ? h('div.card', h('h2', 'Share of each component'), shares) : null,
      ),
      h('div.card', h('h2', 'What was done'), summary(model)),
      h('div.card', h('h2', 'The same on the command line'), commandOf(model)),
    );
    if (stage.setAxes && firstColour(model)) legend(colours, stage, firstColour(model), () => stage.paint(null));
    this.shown(model);
    this.sight.look();
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
    this.release = () => {}; // whatever it comes to, nobody need be told of it at the foot
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
    this.sight.end();
    const over = this.job && isOver(session.jobs.get(this.job.id) ?? {});
    this.job = null;
    this.clearStage();
    // What goes on is shown at the foot from now on; what is over was seen here.
    if (!over) this.release();
  }
}

function tryStage(model) {
  try {
    return new Stage(model, {});
  } catch (error) {
    return {
      element: h(
        'div',
        problem(error),
        h('p.small', '“Look at it” has pictures that need none.'),
      ),
    };
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
  return h('p.row', downloadLink(`jobs/${job.id}/model`, {}, 'model.eigenlens', 'Download the model'));
}
