// table.js - The table, by Tabulator
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tabulator draws what is in sight of a list; which groups are open, and their order, is
// decided here, so that it never holds more than is open. To a screen reader it is a tree grid:
// rows say their level and whether they are open, and arrow keys go through them.

import {ExportModule, FormatModule, FrozenColumnsModule, InteractionModule, PrintModule, ResizeColumnsModule,
        ResizeTableModule, SortModule, Tabulator} from 'tabulator-tables';

import {hasNames} from './data.js';
import {Groupings, Groups} from './groups.js';
import {Unknown, bytesText, countText, exactText, foldArguments, knownText, knownTip, make, shareText,
        signedText} from './text.js';

Tabulator.registerModule([ExportModule, FormatModule, FrozenColumnsModule, InteractionModule, PrintModule,
                          ResizeColumnsModule, ResizeTableModule, SortModule]);

const PrintedRows = 200;

/// Strings are markup to Tabulator: a name must never come as one.
const plain = text => make('span', {textContent: text});

/// Files and libraries without their folders, types without the unnamed scopes: the tooltip has all of it.
const shorten = name => name.replace(/^(partly )?.*\/(?=[^/]+(:\d+|\.so[.\d]*$))/, '$1').replaceAll('(anonymous namespace)::', '');

const nameOf = ({label, more}) => more ? `${label} ${more}` : label;

export class Table {
  constructor(view, place) {
    this.view = view;
    this.by = 'chain';
    this.tabs = make('div', {className: 'tabs', role: 'radiogroup', 'aria-label': 'Rows of the table'});
    this.count = make('p', {className: 'note', role: 'status'});
    this.place = make('div', {id: 'table'});
    place.append(this.tabs, this.place, this.count);
    for (const [key, {title, when}] of Object.entries(Groupings)) {
      if (when && !when(view.data))
        continue;
      const input = make('input', {type: 'radio', name: 'by', value: key, checked: key === this.by});
      input.addEventListener('change', () => {
        this.by = key;
        this.show();
      });
      this.tabs.append(make('label', {}, input, title));
    }
    this.order = {field: this.fieldOf(view.column), dir: 'desc'};
    this.ready = new Promise(resolve => this.begin(resolve));
  }

