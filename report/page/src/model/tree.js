// tree.js - A tree of boxes, of which as much is made as is looked at
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   down   from main to the allocator: a box is one node of the forest, or several of one name
//   up     from the allocator to main: a box is the seeds that lead there, each with the node of
//          the forest that it has come to
//
// The graph, the graph inverted, callers and callees of a function, and the lines of the table are
// such trees. A box has its children only once they are asked for: of millions of stacks a
// screen shows some hundred.

export class Tree {
  /// \p numbers(column): {before, after, extent}, by seed.
  constructor(forest, direction, numbers) {
    this.forest = forest;
    this.isUp = direction === 'up';
    this.numbers = numbers;
    this.name = [-1];
    this.parent = [-1];
    this.depth = [0];
    this.kids = [null];
    this.seeds = [];
    this.cursors = [];
  }

  /// From main: the whole forest, or what is below \p nodes.
  static down(forest, nodes = Int32Array.of(0)) {
    const tree = new Tree(forest, 'down', column => forest.sums(column));
    tree.seeds.push(nodes);
    return tree;
  }

  /// From the leaves; or from \p nodes, whose callers come first.
  static up(forest, nodes) {
    const tree = new Tree(forest, 'up', column => forest.sums(column));
    const seeds = nodes ?? forest.leaves;
    tree.seeds.push(seeds);
    tree.cursors.push(nodes ? seeds.map(node => forest.parent[node]) : seeds);
    return tree;
  }

  /// From the functions that make the calls of \p rows, which are a part of the forest's.
  static upOfRows(forest, rows) {
    const tree = new Tree(forest, 'up', ({of, larger}) => ({before: of[0], after: of.at(-1), extent: larger}));
    tree.isOfRows = true; // seeds are rows
    tree.seeds.push(rows);
    tree.cursors.push(Int32Array.from(rows, row => forest.parent[forest.leafOf[row]]));
    return tree;
  }

  /// {before, after, extent} of a box.
  sum(box, column) {
    const {before, after, extent} = this.numbers(column);
    let old = 0, now = 0, wide = 0;
    for (const seed of this.seeds[box]) {
      now += after[seed];
      if (before !== after) {
        old += before[seed];
        wide += extent ? extent[seed] : Math.max(before[seed], after[seed]);
      }
    }
    return before === after ? {before: now, after: now, extent: now} : {before: old, after: now, extent: wide};
  }

  /// Of a box, the sum of an array by row.
  total(box, values) {
    const of = this.isOfRows ? values : this.forest.nodeSums(values);
    return this.seeds[box].reduce((sum, seed) => sum + of[seed], 0);
  }

  rowsOf(box) { return this.rowsOfSeeds(this.seeds[box]); }
  rowsOfSeeds(seeds) { return this.isOfRows ? seeds : this.forest.rowsOfAll(seeds); }

  /// Without making them.
  hasChildren(box) {
    const {forest, isUp} = this;
    return this.kids[box] ? this.kids[box].length > 0
         : isUp ? this.cursors[box].some(node => node)
                : this.seeds[box].some(seed => forest.children(seed).some(node => forest.rowCount[node]));
  }
  children(box) { return this.kids[box] ??= this.isUp ? this.splitUp(box) : this.splitDown(box); }

  add(box, name, seeds, cursors) {
    const child = this.name.length;
    this.name.push(name);
    this.parent.push(box);
    this.depth.push(this.depth[box] + 1);
    this.kids.push(null);
    this.seeds.push(seeds);
    this.cursors.push(cursors);
    return child;
  }

  splitDown(box) {
    const {forest} = this, seeds = this.seeds[box];
    if (seeds.length === 1) {
      const boxes = [];
      for (const node of forest.children(seeds[0]))
        if (forest.rowCount[node])
          boxes.push(this.add(box, forest.name[node], Int32Array.of(node)));
      return boxes;
    }
    const parts = new Map();
    for (const seed of seeds)
      for (const node of forest.children(seed))
        if (!forest.rowCount[node])
          continue;
        else if (parts.has(forest.name[node]))
          parts.get(forest.name[node]).push(node);
        else
          parts.set(forest.name[node], [node]);
    return [...parts].map(([name, nodes]) => this.add(box, name, Int32Array.from(nodes)));
  }

  /// Seeds whose stacks end here are in no child. Sorted by counting: there may be a million.
  splitUp(box) {
    const {forest: {name, parent}} = this, seeds = this.seeds[box], cursors = this.cursors[box];
    const parts = new Map(), partOf = new Int32Array(seeds.length), counts = [];
    for (let at = 0; at < seeds.length; ++at) {
      const node = cursors[at];
      if (!node) {
        partOf[at] = -1;
        continue;
      }
      let part = parts.get(name[node]);
      if (part === undefined) {
        parts.set(name[node], part = counts.length);
        counts.push(0);
      }
      partOf[at] = part;
      ++counts[part];
    }
    const ends = [];
    let all = 0;
    for (const count of counts)
      ends.push(all += count);
    const next = ends.map((end, part) => end - counts[part]);
    const itsSeeds = new Int32Array(all), itsCursors = new Int32Array(all);
    for (let at = 0; at < seeds.length; ++at)
      if (partOf[at] >= 0) {
        const to = next[partOf[at]]++;
        itsSeeds[to] = seeds[at];
        itsCursors[to] = parent[cursors[at]];
      }
    return [...parts].map(([its, part]) => this.add(
        box, its, itsSeeds.subarray(ends[part] - counts[part], ends[part]), itsCursors.subarray(ends[part] - counts[part], ends[part])));
  }

  /// The seeds of a box whose stacks end there, as rows; of a tree from the leaves.
  endedRows(box) {
    const seeds = this.seeds[box], ended = seeds.filter((seed, at) => !this.cursors[box][at]);
    return this.rowsOfSeeds(ended.length < seeds.length ? ended : []);
  }

  pathOf(box) {
    const path = [];
    for (; box > 0; box = this.parent[box])
      path.unshift(this.name[box]);
    return path;
  }
}

/// A tree as a graph draws it: of each box where it begins and how wide it is, in one column;
/// children begin with the largest.
export class Layout {
  constructor(tree, column) {
    this.tree = tree;
    this.column = column;
    const {before, after, extent} = tree.sum(0, column);
    this.before = [before];
    this.after = [after];
    this.extent = [extent];
    this.start = [0];
    this.sorted = [null];
  }

  children(box) {
    if (this.sorted[box])
      return this.sorted[box];
    const {tree} = this, boxes = [];
    for (const child of tree.children(box)) {
      const {before, after, extent} = tree.sum(child, this.column);
      if (!extent)
        continue;
      this.before[child] = before;
      this.after[child] = after;
      this.extent[child] = extent;
      this.sorted[child] = null;
      boxes.push(child);
    }
    boxes.sort((a, b) => this.extent[b] - this.extent[a] || tree.name[a] - tree.name[b]);
    let at = this.start[box];
    for (const child of boxes) {
      this.start[child] = at;
      at += this.extent[child];
    }
    return this.sorted[box] = boxes;
  }
}
