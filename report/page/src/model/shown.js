// shown.js - What a state shows of the profile
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   profile ──▶ columns    those of the log, of a stretch of time, of generations
//           ──▶ rows       by layer and allocator, with what the steps ask for
//           ──▶ forest     their stacks, as the steps leave them
//           ──▶ tree       from main, or inverted; zoomed to a box
//           ──▶ chosen     the rows in that box, which hold what is searched
//
// Graph, table and all other views ask here, so that they agree. Each stage is made when it is asked for
// and kept while what it depends on stays the same.

import {Ways} from './categories.js';
import {Dimensions, Forest, Splits, chainsWith, isLeaf, named, plainName} from './forest.js';
import {generationColumns} from './generations.js';
import {Below, BelowLive, Failed, OverLive, fileOf} from './profile.js';
import {Groupings} from './lines.js';
import {stretchColumns} from './stretch.js';
import {Tree} from './tree.js';

const LeafMark = '→ ';

/// A step of the state: 'hide:f' → {kind: 'hide', name: 'f'}.
export const stepOf = text => ({kind: text.slice(0, text.indexOf(':')), name: text.slice(text.indexOf(':') + 1)});

export class Shown {
  constructor(profile, state) {
    this.profile = profile;
    this.known = new Map();
    this.sums = new WeakMap(); // by rows and column
    this.state = state;
  }

  update(state) { this.state = state; }

  /// Makes `key` anew where one of `inputs` has changed.
  once(key, inputs, make) {
    const before = this.known.get(key);
    if (before && before.inputs.length === inputs.length && before.inputs.every((each, at) => each === inputs[at]))
      return before.its;
    const its = make();
    this.known.set(key, {inputs, its});
    return its;
  }

  //===----------------------------------------------------------------------===//
  // Columns
  //===----------------------------------------------------------------------===//

  /// All that lines of the table can have.
  get columns() {
    const {profile, state} = this;
    return this.once('columns', [state.stretch], () => [
      ...profile.columns, ...stretchColumns(profile, state.stretch), ...generationColumns(profile)]);
  }

  /// Those that boxes can be as wide as: maxima add up to nothing.
  get measures() { return this.columns.filter(each => each.merge === 'sum'); }

  /// The one that is looked at.
  get column() {
    const {columns, measures, state} = this;
    return measures.find(each => each.word === state.measure) ?? columns.find(each => each.word === 'growth') ??
        columns.find(each => each.word === 'bytes') ?? measures[0] ?? columns[0];
  }
  columnOf(word) { return this.columns.find(each => each.word === word); }
  get unit() { return this.column.unit; }
  get word() { return this.column.word; }
  get isCompared() { return this.column.of.length > 1; }
  /// The number that stands for a sum: of growth, what has changed.
  amount(column, before, after) { return column.isChange ? after - before : after; }
  /// The names below the root, if threads or processes stand there.
  get splitNames() {
    const {profile, split} = this;
    return this.once('splitNames', [split], () => new Set(profile.rows[split] ?? []));
  }

  //===----------------------------------------------------------------------===//
  // Choices. An address may have one that this profile does not offer: the usual one stands for it
  //===----------------------------------------------------------------------===//

  /// \p word if \p table offers it.
  offered(table, word, usual) {
    const isOffered = Object.hasOwn(table, word) && (!table[word].when || table[word].when(this.profile));
    return isOffered ? word : usual;
  }
  get by() { return this.offered(Groupings, this.state.by, 'callees'); }
  get dimension() { return this.offered(Dimensions, this.state.dimension, 'function'); }
  get colour() { return this.offered(Ways, this.state.colour, 'kind'); }
  get split() { return this.offered(Splits, this.state.split, ''); }
  get layer() {
    const {layer} = this.state, isOffered = layer === 'outermost' ? this.hasLayers : layer === 'all' || this.allocators.includes(layer);
    return isOffered ? layer : this.hasLayers ? 'outermost' : 'all';
  }
  get allocators() {
    const {names, rows: {allocator}} = this.profile;
    return this.once('allocators', [], () => [...new Set(allocator)].map(each => names[each]).sort());
  }

  //===----------------------------------------------------------------------===//
  // Rows
  //===----------------------------------------------------------------------===//

  get hasLayers() {
    return this.once('layers', [], () => {
      const {flags} = this.profile.rows;
      return flags.some(each => each & Below && !(each & Failed)) && flags.some(each => !(each & (Below | Failed)));
    });
  }

