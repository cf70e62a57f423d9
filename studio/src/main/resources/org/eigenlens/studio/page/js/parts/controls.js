// The controls of options: something to tick, choose or type, never a word of the command line.
import {choice, field, freshId, h} from '../dom.js';
import {meaningOf} from '../vocabulary/meanings.js';
import {OPTIONS, RULES, labelOfOption} from '../vocabulary/options.js';

const NUMBER = 'number';
const SHARE = 'share';
const LISTED = 500;

/**
 * The control of an option; `set(name, value)` hears of every change, '' being as it comes. Of a wide
 * or sparse table not all `columns` are known (`partial`): then names are typed.
 */
export function controlOf(option, value, {columns, partial, rules, method, kernel, found}, set) {
  const {name} = option;
  const about = meaningOf(name, method, kernel) ?? {hint: option.help};
  if (name === 'components') return countControl(value, rules, (next) => set(name, next));
  if (option.switch) return tick(name, about, value, set);
  if (about.column) return field(labelOfOption(name), oneColumn(about, value, columns, set, name), about.hint);
  if (about.columns && partial)
    return field(labelOfOption(name), typed(name, {usual: 'names, a..d ranges and * patterns'}, value, set), about.hint);
  if (about.columns) return someColumns(name, value, columns, set);
  if (about.ways && about.number) return waysOrNumber(name, about, value, found, set);
  if (about.ways) {
    const ways = known(about.ways, value);
    return field(
      labelOfOption(name),
      marked(choice(ways, value ?? '', (next) => set(name, next)), name),
      about.hint,
    );
  }
  return field(labelOfOption(name), typed(name, about, value, set), about.hint);
}

/**
 * A list of columns under a label; where it has not all of them (`partial`), its last entry asks for the name
 * of another, completed from `others`.
 */
export function columnField(label, none, names, value, changed, {partial, others}) {
  const select = choice(
    known([['', none], ...names.map((name) => [name, name])], value),
    value,
    () => (select.selectedOptions[0] === another ? ask() : take(select.value)),
  );
  const place = field(label, select);
  const another = h('option', 'another column …');
  if (partial) select.append(another);
  let typing = [];
  let now = value;
  const close = () => {
    const open = typing;
    // The events of a field that goes say nothing any more.
    typing = [];
    if (open[0] && open[0] === document.activeElement) select.focus();
    for (const each of open) each.remove();
    return open.length > 0;
  };
  /** Without a name everything stays as it was. */
  const end = (name) => {
    if (!close()) return;
    if (name) take(name);
    else select.value = now;
  };
  const take = (name) => {
    close();
    now = name;
    if ([...select.options].every((option) => option.value !== name)) another.before(h('option', {value: name}, name));
    select.value = name;
    changed(name);
  };
  const ask = () => {
    const list = h('datalist', {id: freshId('names')}, others.map((name) => h('option', {value: name})));
    const text = h('input', {
      type: 'text',
      list: list.id,
      placeholder: 'its name',
      'aria-label': 'Name of another column',
      autocomplete: 'off',
      onchange: () => end(text.value.trim()),
      onkeydown: (event) => {
        if (event.key === 'Escape') end('');
      },
      onblur: () => end(text.value.trim()),
    });
    typing = [text, list];
    place.append(text, list);
    text.focus();
  };
  return place;
}

/** A value from a link that the list does not have is still shown. */
function known(ways, value) {
  return !value || ways.some(([each]) => each === value) ? ways : [...ways, [value, value]];
}

function marked(control, name) {
  control.dataset.option = name;
  return control;
}

function tick(name, about, value, set) {
  const box = h('input', {
    type: 'checkbox',
    'data-option': name,
    checked: value === true || value === 'true',
    onchange: () => set(name, box.checked),
  });
  return h('label.check', box, h('span', labelOfOption(name), h('br'), h('small', about.hint ?? '')));
}

/** A number or a text; what is typed counts while it is typed. */
function typed(name, {number, usual}, value, set) {
  const input = h('input', {
    type: number ? 'number' : 'text',
    'data-option': name,
    min: number?.min,
    max: number?.max,
    step: number?.step ?? 'any',
    placeholder: String(number?.usual ?? usual ?? ''),
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => set(name, input.value.trim()),
  });
  input.value = value ?? '';
  return input;
}

/** Some ways to choose from, or a number of one's own, which begins with what a way found. */
function waysOrNumber(name, about, value, found, set) {
  const {number} = about;
  const isWay = (text) => about.ways.some(([each]) => each === text);
  const select = choice(
    [...about.ways, [NUMBER, number.text]],
    isWay(value ?? '') ? (value ?? '') : NUMBER,
    (way) => {
      if (way === NUMBER) {
        input.value = input.value || (found[name] ? Number(found[name].toPrecision(4)) : number.start);
        input.dispatchEvent(new Event('follow'));
      }
      show();
      set(name, way === NUMBER ? input.value : way);
    },
  );
  const input = typed(name, about, isWay(value ?? '') ? '' : value, set);
  input.setAttribute('aria-label', `${labelOfOption(name)}: ${number.text}`);
  const range = number.slides ? slide(input, number.slides, (next) => set(name, next)) : null;
  const show = () => {
    for (const each of [input, range]) if (each) each.hidden = select.value !== NUMBER;
  };
  show();
  const element = field(labelOfOption(name), select, about.hint);
  select.after(input, ...(range ? [range] : []));
  return element;
}

