// Five short lectures. Words and equations are in learn/N.html; what is live in them is in js/learn/.
import {fill, h} from '../dom.js';
import {equation} from '../notation.js';
import {format} from '../router.js';
import * as one from '../learn/one.js';
import * as two from '../learn/two.js';
import * as three from '../learn/three.js';
import * as four from '../learn/four.js';
import * as five from '../learn/five.js';

const LECTURES = [
  ['PCA in practice', one],
  ['Dual PCA', two],
  ['Kernel PCA and denoising', three],
  ['Supervised PCA and HSIC', four],
  ['Two views: CCA', five],
];

export async function show(place, {id, query}) {
  const number = Math.min(LECTURES.length, Math.max(1, Number(id) || 1));
  const [title, lecture] = LECTURES[number - 1];
  const text = await (await fetch(`/learn/${number}.html`)).text();
  const body = new DOMParser().parseFromString(text, 'text/html').body;
  for (const element of body.querySelectorAll('[data-eq]')) {
    const {eq, from} = element.dataset;
    fill(element, equation(eq, element.tagName === 'SPAN'), from ? h('small', from) : null);
  }
  const article = h('article.lecture', ...document.adoptNode(body).childNodes);
  fill(
    place,
    h(
      'nav',
      {'aria-label': 'Lectures'},
      h(
        'ol.lectures',
        LECTURES.map(([name], i) =>
          h(
            'li',
            h(
              'a',
              {href: format('learn', i + 1), 'aria-current': i + 1 === number ? 'page' : null},
              `${i + 1}. ${name}`,
            ),
          ),
        ),
      ),
    ),
    h('h1', title),
    article,
    number < LECTURES.length
      ? h('a.button.primary', {href: format('learn', number + 1)}, `Next: ${LECTURES[number][0]}`)
      : h('a.button.primary', {href: format('start')}, 'Now with data of your own'),
  );
  const closers = [];
  for (const live of article.querySelectorAll('[data-live]')) {
    fill(live, h('p.small', {role: 'status'}, 'Preparing …'));
    const close = await lecture[live.dataset.live](live, query);
    if (close) closers.push(close);
  }
  return () => closers.forEach((close) => close());
}