  /// What lies below another, in a column. Of an arena it may be known what it allocated and not what is
  /// live: there the rows below it have that.
  belowIn(column) { return ['bytes', 'calls'].includes(column.word) ? Below : BelowLive; }

  /// The rows that are shown in a column. An allocator that was chosen is shown whole.
  rowsIn(column) {
    const below = this.belowIn(column), {profile, state} = this, {rows} = profile;
    const isOfColumn = state.only.some(each => each.startsWith('change:')); // judged in the measure
    return this.once(`rows ${below}`, [this.layer, state.steps, state.only, state.wrappers, isOfColumn && this.column], () => {
      const allocator = ['outermost', 'all'].includes(this.layer) ? -1 : profile.names.indexOf(this.layer);
      const isOutermost = this.layer === 'outermost';
      const wanted = this.conditions();
      const shown = new Uint32Array(rows.count);
      let count = 0;
      for (let row = 0; row < rows.count; ++row) {
        const flags = rows.flags[row];
        if (flags & Failed || (allocator >= 0 ? rows.allocator[row] !== allocator : isOutermost && flags & below))
          continue;
        if (wanted.every(each => each(row)))
          shown[count++] = row;
      }
      return shown.subarray(0, count);
    });
  }

  /// What steps, and conditions on the row itself, ask of a row.
  conditions() {
    const {profile, state} = this, {rows, names} = profile;
    const all = [];
    for (const {kind, name} of state.steps.map(stepOf)) {
      if (kind === 'find') {
        const found = this.rowsWith(this.namesWith(name));
        all.push(row => found[row]);
        continue;
      }
      if (kind === 'hide')
        continue;
      const isThere = chainsWith(profile, named(profile, name));
      all.push(kind === 'ignore' ? row => !isThere[rows.chain[row]] : row => isThere[rows.chain[row]]);
    }
    for (const {kind, name} of state.only.map(stepOf)) {
      if (kind === 'change' && this.isCompared)
        all.push(this.changed(name));
      const column = rows[kind];
      if (!ArrayBuffer.isView(column))
        continue;
      const id = kind === 'size' ? +name : names.indexOf(name);
      all.push(row => column[row] === id);
    }
    return all;
  }

  /// Whether a row's site is `new`, `gone`, `grown` or `shrunk` in what is compared: a site, as sizes of one
  /// may be others than before.
  changed(word) {
    const {siteOf, column, profile} = this, first = column.of[0], last = column.of.at(-1), sums = new Map();
    const keyOf = row => `${siteOf[row] || `f${this.functionOf(row)}`} ${profile.rows.allocator[row]}`;
    for (let row = 0; row < profile.rows.count; ++row) {
      const key = keyOf(row), its = sums.get(key) ?? [0, 0];
      its[0] += first[row];
      its[1] += last[row];
      sums.set(key, its);
    }
    const is = {new: ([before, after]) => !before && after, gone: ([before, after]) => before && !after,
                grown: ([before, after]) => before && after > before, shrunk: ([before, after]) => after && after < before}[word] ?? (() => true);
    return row => is(sums.get(keyOf(row)));
  }

  get rows() { return this.rowsIn(this.column); }

  /// By row, the chain and the site that are shown.
  get chainOf() { return this.state.wrappers ? this.profile.rows.chain : this.profile.rows.shownChain; }
  get siteOf() { return this.state.wrappers ? this.profile.rows.site : this.profile.rows.shownSite; }

  /// The names of the file and the module that a row's call is in; 0: not known.
  fileIdOf(row) {
    const {profile} = this, file = fileOf(profile.names[this.siteOf[row]]);
    return file ? profile.fileId(file) : profile.filesOfFunctions[this.functionOf(row)] ?? 0;
  }
  moduleIdOf(row) { return this.profile.moduleOfFunction[this.functionOf(row)] ?? 0; }
  /// The name of the function that makes the call; 0: not known.
  functionOf(row) {
    const {chains, frames} = this.profile, chain = this.chainOf[row];
    return chain ? frames.function[chains.frame[chain]] : 0;
  }

  //===----------------------------------------------------------------------===//
  // Stacks
  //===----------------------------------------------------------------------===//

  /// Stacks of \p rows, as the steps leave them.
  makeForest(rows, dimension, split) {
    return new Forest(this.profile, rows, {
      chainOf: this.chainOf, dimension, split,
      steps: this.state.steps.map(stepOf).filter(each => ['hide', 'from', 'to'].includes(each.kind)),
    });
  }

