// The command that makes a model again, and what has to be there for it.
import {copyButton, h} from '../dom.js';
import {nameOf, session} from '../session.js';
import {downloadLink} from './download.js';

/** What to do before the command can find the data; null if it names them where they are. */
export function before(model) {
  const inputs = model.inputs.map((id) => session.inputs.get(id)).filter(Boolean);
  if (inputs.some(({example}) => example?.samples)) return `${session.about.program} demo --samples .`;
  return null;
}

/** The words about files that a shell does not find by itself. */
export function filesNeeded(model) {
  const inputs = model.inputs.map((id) => session.inputs.get(id)).filter(Boolean);
  const made = inputs.filter(({example}) => example && !example.samples);
  const sent = inputs.filter(({uploaded}) => uploaded);
  const near = inputs.some(({example, uploaded, name}) => !example && !uploaded && !name.startsWith('/'));
  return [
    before(model) ? h('p.small', 'Run it in the folder where you started the studio: the first line writes its examples there.') : null,
    made.map((input) =>
      h(
        'p.small',
        'The command needs the example’s file in the folder where you started the studio: ',
        downloadLink(`inputs/${input.id}/file`, {}, nameOf(input), `download ${nameOf(input)}`, {spec: 'a'}),
        '.',
      ),
    ),
    sent.length
      ? h(
          'p.small',
          `Run it in the folder where you started the studio, after you put ${sent.map(nameOf).join(' and ')} there or wrote where it is.`,
        )
      : near
        ? h('p.small', 'Run it in the folder where you started the studio.')
        : null,
  ];
}

/** A command of which no word is parted where there is room for it: an option begins with hyphens. */
export function unparted(command) {
  return command.split(/(\s+)/).map((part) => (part.trim() ? h('span.word', part) : part));
}

/** The commands, in the order in which they are run. */
export function lines(model, ...others) {
  return [before(model), model.command, ...others].filter(Boolean);
}

/** The command with a button to copy it. */
export function commandOf(model) {
  const text = lines(model).join('\n');
  return [
    h('code.command', unparted(text)),
    filesNeeded(model),
    h('div.row.end', copyButton(text, 'Copy')),
  ];
}
