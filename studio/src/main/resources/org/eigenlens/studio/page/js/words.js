// Numbers and times as people read them.

/** A number with so many significant digits, without trailing noise. */
export function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(Math.max(0, digits - 2)).replace('-', '−');
  return minus(Number(value.toPrecision(digits)).toString());
}

function minus(text) {
  return text.replace('-', '−');
}

/** A number and its unit, on one line. */
export function withUnit(value, unit) {
  return `${value}\u00a0${unit}`;
}

/** More decimals than so many are those of rounding. */
const TOLD = 4;

/** What is not all is not rounded to 100 %, unless the digits would be those of rounding. */
export function percent(share, decimals = 2) {
  for (let more = decimals; share < 1 && more <= TOLD; more += 1) {
    const text = (100 * share).toFixed(more);
    if (Number(text) < 100) return withUnit(text, '%');
  }
  return withUnit((100 * share).toFixed(decimals), '%');
}

export function count(value, noun, plural = `${noun}s`) {
  return `${whole(value)} ${value === 1 ? noun : plural}`;
}

/** 1000000 → 1,000,000, as the command line writes it. */
export function whole(value) {
  return Number(value).toLocaleString('en-GB');
}

export function duration(seconds) {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return time(seconds, 'second');
  if (seconds < 5400) return time(seconds / 60, 'minute');
  return time(seconds / 3600, 'hour');
}

function time(value, unit) {
  const rounded = Math.round(value);
  return withUnit(whole(rounded), rounded === 1 ? unit : `${unit}s`);
}

/** As the options of the command count them: 2g are 2 GB. */
export function bytes(size) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return withUnit(Number(size.toFixed(size < 10 ? 1 : 0)), units[unit]);
}

/** A long name in at most so many characters: how it begins and how it ends, by which many differ. */
export function inBrief(name, most) {
  const end = Math.floor((most - 1) / 2);
  return name.length > most ? `${name.slice(0, most - 1 - end)}…${name.slice(name.length - end)}` : name;
}
