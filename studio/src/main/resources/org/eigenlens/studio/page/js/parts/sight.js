// What was asked for is brought into sight, where the page is long and the window small.

/** What somebody does who looks elsewhere on their own. */
const OWN = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Keeps the top of an element in sight once it was asked for, until somebody scrolls. `follow` begins
 * that, `look` is to be called whenever something else is in it, and `end` leaves the page alone again.
 */
export function inSight(element) {
  let control = null;
  const end = () => {
    control?.abort();
    control = null;
  };
  const look = () => {
    if (!control) return;
    const {top} = element.getBoundingClientRect();
    if (top >= 0 && top <= innerHeight / 2) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollIntoView({block: 'start', behavior: still ? 'instant' : 'smooth'});
  };
  const follow = () => {
    end();
    control = new AbortController();
    for (const kind of OWN) addEventListener(kind, end, {signal: control.signal, passive: true});
    element.scrollTop = 0;
    look();
  };
  return {follow, look, end};
}

/** Calls back once all of an element is in sight, above what stands at the foot of the window. */
export function whenSeen(element, seen) {
  const foot = document.getElementById('tasks').offsetHeight;
  const watch = new IntersectionObserver(
    (places) => {
      if (!places.some(({isIntersecting}) => isIntersecting)) return;
      watch.disconnect();
      seen();
    },
    {threshold: 1, rootMargin: `0px 0px -${foot}px`},
  );
  watch.observe(element);
}
