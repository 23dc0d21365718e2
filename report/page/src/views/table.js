// table.js - The table, by Tabulator
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tabulator draws what is in sight of a list; which lines are open, and their order, is decided here,
// so that it never holds more than is open. To a screen reader it is a tree grid: rows say their level
// and whether they are open, and arrow keys go through them.

import {ExportModule, FormatModule, FrozenColumnsModule, InteractionModule, PrintModule, ResizeColumnsModule,
        ResizeTableModule, SortModule, Tabulator} from 'tabulator-tables';

import {Groupings, linesOf, visibleLines} from '../model/lines.js';
import * as busy from '../ui/busy.js';
import {isPlainKey} from '../ui/keys.js';
import {NotKnown, bytesText, countText, exactText, foldArguments, knownText, knownTip, make, shareText,
        signedText, tellApart} from '../ui/text.js';

Tabulator.registerModule([ExportModule, FormatModule, FrozenColumnsModule, InteractionModule, PrintModule,
                          ResizeColumnsModule, ResizeTableModule, SortModule]);

const PrintedRows = 200, RowHeight = 26;
/// Of more lines the largest are shown until more are asked for: nobody reads them, and each costs.
const MostLines = 1000;

/// Columns beside the measure that are shown where nobody has chosen any.
const Usual = ['bytes', 'calls', 'live-bytes', 'peak'];
const UsualTexts = ['type', 'site'];
const Texts = [['Allocator', 'allocator', 2], ['Type', 'type', 2], ['Site', 'site', 3], ['Through', 'through', 2]];

/// Strings are markup to Tabulator: a name must never come as one.
const plain = text => make('span', {textContent: text});

/// Files and libraries without their folders, types without the unnamed scopes: the tooltip has all of it.
const shorten = name => name.replace(/^(partly )?.*\/(?=[^/]+(:\d+|\.so[.\d]*( \+\d+)?$))/, '$1').replaceAll('(anonymous namespace)::', '');

const nameOf = ({label, more}) => more ? `${label} ${more}` : label;

/// The words of columns that can be shown: {word, title}.
export function columnChoices(shown) {
  return [...shown.columns.map(({word, title}) => ({word, title})), {word: 'size', title: 'Size'},
          ...Texts.filter(([, field]) => field === 'allocator' || shown.profile.hasNames(field)).map(([title, word]) => ({word, title}))];
}
export function columnsShown(shown) {
  if (shown.state.columns)
    return shown.state.columns.split(',');
  const usual = Usual.filter(word => shown.columnOf(word));
  return shown.profile.isCompared ? shown.columns.length <= 2 ? usual : [] : [...usual, 'size', ...UsualTexts];
}

/// What is quicker than a table is drawn first.
const nextFrame = () => new Promise(done => {
  const timer = setTimeout(done, 100); // no frames are drawn where nobody looks
  requestAnimationFrame(() => setTimeout(() => {
    clearTimeout(timer);
    done();
  }));
});

export class Table {
  /// \p on: {sort(field, isDescending), select(line), menu(line, x, y)}.
  constructor(place, on) {
    this.on = on;
    this.count = make('p', {className: 'note', role: 'status'});
    this.more = make('button', {type: 'button', className: 'link', hidden: true});
    this.more.addEventListener('click', () => {
      this.most *= 4;
      this.refresh();
    });
    this.place = make('div', {id: 'table'});
    place.append(this.place, this.count, this.more);
    this.most = MostLines;
    this.drawn = Promise.resolve();
  }

