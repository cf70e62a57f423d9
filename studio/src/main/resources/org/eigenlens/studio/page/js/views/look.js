// Looking at rows: a plane or a cloud, colours, chosen rows, a second model beside the first.
import {announce, fill, h, saveFile} from '../dom.js';
import {FEW} from '../chart/marks.js';
import {present, redirect, rememberUntil} from '../router.js';
import {firstColour, inputOf, labelOf, lookedAt, model as modelOf, nameOf, namesOf, newestModel} from '../session.js';
import {unfit} from '../parts/advice.js';
import {axesIn} from '../parts/axes.js';
import {ChosenFile, selectedTable} from '../parts/chosen.js';
import {cutOf} from '../parts/cut.js';
import {isMap, lost, pictureOptions, uncoloured} from '../parts/carried.js';
import {keep, pictures} from '../parts/keep.js';
import {Plots} from '../parts/plots.js';
import {Rows, rowCard, searchBox} from '../parts/rows.js';
import {Selection} from '../parts/selection.js';
import {inShort, summary} from '../parts/summary.js';
import {methodTitle} from '../vocabulary/methods.js';
import {tabs} from '../parts/tabs.js';
import {hush} from '../parts/tasks.js';
import {toolbar} from '../parts/toolbar.js';
import {count} from '../words.js';

export async function show(place, {id, query, left}) {
  if (!id) {
    const newest = newestModel();
    if (newest) return redirect('look', newest.id, {colour: firstColour(newest)});
    fill(
      place,
      h('h1', 'Nothing to look at yet'),
      h('p.lead', 'Choose data and fit a model first.'),
      h('a.button.primary', {href: '#/start'}, 'Choose data'),
    );
    return undefined;
  }
  const model = await modelOf(id);
  if (left.aborted) return undefined;
  lookedAt(id);
  hush(id);
  const look = new Look(place, model, query, left);
  await look.build(query);
  return undefined;
}

class Look {
  /** Nothing goes on for a view that was left. */
  constructor(place, model, query, left) {
    this.left = left;
    this.remember = rememberUntil(left);
    this.place = place;
    this.model = model;
    this.axes = axesIn(query, ['x', 'y', 'z'], model);
    this.rows = new Rows(model);
    this.selection = new Selection(model.rows);
    this.file = new ChosenFile(this.rows, this.selection, left);
    this.plots = new Plots(this, query);
    // What the colours and sizes show of a row is told before its other cells.
    this.rows.leading = () => [labelOf(model), this.plots.colour, this.plots.size];
    this.focused = -1;
    this.reached = -1;
    this.names = new Map();
    this.naming = 0;
  }

  async build(query) {
    const {model, place} = this;
    place.classList.add('wide');
    this.rowPlace = h(
      'section.card',
      {'aria-live': 'polite', 'aria-label': 'One row'},
      h('p.small', 'Point at a row to see it, click it for its neighbours.'),
      h(
        'p.small',
        'By keys, in the plot: n goes to the next row and p back, Enter shows its neighbours and with Shift chooses it, arrows move, + and − zoom, 0 shows all.',
      ),
    );
    this.panels = tabs(this.panelList(query), query.get('tab'), (tab) =>
      this.remember({tab: tab === 'rows' ? null : tab}),
    );
    const search = searchBox(this.rows, (rows, row, how) => this.found(rows, row, how));
    this.left.addEventListener('abort', () => {
      search.end();
      this.close();
    });
    const mend = unfit(model);
    fill(
      place,
      h('h1', `${methodTitle(model.method)} of ${namesOf(model)}`),
      h('p.small', {id: 'headline'}, inShort(model), mend ? [' ', mend, '.'] : null),
      toolbar(this),
      h(
        'div.look',
        this.plots.element,
        h(
          'div.side',
          h('section.card', h('h2', 'Colours'), this.plots.legendPlace, this.plots.sizePlace),
          h('section.card', h('h2', 'Search'), search.elements),
          this.rowPlace,
        ),
        this.panels.element,
      ),
    );
    this.selection.onChange(() => this.selectionChanged());
    this.selection.isVisible = (row) => this.plots.stages[0]?.scatter.isVisible(row) ?? true;
    try {
      await this.plots.add(model, this.axes, query.get('view'));
      if (this.left.aborted) return;
      if (query.get('beside')) await this.plots.setBeside(query.get('beside'), query);
    } catch (error) {
      if (this.left.aborted) return;
      // Without points there are still pictures, rows and files.
      this.plots.doWithout(error);
      for (const control of place.querySelectorAll('[data-points] :is(button, select)')) control.disabled = true;
      fill(this.rowPlace, h('p.small', 'Search for a row to see it.'));
      this.kind ??= query.get('kind') ?? 'scores';
      this.panels.open('pictures');
    }
    if (isMap(model)) await this.tellNames();
    if (this.left.aborted) return;
    if (query.get('sel')) this.selection.choose(Selection.rowsOf(query.get('sel'), model.rows), 'new');
    // Where the link says what is seen, that is kept.
    if (query.get('row')) this.focus(Number(query.get('row')), !query.get('view'));
  }

