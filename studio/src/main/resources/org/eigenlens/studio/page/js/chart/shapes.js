// Points to begin with, in [−1, 1]², the same every time; and points as a link carries them.

/** Numbers that look random: mulberry32, and two of them as a normal one. */
export function random(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {uniform, normal};
}

const {PI, cos, sin} = Math;

export const SHAPES = {
  'three clusters': (r) =>
    around(
      [
        [-0.5, -0.2],
        [0, 0.6],
        [0.5, 0],
      ],
      25,
      (c) => [c[0] + 0.1 * r.normal(), c[1] + 0.1 * r.normal()],
    ),
  'two rings': (r) =>
    around([0.25, 0.8], 45, (radius, i) => {
      const angle = (2 * PI * i) / 45;
      return [radius * cos(angle) + 0.03 * r.normal(), radius * sin(angle) + 0.03 * r.normal()];
    }),
  'two moons': (r) =>
    around([0, 1], 45, (moon, i) => {
      const angle = (PI * i) / 44;
      const x = moon ? 0.25 - 0.5 * cos(angle) : -0.25 + 0.5 * cos(angle);
      const y = moon ? 0.12 - 0.5 * sin(angle) : -0.12 + 0.5 * sin(angle);
      return [1.15 * x + 0.04 * r.normal(), 1.15 * y + 0.04 * r.normal()];
    }),
  parabola: (r) =>
    around([0], 90, () => {
      const x = 1.7 * r.uniform() - 0.85;
      return [x, 1.7 * x * x - 0.7 + 0.09 * r.normal()];
    }),
  line: (r) =>
    around([0], 60, () => {
      const t = 0.4 * r.normal();
      return [t + 0.06 * r.normal(), 0.6 * t + 0.06 * r.normal()];
    }),
};

function around(centres, each, make) {
  return centres.flatMap((centre) => Array.from({length: each}, (_, i) => inSquare(make(centre, i))));
}

function inSquare(point) {
  return point.map((value) => Math.max(-0.98, Math.min(0.98, value)));
}

export function shape(name) {
  return SHAPES[name](random(7)).map(rounded);
}

/** A point as exactly as a link carries it, so that what is made of it is the same after a reload. */
export function rounded(point) {
  return point.map((value) => Math.round(1000 * value) / 1000);
}

/** Says that a link carries thousandths. */
const THOUSANDTHS = 't';

/** Points as thousandths: t1110.10000_1210.12000. */
export function pointsText(points) {
  return THOUSANDTHS + points.map((point) => point.map((value) => Math.round(1000 * value)).join('.')).join('_');
}

/**
 * Points that a link carries. Links were thousandths before they said so, and those to drawings, which
 * reach from −1 to 1, hundredths before that: such numbers end at 100, and no drawing of thousandths is
 * so small.
 */
export function pointsIn(text, drawn = false) {
  const points = text
    .replace(/^t/, '')
    .split('_')
    .map((each) => each.split('.').map((value) => (value === '' ? NaN : Number(value))))
    .filter((point) => point.length === 2 && point.every(Number.isFinite));
  const old = drawn && !text.startsWith(THOUSANDTHS) && points.flat().every((value) => Math.abs(value) <= 100);
  return points.map((point) => point.map((value) => value / (old ? 100 : 1000)));
}
