// What this tab has: inputs, jobs and models. It is found again after a reload.
import * as api from './api.js';
import {inPageWords} from './vocabulary/failures.js';
import {bytes} from './words.js';

export const session = {
  id: '',
  inputs: new Map(),
  jobs: new Map(),
  models: new Map(),
  examples: [],
  about: {},
};

const listeners = new Set();
const contacts = new Set();
const losses = new Set();
/** The jobs that this tab began, or found under way when it was opened: of others their own tabs tell. */
const ours = new Set();

/** Calls back at every change of a job; the answer ends it. */
export function onJob(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when jobs or models are here no longer. */
export function onForgotten(listener) {
  losses.add(listener);
}

function forgotten() {
  for (const listener of losses) listener();
}

/** Finds the session of this tab, or of the link it was opened by, and returns its name. */
export async function openSession(fromLink) {
  session.id = fromLink ?? sessionStorage.getItem('session') ?? crypto.randomUUID();
  sessionStorage.setItem('session', session.id);
  api.useSession(session.id);
  await refresh();
  for (const job of session.jobs.values()) if (!isOver(job)) ours.add(job.id);
  listen();
  return session.id;
}

async function refresh() {
  const kinds = ['inputs', 'models', 'jobs'];
  const before = kinds.map((kind) => [...session[kind].keys()]);
  const answer = await api.get('session');
  session.about = answer;
  session.examples = answer.examples;
  // What the studio no longer has goes; what came while the answer was under way stays.
  kinds.forEach((kind, i) => {
    const there = new Set(answer[kind].map(({id}) => id));
    for (const id of before[i]) if (!there.has(id)) session[kind].delete(id);
  });
  for (const kind of ['inputs', 'models']) {
    for (const each of answer[kind]) session[kind].set(each.id, each);
  }
  answer.jobs.forEach(keepJob);
  forgotten();
}

/**
 * Browsers allow six connections to a host, for all tabs together. So few of them hold a line on which
 * they hear of their jobs; the others ask, now and then, or often while they have work under way.
 */
const LINES = 2;
/** Milliseconds between questions of a tab without a line: with work under way, and without. */
const OFTEN = 500;
const SELDOM = 10000;
/** Seconds for which such a tab may be quiet: browsers let hidden ones ask once a minute. */
const QUIET = 100;

let events = null;
let asking = 0;

/** Holds one of the few lines for as long as this tab is there, or asks until one is free. */
async function listen() {
  if (!navigator.locks) return poll();
  poll();
  const lines = Array.from({length: LINES}, (_, i) => `eigenlens-line-${i}`);
  for (const name of lines) {
    const held = await new Promise((answer) => {
      navigator.locks
        .request(name, {ifAvailable: true}, (lock) => {
          answer(Boolean(lock));
          return lock ? new Promise(() => hear()) : null;
        })
        .catch(() => answer(false));
    });
    if (held) return undefined;
  }
  // Whoever closes a tab leaves a line to the next.
  navigator.locks.request(lines[0], () => new Promise(() => hear())).catch(() => {});
  return undefined;
}

/** Hears of jobs; after a break of the line asks for what was missed. */
function hear() {
  clearTimeout(asking);
  const stream = new EventSource(api.address('events'));
  events = stream;
  stream.addEventListener('job', (event) => keepJob(JSON.parse(event.data)));
  stream.addEventListener('open', () => {
    contact(true);
    refresh().catch(() => {});
  });
  stream.addEventListener('error', () => {
    contact(false);
    // The browser tries again by itself, unless it was refused; meanwhile the tab asks.
    if (stream.readyState !== EventSource.CLOSED) return;
    events = null;
    poll();
    setTimeout(hear, SELDOM);
  });
}

/** Asks for what is new, again and again. */
function poll() {
  clearTimeout(asking);
  const busy = [...session.jobs.values()].some((job) => !isOver(job));
  asking = setTimeout(async () => {
    if (events) return;
    try {
      const {jobs} = await api.get(`jobs?quiet=${QUIET}`);
      jobs.forEach(keepJob);
      contact(true);
    } catch {
      contact(false);
    }
    if (!events) poll();
  }, busy ? OFTEN : SELDOM);
}

/** Calls back when the studio is lost, and when it is found again. */
export function onContact(listener) {
  contacts.add(listener);
}

function contact(found) {
  for (const listener of contacts) listener(found);
}

/** How long fits took, by what they were of; what was forgotten since still tells. */
const times = new Map();

/** What makes two fits alike in how long they take, as far as one can tell. */
function likeness({inputs, options = {}}) {
  const {method = 'pca', kernel, solver, landmarks, components} = options;
  const work = ['columns', 'exclude', 'x', 'y', 'precision', 'neighbors', 'quality', 'evaluate', 'permutations', 'folds', 'iterations'].map(
    (name) => options[name],
  );
  return JSON.stringify([inputs, method, kernel, solver, landmarks, components, work]);
}

/** How many seconds the last fit like this one took from start to end, if there was one. */
export function timeOfLast(job) {
  return job.kind === 'fit' ? times.get(likeness(job)) : undefined;
}

function keepJob(job) {
  if (job.kind === 'fit' && job.state === 'done') times.set(likeness(job), job.seconds);
  const before = session.jobs.get(job.id);
  // An answer that was long under way says nothing new.
  if (before && (isOver(before) || (before.state === 'running' && job.state === 'queued'))) return;
  session.jobs.set(job.id, job);
  tell(job);
}

function tell(job) {
  for (const listener of [...listeners]) listener(job);
}

export function isOver(job) {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
}

/** Whether a job waits or runs. */
export function isUnderWay(job) {
  return Boolean(job) && !isOver(job);
}

/** Whether a job came to nothing. */
export function isStopped(job) {
  return job?.state === 'failed' || job?.state === 'cancelled';
}

/** Starts a fit; its changes come by onJob. */
export async function startFit(input, options) {
  const job = await api.post('fits', {input, options});
  return begun(job);
}

/** The last fit of these inputs that was told just this, however far it is, if there is one. */
export function lastFit(inputs, options) {
  const isLike = (job) =>
    job.kind === 'fit' &&
    job.inputs.join() === inputs.join() &&
    Object.keys({...job.options, ...options}).every((name) => String(job.options[name]) === String(options[name]));
  return [...session.jobs.values()].filter(isLike).at(-1);
}

/** Starts to write the report of a model; its changes come by onJob. */
export async function startReport(id) {
  const job = await api.post(`models/${id}/report`, {});
  return begun(job);
}

function begun(job) {
  ours.add(job.id);
  const known = session.jobs.get(job.id);
  // One that was over before its answer came was nobody's until now.
  if (known) tell(known);
  else keepJob(job);
  if (!events) poll();
  return session.jobs.get(job.id);
}

/** The jobs that this tab tells of, for itself after a reload: what came of them meanwhile is still to be seen. */
export function keepTold(ids) {
  sessionStorage.setItem(told(), ids.join());
}

/** Those of before a reload; they are a matter of this tab again. */
export function toldBefore() {
  const ids = (sessionStorage.getItem(told()) ?? '').split(',');
  for (const id of ids) ours.add(id);
  return new Set(ids);
}

function told() {
  return `told of ${session.id}`;
}

/** Whether a job is a matter of this tab, not of another one of the same session. */
export function isOurs(job) {
  return ours.has(job.id);
}

/** Waits for the end of a job; failure is an Error in the command's words. */
export function finished(job) {
  return new Promise((resolve, reject) => {
    let end = () => {};
    const look = (changed) => {
      if (changed.id !== job.id || !isOver(changed)) return;
      end();
      if (changed.state === 'done') resolve(changed.kind === 'fit' ? model(job.id) : changed);
      else {
        const line = changed.error ?? `the work was ${changed.state}`;
        reject(new Error(inPageWords(line), {cause: line}));
      }
    };
    end = onJob(look);
    look(session.jobs.get(job.id) ?? job);
  });
}

export async function cancel(job) {
  await api.remove(`jobs/${job.id}`);
}

export async function model(id) {
  if (!session.models.has(id)) session.models.set(id, await api.get(`models/${id}`));
  return session.models.get(id);
}

/** Forgets a model that was only tried. */
export async function forget(id) {
  session.models.delete(id);
  session.jobs.delete(id);
  forgotten();
  await api.remove(`models/${id}`);
}

/** Forgets a job that is over and left no model. */
export async function forgetJob(id) {
  const job = session.jobs.get(id);
  // Whoever waits for its end would wait for ever.
  if (job && !isOver(job)) tell({...job, state: 'cancelled'});
  session.jobs.delete(id);
  forgotten();
  await api.remove(`jobs/${id}`);
}

/** Remembers that somebody looked at a model, in whatever tab: it is no draft any more. */
export function lookedAt(id) {
  localStorage.setItem(looked(), [...new Set([...seen(), id])].join());
}

export function wasLookedAt(id) {
  return seen().includes(id);
}

function seen() {
  return (localStorage.getItem(looked()) ?? '').split(',');
}

function looked() {
  return `looked of ${session.id}`;
}

/** Forgets data; what was copied of it is removed. */
export async function forgetInput(id) {
  await api.remove(`inputs/${id}`);
  session.inputs.delete(id);
}

/** The examples that are on their way. */
const coming = new Map();

/** Opens an example; the same one again is the same input. */
export function addExample(name) {
  const known = knownExample(name);
  if (known) return Promise.resolve(known);
  if (!coming.has(name)) {
    const work = api.post('inputs/example', {name}).then(keepInput);
    coming.set(name, work.finally(() => coming.delete(name)));
  }
  return coming.get(name);
}

/** The example of that name, if it was opened. */
export function knownExample(name) {
  return [...session.inputs.values()].find(({example}) => example?.name === name);
}

export async function addPath(path, options) {
  return keepInput(await api.post('inputs/path', {path}, options));
}

export async function addFile(file, options) {
  const most = session.about.uploadLimit;
  if (file.size > most) {
    throw new Error(
      `${file.name} has ${bytes(file.size)}, and at most ${bytes(most)} can be sent; name the file where it is on this computer instead`,
    );
  }
  return keepInput(await api.upload(`inputs?name=${encodeURIComponent(file.name)}`, file, options));
}

function keepInput(input) {
  session.inputs.set(input.id, input);
  return input;
}

/** The newest model, of some input if one is named. */
export function newestModel(accept = () => true) {
  return [...session.models.values()].filter(accept).at(-1);
}

/** The table that a model was fitted to; of two views the first. */
export function inputOf(model) {
  return session.inputs.get(model.inputs[0]);
}

/** What the tables of a model are called. */
export function namesOf(model) {
  return model.inputs.map((id) => nameOf(session.inputs.get(id))).join(' and ');
}

/** What a table is called: the last part of its path. */
export function nameOf(input) {
  return input ? input.name.split('/').filter(Boolean).at(-1) : 'the data';
}

/** The same, told apart from other tables of that name. */
export function distinctName(input) {
  const same = [...session.inputs.values()].filter((each) => nameOf(each) === nameOf(input));
  if (same.length < 2) return nameOf(input);
  const copies = same.filter(({name}) => name === input.name);
  return copies.length < 2 ? input.name : `${nameOf(input)} (${1 + copies.indexOf(input)})`;
}

/** The column with the classes of a model's rows, if there is one. */
export function labelOf(model) {
  const label = model.options.label ?? inputOf(model)?.suggestions?.label;
  // Numbers that were to be followed are no classes.
  return model.colours.some(({name}) => name === label) && !model.targets?.includes(label) ? label : null;
}

/** The column by which rows are coloured to begin with: the label, or what was to be followed in its place. */
export function firstColour(model) {
  // A label that was only proposed gives way to a target that was chosen.
  return model.options.label ? labelOf(model) : (model.targets?.[0] ?? labelOf(model));
}
