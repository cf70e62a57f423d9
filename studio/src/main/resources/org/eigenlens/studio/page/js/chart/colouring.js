// Columns of the table as colours and sizes of points.
import {OTHER, category, rgb, sequential} from '../palette.js';

const MISSING = 255;
const COLOURED = 10;

/** All rows alike. */
export function alike(rows) {
  return {kind: 'alike', codes: new Uint8Array(rows), entries: []};
}

/**
 * A column as {codes, entries}: what the table of colours is made from, and the legend, which counts the
 * rows that `isPlaced` says are drawn.
 */
export function colouring(column, isPlaced) {
  return column.type === 'category' ? classes(column, isPlaced) : amounts(column, isPlaced);
}

/** What is shown of classes and by which colours, for a link: 0.x.2.g is the first, a hidden one, the third, a grey one. */
export function classesText(entries) {
  return entries.map(({shown, rank}) => (shown ? (rank ?? 'g') : 'x')).join('.');
}

/** Takes what a link says of classes; nothing where it is about others. */
export function restoreClasses(entries, text) {
  const words = text.split('.');
  const colours = words.filter((word) => /^\d$/.test(word));
  const known = words.every((word) => /^[\dgx]$/.test(word)) && new Set(colours).size === colours.length;
  if (!known || words.length !== entries.length) return;
  entries.forEach((entry, i) => {
    entry.shown = words[i] !== 'x';
    if (/\d/.test(words[i]) && entry.code !== MISSING) entry.rank = Number(words[i]);
    else delete entry.rank;
  });
}

function classes(column, isPlaced) {
  const counts = new Array(256).fill(0);
  const codes = new Uint8Array(column.values.length);
  for (let i = 0; i < codes.length; i += 1) {
    const code = column.values[i];
    codes[i] = code < column.levels.length ? code : MISSING;
    if (isPlaced(i)) counts[codes[i]] += 1;
  }
  const entries = column.levels.map((name, code) => ({name, code, rows: counts[code], shown: true}));
  // As in the pictures: the ten largest have colours, in the order of their names.
  const byName = (a, b) => a.name.localeCompare(b.name, 'en', {numeric: true});
  const largest = entries.slice(0, COLOURED).sort(byName);
  entries.splice(0, largest.length, ...largest);
  handOut(entries);
  if (counts[MISSING]) entries.push({name: '(missing)', code: MISSING, rows: counts[MISSING], shown: true});
  return {kind: 'classes', codes, entries, start: classesText(entries)};
}

/**
 * Gives the ten colours to classes that are shown: those that have one keep it, and the next ones in the
 * list get what is free.
 */
export function handOut(entries) {
  const taken = new Set();
  for (const entry of entries) {
    if (!entry.shown) delete entry.rank;
    else if (entry.rank !== undefined) taken.add(entry.rank);
  }
  const free = Array.from({length: COLOURED}, (_, rank) => rank).filter((rank) => !taken.has(rank));
  for (const entry of entries) {
    if (entry.shown && entry.rank === undefined && entry.code !== MISSING) entry.rank = free.shift();
  }
}

/** How many classes are shown in grey since there are no more colours. */
export function uncoloured(entries) {
  return entries.filter((entry) => entry.shown && entry.rank === undefined && entry.code !== MISSING).length;
}

function amounts(column, isPlaced) {
  const [low, high] = range(column.values);
  let missing = 0;
  for (let i = 0; i < column.values.length; i += 1) if (Number.isNaN(column.values[i]) && isPlaced(i)) missing += 1;
  const codes = Uint8Array.from(column.values, (value) =>
    Number.isNaN(value) ? MISSING : Math.min(254, Math.floor(((value - low) / (high - low || 1)) * 255)),
  );
  return {kind: 'amounts', codes, entries: [], low, high, missing};
}

/** The extremes, found without spreading a million arguments. */
export function range(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** The 256 colours on the graphics card, with how strong they are beside each other. */
export function colourTable(about) {
  const table = new Uint8Array(1024);
  const put = (code, colour, alpha) => table.set([...colour, alpha], 4 * code);
  if (about.kind === 'alike') put(0, rgb(category(0)), 255);
  if (about.kind === 'amounts') {
    for (let code = 0; code < MISSING; code += 1) put(code, sequential(code / 254), 255);
    put(MISSING, rgb(OTHER), 128);
  }
  for (const entry of about.entries) {
    put(entry.code, rgb(colourOf(entry)), entry.shown ? 255 : 0);
  }
  return table;
}

/** The colour of a class; all but ten are grey. */
export function colourOf(entry) {
  return entry.rank === undefined ? OTHER : category(entry.rank);
}

/** A number for each row as a size from 0 to 255. */
export function sizes(column) {
  const [low, high] = range(column.values);
  return Uint8Array.from(column.values, (value) =>
    Number.isNaN(value) ? 0 : Math.round(((value - low) / (high - low || 1)) * 255),
  );
}
