// Work under way, at the foot of every view, and how one piece of it is shown.
import {announce, fill, h} from '../dom.js';
import {format} from '../router.js';
import {
  cancel,
  finished,
  firstColour,
  isOurs,
  isOver,
  isUnderWay,
  keepTold,
  lastFit,
  namesOf,
  onContact,
  onForgotten,
  onJob,
  session,
  startFit,
  timeOfLast,
  toldBefore,
} from '../session.js';
import {inPageWords} from '../vocabulary/failures.js';
import {methodTitle} from '../vocabulary/methods.js';
import {count, duration, whole, withUnit} from '../words.js';
import {downloadLink} from './download.js';

/** Jobs that a view shows itself, or whose outcome was seen, and so are not at the foot. */
const claimed = new Set();
let redraw = () => {};

/** Takes a job from the foot; the answer gives it back. */
export function claim(id) {
  claimed.add(id);
  redraw();
  return () => {
    claimed.delete(id);
    redraw();
  };
}

/**
 * Shows a job in a place of a view until it is over. Whoever leaves the view `close`s it: then the job goes on
 * at the foot, where it can be cancelled.
 */
export function jobPlace(place) {
  let release = () => {};
  let left = false;
  return {
    /** Waits for the job, and answers as `finished` does. */
    async show(job) {
      release = claim(job.id);
      if (left) release();
      const card = jobCard(job);
      fill(place, card.element);
      const end = onJob((changed) => changed.id === job.id && card.update(changed));
      try {
        return await finished(job);
      } finally {
        end();
        release = () => {}; // what is over was seen here
      }
    },
    /** Fits, and answers with the model; a fit that is done or under way, as after a reload, is not begun again. */
    async fit(inputs, options) {
      const last = lastFit(inputs, options);
      if (last?.state === 'done') {
        hush(last.id);
        return finished(last);
      }
      return this.show(isUnderWay(last) ? last : await startFit(inputs, options));
    },
    isLeft: () => left,
    close() {
      left = true;
      release();
    },
  };
}

/** Shows nothing at the foot of a job, or of data that came: it was seen, or is of no interest elsewhere. */
export function hush(id) {
  claimed.add(id);
  for (const each of foot.querySelectorAll('[data-about]')) if (each.dataset.about === id) each.remove();
  redraw();
}

let foot = null;

/** Has something of another kind shown at the foot, until it is removed; once it is `about` something, that may be hushed. */
export function atFoot(element) {
  foot.firstElementChild.after(element);
}

/** From so many on, those that are over can be dismissed together. */
const PILE = 3;

export function showTasks(place) {
  foot = place;
  const cards = new Map();
  const dismissed = new Set();
  const sweep = h('button', {type: 'button', hidden: true, onclick: () => dismissAll()}, 'Dismiss all that are over');
  const over = () => [...cards.keys()].filter((id) => isOver(session.jobs.get(id) ?? {}));
  const dismissAll = () => {
    over().forEach((id) => dismissed.add(id));
    redraw();
  };
  /** What was forgotten has nothing to be looked at, nor to be downloaded. */
  const isWanted = (job) =>
    job &&
    isOurs(job) &&
    !claimed.has(job.id) &&
    !dismissed.has(job.id) &&
    job.state !== 'cancelled' &&
    (job.kind !== 'report' || session.models.has(job.model));
  place.append(sweep);
  // What was over before this page was opened is not news, unless it was told here and not seen before a reload.
  const unseen = toldBefore();
  for (const job of session.jobs.values()) if (isOver(job) && !unseen.has(job.id)) dismissed.add(job.id);
  redraw = () => {
    for (const id of [...cards.keys()]) {
      if (isWanted(session.jobs.get(id))) continue;
      const {element} = cards.get(id);
      // Whoever is there by keys goes on from the view.
      if (element.contains(document.activeElement)) document.getElementById('main').focus({preventScroll: true});
      element.remove();
      cards.delete(id);
    }
    for (const job of [...session.jobs.values()].filter(isWanted)) {
      if (cards.has(job.id)) {
        cards.get(job.id).update(job);
      } else {
        const card = jobCard(job, () => {
          dismissed.add(job.id);
          redraw();
        });
        cards.set(job.id, card);
        sweep.after(card.element);
      }
    }
    sweep.hidden = over().length < PILE;
    keepTold([...cards.keys()]);
  };
  onJob(redraw);
  onForgotten(redraw);
  redraw();
  const lost = h(
    'div.problem',
    {role: 'alert', hidden: true},
    `The studio does not answer. If it was stopped, start it again with ${session.about.program} studio.`,
  );
  place.append(lost);
  onContact((found) => (lost.hidden = found));
  // What is scrolled into sight, or beside a long form, is not to be below the foot.
  const root = document.documentElement;
  new ResizeObserver(() => root.style.setProperty('--foot', `${place.offsetHeight}px`)).observe(place);
}

