// view.js - Which rows are looked at, and sums of them
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   data ──▶ shown rows     by layer and allocator, without failed calls
//        ──▶ focused rows   those of a box of the graph
//        ──▶ found rows     whose names hold what is searched
//
// Graph and table ask here, so that they agree.

import {Below, BelowLive, Failed, OverLive, chainNames} from './data.js';

export class View {
  constructor(data) {
    this.data = data;
    this.namesOf = chainNames(data);
    this.isCompared = data.sides === 2;
    this.column = Math.max(0, data.columns.findIndex(each => each.word === 'bytes'));
    this.columnOf = Object.fromEntries(data.columns.map(({word}, at) => [word, at]));
    this.allocator = -1; // all
    /// Only those that lie below no other: a sum over all would count bytes twice.
    this.outermost = this.hasBelow() && this.hasOutermost();
    this.query = '';
    this.focus = null; // {callersFirst, path}: the names of a box and of those above it
    this.select();
  }

  hasBelow() { return this.data.rows.flags.some(each => each & Below && !(each & Failed)); }
  hasOutermost() { return this.data.rows.flags.some(each => !(each & (Below | Failed))); }

  get unit() { return this.data.columns[this.column].unit; }
  get word() { return this.data.columns[this.column].word; }

  /// Of the row, in the measure that is looked at.
  value(row, side = this.data.sides - 1) {
    return this.data.values[this.column * this.data.sides + side][row];
  }

  /// Recomputes shown rows.
  select() {
    this.shown = this.shownIn(this.column);
    this.find();
  }

  /// The flag of what lies below another, in a measure.
  belowIn(column) {
    return ['bytes', 'calls'].includes(this.data.columns[column].word) ? Below : BelowLive;
  }

  /// The rows that are shown in a measure. An allocator that was chosen is shown whole. Of an
  /// arena it may be known what it allocated and not what is live: there the rows below it have that.
  shownIn(column) {
    const {rows} = this.data;
    const below = this.belowIn(column);
    const shown = [];
    for (let row = 0; row < rows.count; ++row) {
      const flags = rows.flags[row];
      if (flags & Failed)
        continue;
      if (this.allocator >= 0 ? rows.allocator[row] !== this.allocator
                              : this.outermost && flags & below)
        continue;
      shown.push(row);
    }
    return shown;
  }

  /// Recomputes what the query finds among the names: null where there is none.
  find() {
    const query = this.query.trim().toLowerCase();
    this.found = query ? Uint8Array.from(this.data.names,
                                         each => each.toLowerCase().includes(query) ? 1 : 0)
                       : null;
  }

  isFound(row) {
    const {rows} = this.data;
    return !this.found || this.found[rows.called[row]] || this.found[rows.type[row]] ||
        this.found[rows.site[row]] || this.namesOf(rows.chain[row]).some(each => this.found[each]);
  }

  /// From the outermost caller to the allocator, or the other way round.
  path(row, callersFirst) {
    const frames = this.namesOf(this.data.rows.chain[row]);
    const called = this.data.rows.called[row];
    return callersFirst ? [...frames].reverse().concat(called) : [called, ...frames];
  }

  inFocus(row) {
    if (!this.focus)
      return true;
    const path = this.path(row, this.focus.callersFirst);
    return this.focus.path.every((each, at) => path[at] === each);
  }

  /// What the table and the histogram are of.
  tableRows() {
    return this.focus || this.found ? this.shown.filter(row => this.inFocus(row) && this.isFound(row))
                                    : this.shown;
  }

  /// Sums of all columns and sides, as the values stand in the data.
  sums(rows) {
    return this.data.values.map((values, at) => {
      const isLargest = this.data.columns[Math.floor(at / this.data.sides)]?.merge === 'max';
      let sum = 0;
      for (const row of rows)
        sum = isLargest ? Math.max(sum, values[row]) : sum + values[row];
      return sum;
    });
  }

