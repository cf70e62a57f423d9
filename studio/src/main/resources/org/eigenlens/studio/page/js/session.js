// What this tab has: inputs, jobs and models. It is found again after a reload.
import * as api from './api.js';
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

/** Milliseconds between attempts to hear of the studio again. */
const AGAIN = 10000;

/** Calls back at every change of a job; the answer ends it. */
export function onJob(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Finds the session of this tab, or of the link it was opened by. */
export async function openSession(fromLink) {
  session.id = fromLink ?? sessionStorage.getItem('session') ?? crypto.randomUUID();
  sessionStorage.setItem('session', session.id);
  api.useSession(session.id);
  await refresh();
  listen();
  document.addEventListener('visibilitychange', rest);
  onJob((job) => isOver(job) && rest());
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
  for (const job of answer.jobs) {
    const known = session.jobs.get(job.id);
    if (known && (known.state === job.state || isOver(known))) continue;
    session.jobs.set(job.id, job);
    tell(job);
  }
}

let events = null;
let polling = 0;
let again = 0;

/** Hears of jobs; after a break of the line asks for what was missed. */
function listen() {
  clearInterval(polling);
  clearTimeout(again);
  const stream = new EventSource(api.address('events'));
  events = stream;
  stream.addEventListener('job', (event) => keepJob(JSON.parse(event.data)));
  stream.addEventListener('open', () => {
    contact(true);
    refresh().catch(() => {});
  });
  stream.addEventListener('error', () => {
    contact(false);
    // The browser tries again by itself, unless it was refused.
    if (stream.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN);
  });
}

/**
 * Browsers allow six connections to a host, for all tabs together: a tab that nobody sees, and that
 * has no work under way, gives its own back and only says now and then that it is there.
 */
function rest() {
  const resting = events.readyState === EventSource.CLOSED;
  const busy = [...session.jobs.values()].some((job) => !isOver(job));
  if (!document.hidden && resting) listen();
  if (document.hidden && !resting && !busy) {
    events.close();
    clearInterval(polling);
    polling = setInterval(() => refresh().catch(() => {}), AGAIN);
  }
}

/** Calls back when the studio is lost, and when it is found again. */
export function onContact(listener) {
  contacts.add(listener);
}

function contact(found) {
  for (const listener of contacts) listener(found);
}

function keepJob(job) {
  const before = session.jobs.get(job.id);
  if (before && isOver(before)) return;
  const known = {...before, ...job};
  session.jobs.set(job.id, known);
  tell(known);
}

function tell(job) {
  for (const listener of [...listeners]) listener(job);
}

export function isOver(job) {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
}

/** Starts a fit; its changes come by onJob. */
export async function startFit(input, options) {
  const job = await api.post('fits', {input, options});
  const known = {...job, ...session.jobs.get(job.id)};
  session.jobs.set(job.id, known);
  tell(known);
  return known;
}

/** Waits for the end of a job; failure is an Error in the command's words. */
export function finished(job) {
  return new Promise((resolve, reject) => {
    let end = () => {};
    const look = (changed) => {
      if (changed.id !== job.id || !isOver(changed)) return;
      end();
      if (changed.state === 'done') resolve(model(job.id));
      else reject(new Error(changed.error ?? `the fit was ${changed.state}`));
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
  await api.remove(`models/${id}`);
}

/** Forgets data; what was copied of it is removed. */
export async function forgetInput(id) {
  await api.remove(`inputs/${id}`);
  session.inputs.delete(id);
}

/** Opens an example; the same one again is the same input. */
export async function addExample(name) {
  const key = `example ${name} of ${session.id}`;
  const known = session.inputs.get(sessionStorage.getItem(key));
  if (known) return known;
  const input = keepInput(await api.post('inputs/example', {name}));
  sessionStorage.setItem(key, input.id);
  return input;
}

export async function addPath(path) {
  return keepInput(await api.post('inputs/path', {path}));
}

export async function addFile(file) {
  const most = session.about.uploadLimit;
  if (file.size > most) {
    throw new Error(
      `${file.name} has ${bytes(file.size)}, and at most ${bytes(most)} can be sent; name the file where it is on this computer instead`,
    );
  }
  return keepInput(await api.upload(`inputs?name=${encodeURIComponent(file.name)}`, file));
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

/** What a table is called: the last part of its path. */
export function nameOf(input) {
  return input ? input.name.split('/').filter(Boolean).at(-1) : 'the data';
}

/** The column with the classes of a model's rows, if there is one. */
export function labelOf(model) {
  const label = model.options.label ?? inputOf(model)?.suggestions?.label;
  return model.colours.some(({name}) => name === label) ? label : null;
}