/** A job with its progress, the time left and a way to stop it. */
export function jobCard(job, dismiss) {
  const title = h('strong');
  const words = h('p.small');
  const bar = h('progress', {max: 1, 'aria-label': 'Progress'});
  const button = h('button', {type: 'button', onclick: () => cancel(job).catch(() => {})}, 'Cancel');
  const actions = h('span.row');
  const clock = h('p.small');
  const element = h('div.task', h('div.row', title, actions), words, bar, clock);
  let state = '';
  let ticking = 0;
  const tick = (now, since) => {
    clearInterval(ticking);
    const show = () => {
      words.textContent = progressWords(now, since);
      clock.textContent = timeTaken(now, since);
    };
    show();
    // Nobody tells a card that it has gone.
    if (!isOver(now)) ticking = setInterval(() => (clock.isConnected ? show() : clearInterval(ticking)), 1000);
  };
  const update = (next) => {
    tick(next, performance.now());
    words.classList.toggle('problem', next.state === 'failed');
    if (next.fraction > 0 && next.state === 'running') bar.value = next.fraction;
    else bar.removeAttribute('value');
    if (next.state === state) return;
    state = next.state;
    element.dataset.state = state;
    title.textContent = `${(next.kind === 'report' ? OF_REPORTS : TITLES)[state]}: ${subject(next)}`;
    bar.hidden = isOver(next);
    // A button that is put where it is already takes no click that was begun before.
    if (isOver(next) || !actions.contains(button)) fill(actions, ...actionsOf(next));
    announce(`${title.textContent}. ${words.textContent}`);
  };
  const actionsOf = (next) => {
    if (!isOver(next)) return [button];
    const look =
      next.kind === 'report'
        ? downloadLink(`models/${next.model}/report`, {}, 'report.html', 'Download', {done: dismiss})
        : lookLink(next, dismiss);
    const close =
      dismiss && h('button.plain', {type: 'button', 'aria-label': 'Dismiss', onclick: dismiss}, '✕');
    // Whoever shows a job itself shows what it found, too.
    return [dismiss && next.state === 'done' ? look : null, close];
  };
  update(job);
  return {element, update};
}

/** Leads to what a fit found; by what its rows are coloured is known once the model is there. */
function lookLink(job, done) {
  const where = () => {
    const model = session.models.get(job.id);
    return format('look', job.id, {colour: model ? firstColour(model) : job.options?.label});
  };
  const go = () => {
    link.href = where();
    done?.();
  };
  const link = h('a.button', {href: where(), onclick: go}, 'Look at it');
  return link;
}

/** What a job is about. */
function subject(job) {
  const {options, inputs} = session.models.get(job.model) ?? job;
  if (!inputs) return 'a model';
  const {method = 'pca', components} = options;
  const so = /^\d+$/.test(components) ? `, ${count(Number(components), 'component')}` : '';
  return `${methodTitle(method)} of ${namesOf({inputs})}${so}`;
}

const OF_REPORTS = {
  queued: 'Report waits',
  running: 'Writing the report',
  done: 'Report written',
  failed: 'No report',
  cancelled: 'Report cancelled',
};

const TITLES = {
  queued: 'Waiting',
  running: 'Fitting',
  done: 'Fitted',
  failed: 'Not fitted',
  cancelled: 'Cancelled',
};

function progressWords(job, since) {
  if (job.state === 'queued') {
    return job.position > 0 ? `${count(job.position, 'job')} before this one` : 'Next in line';
  }
  if (job.state === 'failed') return inPageWords(job.error);
  if (job.state === 'cancelled') return 'The work was stopped.';
  if (job.state === 'done') return `Took ${duration(job.seconds ?? 0)}.`;
  return `${stepWords(job.step ?? '')}${howFar(job, since)}`;
}

/** What is done and left of a step; what is only guessed is told as such. */
function howFar({fraction, secondsLeft, guessed}, since) {
  const share = fraction > 0 ? ` ${guessed ? 'about ' : ''}${withUnit(Math.floor(100 * fraction), '%')}` : '';
  // Steps that count are heard of often; of others the clock goes on here.
  const rest = secondsLeft - (performance.now() - since) / 1000;
  if (!(rest > 0)) return share;
  const left = `${duration(rest)} left of this step`;
  return `${share}, ${guessed ? `perhaps ${left}` : left}`;
}

/** What the program calls its steps, for people who do not know how it works. */
const STEPS = [
  [/^$/, 'Starting'],
  [/^reading$/, 'Reading the data'],
  [/^reading, rows from (\d+) of (\d+)$/, 'Reading the data'],
  [
    /^reading, rows from (\d+)$/,
    'Reading the data, from row $1; how many there are is not known before the end, as in packed files (.gz)',
  ],
  [/^kernel matrix, rows from (\d+) of (\d+)$/, 'Comparing rows with each other, from row $1 of $2'],
  [/^shortest paths, rows from (\d+) of (\d+)$/, 'Walking along the data, from row $1 of $2'],
  [
    /^block Krylov pass (\d+), residual (.*), to reach (.*)$/,
    'Improving the answer, round $1',
  ],
  [/^block Krylov pass (\d+), in double$/, 'Improving the last digits of the answer, round $1'],
  [/^decomposing (.*)$/, 'Finding the directions: decomposing $1'],
  [/^permuting columns, draw (\d+) of (\d+)$/, 'Shuffling the columns, $1 of $2'],
  [/^normal samples, draw (\d+) of (\d+)$/, 'Drawing tables by chance, $1 of $2'],
  [/^factoring the rows$/, 'Summing up the rows'],
];

function stepWords(step) {
  const known = STEPS.find(([pattern]) => pattern.test(step));
  const words = (known ? step.replace(known[0], known[1]) : step).replace(/\b\d{5,}\b/g, whole);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** For how long it has been working: what does not tell how much is left should at least be seen to live. */
function timeTaken(job, since) {
  const seconds = (job.seconds ?? 0) + (performance.now() - since) / 1000;
  if (job.state !== 'running' || seconds < 2) return '';
  // Nothing counts all steps of a fit; what one like it took is the only honest guess of the whole.
  const before = timeOfLast(job);
  if (before >= 1) return `${duration(seconds)} so far; all of it took ${duration(before)} the last time`;
  const told = job.fraction !== undefined || job.secondsLeft !== undefined || seconds < 4;
  return `${duration(seconds)} so far${told ? '' : '; this step does not tell how long it takes'}`;
}
