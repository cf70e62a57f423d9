// The colours of the product's pictures: Okabe and Ito (2008) without their yellow, two of Tol's, viridis.

const CATEGORIES = [
  '#0072B2',
  '#D55E00',
  '#009E73',
  '#CC79A7',
  '#E69F00',
  '#56B4E9',
  '#882255',
  '#7A7A00',
  '#332288',
  '#44AA99',
];
/** The same for dark paper: the four that it swallows are lighter. */
const CATEGORIES_DARK = [
  '#3A9BD9',
  '#F0792A',
  '#1DBF92',
  '#E093C0',
  '#E69F00',
  '#8FD0F5',
  '#D26A9B',
  '#B3B34A',
  '#8F86E0',
  '#6FCFBE',
];
export const OTHER = '#8C8C8C';
const SEQUENTIAL = ['#440154', '#414487', '#2A788E', '#22A884', '#7AD151', '#D2C522'];
const SEQUENTIAL_DARK = ['#5B4B9E', '#4A6FB0', '#3A93A0', '#3DBB8F', '#8FDA66', '#F2E551'];

function isDark() {
  return getComputedStyle(document.documentElement).colorScheme === 'light dark'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : getComputedStyle(document.documentElement).colorScheme === 'dark';
}

export function category(index) {
  const colours = isDark() ? CATEGORIES_DARK : CATEGORIES;
  return index < colours.length ? colours[index] : OTHER;
}

/** The same as CSS has it, which follows the theme by itself. */
export function categoryPaint(index) {
  return index < CATEGORIES.length ? `light-dark(${CATEGORIES[index]}, ${CATEGORIES_DARK[index]})` : OTHER;
}

/** From little (0) to much (1), as [red, green, blue]. */
export function sequential(share) {
  const stops = isDark() ? SEQUENTIAL_DARK : SEQUENTIAL;
  return between(stops, share);
}

/** The same as CSS has it, which follows the theme by itself. */
export function sequentialPaint(share) {
  return `light-dark(${css(between(SEQUENTIAL, share))}, ${css(between(SEQUENTIAL_DARK, share))})`;
}

/** All of them from little to much, left to right. */
export function ramp() {
  return `linear-gradient(to right, ${SEQUENTIAL.map((_, i) => sequentialPaint(i / (SEQUENTIAL.length - 1))).join()})`;
}

/** From −1 over nothing to +1, as [red, green, blue]. */
export function diverging(value) {
  const stops = isDark() ? ['#5AA7E8', '#1C2025', '#F0776C'] : ['#2166AC', '#F7F7F7', '#B2182B'];
  return between(stops, (value + 1) / 2);
}

function between(stops, share) {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const a = rgb(stops[low]);
  const b = rgb(stops[low + 1]);
  return a.map((value, i) => Math.round(value + (b[i] - value) * (at - low)));
}

export function rgb(hex) {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

export function css(colour) {
  return `rgb(${colour.join(' ')})`;
}