  panelList(query) {
    const {model} = this;
    const options = (kind) => pictureOptions(this, kind);
    return [
      [
        'rows',
        'Chosen rows',
        (panel, gone) =>
          selectedTable(panel, this.rows, this.selection, (row) => this.focus(row), this.file, gone),
      ],
      ['scree', 'How many components', (panel) => this.showScree(panel, query)],
      [
        'pictures',
        'Pictures',
        (panel, gone) => {
          const chosen = (kind) => {
            this.kind = kind;
            this.remember({kind});
          };
          pictures(panel, model, this.kind ?? query.get('kind'), options, chosen, gone);
          if (uncoloured(this)) panel.prepend(h('p.problem.mild', {id: 'uncoloured'}, uncoloured(this)));
        },
      ],
      ['summary', 'Summary', (panel) => fill(panel, summary(model))],
      [
        'keep',
        'Keep',
        (panel) =>
          keep(panel, model, {
            options,
            savePng: this.plots.isAble ? () => this.savePng() : null,
            lost: lost(this),
          }),
      ],
    ];
  }

  pick(row, add) {
    if (row < 0) return;
    if (add) this.selection.choose([row], 'flip');
    this.focus(row);
  }

  /** Reads out the row that keys have come to. */
  async say(row) {
    this.reached = row;
    const [about] = await this.rows.at([row]).catch(() => []);
    if (!about || this.reached !== row || this.left.aborted) return;
    const cells = this.rows.cellsOf(about).slice(0, 5);
    announce(`${this.rows.nameOf(about)}, ${cells.map(([, value]) => value ?? '–').join(', ')}`);
  }

  /** Chooses what a search found, unless other rows are chosen already: then that has to be asked for. */
  found(rows, row, how = null) {
    const free = this.selection.count === 0 || this.bySearch;
    if (row >= 0) {
      this.focus(row);
      return true;
    }
    if (!free && !how) return false;
    this.searching = true;
    this.selection.choose(rows, how ?? 'new');
    this.searching = false;
    this.bySearch = how !== 'add';
    if (rows.length === 1) this.focus(rows[0]);
    return true;
  }

  async focus(row, reveals = true) {
    this.focused = row;
    this.remember({row});
    this.plots.each((stage) => {
      stage.scatter.setRings(row, []);
      if (reveals) stage.scatter.reveal(row);
    });
    const near = await rowCard(this.rowPlace, this.rows, row, (next) => this.pick(next, false));
    if (this.focused !== row) return;
    this.plots.each((stage) => stage.scatter.setRings(row, near));
    this.tellNames();
  }

  selectionChanged() {
    const {marks, count: chosen} = this.selection;
    // What was chosen by hand since is no longer the search's to replace.
    if (!this.searching) this.bySearch = false;
    this.plots.each((stage) => stage.scatter.setMarks(marks, chosen));
    this.tellNames();
    announce(`${count(chosen, 'row')} chosen`);
    this.remember({sel: this.selection.toText()});
    this.panels.refresh('rows');
    this.panels.refresh('keep');
  }

  /** Writes the names of a few rows beside them, where the table has names, and on a map those of all. */
  async tellNames() {
    if (!this.model.options.id) return;
    this.naming += 1;
    const turn = this.naming;
    const few = this.selection.count <= FEW ? this.selection.first(FEW) : [];
    const some = this.focused >= 0 ? [...few, this.focused] : few;
    const wanted = isMap(this.model) ? Array.from({length: this.model.rows}, (_, row) => row) : some;
    const rows = wanted.length ? await this.rows.at(wanted).catch(() => []) : [];
    if (turn !== this.naming) return;
    this.names = new Map(rows.map((row) => [row.row, this.rows.nameOf(row)]));
    this.plots.each((stage) => stage.scatter.setNames(this.names));
  }

  showScree(panel, query) {
    const cut = Number(present().query.get('cut') ?? query.get('cut'));
    fill(
      panel,
      cutOf(this.model, cut, (next) => this.remember({cut: next})) ??
        h('p.small', 'This method gives no shares.'),
    );
  }

  async savePng() {
    const blob = await this.plots.stages[0].scatter.toPng();
    // As the other files are called.
    const plain = nameOf(inputOf(this.model)).replace(/\.gz$/, '').replace(/\.[^.]+$/, '');
    saveFile(blob, `${plain}-${this.model.method}-view.png`);
  }

  close() {
    this.panels.close();
    this.plots.close();
  }
}
