// A decoded row: as an image where it is one, otherwise as a profile over its columns.
import {h, s} from '../dom.js';
import {inBrief, number} from '../words.js';
import {ticks} from './axes.js';

const WIDTH = 520;
const HEIGHT = 240;
/** Room for the numbers of the axis, and for each of their characters. */
const LEFT = 46;
const CHARACTER = 8.6;
/** Room for names below and at the right: of a few columns, and of more, whose names are written aslant. */
const LEVEL = {bottom: 30, right: 8};
const ASLANT = {bottom: 76, right: 78};

/** More columns are taken some at a time. */
const MOST = 300;

/** So many characters of a name are written. */
const LONGEST = 13;

/** Paints values as an image: light is much, as in the pictures of rows. */
export function paintImage(canvas, values, {width, height, channels, least, largest}) {
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(width, height);
  const plane = width * height;
  for (let pixel = 0; pixel < plane; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const value = values[channels === 3 ? pixel * 3 + channel : pixel];
      const share = Math.min(1, Math.max(0, (value - least) / (largest - least || 1)));
      image.data[4 * pixel + channel] = 255 * share;
    }
    image.data[4 * pixel + 3] = 255;
  }
  canvas.getContext('2d').putImageData(image, 0, 0);
}

/** A canvas with its caption. */
export function imageFigure(caption) {
  const canvas = h('canvas', {role: 'img', 'aria-label': caption});
  const words = h('figcaption', caption);
  return {figure: h('figure', canvas, words), canvas, words};
}

function bins(values, each) {
  return Array.from({length: Math.ceil(values.length / each)}, (_, i) => values.slice(i * each, (i + 1) * each));
}

/** Takes values as they are, or in standard deviations from the means of their columns. */
export function scaled({middles, units}, values) {
  return middles ? values.map((value, i) => (value - middles[i]) / units[i]) : values;
}

/** What the heights of a profile are. */
export function heights({middles}) {
  return middles ? 'Heights are standard deviations from the mean of each column: their units differ. ' : '';
}

/**
 * A profile of so many columns: a bar for each of few, a line for many; `then` is what it is compared
 * with. Of very many columns only the first are named.
 */
export function profile(names, range, columns = names.length, scale = {}) {
  const svg = s('svg.profile', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    'aria-label': 'Values of the columns',
  });
  const isLevel = columns < 6;
  const {bottom, right} = isLevel ? LEVEL : ASLANT;
  const y = (value) => 8 + (HEIGHT - bottom - 8) * (1 - (value - range[0]) / (range[1] - range[0] || 1));
  const marks = ticks(range[0], range[1], 5);
  const left = Math.max(LEFT, 12 + CHARACTER * Math.max(...marks.map((value) => number(value).length)));
  const step = (WIDTH - left - right) / columns;
  const x = (i) => left + (i + 0.5) * step;
  // A line through thousands of columns would be a solid block.
  const each = Math.ceil(columns / MOST);
  const at = (i) => x(each * i + (each - 1) / 2);
  const line = (kind, values) =>
    s(`polyline.${kind}`, {points: values.map((value, i) => `${at(i)},${y(value)}`).join(' ')});
  const means = (values) => bins(values, each).map((some) => some.reduce((sum, one) => sum + one, 0) / some.length);
  const band = (values) => {
    const edge = (of) => bins(values, each).map((some, i) => `${at(i)},${y(of(...some))}`);
    return s('polygon.band', {points: [...edge(Math.max), ...edge(Math.min).reverse()].join(' ')});
  };
  return {
    element: svg,
    show(told, original) {
      const values = scaled(scale, told);
      const then = original && scaled(scale, original);
      const few = columns <= 16;
      svg.replaceChildren();
      for (const value of marks) {
        svg.append(s('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, number(value)));
      }
      if (few) {
        const zero = y(Math.max(range[0], Math.min(0, range[1])));
        values.forEach((value, i) => {
          svg.append(
            s(
              'rect.bar',
              {
                x: x(i) - step * 0.3,
                width: step * 0.6,
                y: Math.min(zero, y(value)),
                height: Math.abs(zero - y(value)),
              },
              s('title', `${names[i]}: ${number(told[i])}`),
            ),
          );
          if (then)
            svg.append(
              s('line.mark', {
                x1: x(i) - step * 0.38,
                x2: x(i) + step * 0.38,
                y1: y(then[i]),
                y2: y(then[i]),
              }),
            );
        });
      } else if (each > 1) {
        svg.append(band(values));
        if (then) svg.append(line('then', means(then)));
        svg.append(line('now', means(values)));
        const words = `line: means of ${each} columns side by side; shade: from their least to their largest`;
        svg.append(s('text', {x: left, y: HEIGHT - 2}, words));
      } else {
        if (then) svg.append(line('then', then));
        svg.append(line('now', values));
      }
      const every = Math.ceil(columns / 12);
      for (let i = 0; i < columns; i += every) {
        const name = names[i] ?? `column ${i + 1}`;
        const place = `translate(${x(i)} ${HEIGHT - bottom + 14}) rotate(${isLevel ? 0 : 28})`;
        svg.append(
          s(
            'text',
            {transform: place, 'text-anchor': isLevel ? 'middle' : 'start'},
            inBrief(name, LONGEST),
            s('title', name),
          ),
        );
      }
    },
  };
}