  begin(resolve) {
    this.tabulator = new Tabulator(this.place, {
      index: 'id',
      columns: this.columns(),
      layout: 'fitColumns',
      maxHeight: 'min(60vh, 640px)', // what is out of sight is not drawn
      rowHeight: 28,
      headerSortTristate: false,
      columnHeaderSortMulti: false,
      placeholder: 'No rows',
      initialSort: [{column: this.order.field, dir: this.order.dir}],
      printAsHtml: true,
      printStyled: false, // as style.css has it, not as the screen
      printRowRange: () => this.tabulator.getRows().slice(0, PrintedRows),
      rowFormatter: row => this.format(row.getElement(), row.getData()),
    });
    this.tabulator.on('tableBuilt', () => {
      this.place.setAttribute('role', 'treegrid');
      this.place.setAttribute('aria-label', 'Allocations');
      this.place.tabIndex = 0;
      for (const header of this.place.querySelectorAll('.tabulator-col[aria-sort]'))
        header.tabIndex = 0;
      resolve();
    });
    this.tabulator.on('dataSorting', sorters => {
      const wanted = sorters[0];
      if (!wanted || (wanted.field === this.order.field && wanted.dir === this.order.dir))
        return;
      this.order = {field: wanted.field, dir: wanted.dir};
      queueMicrotask(() => this.refresh());
    });
    this.tabulator.on('rowClick', (event, row) => {
      this.active = row.getData().id;
      this.toggle(row.getData());
    });
    this.place.addEventListener('keydown', event => this.press(event));
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
      hozAlign: 'right', headerHozAlign: 'right', width: Math.max(104, 9 * title.length + 42),
      ...more,
    });
  }

  share(of, field) {
    return this.number('%', field, group => group.known(of(), 1) === 'nothing' ? Unknown : shareText(group.sum(of())[1], this.sums[of()]),
                       group => `of ${exactText(this.sums[of()], this.view.data.columns[of()].unit)}`,
                       {width: 72});
  }

  columns() {
    const {view} = this, {data} = view;
    // Of many measures one share is enough: that of the one that is looked at.
    const isNarrow = data.columns.length <= 2;
    const all = [this.column('Name', 'name', group => this.label(group), nameOf, {
      widthGrow: 5, minWidth: 260, frozen: !isNarrow, headerSortStartingDir: 'asc',
      formatterPrint: cell => plain(' '.repeat(4 * cell.getData().level) + nameOf(cell.getData())),
    })];
    data.columns.forEach((column, at) => {
      const {unit} = column;
      const title = (column.word[0].toUpperCase() + column.word.slice(1)).replace('-', ' ');
      const sum = (title, field, side) => this.number(
          title, field, group => knownText(group.sum(at)[side], unit, group.known(at, side)),
          group => knownTip(group.sum(at)[side], unit, group.known(at, side)));
      const change = group => group.sum(at)[1] - group.sum(at)[0];
      const isKnown = group => group.known(at, 0) === 'whole' && group.known(at, 1) === 'whole';
      if (view.isCompared) {
        all.push({title, columns: [sum('Before', `before${at}`, 0), sum('After', `sum${at}`, 1),
                                   this.number('Change', `change${at}`, group => {
          if (!isKnown(group))
            return Unknown;
          const value = change(group);
          return make('span', {className: value > 0 ? 'grown' : value < 0 ? 'shrunk' : '',
                               textContent: signedText(value, unit)});
        }, group => isKnown(group) ? signedText(change(group), unit) : knownTip(0, unit, 'nothing'))]});
        return;
      }
      all.push(sum(title, `sum${at}`, 1));
      if (isNarrow && column.merge === 'sum')
        all.push(this.share(() => at, `share${at}`));
    });
    if (!isNarrow && !view.isCompared)
      all.splice(1, 0, this.share(() => view.column, 'share'));
    all.push(this.number('Size', 'size', ({sizes: [smallest, largest]}) => smallest === largest
                             ? bytesText(largest)
                             : `${countText(smallest)}…${bytesText(largest)}`,
                         ({sizes: [smallest, largest]}) =>
                             `${countText(smallest)} to ${countText(largest)} bytes`,
                         {width: 116}));
    for (const [title, field, widthGrow] of [['Allocator', 'allocator', 2], ['Type', 'type', 3], ['Site', 'site', 3], ['Through', 'through', 2]])
      if (field === 'allocator' || hasNames(data, field))
        all.push(this.column(title, field, group => shorten(group.nameOf(field)), group => group.nameOf(field), {
          widthGrow, minWidth: 110, cssClass: 'text', headerSortStartingDir: 'asc',
        }));
    return all;
  }

  label(group) {
    const text = make('span', {className: 'label', textContent: group.isFunction ? foldArguments(group.label) : group.label});
    const mark = make('span', {className: 'mark', 'aria-hidden': 'true',
                               textContent: group.isLast ? '' : group.isOpen ? '▾' : '▸'});
    const cell = make('span', {className: 'name'}, mark, text);
    if (group.more)
      cell.append(make('span', {className: 'more', textContent: group.more}));
    cell.style.paddingLeft = `${group.level * 18}px`;
    return cell;
  }

  /// A number or a text to sort by.
  key(group, field) {
    const kind = field.replace(/\d+$/, ''), at = field.slice(kind.length);
    switch (kind) {
    case 'before': return group.sum(+at)[0];
    case 'sum': return group.sum(+at)[1];
    case 'share': return group.sum(at ? +at : this.view.column)[1];
    case 'change': return Math.abs(group.sum(+at)[1] - group.sum(+at)[0]);
    case 'size': return group.sizes[1];
    case 'name': return group.label;
    default: return group.nameOf(kind);
    }
  }

  //===----------------------------------------------------------------------===//
  // Rows
  //===----------------------------------------------------------------------===//

  /// The rows of the view have changed, or how they are nested.
  async show() {
    const rows = this.view.tableRows();
    this.sums = this.view.sums(this.view.shown).filter((each, at) => at % this.view.data.sides === this.view.data.sides - 1);
    this.groups = new Groups(this.view, this.by, rows);
    this.rowCount = rows.length;
    this.active = null;
    await this.refresh();
  }

  fieldOf(column) { return this.view.isCompared ? `change${column}` : `sum${column}`; }

  /// Another measure is looked at.
  sortBy(column) {
    this.tabulator.setSort(this.fieldOf(column), 'desc');
  }

  async refresh() {
    await this.ready;
    const {field, dir} = this.order;
    this.visible = this.groups.visible(group => this.key(group, field), dir === 'desc');
    await this.tabulator.replaceData(this.visible);
    this.place.setAttribute('aria-rowcount', this.visible.length + 1);
    const roots = this.groups.roots.length;
    this.count.textContent = `${countText(roots)} ${
        roots === 1 ? 'line' : 'lines'} of ${countText(this.rowCount)} ${this.rowCount === 1 ? 'row' : 'rows'} of the profile`;
  }

  async toggle(group) {
    if (group.isLast)
      return;
    group.isOpen = !group.isOpen;
    await this.refresh();
  }

  format(element, group) {
    element.id = `row-${this.place.id}-${group.id.replace(/[^0-9]/g, '_')}`;
    element.dataset.name = group.label;
    element.setAttribute('aria-level', group.level + 1);
    if (group.isLast)
      element.removeAttribute('aria-expanded');
    else
      element.setAttribute('aria-expanded', group.isOpen);
    element.classList.toggle('active', group.id === this.active);
  }

  async go(at) {
    const group = this.visible[Math.max(0, Math.min(this.visible.length - 1, at))];
    if (!group)
      return;
    const old = this.active && this.tabulator.getRow(this.active);
    this.active = group.id;
    if (old)
      old.getElement().classList.remove('active');
    const row = this.tabulator.getRow(group.id);
    await this.tabulator.scrollToRow(row, 'nearest', false).catch(() => {});
    row.getElement().classList.add('active');
    this.place.setAttribute('aria-activedescendant', row.getElement().id);
  }

  async press(event) {
    if (event.target !== this.place) {
      const field = event.target.getAttribute('tabulator-field');
      if (field && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        this.tabulator.setSort(field, this.order.field === field && this.order.dir === 'desc' ? 'asc' : 'desc');
      }
      return;
    }
    const at = this.visible.findIndex(each => each.id === this.active);
    const group = this.visible[at];
    const page = Math.max(1, Math.floor(this.place.clientHeight / 28) - 2);
    const goals = {ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page,
                   Home: 0, End: this.visible.length - 1};
    if (event.key in goals) {
      event.preventDefault();
      await this.go(goals[event.key]);
    } else if (group && (event.key === 'ArrowRight' || event.key === 'ArrowLeft' ||
                         event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      const opens = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : !group.isOpen;
      if (!group.isLast && opens !== group.isOpen) {
        await this.toggle(group);
        await this.go(this.visible.indexOf(group));
      } else if (event.key === 'ArrowLeft' && group.level) {
        let parent = at;
        while (this.visible[parent].level >= group.level)
          --parent;
        await this.go(parent);
      }
    }
  }
}