  begin() {
    this.tabulator = new Tabulator(this.place, {
      index: 'id',
      columns: this.columns(),
      layout: 'fitColumns',
      maxHeight: 'min(60vh, 640px)', // what is out of sight is not drawn
      rowHeight: RowHeight,
      headerSortTristate: false,
      columnHeaderSortMulti: false,
      placeholder: 'No rows',
      initialSort: this.sorters(),
      printAsHtml: true,
      printStyled: false, // as style.css has it, not as the screen
      printRowRange: () => this.tabulator.getRows().slice(0, PrintedRows),
      rowFormatter: row => this.format(row.getElement(), row.getData()),
    });
    const built = new Promise(resolve => this.tabulator.on('tableBuilt', resolve));
    this.tabulator.on('dataSorting', sorters => {
      const [wanted] = sorters;
      if (this.isSetting || !wanted || (wanted.field === this.order.field && (wanted.dir === 'desc') === this.order.isDescending))
        return;
      queueMicrotask(() => this.on.sort(wanted.field, wanted.dir === 'desc'));
    });
    this.tabulator.on('rowClick', (event, row) => {
      const line = row.getData();
      this.activate(line);
      if (event.target.closest('.mark'))
        this.toggle(line);
      else
        this.on.select(line);
    });
    this.tabulator.on('rowDblClick', (event, row) => this.toggle(row.getData()));
    this.tabulator.on('rowContext', (event, row) => {
      event.preventDefault();
      this.activate(row.getData());
      this.on.menu(row.getData(), event.clientX, event.clientY);
    });
    this.place.addEventListener('keydown', event => this.press(event));
    return built.then(() => this.describe());
  }

  describe() {
    this.place.setAttribute('role', 'treegrid');
    this.place.setAttribute('aria-label', 'Allocations');
    this.place.tabIndex = 0;
    this.place.querySelector('.tabulator-tableholder').removeAttribute('tabindex'); // the grid has it
    for (const header of this.place.querySelectorAll('.tabulator-col[aria-sort]'))
      header.tabIndex = 0;
  }

  //===----------------------------------------------------------------------===//
  // Columns
  //===----------------------------------------------------------------------===//

  /// Sorted by refresh(): to Tabulator all rows are equal, so that it leaves them.
  column(title, field, value, tip, more) {
    return {
      title, field, sorter: () => 0, headerSortStartingDir: 'desc', resizable: 'header',
      formatter: cell => {
        const shown = value(cell.getData());
        cell.getElement().title = tip(cell.getData());
        return typeof shown === 'string' ? plain(shown) : shown;
      },
      ...more,
    };
  }

  number(title, field, value, tip, more) {
    return this.column(title, field, value, tip, {
      hozAlign: 'right', headerHozAlign: 'right', width: Math.max(98, 8 * title.length + 38), ...more});
  }

  /// A number with a bar under it, as wide as its share of all.
  share(column) {
    return this.number('%', 'share', line => {
      if (line.known(column, 1) === 'nothing')
        return NotKnown;
      const share = shareText(line.sum(column)[1], this.total);
      return make('span', {className: 'share'}, make('i', {style: `width: ${Math.max(0, Math.min(100, 100 * line.sum(column)[1] / this.total)) || 0}%`}), share);
    }, () => `of ${exactText(this.total, column.unit)}`, {
      width: 72, formatterPrint: cell => plain(shareText(cell.getData().sum(column)[1], this.total))});
  }

  measure(column) {
    const {unit, word, title} = column;
    const sum = (title, field, side) => this.number(
        title, field, line => knownText(line.sum(column)[side], unit, line.known(column, side)),
        line => knownTip(line.sum(column)[side], unit, line.known(column, side)));
    if (column.of.length === 1)
      return sum(title, `sum-${word}`, 1);
    const change = line => line.sum(column)[1] - line.sum(column)[0];
    const isKnown = line => line.known(column, 0) === 'whole' && line.known(column, 1) === 'whole';
    const both = [sum(column.isOfStretch ? 'At A' : 'Before', `before-${word}`, 0), sum(column.isOfStretch ? 'At B' : 'After', `sum-${word}`, 1),
                  this.number('Change', `change-${word}`, line => {
      if (!isKnown(line))
        return NotKnown;
      const value = change(line);
      return make('span', {className: value > 0 ? 'grown' : value < 0 ? 'shrunk' : '', textContent: signedText(value, unit)});
    }, line => isKnown(line) ? signedText(change(line), unit) : knownTip(0, unit, 'nothing'), {width: 112})];
    return {title, columns: both};
  }