  get forest() {
    const {state, rows, split, dimension} = this;
    return dimension === 'function' && !split ? this.functionForest
         : this.once('forest', [rows, state.steps, state.wrappers, dimension, split], () => this.makeForest(rows, dimension, split));
  }

  /// Those of functions, whatever the graph is of.
  get functionForest() {
    const {state, rows} = this;
    return this.once('functions', [rows, state.steps, state.wrappers], () => this.makeForest(rows, 'function', ''));
  }

  get tree() {
    const {forest, state: {inverted}} = this;
    return this.once(`tree ${inverted}`, [forest], () => inverted ? Tree.up(forest) : Tree.down(forest));
  }

  /// As people read it.
  nameOf(code) { return this.profile.names[plainName(code)]; }
  wordOfBox(code) { return (isLeaf(code) ? LeafMark : '') + this.nameOf(code); }

  /// The box that is zoomed to; 0: all.
  get zoomed() {
    const {tree, state: {zoom}} = this;
    return this.once('zoomed', [tree, zoom], () => {
      let box = 0;
      for (const word of zoom) {
        const child = tree.children(box).find(each => this.wordOfBox(tree.name[each]) === word);
        if (child === undefined)
          break;
        box = child;
      }
      return box;
    });
  }
  zoomOf(box) { return this.tree.pathOf(box).map(each => this.wordOfBox(each)); }

  //===----------------------------------------------------------------------===//
  // What is searched
  //===----------------------------------------------------------------------===//

  /// Makes what every search needs, so that the first one is as quick as others.
  prepareSearch() {
    ['thread', 'process'].forEach(each => this.profile.hasNames(each));
    return this.lowered;
  }
  /// All names in lower case as one text, and where each ends.
  get lowered() {
    const {names} = this.profile;
    return this.once('lowered', [names.length], () => {
      const ends = new Uint32Array(names.length);
      const parts = names.map((name, at) => {
        const its = name.toLowerCase();
        ends[at] = (at ? ends[at - 1] : 0) + its.length + 1;
        return its;
      });
      return {all: `${parts.join('\n')}\n`, ends};
    });
  }

  /// By name, whether it holds \p text; a search in lower case, over all names as one text.
  namesWith(text) {
    const {names} = this.profile, query = text.trim().toLowerCase(), found = new Uint8Array(names.length);
    const {all, ends} = this.lowered;
    for (let at = all.indexOf(query), name = 0; at >= 0; at = all.indexOf(query, ends[name])) {
      while (ends[name] <= at)
        ++name;
      found[name] = 1;
      if (name === names.length - 1)
        break;
    }
    return found;
  }

  /// By row, whether a function, type, site, allocator, thread or process of it is found, by name.
  rowsWith(found) {
    const {profile} = this, {chain, called, type, count} = profile.rows, is = new Uint8Array(count), {siteOf} = this;
    const isThere = chainsWith(profile, found);
    for (let row = 0; row < count; ++row) // one loop without calls: there may be millions
      is[row] = isThere[chain[row]] | found[called[row]] | found[type[row]] | found[siteOf[row]];
    for (const column of ['thread', 'process'].filter(each => profile.hasNames(each)).map(each => profile.rows[each]))
      for (let row = 0; row < count; ++row)
        is[row] |= found[column[row]];
    return is;
  }

  /// By name; null where nothing is searched.
  get found() {
    const query = this.state.search.trim();
    return this.once('found', [query, this.profile.names.length], () => query ? this.namesWith(query) : null);
  }

  get foundRows() {
    const {found, state} = this;
    return this.once('foundRows', [found, state.wrappers], () => this.rowsWith(found));
  }

  /// By node of the forest, whether a row below it is found.
  get foundBelow() {
    const {forest, found} = this;
    return this.once('foundBelow', [forest, found], () => {
      if (!found)
        return null;
      const {parent, size, leafOf} = forest, below = new Uint8Array(size), {foundRows} = this;
      for (const row of forest.rows)
        if (foundRows[row])
          below[leafOf[row]] = 1;
      for (let node = size; --node > 0;)
        if (below[node])
          below[parent[node]] = 1;
      return below;
    });
  }

  /// The rows in the box that is zoomed to.
  get zoomedRows() {
    const {tree, zoomed, rows} = this;
    return this.once('zoomedRows', [tree, zoomed, rows], () => zoomed ? tree.rowsOf(zoomed) : rows);
  }

  /// What table, sizes and lists are of.
  get chosen() {
    const {zoomedRows, found} = this;
    if (!found)
      return zoomedRows;
    const {foundRows} = this;
    return this.once('chosen', [zoomedRows, foundRows], () => {
      const chosen = new Uint32Array(zoomedRows.length);
      let count = 0;
      for (const row of zoomedRows)
        if (foundRows[row])
          chosen[count++] = row;
      return chosen.subarray(0, count);
    });
  }

