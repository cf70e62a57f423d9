// Choosing data, then saying what its columns are.
import {field, fill, h} from '../dom.js';
import {format} from '../router.js';
import {addExample, addFile, addPath, distinctName, firstColour, forget, forgetInput, knownExample, session} from '../session.js';
import {bytes, count, whole} from '../words.js';
import {bringing} from '../parts/bringing.js';
import {showColumns} from '../parts/columns.js';
import {describe} from '../parts/naming.js';
import {canPair, waiting} from '../parts/second.js';

export async function show(place, {query}) {
  const id = query.get('input');
  if (id) return showColumns(place, id, query);
  const pair = waiting(query);
  if (pair) return chooseSecond(place, pair);
  const coming = bringing();
  const add = coming.bring;
  fill(
    place,
    h('h1', 'What would you like to look at?'),
    h(
      'p.lead',
      'Choose a table or images below, and see their rows as points: those that are alike lie close together. Everything stays on this computer.',
    ),
    coming.place,
    h('div.bring', dropZone(add), pathForm(add)),
    ownInputs(),
    examples(add, session.examples),
    h(
      'p.small',
      'No data at hand? ',
      h('a', {href: '#/play'}, 'Draw points'),
      ' and watch kernels follow them, or read ',
      h('a', {href: '#/learn/1'}, 'five short lectures'),
      ' with something to touch in each.',
    ),
  );
  return coming.close;
}

/** The second table of a fit, which goes on with it. */
function chooseSecond(place, {input, named, others, address, addressWith}) {
  const coming = bringing(addressWith);
  const add = coming.bring;
  const fitting = session.examples.filter((example) => canPair(input, example, named) && !isHere(example));
  fill(
    place,
    h('h1', `Which table goes with ${distinctName(input)}?`),
    h(
      'p.lead',
      named
        ? 'Choose another table about the same rows, which has their names too. '
        : `Choose another table about the same ${rowsOf(input)}, in the same order. `,
      'The fit goes on with it as the second view. ',
      h('a', {href: format(...address(''))}, 'Back to the fit'),
    ),
    coming.place,
    h('div.bring', dropZone(add), pathForm(add)),
    others.length
      ? inputSection('Already here', others, (other) => h('li', inputLink(other, format(...address(other.id)))))
      : null,
    fitting.length ? examples(add, fitting) : null,
  );
  return coming.close;
}

function isHere({name}) {
  return Boolean(knownExample(name));
}

function dropZone(add) {
  const picker = h('input.visually-hidden', {
    type: 'file',
    id: 'file',
    onchange: () => picker.files.length && take(picker.files),
  });
  const take = ([file, ...more]) =>
    more.length
      ? add(() => Promise.reject(new Error(oneOf(1 + more.length))), '')
      : add((options) => addFile(file, options), `Sending ${file.name}, ${bytes(file.size)} …`);
  const zone = h(
    'div.drop',
    {
      ondragover: (event) => {
        event.preventDefault();
        zone.classList.add('over');
      },
      ondragleave: () => zone.classList.remove('over'),
      ondrop: (event) => {
        event.preventDefault();
        zone.classList.remove('over');
        if (event.dataTransfer.files.length) take(event.dataTransfer.files);
      },
    },
    picker,
    h('p', h('strong', 'Drop a file here')),
    h('label.button.primary', {for: 'file'}, 'Choose a file'),
    h(
      'p.small',
      'CSV, TSV, Parquet, JSON, NPY and others; images or texts as a zip. Up to ',
      bytes(session.about.uploadLimit ?? 2 ** 31),
      '.',
    ),
  );
  return zone;
}

function oneOf(files) {
  return `These are ${files} files, and one is opened at a time. Choose one; images or texts go together in a zip, or name the folder they are in.`;
}

function pathForm(add) {
  const path = h('input', {
    type: 'text',
    placeholder: '/home/me/table.parquet',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  return h(
    'form.path',
    {
      onsubmit: (event) => {
        event.preventDefault();
        const typed = path.value.trim();
        if (typed) add((options) => addPath(typed, options), `Reading ${typed} …`);
        else add(() => Promise.reject(new Error('Type where the file is first, as in /home/me/table.csv.')), '');
      },
    },
    field(
      'Or where it is on this computer',
      path,
      'A file, or a folder of images or texts. Large files are best named here: nothing is copied.',
    ),
    h('button', {type: 'submit'}, 'Open'),
  );
}

/** The models of some data; without any the data itself can be forgotten. */
function modelsOf(input, again) {
  const models = [...session.models.values()].filter((model) => model.inputs.includes(input.id));
  if (models.length) return models.map((model) => modelLine(model, again));
  return h(
    'div.row',
    forgetButton(`Forget ${distinctName(input)}`, () => forgetInput(input.id), again),
  );
}

function modelLine(model, again) {
  const words = describe(model);
  return h(
    'div.row.model',
    h('a.small', {href: format('look', model.id, {colour: firstColour(model)})}, words),
    forgetButton(`Forget ${words}`, () => forget(model.id), again),
  );
}

/** Gives back the room that data or a model takes; the user's own files stay. */
function forgetButton(label, work, again) {
  return h(
    'button.plain.small',
    {
      type: 'button',
      'aria-label': label,
      onclick: async () => {
        await work().catch(() => {});
        again();
      },
    },
    'Forget',
  );
}

function ownInputs() {
  const place = h('div');
  const draw = () => fill(place, inputList(draw));
  draw();
  return place;
}

function inputList(again) {
  if (session.inputs.size === 0) return null;
  return inputSection('Already here', [...session.inputs.values()], (input) =>
    h('li', inputLink(input, format('start', null, {input: input.id})), modelsOf(input, again)),
  );
}

function inputSection(title, inputs, line) {
  return h(
    'section',
    {'aria-labelledby': 'own'},
    h('h2', {id: 'own'}, title),
    h('ul.choices.own', inputs.map(line)),
  );
}

function inputLink(input, href) {
  return h('a.choice', {href}, h('strong', distinctName(input)), h('span.small', sizeOf(input)));
}

export function sizeOf(input) {
  if (input.kind === 'images')
    return `${count(input.rows ?? input.rowsAtMost, 'image')} of ${input.imageSize ? `${input.imageSize.join(' × ')} pixels` : 'several sizes'}`;
  return `${rowsOf(input)} × ${count(input.columnCount, 'column')}`;
}

/** How many rows there are; those of a very large file have not been counted yet. */
function rowsOf(input) {
  return `${input.rows === undefined ? 'up to ' : ''}${count(input.rows ?? input.rowsAtMost, 'row')}`;
}

function examples(add, offered) {
  return h(
    'section',
    {'aria-labelledby': 'examples'},
    h('h2', {id: 'examples'}, 'Examples'),
    h(
      'ul.choices',
      offered.map((example) =>
        h(
          'li',
          h(
            'button.choice',
            {
              type: 'button',
              'data-example': example.name,
              onclick: () => add(() => addExample(example.name), `Opening ${example.title} …`, {cancellable: false}),
            },
            h('strong', example.title),
            h(
              'span.small',
              example.columns
                ? `${whole(example.rows)} × ${whole(example.columns)}`
                : count(example.rows, 'text'),
            ),
            h('span', example.what),
          ),
        ),
      ),
    ),
  );
}