  /// The name, the measure that is looked at, and what else was chosen.
  columns() {
    const {shown} = this, {column} = shown, words = columnsShown(shown);
    const all = [this.column('Name', 'name', line => this.label(line), nameOf, {
      widthGrow: 8, minWidth: Math.max(260, Math.floor(this.place.clientWidth * 0.4)), frozen: true, headerSortStartingDir: 'asc',
      formatterPrint: cell => plain(' '.repeat(4 * cell.getData().level) + nameOf(cell.getData())),
    }), this.measure(column)];
    if (column.of.length === 1)
      all.push(this.share(column));
    if (Groupings[shown.by].isFlat)
      all.push(this.number('Self', 'self', line => knownText(line.self(column)[1], column.unit, line.known(column, 1) === 'nothing' ? 'nothing' : 'whole'),
                           line => `without what it calls: ${exactText(line.self(column)[1], column.unit)}`));
    for (const each of shown.columns)
      if (each !== column && words.includes(each.word))
        all.push(this.measure(each));
    if (words.includes('size'))
      all.push(this.number('Size', 'size', ({sizes: [smallest, largest]}) => smallest === largest
                               ? bytesText(largest) : `${largest < 1024 ? countText(smallest) : bytesText(smallest)}…${bytesText(largest)}`,
                           ({sizes: [smallest, largest]}) => `${countText(smallest)} to ${countText(largest)} bytes`, {width: 132}));
    for (const [title, field, widthGrow] of Texts)
      if (words.includes(field) && (field === 'allocator' || shown.profile.hasNames(field)))
        all.push(this.column(title, field, line => shorten(line.nameOf(field)), line => line.nameOf(field), {
          widthGrow, minWidth: 100, cssClass: 'text', headerSortStartingDir: 'asc'}));
    return all;
  }

  label(line) {
    const text = make('span', {className: 'label', textContent: this.labels?.get(line) ?? (line.isFunction || line.isStack ? foldArguments(line.label) : line.label)});
    const mark = make('span', {className: 'mark', 'aria-hidden': 'true', textContent: line.isLast ? '' : line.isOpen ? '▾' : '▸'});
    const cell = make('span', {className: 'name'}, mark, text);
    if (line.more)
      cell.append(make('span', {className: 'more', textContent: line.more}));
    cell.style.paddingLeft = `${line.level * 16}px`;
    return cell;
  }

  /// A number or a text to sort by.
  key(line, field) {
    const {shown} = this, dash = field.indexOf('-'), kind = dash < 0 ? field : field.slice(0, dash);
    const column = dash < 0 ? shown.column : shown.columnOf(field.slice(dash + 1));
    switch (column && kind) {
    case 'before': return line.sum(column)[0];
    case 'sum': case 'share': return line.sum(column)[1];
    case 'self': return line.self?.(column)[1] ?? 0;
    case 'change': return Math.abs(line.sum(column)[1] - line.sum(column)[0]);
    case 'size': return line.sizes[1];
    case 'name': return line.label;
    default: return line.nameOf(kind);
    }
  }

  //===----------------------------------------------------------------------===//
  // Rows
  //===----------------------------------------------------------------------===//

  /// \p order: {field, isDescending}. One after the other: Tabulator answers later.
  show(shown, order) {
    this.wanted = {shown, order};
    busy.begin();
    this.drawn = this.drawn.catch(() => {}).then(() => nextFrame()).then(() => {
      const {wanted} = this; // the last of several
      this.wanted = null;
      return wanted && this.showNow(wanted.shown, wanted.order);
    }).finally(busy.end);
    return this.drawn;
  }

  async showNow(shown, order) {
    const {state} = shown;
    this.shown = shown;
    this.order = order;
    const [, all] = shown.sum(shown.rows, shown.column);
    this.total = all;
    const isFirst = !this.tabulator;
    if (isFirst)
      await this.begin();
    const shape = [shown.word, columnsShown(shown), shown.by, state.stretch].join();
    if (shape !== this.shape) {
      this.shape = shape;
      if (!isFirst) {
        this.isSetting = true;
        await this.tabulator.replaceData([]); // the lines of before need not have what these columns show
        this.tabulator.setColumns(this.columns());
        this.describe();
        this.isSetting = false;
      }
    }
    const {by} = shown, isOfColumn = Groupings[by].isFlat || state.repeated > 1; // which lines there are
    const made = [shown.chosen, shown.functionForest, by, state.repeated, isOfColumn && shown.column, isOfColumn && state.stretch];
    if (!this.made || made.some((each, at) => each !== this.made[at])) {
      this.made = made;
      this.roots = linesOf(shown, by);
      this.most = MostLines;
      this.active = null;
      const {repeated} = state, counted = shown.columnOf('growth-count') ?? shown.columnOf('live');
      if (repeated > 1 && counted)
        this.roots = this.roots.filter(line => {
          const [before, after] = line.sum(counted), count = counted.of.length > 1 ? after - before : after;
          return count && count % repeated === 0;
        });
    }
    await this.refresh();
  }

