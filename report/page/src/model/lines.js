// lines.js - Rows as the table nests them
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   callees:  pc0 ▸ pc1 ▸ …        type:  type ▸ pc0 ▸ pc1 ▸ …        function:  each once, with all below it
//
// A line makes its children when it is opened, and its numbers when they are shown: of millions of rows a
// screen shows forty.

import {bytesText, nameText, throughText} from '../ui/text.js';
import {isKnownName, isLeaf, plainName} from './forest.js';
import {Tree} from './tree.js';

/// In place of a name, where the stacks of some rows end.
const NoCaller = '(no further caller is known)';

const keyed = (title, field, more = {}) => ({title, key: (shown, row) => shown.profile.rows[field][row],
                                             when: profile => profile.hasNames(field), field, ...more});

/// How lines are made. Where there is no `when`, it is always offered. `key` gives a name or a size.
export const Groupings = {
  callees: {title: 'Functions and callers', tree: ({chosen, rows, functionForest}) => chosen === rows
      ? Tree.up(functionForest, functionForest.leaves) : Tree.upOfRows(functionForest, chosen)},
  callers: {title: 'Callers first', tree: ({chosenForest}) => Tree.down(chosenForest)},
  function: {title: 'Functions, with all they call', isFlat: true},
  site: keyed('Sites', 'site', {key: (shown, row) => shown.siteOf[row], when: undefined}),
  type: keyed('Types', 'type', {when: undefined}),
  allocator: keyed('Allocators', 'allocator', {when: undefined}),
  through: keyed('Libraries', 'through', {isThrough: true}),
  size: {title: 'Sizes', key: (shown, row) => shown.profile.rows.size[row], isSize: true},
  file: {title: 'Files', key: (shown, row) => shown.fileIdOf(row), when: profile => profile.hasFiles},
  module: {title: 'Modules', key: (shown, row) => shown.moduleIdOf(row), when: profile => profile.hasModules},
  thread: keyed('Threads', 'thread'),
  process: keyed('Processes', 'process'),
  row: {title: 'Rows', isRows: true},
};

/// Of all \p rows, the value of a column: one, or how many.
function oneOrCount(rows, column) {
  const first = column[rows[0]];
  let others = null;
  for (const row of rows)
    if (column[row] !== first)
      (others ??= new Set([first])).add(column[row]);
  return others ? {count: others.size} : {only: first};
}

/// The program's own calls are through no library: 0.
function librariesText(rows, {names, rows: {through}}) {
  const all = new Set();
  for (const row of rows)
    all.add(through[row]);
  const hasOwn = all.delete(0), [first] = all;
  return all.size ? `${hasOwn ? 'partly ' : ''}${all.size > 1 ? `${all.size} libraries` : names[first]}` : names[0];
}

class Line {
  constructor(shown, {label, level, id, isFunction = false, isStack = false, isTold = false}) {
    Object.assign(this, {shown, level, id, isFunction, isStack, isTold, isOpen: false});
    if (label !== undefined)
      this.label = label;
  }

  get rows() { return this.itsRows ??= this.makeRows(); }
  makeChildren() { return []; }
  get children() { return this.kids ??= this.makeChildren(); }
  /// Without making its children: that of each line in sight is asked for.
  get isLast() { return true; }

  /// [before, after] of a column; the same where nothing is compared.
  sum(column) {
    this.sums ??= new Map();
    if (!this.sums.has(column))
      this.sums.set(column, this.addUp(column));
    return this.sums.get(column);
  }
  addUp(column) { return this.shown.sum(this.rows, column); }
  sumOf(values) {
    let sum = 0;
    for (const row of this.rows)
      sum += values[row];
    return sum;
  }

  /// What is known of it, on a side: 0 before, 1 after.
  known(column, side) {
    if (!column.blocks)
      return 'whole';
    this.knowns ??= new Map();
    if (!this.knowns.has(column))
      this.knowns.set(column, []);
    return this.knowns.get(column)[side] ??=
        this.shown.knownOf(column, side && this.shown.profile.sides - 1, values => this.sumOf(values));
  }

