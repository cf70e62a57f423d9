// The plots of a look: that of its model, and one of another model beside it, coloured and sized alike.
import {fill, h, problem} from '../dom.js';
import {classesText, restoreClasses} from '../chart/colouring.js';
import {lookedAt, model as modelOf} from '../session.js';
import {axesIn, axisFields, firstAxes} from './axes.js';
import {legend} from './legend.js';
import {describe} from './naming.js';
import {tooltip} from './rows.js';
import {Stage} from './stage.js';
import {hush} from './tasks.js';
import {setTool} from './toolbar.js';

export class Plots {
  /** A link says in `query` what to begin with. */
  constructor(look, query) {
    this.look = look;
    this.colour = query.get('colour') ?? '';
    this.classes = query.get('classes');
    this.size = query.get('size') ?? '';
    this.beside = null;
    this.turn = 0;
    /** Without WebGL there are no points. */
    this.isAble = true;
    this.tool = 'move';
    this.stages = [];
    this.element = h('div.stages');
    this.legendPlace = h('div');
    this.sizePlace = h('div.small');
    this.tellSize();
  }

  each(work) {
    for (const stage of this.stages) work(stage);
  }

  async add(model, axes, view, controls = null) {
    const first = this.stages.length === 0;
    const {look} = this;
    let tip = () => {};
    const stage = new Stage(model, {
      hover: (row, x, y) => tip(row, x, y),
      reach: (row) => look.say(row),
      pick: (row, add) => look.pick(row, add),
      region: (rows, how) => look.selection.choose(rows, how),
      clear: () => look.selection.choose([], 'new'),
      view: (state) => look.remember(first ? {view: state} : {view2: state}),
    });
    this.stages.push(stage);
    stage.place = h('figure', h('figcaption', h('p', describe(model)), controls?.(stage)), stage.element);
    this.element.append(stage.place);
    tip = tooltip(look.rows, stage.element);
    setTool(stage, this.tool);
    await stage.setAxes(axes);
    if (!this.has(stage)) return;
    if (view) stage.scatter.camera.restore(view);
    // The legend is of the first plot, and stays while a second one is read.
    if (first) this.readingColours();
    const coloured = await this.apply('colour', [stage]);
    if (coloured && first && this.classes) {
      restoreClasses(stage.about.entries, this.classes);
      stage.paint(null);
    }
    await this.apply('size', [stage]);
    if (!this.has(stage)) return;
    stage.scatter.setMarks(look.selection.marks, look.selection.count);
    stage.scatter.setNames(look.names);
    if (!coloured) return;
    if (first) this.drawLegend();
    else this.shareClasses();
  }

  /** Whether a plot is still there: it goes when another is chosen beside the first, and when the view is left. */
  has(stage) {
    return this.stages.includes(stage);
  }

  /** Takes it that no points can be drawn here: their pictures are, below. */
  doWithout(reason) {
    this.isAble = false;
    this.close();
    fill(this.element, h('div', problem(reason), h('p.small', 'Below are pictures that need no graphics acceleration.')));
    fill(this.legendPlace, h('p.small', 'The pictures below say what their colours mean.'));
  }

  /** Brings plots to the present colour or size; false if that failed, or it is not wanted any more. */
  async apply(what, stages) {
    const name = this[what];
    for (const stage of stages) stage.end(what);
    const isWanted = () => this[what] === name && stages.every((stage) => this.has(stage));
    try {
      for (const stage of stages) {
        await (what === 'colour' ? stage.setColour(name) : stage.setSize(name));
        if (!isWanted()) return false;
      }
      return true;
    } catch (error) {
      if (isWanted()) fill(what === 'colour' ? this.legendPlace : this.sizePlace, problem(error));
      return false;
    }
  }

  async setColour(name) {
    this.colour = name;
    this.classes = null;
    this.look.remember({colour: name, classes: null});
    for (const panel of ['keep', 'pictures']) this.look.panels.refresh(panel);
    if (!this.isAble) return;
    this.readingColours();
    if (await this.apply('colour', this.stages)) this.drawLegend();
  }

  /** A million cells take a moment. */
  readingColours() {
    if (this.colour) fill(this.legendPlace, h('p.small', {role: 'status'}, `Reading ${this.colour} …`));
  }

  drawLegend() {
    const share = () => this.shareClasses();
    legend(this.legendPlace, this.stages[0], this.colour, share);
    if (this.stages.length > 1) share();
  }

  /** What is hidden is hidden in both plots, and a class has one colour; the link keeps it. */
  shareClasses() {
    const {entries, start} = this.stages[0].about;
    const now = classesText(entries);
    this.look.remember({classes: now === start ? null : now});
    this.each((stage) => {
      stage.about.entries.forEach((entry, i) => {
        const {shown = true, rank} = entries[i] ?? {};
        Object.assign(entry, {shown, rank});
      });
      stage.paint(null);
    });
  }

  async setSize(name) {
    this.size = name;
    this.look.remember({size: name});
    this.tellSize();
    this.look.panels.refresh('keep');
    await this.apply('size', this.stages);
  }

  tellSize() {
    this.sizePlace.textContent = this.size ? `The larger a point, the more ${this.size}.` : '';
  }

  /** Another model has coordinates of its own, and begins with its first ones. */
  async setBeside(id, query = null) {
    this.turn += 1;
    const {turn} = this;
    this.beside = id;
    this.look.remember({beside: id, x2: null, y2: null, z2: null, view2: null});
    this.look.panels.refresh('keep');
    this.removeSecond();
    if (!id) return;
    lookedAt(id);
    hush(id);
    try {
      const other = await modelOf(id);
      // Another may have been chosen meanwhile, and has its place now.
      if (turn !== this.turn) return;
      const linked = query && ['x2', 'y2', 'z2'].some((name) => query.has(name));
      const axes = linked
        ? axesIn(query, ['x2', 'y2', 'z2'], other)
        : firstAxes(other, this.look.axes[2] !== null);
      const view2 = query?.get('view2') ?? null;
      this.look.remember({x2: axes[0], y2: axes[1], z2: axes[2], view2});
      await this.add(other, axes, view2, (stage) =>
        h(
          'div.toolbar',
          axisFields(
            other,
            axes,
            async ([x2, y2, z2]) => {
              this.look.remember({x2, y2, z2});
              await stage.setAxes(axes);
              if (this.has(stage)) this.look.remember({view2: stage.scatter.camera.state()});
            },
            'Second, ',
          ),
        ),
      );
    } catch (error) {
      if (turn !== this.turn) return;
      this.removeSecond();
      this.besideProblem = problem(error);
      this.element.append(this.besideProblem);
    }
  }

  removeSecond() {
    this.besideProblem?.remove();
    if (this.stages.length < 2) return;
    const stage = this.stages.pop();
    stage.close();
    stage.place.remove();
  }

  close() {
    this.turn += 1;
    this.each((stage) => stage.close());
    this.stages = [];
  }
}