  sorters() { return [{column: this.order.field, dir: this.order.isDescending ? 'desc' : 'asc'}]; }

  async refresh() {
    try {
      await this.refreshNow();
    } finally {
      this.isSetting = false;
    }
  }

  async refreshNow() {
    const {field, isDescending} = this.order;
    const {lines, leftOut} = visibleLines(this.roots, line => this.key(line, field), isDescending, this.most);
    this.visible = lines;
    this.labels = tellApart(lines.filter(each => each.isFunction));
    this.isSetting = true;
    this.tabulator.setSort(this.sorters());
    await this.tabulator.replaceData(lines);
    this.isSetting = false;
    this.place.setAttribute('aria-rowcount', lines.length + 1);
    const {length: roots} = this.roots, rows = this.shown.chosen.length;
    this.count.textContent = `${countText(roots)} ${roots === 1 ? 'line' : 'lines'} of ${countText(rows)} ${
        rows === 1 ? 'row' : 'rows'} of the profile${leftOut ? `; the first ${countText(roots - leftOut)} are shown` : ''}`;
    this.more.hidden = !leftOut;
    this.more.textContent = `Show ${countText(Math.min(leftOut, 3 * this.most))} more`;
  }

  async toggle(line) {
    if (line.isLast)
      return;
    line.isOpen = !line.isOpen;
    busy.begin();
    await this.refresh().finally(busy.end);
  }

  format(element, line) {
    element.id = `row-${line.id.replace(/[^0-9]/g, '_')}`;
    element.dataset.name = line.label;
    element.setAttribute('aria-level', line.level + 1);
    if (line.isLast)
      element.removeAttribute('aria-expanded');
    else
      element.setAttribute('aria-expanded', line.isOpen);
    element.classList.toggle('active', line.id === this.active);
  }

  rowOf(id) { return id === null || id === undefined ? null : this.tabulator.getRow(id) || null; }

  activate(line) {
    this.rowOf(this.active)?.getElement().classList.remove('active');
    this.active = line.id;
    this.rowOf(line.id)?.getElement().classList.add('active');
  }

  async go(at) {
    const line = this.visible[Math.max(0, Math.min(this.visible.length - 1, at))];
    if (!line)
      return;
    this.activate(line);
    const row = this.rowOf(line.id);
    await this.tabulator.scrollToRow(row, 'nearest', false).catch(() => {});
    row.getElement().classList.add('active');
    this.place.setAttribute('aria-activedescendant', row.getElement().id);
  }

  async press(event) {
    if (!isPlainKey(event))
      return;
    if (event.target !== this.place) {
      const field = event.target.getAttribute('tabulator-field');
      if (field && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        this.on.sort(field, !(this.order.field === field && this.order.isDescending));
      }
      return;
    }
    const at = this.visible.findIndex(each => each.id === this.active), line = this.visible[at];
    const page = Math.max(1, Math.floor(this.place.clientHeight / RowHeight) - 2);
    const goals = {ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: this.visible.length - 1};
    if (event.key in goals) {
      event.preventDefault();
      await this.go(goals[event.key]);
    } else if (line && (event.key === 'ContextMenu' || event.key === 'm' || (event.key === 'F10' && event.shiftKey))) {
      event.preventDefault();
      const {left, bottom} = this.rowOf(line.id).getElement().getBoundingClientRect();
      this.on.menu(line, left + 40, bottom);
    } else if (line && event.key === 'Enter') {
      event.preventDefault();
      this.on.select(line);
    } else if (line && (event.key === 'ArrowRight' || event.key === 'ArrowLeft' || event.key === ' ')) {
      event.preventDefault();
      const opens = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : !line.isOpen;
      if (!line.isLast && opens !== line.isOpen) {
        await this.toggle(line);
        await this.go(this.visible.indexOf(line));
      } else if (event.key === 'ArrowLeft' && line.level) {
        let parent = at;
        while (this.visible[parent].level >= line.level)
          --parent;
        await this.go(parent);
      }
    }
  }
}