  /// What rows together know of a column, as `allocsite report` has it (model/Known.h): 'whole',
  /// 'part' where it is at least the sum, or 'nothing'. \p sum gives that of a column.
  known(column, sum) {
    const {columns} = this.data;
    if (!columns[column].blocks)
      return 'whole';
    const {calls, freed, live, 'estimated-from': sampled} = this.columnOf;
    const lacks = sum(columns.length), isFollowed = sum(live) || sum(freed);
    const isUnseen = sampled !== undefined && !sum(sampled) && !isFollowed && sum(calls);
    if (isFollowed || (lacks < sum(calls) && !isUnseen))
      return lacks ? 'part' : 'whole';
    return lacks || isUnseen ? 'nothing' : 'whole';
  }

  /// How many calls of shown rows are not followed, and in no row below them either.
  lacking(rows, side) {
    const {columns, rows: {flags}, sides, values} = this.data;
    const lacks = values[columns.length * sides + side];
    return rows.reduce((sum, row) => flags[row] & OverLive ? sum : sum + lacks[row], 0);
  }

  /// In the measure that is looked at, before and after; the same where nothing is compared.
  total(rows) {
    const {sides} = this.data;
    const sums = [0, 0];
    for (const row of rows) {
      sums[0] += this.value(row, 0);
      sums[1] += this.value(row, sides - 1);
    }
    return sums;
  }
}

/// A tree of names, as the graph draws it: node 0 is the root, and arrays hold what is known of
/// each node. Its extent is the sum over its rows of the larger of before and after, so that
/// what is gone has a place too; children begin with the largest.
export function buildTree(view, callersFirst) {
  const name = [-1], parent = [-1], depth = [0], before = [0], after = [0], extent = [0];
  // A hash table of nodes by parent and name: a Map of such pairs takes several times as long.
  let slots = new Int32Array(1 << 12);
  const slotOf = (node, each) => {
    const mask = slots.length - 1;
    let at = Math.imul(Math.imul(node, 0x9E3779B1) ^ each, 0x85EBCA6B) >>> 7 & mask;
    for (let child; (child = slots[at]) && (parent[child] !== node || name[child] !== each);)
      at = at + 1 & mask;
    return at;
  };
  const childOf = (node, each) => {
    const at = slotOf(node, each);
    if (slots[at])
      return slots[at];
    const child = slots[at] = name.length;
    name.push(each);
    parent.push(node);
    depth.push(depth[node] + 1);
    before.push(0);
    after.push(0);
    extent.push(0);
    if (2 * name.length > slots.length) {
      slots = new Int32Array(2 * slots.length);
      for (let node = 1; node < name.length; ++node)
        slots[slotOf(parent[node], name[node])] = node;
    }
    return child;
  };
  const add = (node, old, now) => {
    before[node] += old;
    after[node] += now;
    extent[node] += Math.max(old, now);
  };
  let deepest = 0;
  for (const row of view.shown) {
    const old = view.value(row, 0), now = view.value(row);
    if (!old && !now)
      continue;
    let node = 0;
    add(0, old, now);
    const frames = view.namesOf(view.data.rows.chain[row]);
    const last = frames.length;
    const called = view.data.rows.called[row];
    for (let at = 0; at <= last; ++at) { // as view.path() has them
      node = childOf(node, callersFirst ? at < last ? frames[last - 1 - at] : called
                                        : at ? frames[at - 1] : called);
      add(node, old, now);
    }
    deepest = Math.max(deepest, last + 1);
  }
  const children = name.map(() => []);
  for (let node = 1; node < name.length; ++node)
    children[parent[node]].push(node);
  const start = new Float64Array(name.length);
  for (let node = 0; node < name.length; ++node) { // parents come before their children
    children[node].sort((a, b) => extent[b] - extent[a] || name[a] - name[b]);
    let at = start[node];
    for (const child of children[node]) {
      start[child] = at;
      at += extent[child];
    }
  }
  return {name, parent, depth, before, after, extent, children, start, deepest, callersFirst};
}

export function pathOf(tree, node) {
  const path = [];
  for (; node > 0; node = tree.parent[node])
    path.unshift(tree.name[node]);
  return path;
}

/// The node of a path, or of the longest part of it that there is.
export function nodeOf(tree, path) {
  let node = 0;
  for (const each of path) {
    const child = tree.children[node].find(at => tree.name[at] === each);
    if (child === undefined)
      break;
    node = child;
  }
  return node;
}
