// Elements without markup in strings: texts of data can never become markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element: h('button.primary', {onclick: save}, 'Save'). Children that are null are left out. */
export function h(spec, properties, ...children) {
  return build(document.createElement.bind(document), spec, properties, children);
}

/** Makes an SVG element in the same way. */
export function s(spec, properties, ...children) {
  return build((name) => document.createElementNS(SVG, name), spec, properties, children);
}

function build(create, spec, properties, children) {
  const [name, ...classes] = spec.split('.');
  const element = create(name);
  if (classes.length) element.classList.add(...classes);
  if (properties !== null && properties !== undefined && !isProperties(properties)) {
    children = [properties, ...children];
    properties = {};
  }
  for (const [key, value] of Object.entries(properties ?? {})) set(element, key, value);
  append(element, children);
  return element;
}

function isProperties(value) {
  return typeof value === 'object' && !(value instanceof Node) && !Array.isArray(value);
}

function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
  else if (key === 'value') element.value = value;
  else if (key === 'checked') element.checked = value;
  else element.setAttribute(key, value === true ? '' : String(value));
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Replaces what an element holds; whoever was in it by keys goes on from there, not from the page's start. */
export function fill(element, ...children) {
  const before = document.activeElement;
  const within = element.contains(before) && before !== element;
  element.replaceChildren();
  append(element, children);
  if (within) takeFocus(element.contains(before) ? before : element);
  return element;
}

function takeFocus(element) {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({preventScroll: true});
}

/** Tells readers of the screen, who cannot see that something changed. */
export function announce(text) {
  document.getElementById('status').textContent = text;
}

let last = 0;

/** A fresh id, to tie a label to its control. */
export function freshId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

/** A labelled control; the hint is read out with it. */
export function field(label, control, hint) {
  const id = control.id || freshId('field');
  control.id = id;
  const words = hint ? h('small', {id: `${id}-hint`}, hint) : null;
  if (words) control.setAttribute('aria-describedby', words.id);
  return h('div.field', h('label', {for: id}, label), control, words);
}

/** A drop-down list of [value, text] pairs. */
export function choice(pairs, value, onchange) {
  const select = h('select', {onchange: () => onchange(select.value)});
  for (const [key, text] of pairs) select.append(h('option', {value: key}, text));
  select.value = value;
  return select;
}

/** A slider with its value beside it; onmove is called while it is dragged. */
export function slider(label, {min, max, step, value, show = String, onmove}) {
  const output = h('output', show(value));
  const input = h('input', {type: 'range', min, max, step, id: freshId('slider'), value});
  input.value = value;
  const tell = (now) => {
    output.textContent = show(now);
    input.setAttribute('aria-valuetext', output.textContent);
  };
  input.addEventListener('input', () => {
    tell(Number(input.value));
    onmove(Number(input.value));
  });
  tell(value);
  const element = h('div.slider', h('label', {for: input.id}, label), input, output);
  return {
    element,
    input,
    /** NaN is no value, and nothing to be moved. */
    set(next) {
      input.disabled = Number.isNaN(next);
      if (!input.disabled) input.value = next;
      tell(next);
    },
  };
}

/** One line about what went wrong, in the words of the command. */
export function problem(error) {
  return h('p.problem', {role: 'alert'}, error.message ?? String(error));
}

/** Hands a file over that was made here. */
export function saveFile(blob, name) {
  const link = h('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Copies text, and says so on the button; where the browser does not let it, the text can be copied by hand. */
export function copyButton(text, label) {
  const button = h('button', {type: 'button'}, label);
  let byHand = null;
  button.addEventListener('click', async () => {
    const words = typeof text === 'function' ? text() : text;
    byHand?.remove();
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      byHand = toCopy(words);
      button.after(byHand);
      byHand.querySelector('textarea').select();
      return;
    }
    button.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** A text to be copied by hand. */
function toCopy(text) {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 60), 0);
  const area = h('textarea', {readonly: true, rows: Math.min(8, lines)});
  area.value = text;
  return h(
    'div.by-hand',
    field('Not copied: the browser does not let this page. Copy it by hand, as with Ctrl+C.', area),
  );
}
