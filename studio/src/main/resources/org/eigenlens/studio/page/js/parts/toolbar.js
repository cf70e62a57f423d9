// The toolbar of Look: axes, colours, sizes, tools, zoom, and the model beside.
import {choice, field, h} from '../dom.js';
import {format, present} from '../router.js';
import {session} from '../session.js';
import {axisFields} from './axes.js';
import {columnField} from './controls.js';
import {describe} from './naming.js';

/** The controls of a look; what only points can show is marked, for browsers that cannot draw them. */
export function toolbar(look) {
  const {model, plots} = look;
  const turned = async ([x, y, z]) => {
    look.remember({x, y, z});
    look.panels.refresh('keep');
    const [stage] = plots.stages;
    if (!stage) {
      look.panels.refresh('pictures');
      return;
    }
    await stage.setAxes(look.axes);
    // A zoom stays while the axes change, unless depth comes or goes.
    if (plots.has(stage)) look.remember({view: stage.scatter.camera.state()});
  };
  const [across, up, depth] = axisFields(model, look.axes, turned);
  const columns = model.colours.map(({name}) => name);
  const unlisted = {partial: isPartial(model), others: model.columns.filter((name) => !columns.includes(name))};
  const others = [...session.models.values()].filter(
    (each) => each.inputs.join() === model.inputs.join() && each.id !== model.id,
  );
  return h(
    'div.toolbar',
    {role: 'toolbar', 'aria-label': 'View'},
    across,
    up,
    depth ? h('div.within', {'data-points': ''}, depth) : null,
    columnField('Colour', 'all alike', columns, plots.colour, (value) => plots.setColour(value), unlisted),
    h(
      'div.within',
      {'data-points': ''},
      columnField('Size', 'all alike', amounts(model), plots.size, (value) => plots.setSize(value), unlisted),
      toolButtons(plots),
      h(
        'div.joined',
        {role: 'group', 'aria-label': 'Zoom'},
        zoomButton(plots, '+', 'Zoom in', (camera) => camera.zoomBy(1.4)),
        zoomButton(plots, '−', 'Zoom out', (camera) => camera.zoomBy(1 / 1.4)),
        zoomButton(plots, 'All', 'Show all', (camera) => camera.reset()),
      ),
      besideField(plots, others),
    ),
    model.canDecode ? touchLink(look) : null,
  );
}

/** Leads to the row that is looked at, or the first. */
function touchLink(look) {
  const where = () => format('touch', look.model.id, look.focused < 0 ? {} : {row: look.focused});
  const link = h('a.button', {href: where(), onclick: () => (link.href = where())}, 'Touch');
  return link;
}

/** The listed columns of numbers: by a text points cannot be larger or smaller. */
function amounts(model) {
  return model.colours.filter(({type}) => type === 'number').map(({name}) => name);
}

/** Whether the data have more columns than are listed. */
function isPartial({inputs, colours}) {
  return inputs.some((id) => session.inputs.get(id)?.columnCount > colours.length);
}

/** Another model of the same data, if there is one; otherwise how to come by one. */
function besideField(plots, others) {
  const select = choice(
    [
      ['', others.length ? 'nothing' : 'no other model yet'],
      ...others.map((each) => [each.id, describe(each)]),
    ],
    present().query.get('beside') ?? '',
    (value) => plots.setBeside(value),
  );
  if (others.length === 0) {
    select.disabled = true;
    select.title = 'Fit the same data by another method, and look at both here.';
  }
  return field('Beside', select);
}

function toolButtons(plots) {
  const tools = [
    ['move', 'Move'],
    ['lasso', 'Lasso'],
    ['box', 'Box'],
  ];
  const buttons = tools.map(([tool, title]) =>
    h(
      'button',
      {
        type: 'button',
        'data-tool': tool,
        'aria-pressed': String(tool === 'move'),
        onclick: () => {
          plots.tool = tool;
          buttons.forEach((button) =>
            button.setAttribute('aria-pressed', String(button.dataset.tool === tool)),
          );
          plots.each((stage) => setTool(stage, tool));
        },
      },
      title,
    ),
  );
  return h('div.joined', {role: 'group', 'aria-label': 'Tool'}, buttons);
}

function zoomButton(plots, text, label, change) {
  return h(
    'button',
    {
      type: 'button',
      'aria-label': label,
      title: label,
      onclick: () =>
        plots.each((stage) => {
          change(stage.scatter.camera);
          stage.scatter.changedView(false);
        }),
    },
    text,
  );
}

/** What a drag does in a plot. */
export function setTool(stage, tool) {
  stage.scatter.tool = tool;
  stage.element.dataset.tool = tool;
}