  /// The smallest and the largest size of its allocations, in bytes.
  get sizes() {
    if (!this.extremes) {
      const {size} = this.shown.profile.rows;
      this.extremes = [Infinity, 0];
      for (const row of this.rows)
        this.extremes = [Math.min(this.extremes[0], size[row]), Math.max(this.extremes[1], size[row])];
    }
    return this.extremes;
  }

  /// Of a column of rows, as text: the name where it is one.
  nameOf(field) {
    this.texts ??= {};
    if (this.texts[field] === undefined) {
      const {profile, siteOf} = this.shown;
      const {only, count} = oneOrCount(this.rows, field === 'site' ? siteOf : profile.rows[field]);
      this.texts[field] = field === 'through' ? librariesText(this.rows, profile) : count ? `${count} ${field}s` : profile.names[only];
    }
    return this.texts[field];
  }

  /// The library of all its rows; 0 if they have none, or several.
  get library() {
    const {profile} = this.shown;
    return this.only ??= profile.hasNames('through') ? oneOrCount(this.rows, profile.rows.through).only ?? 0 : 0;
  }
  /// Behind the label: `(through libc++.so.1)`, or empty.
  get more() { return !this.isTold && this.library ? throughText(this.shown.profile.names[this.library]) : ''; }
}

/// Rows of one key; callers below.
class RowsLine extends Line {
  constructor(shown, rows, more) {
    super(shown, more);
    this.itsRows = rows;
    this.hasCallers = more.hasCallers;
  }
  get isLast() {
    const {parent, leafOf} = this.shown.functionForest;
    return !this.hasCallers || !this.rows.some(row => parent[leafOf[row]]);
  }
  makeChildren() {
    if (!this.hasCallers)
      return [];
    const tree = Tree.upOfRows(this.shown.functionForest, this.rows);
    return boxLines(this.shown, tree, 0, this.level + 1, this.id, this.isTold || this.library !== 0);
  }
}

/// One row. There may be millions: its label is made when it is shown.
class StackLine extends RowsLine {
  constructor(shown, row) {
    super(shown, [row], {level: 0, id: String(row), isStack: true, hasCallers: false});
  }
  get label() { return this.text ??= stackText(this.shown, this.itsRows[0]); }
}

/// A box of a tree.
class BoxLine extends Line {
  constructor(shown, tree, box, more) {
    super(shown, more);
    this.tree = tree;
    this.box = box;
  }
  makeRows() { return this.tree.rowsOf(this.box); }
  addUp(column) {
    if (column.merge === 'max')
      return super.addUp(column);
    const {before, after} = this.tree.sum(this.box, column);
    return [before, after];
  }
  sumOf(values) { return this.tree.total(this.box, values); }
  get isLast() { return !this.tree.hasChildren(this.box); }
  makeChildren() {
    return boxLines(this.shown, this.tree, this.box, this.level + 1, this.id, this.isTold || this.library !== 0);
  }
}

/// A function with all that it calls. Its rows are many: they are not asked for.
class FunctionLine extends Line {
  /// \p nameId: the index of its name.
  constructor(shown, nameId, more) {
    super(shown, {...more, isTold: true});
    this.nameId = nameId;
  }
  makeRows() {
    const {chosenForest} = this.shown;
    return chosenForest.rowsOfAll(chosenForest.outermost(this.nameId));
  }
  sumOf(values) { return this.shown.chosenForest.totals(values).total[this.nameId]; }
  addUp(column) {
    return column.merge === 'max' ? super.addUp(column) : [this.sumOf(column.of[0]), this.sumOf(column.of.at(-1))];
  }
  self(column) {
    const of = values => this.shown.chosenForest.totals(values).self[this.nameId];
    return [of(column.of[0]), of(column.of.at(-1))];
  }
}