  /// The stacks of these.
  get chosenForest() {
    const {chosen, rows, functionForest} = this;
    return chosen === rows ? functionForest
                           : this.once('chosenForest', [chosen, functionForest], () => functionForest.of(chosen));
  }

  //===----------------------------------------------------------------------===//
  // Numbers
  //===----------------------------------------------------------------------===//

  /// Of \p rows in a column, before and after; the same where nothing is compared. Maxima are largest. Sums
  /// of all rows are kept: whoever draws asks for them.
  sum(rows, column) {
    if (rows.length < 1000)
      return this.addUp(rows, column);
    let known = this.sums.get(rows);
    if (!known)
      this.sums.set(rows, known = new Map());
    if (!known.has(column))
      known.set(column, this.addUp(rows, column));
    return known.get(column);
  }
  addUp(rows, column) {
    const first = column.of[0], last = column.of.at(-1);
    let before = 0, after = 0;
    if (column.merge === 'max')
      for (const row of rows) {
        before = Math.max(before, first[row]);
        after = Math.max(after, last[row]);
      }
    else
      for (const row of rows) {
        before += first[row];
        after += last[row];
      }
    return [before, after];
  }

  /// By side and row: how many calls are of blocks that a line knows nothing of, as the lines of a thread;
  /// or a box.
  get lacks() { return this.profile.lacksOf(this.by === 'thread' || this.isOfZoomedThreads); }
  /// The same of what is chosen, all together.
  get lacksOfChosen() { return this.profile.lacksOf(this.isOfZoomedThreads); }
  get lacksOfBoxes() { return this.profile.lacksOf(this.isOfThreads || this.split === 'thread'); }
  get isOfZoomedThreads() { return this.isOfThreads || (this.split === 'thread' && this.state.zoom.length > 0); }
  get isOfThreads() { return this.state.only.some(each => each.startsWith('thread:')); }

  /// What is known of a column, as `allocsite report` has it (model/Known.h): 'whole', 'part' where it is
  /// at least the sum, or 'nothing'. \p sumOf gives the sum of an array by row.
  knownOf(column, side, sumOf, lacks = this.lacks) {
    if (!column.blocks)
      return 'whole';
    const {profile} = this;
    const of = word => {
      const its = profile.column(word);
      return its ? sumOf(its.of[side]) : 0;
    };
    const calls = of('calls'), lacking = lacks ? sumOf(lacks[side]) : 0;
    if (column.lackedBy?.includes(side) && calls)
      return 'nothing'; // no log of this side has the column
    const isFollowed = of('live') || of('freed');
    const isUnseen = profile.column('estimated-from') && !of('estimated-from') && !isFollowed && calls;
    if (isFollowed || (lacking < calls && !isUnseen))
      return lacking ? 'part' : 'whole';
    return lacking || isUnseen ? 'nothing' : 'whole';
  }

  /// The same of \p rows, in a sum of all: where another row has what one lacks, nothing is missing.
  knownOfAll(rows, column, side) {
    return column.blocks ? this.once(`known ${column.word} ${side}`, [rows, column], () => this.judge(rows, column, side)) : 'whole';
  }
  /// What is known of the measure in what is chosen.
  knownOfChosen(side) {
    const {chosen, column, lacksOfChosen} = this;
    return this.once(`known of chosen ${side}`, [chosen, column, lacksOfChosen], () => this.knownOf(column, side, array => {
      let sum = 0;
      for (const row of chosen)
        sum += array[row];
      return sum;
    }, lacksOfChosen));
  }
  /// Of two sides that are subtracted: whole only where both are.
  knownOfBoth(knownOfSide) {
    const all = Array.from({length: this.profile.sides}, (each, side) => knownOfSide(side));
    return all.every(each => each === 'whole') ? 'whole' : 'nothing';
  }
  judge(rows, column, side) {
    const {profile, profile: {rows: {flags}}} = this;
    const all = profile.lacksOf(this.isOfThreads);
    const sumOf = array => {
      let sum = 0;
      for (const row of rows)
        sum += array[row];
      return sum;
    };
    const its = this.knownOf(column, side, sumOf, all);
    if (its !== 'part')
      return its;
    const lacks = all[side];
    return rows.some(row => lacks[row] && !(flags[row] & OverLive)) ? 'part' : 'whole';
  }
}
