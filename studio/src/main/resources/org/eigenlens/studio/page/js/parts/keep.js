// Pictures of a model, and everything that can be taken away.
import {blob, get} from '../api.js';
import {choice, copyButton, field, fill, h, problem} from '../dom.js';
import {linkHere} from '../router.js';
import {finished, isOver, session, startReport} from '../session.js';
import {lackingPicture, pictureHint, pictureTitle} from '../vocabulary/pictures.js';
import {filesNeeded, lines, unparted} from './command.js';
import {downloadLink, madeLink} from './download.js';
import {whenSeen} from './sight.js';
import {hush} from './tasks.js';

/** One picture at a time, as the command draws it; nothing is drawn on for a place that has gone. */
export function pictures(place, model, kind, options, chosen, gone) {
  const kinds = model.kinds ?? [];
  if (kinds.length === 0) {
    fill(place, h('p.small', 'There is no picture of this kind of model.'));
    return;
  }
  let now = kinds.includes(kind) ? kind : kinds[0];
  const frame = h('div');
  let control = new AbortController();
  gone.addEventListener('abort', () => control.abort());
  const draw = () => {
    const wanted = {kind: now, ...options(now)};
    const image = h('img', {alt: `${pictureTitle(now)} of the model`, id: 'picture'});
    const words = h('p.small', {role: 'status'}, 'Drawing …');
    control.abort();
    control = new AbortController();
    showPicture(image, words, `models/${model.id}/picture?${new URLSearchParams({...wanted, format: 'svg'})}`, control.signal);
    const command = h('code.command');
    showCommand(command, model, wanted);
    fill(
      frame,
      h('p.small', {id: 'picture-hint'}, pictureHint(now, Boolean(model.summary?.correlations))),
      words,
      h('div.picture', {'data-kind': now}, image),
      h(
        'p.row',
        ['svg', 'png'].map((format) => pictureLink(model, {...wanted, format})),
        copyButton(() => lines(model, command.textContent).join('\n'), 'Copy command'),
      ),
      command,
    );
  };
  const select = choice(
    kinds.map((each) => [each, pictureTitle(each)]),
    now,
    (next) => {
      now = next;
      chosen(next);
      draw();
    },
  );
  fill(
    place,
    field('Picture', select, lackingPicture(model)),
    frame,
  );
  draw();
}

/** Fetches a picture; an image element alone could neither say what went wrong nor end what was asked for. */
async function showPicture(image, words, path, signal) {
  try {
    const url = URL.createObjectURL(await blob(path, {signal}));
    signal.addEventListener('abort', () => URL.revokeObjectURL(url));
    image.addEventListener('load', () => words.remove());
    image.src = url;
  } catch (error) {
    if (signal.aborted) return;
    words.textContent = error.message;
    words.className = 'problem';
    image.remove();
  }
}

/** The command that draws the same picture from the model's file; what went wrong is not to be copied as one. */
async function showCommand(place, model, wanted) {
  try {
    const {command} = await get(`models/${model.id}/picture-command?${new URLSearchParams({...wanted, format: 'svg'})}`);
    fill(place, unparted(command));
  } catch (error) {
    place.replaceWith(problem(error));
  }
}

function pictureLink(model, wanted) {
  const {kind, format} = wanted;
  return madeLink(`models/${model.id}/picture`, {...wanted, download: 1}, `${kind}.${format}`, format.toUpperCase());
}

/** Files to take away, and texts that make the same again. */
export function keep(place, model, {options, savePng, lost}) {
  const path = `models/${model.id}`;
  const scores = ['csv', 'parquet', 'npy'].map((format) =>
    downloadLink(`${path}/scores-file`, {format}, `scores.${format}`, format.toUpperCase()),
  );
  const picture = (format) => pictureLink(model, {kind: 'scores', ...options('scores'), format});
  const view = h('code.command', {id: 'view-command'});
  if (model.kinds?.includes('scores')) showCommand(view, model, {kind: 'scores', ...options('scores')});
  fill(
    place,
    h(
      'div.keep',
      section(
        'Model',
        'Encodes new rows, here and in a program.',
        downloadLink(`${path}/model`, {}, 'model.eigenlens', 'Download model'),
      ),
      section('Coordinates', 'One row for each row of the data.', ...scores),
      section(
        'Picture',
        lost.picture,
        savePng ? h('button', {type: 'button', onclick: savePng}, 'This view') : null,
        model.kinds?.includes('scores') ? picture('svg') : null,
        model.kinds?.includes('scores') ? picture('png') : null,
      ),
      section(
        'Report',
        'One page with pictures and words; it needs no network. For it the fit is done once more.',
        report(model),
      ),
      section(
        'Link',
        lost.link,
        copyButton(() => linkHere(), 'Copy link'),
      ),
    ),
    h('h2', 'The same on the command line'),
    h('code.command', {id: 'command'}, unparted(lines(model).join('\n'))),
    model.kinds?.includes('scores') ? view : null,
    filesNeeded(model),
    h('p.small', {id: 'lost'}, lost.command),
    h('p.row', copyButton(() => lines(model, view.textContent).join('\n'), 'Copy command')),
    model.java
      ? [
          h('h2', 'The same in Java'),
          h('p.small', 'The program makes the same model and prints what it found; it draws nothing.'),
          h('pre.wide', {tabindex: '0', role: 'region', 'aria-label': 'Java program'}, model.java),
          h('p.row', copyButton(model.java, 'Copy Java')),
        ]
      : null,
  );
}

/** The report is written by a job, which can be watched and cancelled; then it can be downloaded. */
function report(model) {
  const place = h('div.report');
  const ready = (job) => {
    // Whoever has it need not be told of it any more.
    const done = () => hush(job.id);
    const link = downloadLink(`models/${model.id}/report`, {}, 'report.html', 'Download report', {done});
    fill(place, link);
    whenSeen(link.querySelector('a'), done);
  };
  const offer = (error) =>
    fill(
      place,
      error ? problem(error) : null,
      h('button', {type: 'button', onclick: () => make()}, 'Write the report'),
    );
  async function make() {
    fill(place);
    try {
      follow(await startReport(model.id));
    } catch (error) {
      offer(error);
    }
  }
  async function follow(job) {
    fill(place, h('p.small', {role: 'status'}, 'It is being written: see the foot of the page.'));
    try {
      await finished(job);
      ready(job);
    } catch (error) {
      offer(session.jobs.get(job.id)?.state === 'cancelled' ? null : error);
    }
  }
  const jobs = [...session.jobs.values()].filter((job) => job.kind === 'report' && job.model === model.id);
  const last = jobs.at(-1);
  if (last?.state === 'done') ready(last);
  else if (last && !isOver(last)) follow(last);
  else offer();
  return place;
}

function section(title, words, ...actions) {
  return h('section', h('h2', title), h('p.small', words), h('div.row', actions));
}