/** Slides over powers of ten. */
function slide(input, [min, max], set) {
  const range = h('input', {
    type: 'range',
    min,
    max,
    step: 0.05,
    'aria-label': 'the same, on a logarithmic scale',
  });
  const follow = () => (range.value = Number(input.value) > 0 ? Math.log10(Number(input.value)) : -1);
  follow();
  for (const event of ['input', 'follow']) input.addEventListener(event, follow);
  range.addEventListener('input', () => {
    input.value = Number((10 ** Number(range.value)).toPrecision(3));
    range.setAttribute('aria-valuetext', input.value);
    set(input.value);
  });
  return range;
}

function oneColumn(about, value, columns, set, name) {
  const fitting = columns.filter(({type}) => about.column !== 'texts' || type === 'text');
  const pairs = [['', 'none'], ...fitting.slice(0, LISTED).map((column) => [column.name, column.name])];
  return marked(choice(known(pairs, value), value ?? '', (next) => set(name, next)), name);
}

/** Several columns, ticked in a list. */
function someColumns(name, value, columns, set) {
  const chosen = new Set(namesIn(value ?? ''));
  const boxes = columns
    .filter(({type}) => type === 'number' || type === 'logical')
    .slice(0, LISTED)
    .map((column) => {
      const box = h('input', {
        type: 'checkbox',
        checked: chosen.has(column.name),
        onchange: () => {
          if (box.checked) chosen.add(column.name);
          else chosen.delete(column.name);
          set(name, asNames([...chosen]));
        },
      });
      return h('label.check', box, h('span', column.name));
    });
  const id = freshId('columns');
  return h(
    'div.field',
    h('span.label', {id}, labelOfOption(name)),
    h('div.ticks', {role: 'group', 'aria-labelledby': id, 'data-option': name, tabindex: '0'}, boxes),
  );
}

/** Names of columns as the command takes them: with commas between, quoted where they hold one. */
export function asNames(names) {
  return names
    .map((name) => (/^["']|,/.test(name) ? (name.includes('"') ? `'${name}'` : `"${name}"`) : name))
    .join(',');
}

/** The names in such a list. */
export function namesIn(text) {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|([^,]+)/g)].map(([, a, b, c]) => a ?? b ?? c.trim());
}

/** How many components: all, a number, a share of what there is, or by a rule. */
function countControl(value, rules, set) {
  const known = RULES.filter(([name]) => rules.includes(name));
  const ways = [
    ['', 'as many as suit the method'],
    [NUMBER, 'this many'],
    ...(rules.includes(SHARE) ? [[SHARE, 'enough for a share, in %']] : []),
    ...known,
  ];
  const [way, amount] = countIn(value ?? '', known);
  const select = choice(ways, way, () => {
    if (select.value === NUMBER) input.value = 2;
    if (select.value === SHARE) input.value = 95;
    tell();
  });
  const input = h('input', {type: 'text', inputmode: 'decimal', autocomplete: 'off', oninput: () => tell()});
  input.value = amount;
  const show = () => {
    input.hidden = select.value !== NUMBER && select.value !== SHARE;
    input.setAttribute('aria-label', `${labelOfOption('components')}: ${select.value === SHARE ? 'share, in %' : 'number'}`);
  };
  const tell = () => {
    show();
    set(input.hidden ? select.value : countOf(select.value, input.value));
  };
  show();
  const element = field(labelOfOption('components'), marked(select, 'components'), OPTIONS.components.hint);
  select.after(input);
  return element;
}

/** A count of components as people write it, as the command takes it. */
export function asCount(text) {
  return countOf(NUMBER, text);
}

/** What a way and a typed amount stand for: 95, 95% and 0.95 are the same share. */
function countOf(way, text) {
  const plain = text.replace(',', '.').trim();
  const percent = /^([\d.]+)\s*%$/.exec(plain)?.[1] ?? (way === SHARE && Number(plain) >= 1 ? plain : null);
  if (percent === null || !(Number(percent) > 0)) return plain;
  // All of it is what comes without any choice; 1 would be one component.
  return Number(percent) < 100 ? String(Number(percent) / 100) : '';
}

/** Whether a method can be told so many components: a number always, a share or a rule of some. */
export function allowsCount(value, rules) {
  const [way] = countIn(value ?? '', RULES);
  return way === '' || way === NUMBER || rules.includes(way);
}

/** The way and the amount that a value stands for. */
function countIn(value, rules) {
  const text = countOf(NUMBER, String(value));
  if (text === '' || rules.some(([name]) => name === text)) return [text, ''];
  const share = Number(text) > 0 && Number(text) < 1;
  return share ? [SHARE, String(Number((100 * Number(text)).toPrecision(6)))] : [NUMBER, text];
}
