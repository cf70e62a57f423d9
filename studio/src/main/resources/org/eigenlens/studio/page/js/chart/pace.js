// How many points a frame may have: as many as the machine keeps up with, the others in later frames.

/** After a frame slower than this, in milliseconds, the next has half as many points. */
const SLOW = 30;
const FAST = 20;
const FEWEST = 8000;
const START = 150000;

export class Pace {
  constructor() {
    this.budget = START;
    this.todo = [];
  }

  /**
   * The time until the browser asks for another frame tells what the machine can do; the time until the
   * next one is drawn would tell how fast a wheel is turned.
   */
  watch(chosen, count) {
    const most = Math.max(FEWEST, (chosen > 0 ? 2 : 1) * count);
    const start = performance.now();
    requestAnimationFrame(() => {
      const pause = performance.now() - start;
      if (pause > SLOW && pause < 3000) this.budget = Math.max(FEWEST, this.budget / 2);
      else if (pause < FAST) this.budget = Math.min(most, this.budget * 1.5);
    });
  }

  /** Begins anew with all points. */
  begin(chosen, count) {
    this.todo = passes(chosen, count, Math.ceil(this.budget / 2));
  }

  /** Hands out the next points, up to so many, by draw(pass, from, count). */
  next(some, draw) {
    while (this.todo.length && some > 0) {
      const [pass, from, to] = this.todo.shift();
      const part = Math.min(some, to - from);
      draw(pass, from, part);
      some -= Math.max(1, part);
      if (from + part < to) this.todo.unshift([pass, from + part, to]);
    }
  }

  get isDone() {
    return this.todo.length === 0;
  }
}

/**
 * What is drawn, as [pass, from, to]: all alike, or the chosen rows above the others. Of many rows first
 * a sample of both, so that the chosen ones are never missing while the others are still being drawn.
 */
function passes(chosen, count, sample) {
  if (chosen === 0) return [[0, 0, count]];
  if (count <= sample) return [1, 2].map((pass) => [pass, 0, count]);
  return [
    [1, 0, sample],
    [2, 0, sample],
    [1, sample, count],
    [2, 0, count],
  ];
}
