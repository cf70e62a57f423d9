// Noise on a row, and what models make of it.
import {newestOnly, post} from '../api.js';
import {choice, field, fill, h, problem, slider} from '../dom.js';
import {heights, imageFigure, paintImage, profile, scaled} from '../chart/values.js';
import {range} from '../chart/colouring.js';
import {count, number} from '../words.js';

/** What the numbers called errors are. */
export function errorUnit({isImage}) {
  return isImage
    ? 'Errors are means of squared differences, in the values of the pixels.'
    : 'Errors are means of squared differences, in standard deviations of each column.';
}

/**
 * models are [title, model] pairs, all of the same table; the first row shown is `row`. With `kept`,
 * which says how many components each model begins with, each has a slider; otherwise it uses all. With
 * `follow` others say which row is shown, by the function that it is called with. `start` is the noise
 * to begin with, and `changed` hears of every other. `scale` is what columns are shown by.
 */
export function cleaner(
  models,
  {row = 0, kept = null, follow = null, start = {}, changed = () => {}, scale = {}},
) {
  const {kind = 'gaussian', amount = 0.3, seed = 1} = start;
  const noise = {kind, amount, seed};
  const images = models[0][1].isImage;
  const place = h('div.digits', {id: 'cleaned'});
  const lesson = h('p.small', {id: 'lesson', role: 'status'});
  const rows = models[0][1].rows;
  const ask = newestOnly(
    () =>
      Promise.all(
        models.map(([, model]) =>
          post(`models/${model.id}/clean`, {row, noise, components: kept?.get(model) ?? model.components}),
        ),
      ),
    (answers) => show(answers),
    (error) => {
      views = null;
      fill(place, problem(error));
    },
  );
  let views = null;
  const again = () => {
    changed(noise, kept, row);
    ask();
  };

  function titleOf([title, model]) {
    return kept === null ? title : `${title}, ${count(kept.get(model), 'component')}`;
  }

  /** Images are painted into the same canvases; profiles are drawn anew. */
  function show(answers) {
    const [first] = answers;
    const rowsOf = [
      ['as it was', first.original, null],
      ['with noise', first.noisy, first.errors[0]],
      ...answers.map((answer, i) => [titleOf(models[i]), answer.cleaned, answer.errors[1]]),
    ];
    const titles = rowsOf.map(([title, , error]) =>
      error === null ? title : `${title}: error ${number(error, 3)}`,
    );
    const worse = models.filter((_, i) => answers[i].errors[1] > answers[i].errors[0]);
    lesson.textContent = worse.length
      ? `${worse.map(([title]) => title).join(' and ')} took away more of the row than of the noise. ${
          worse.some(([, model]) => kept?.get(model) < model.components)
            ? 'Keep more components.'
            : 'More components, or a model of more rows, may do better.'
        }`
      : '';
    if (first.image) {
      if (!views) {
        views = rowsOf.map(([title]) => imageFigure(title));
        fill(
          place,
          views.map((view) => view.figure),
        );
      }
      views.forEach((view, i) => {
        paintImage(view.canvas, rowsOf[i][1], first);
        view.words.textContent = titles[i];
      });
    } else {
      const extent = range([0, ...rowsOf.flatMap(([, values]) => Array.from(scaled(scale, values)))]);
      fill(
        place,
        rowsOf.map(([, values], i) => {
          const drawn = profile(models[0][1].columns, extent, models[0][1].columnCount, scale);
          drawn.show(values, first.original);
          return h('figure', drawn.element, h('figcaption', titles[i]));
        }),
      );
    }
  }

  function countSlider([title, model]) {
    return slider(`${title}: components kept`, {
      min: 0,
      max: model.components,
      step: 1,
      value: kept.get(model),
      onmove: (value) => {
        kept.set(model, value);
        again();
      },
    }).element;
  }

  const other = (step) =>
    h(
      'button',
      {
        type: 'button',
        onclick: () => {
          row = (row + step + rows) % rows;
          again();
        },
      },
      step > 0 ? 'Next row' : 'Previous row',
    );
  follow?.((next) => {
    row = next;
    ask();
  });
  ask();
  return h(
    'div.controls',
    h(
      'div.row',
      follow ? null : [other(-1), other(1)],
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            noise.seed += 1;
            again();
          },
        },
        'Other noise',
      ),
      field(
        'Kind',
        choice(
          [
            ['gaussian', 'on every cell'],
            ['salt', 'some cells lost'],
          ],
          noise.kind,
          (next) => {
            noise.kind = next;
            again();
          },
        ),
      ),
    ),
    slider('Noise', {
      min: 0,
      max: 0.8,
      step: 0.02,
      value: noise.amount,
      show: (x) => number(x, 2),
      onmove: (next) => {
        noise.amount = next;
        again();
      },
    }).element,
    kept === null ? null : models.map(countSlider),
    h(
      'p.small',
      `Noise is ${images ? 'a share of the range of all pixels' : 'in standard deviations of each column'}. ${errorUnit(models[0][1])} ${heights(scale)}`,
    ),
    place,
    lesson,
  );
}
