// Opens the session, then shows the view that the address names.
import {announce, fill, h, problem} from './dom.js';
import {format, parse, sessionOf, withSession} from './router.js';
import {openSession, session} from './session.js';
import {themeSwitch} from './theme.js';
import {showTasks} from './parts/tasks.js';
import * as fit from './views/fit.js';
import * as learn from './views/learn.js';
import * as look from './views/look.js';
import * as play from './views/play.js';
import * as start from './views/start.js';
import * as touch from './views/touch.js';

const views = {start, fit, look, touch, play, learn};
const main = document.getElementById('main');
let close = () => {};
/** Tells the view that is shown when it is left, even while it is still being made. */
let leaving = new AbortController();
let shown = 0;

async function show() {
  const route = parse(location.hash);
  const view = views[route.view] ?? start;
  shown += 1;
  const turn = shown;
  close();
  close = () => {};
  leaving.abort();
  leaving = new AbortController();
  for (const link of document.querySelectorAll('#nav a')) {
    const here = link.dataset.view.split(' ').includes(route.view);
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  announce(''); // what was said of another view
  const place = h('div.view');
  fill(main, place);
  try {
    const end = await view.show(place, {...route, left: leaving.signal});
    // Someone may have gone on while this view was being made.
    if (turn !== shown) end?.();
    else close = end ?? (() => {});
  } catch (error) {
    fill(place, problem(error), h('p', h('a', {href: '#/start'}, 'Back to the data')));
  }
  if (turn !== shown) return;
  document.title = `${place.querySelector('h1')?.textContent ?? 'Studio'} · Eigenlens studio`;
}

themeSwitch(document.getElementById('theme'));
document.getElementById('skip').addEventListener('click', () => main.focus());

try {
  // The address in the browser is a link: it names the session too.
  history.replaceState(null, '', withSession(await openSession(sessionOf(location.search))));
  // Whoever started the studio with one table wants to see that one.
  const [given] = session.inputs.keys();
  if (!location.hash && session.inputs.size === 1) {
    history.replaceState(null, '', format('start', null, {input: given}));
  }
  showTasks(document.getElementById('tasks'));
  addEventListener('hashchange', () => {
    show();
    main.focus({preventScroll: true});
    scrollTo(0, 0);
  });
  await show();
} catch (error) {
  fill(main, problem(error));
}