/// The lines below a box.
function boxLines(shown, tree, box, level, id, isTold) {
  const {names} = shown.profile;
  const lines = tree.children(box).map(child => {
    const code = tree.name[child], name = names[plainName(code)];
    return new BoxLine(shown, tree, child, {label: nameText(name), level, id: `${id}/${code}`, isTold: isTold || isLeaf(code),
                                            isFunction: !isLeaf(code) && isKnownName(name)});
  });
  // What ends here while others go on is a line of its own.
  const ended = tree.isUp && lines.length ? tree.endedRows(box) : [];
  if (ended.length)
    lines.push(new RowsLine(shown, ended, {label: box ? NoCaller : names[0], level, id: `${id}/-1`, isTold}));
  return lines;
}

/// The lines of a grouping that is chosen, not sorted.
export function linesOf(shown, by) {
  const its = Groupings[by], {profile, chosen} = shown, {names} = profile;
  if (its.isRows)
    return Array.from(chosen, row => new StackLine(shown, row));
  if (its.isFlat) {
    const {chosenForest} = shown, {total} = chosenForest.totals(shown.column.of.at(-1)), before = chosenForest.totals(shown.column.of[0]).total;
    const lines = [];
    for (let name = 0; name < names.length; ++name)
      if (total[name] || before[name])
        lines.push(new FunctionLine(shown, name, {
          label: nameText(names[name]), level: 0, id: `/${name}`, isFunction: isKnownName(names[name])}));
    return lines;
  }
  if (its.tree) {
    const lines = boxLines(shown, its.tree(shown), 0, 0, '', false);
    return lines.length || !chosen.length ? lines
         : [new RowsLine(shown, chosen, {label: names[0], level: 0, id: '/-1'})];
  }
  const parts = new Map();
  for (const row of chosen) {
    const key = its.key(shown, row);
    if (parts.has(key))
      parts.get(key).push(row);
    else
      parts.set(key, [row]);
  }
  return [...parts].map(([key, rows]) => new RowsLine(shown, Uint32Array.from(rows), {
    label: its.isSize ? bytesText(key) : nameText(names[key]), level: 0, id: `/${key}`, hasCallers: true,
    isTold: Boolean(its.isThrough)}));
}

function stackText(shown, row) {
  const {profile, chainOf} = shown, {frame, caller} = profile.chains, frames = [];
  for (let at = chainOf[row]; at; at = caller[at])
    frames.push(profile.names[profile.frames.function[frame[at]]]);
  return frames.join(' ← ') || '-';
}

/// Of many lines those that come first by number, and what is equal to the last of them.
function firstOf(known, isDescending, most) {
  if (typeof known[0].key !== 'number')
    return known;
  const keys = Float64Array.from(known, each => each.key).sort();
  const last = isDescending ? keys[keys.length - most] : keys[most - 1];
  return known.filter(each => isDescending ? each.key >= last : each.key <= last);
}

/// What is open of \p roots, in order: each line before its children, and those by \p key, which gives a
/// number or a text; what is equal by name. Of more lines than \p most in one place the first are taken.
export function visibleLines(roots, key, isDescending, most) {
  const sign = isDescending ? -1 : 1, all = [];
  let leftOut = 0;
  const visit = (lines, isTop) => {
    let known = lines.map(line => ({line, key: key(line)}));
    if (isTop && known.length > most) {
      leftOut = known.length - most;
      known = firstOf(known, isDescending, most);
    }
    known.sort((a, b) => a.key < b.key ? -sign : a.key > b.key ? sign
                       : a.line.label < b.line.label ? -1 : a.line.label > b.line.label ? 1 : 0);
    for (const {line} of known.slice(0, most)) {
      all.push(line);
      if (line.isOpen && !line.isLast)
        visit(line.children, false);
    }
  };
  visit(roots, true);
  return {lines: all, leftOut};
}

