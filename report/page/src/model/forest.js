// forest.js - The stacks of the rows that are shown, as one tree
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   0 ── main ─┬─ parse ── malloc      a node is a name below its caller's node; the
//              └─ read ─┬─ malloc      allocator is the leaf, and rows hang on leaves
//                       └─ operator new
//
// A function that is an allocator too, as zmalloc over malloc, is another node than its leaf: a leaf's
// name has LeafBit.
//
// A profile's chains are such a tree already. Each step that changes them (hide, from, to) is one
// pass over the chains, callers first, however many rows there are.

const LeafBit = 1 << 30;
/// The name of a node, leaf or not.
export const plainName = code => code & ~LeafBit;
/// False for what stands in place of functions that are not known.
export const isKnownName = name => name !== '-' && name !== '…';
export const isLeaf = code => code > 0 && (code & LeafBit) !== 0;

/// A tree that grows: node 0 is the root; a child is found by its parent and name.
class Trie {
  constructor(room = 1 << 12) {
    this.size = 1;
    this.name = new Int32Array(room).fill(-1);
    this.parent = new Int32Array(room);
    this.frame = new Int32Array(room); // 1 + the one that a node is of; -1: several, in other lines
    this.slots = new Int32Array(2 * room);
  }

  slotOf(node, name) {
    const mask = this.slots.length - 1;
    let at = (Math.imul(Math.imul(node, 0x9E3779B1) ^ name, 0x85EBCA6B) >>> 7) & mask;
    for (let child; (child = this.slots[at]) && (this.parent[child] !== node || this.name[child] !== name);)
      at = (at + 1) & mask;
    return at;
  }

  child(node, name) {
    const at = this.slotOf(node, name);
    if (this.slots[at])
      return this.slots[at];
    const child = this.size++;
    if (child === this.name.length)
      this.grow();
    this.name[child] = name;
    this.parent[child] = node;
    this.slots[this.slotOf(node, name)] = child;
    return child;
  }

  /// The child of a function at a line.
  childOfFrame(node, name, frame) {
    const child = this.child(node, name), known = this.frame[child];
    if (!known)
      this.frame[child] = frame + 1;
    else if (known !== frame + 1)
      this.frame[child] = -1;
    return child;
  }

  grow() {
    const larger = array => {
      const to = new Int32Array(2 * array.length);
      to.set(array);
      return to;
    };
    this.name = larger(this.name);
    this.parent = larger(this.parent);
    this.frame = larger(this.frame);
    this.slots = new Int32Array(2 * this.name.length);
    for (let node = 1; node < this.size - 1; ++node)
      this.slots[this.slotOf(this.parent[node], this.name[node])] = node;
  }
}

/// How the frames of chains are named in the graph and table.
export const Dimensions = {
  function: {title: 'Functions', nameOf: profile => name => name},
  file: {title: 'Files', nameOf: profile => name => profile.filesOfFunctions[name] ?? 0},
  module: {title: 'Modules', nameOf: profile => name => profile.moduleOfFunction[name] ?? 0,
           when: profile => profile.hasModules},
};

/// What stands below the root, where stacks are not all together.
export const Splits = {
  thread: {title: 'each thread', when: profile => profile.hasNames('thread')},
  process: {title: 'each process', when: profile => profile.hasNames('process')},
};

/// Which chains have a function that \p matches, by name: 1 or 0.
export function chainsWith(profile, matches) {
  const {frame, caller} = profile.chains, {function: name} = profile.frames;
  const has = new Uint8Array(frame.length);
  for (let chain = 1; chain < frame.length; ++chain)
    has[chain] = has[caller[chain]] || (matches[name[frame[chain]]] ? 1 : 0);
  return has;
}

/// By name, whether it is \p text.
export function named(profile, text) {
  const of = new Uint8Array(profile.names.length), id = profile.names.indexOf(text);
  if (id >= 0)
    of[id] = 1;
  return of;
}

export class Forest {
  /// \p rows: those that are shown. \p chainOf, by row. \p steps: [{kind: 'hide'|'from'|'to', name}].
  /// \p split: 'thread' or 'process', whose names are below the root, or empty.
  constructor(profile, rows, {chainOf, steps, dimension, split}) {
    this.profile = profile;
    const trie = new Trie(1 << Math.ceil(Math.log2(Math.max(4096, Math.min(1 << 22, profile.chains.frame.length)))));
    const {called} = profile.rows, above = split ? profile.rows[split] : null;
    this.leafOf = new Int32Array(profile.rows.count);
    const chains = new ChainNodes(profile, trie, steps, dimension);
    for (const [key, its] of above ? groupBy(rows, above) : [[-1, rows]]) { // each name of a split has its own stacks
      const nodeOf = chains.place(its, chainOf, above ? trie.child(0, key) : 0);
      for (const row of its)
        this.leafOf[row] = trie.child(nodeOf[chainOf[row]], called[row] | LeafBit);
    }
    this.size = trie.size;
    this.name = trie.name.subarray(0, trie.size);
    this.parent = trie.parent.subarray(0, trie.size);
    this.frame = trie.frame.subarray(0, trie.size);
    this.sumsOf = new Map();
    this.lay(rows);
  }

  /// Where calls are made in a node's function: `a.c:7`; `…` if in several lines, empty if not known.
  lineOf(node) {
    const {frames, names} = this.profile, frame = this.frame[node] - 1;
    return frame === -2 ? '…' : frame >= 0 && frames.line[frame] ? `${names[frames.file[frame]]}:${frames.line[frame]}` : '';
  }

  /// The same stacks with a part of the rows.
  of(rows) {
    const its = Object.assign(Object.create(Forest.prototype), {
      profile: this.profile, leafOf: this.leafOf, size: this.size, name: this.name, parent: this.parent, frame: this.frame, sumsOf: new Map(),
      firstChild: this.firstChild, childNodes: this.childNodes});
    its.layRows(rows);
    return its;
  }

  /// Orders nodes depth first, and rows by their leaves: the rows below a node are one stretch.
  lay(rows) {
    const {size, parent} = this;
    this.firstChild = new Int32Array(size + 1);
    for (let node = 1; node < size; ++node)
      ++this.firstChild[parent[node] + 1];
    for (let node = 0; node < size; ++node)
      this.firstChild[node + 1] += this.firstChild[node];
    const at = this.firstChild.slice(0, size);
    this.childNodes = new Int32Array(Math.max(0, size - 1));
    for (let node = 1; node < size; ++node)
      this.childNodes[at[parent[node]]++] = node;
    this.layRows(rows);
  }

  layRows(rows) {
    const {size, parent} = this;
    const count = new Int32Array(size); // of rows below
    for (const row of rows)
      ++count[this.leafOf[row]];
    const own = count.slice();
    for (let node = size; --node > 0;)
      count[parent[node]] += count[node];
    this.rowFrom = new Int32Array(size);
    this.rowCount = count;
    // Rows of the node itself come first, then those of its children.
    const next = new Int32Array(size);
    next[0] = own[0];
    for (let node = 1; node < size; ++node) { // parents come before their children
      this.rowFrom[node] = next[parent[node]];
      next[parent[node]] += count[node];
      next[node] = this.rowFrom[node] + own[node];
    }
    const fill = this.rowFrom.slice();
    this.rows = new Uint32Array(rows.length);
    for (const row of rows)
      this.rows[fill[this.leafOf[row]]++] = row;
  }

  rowsOf(node) { return this.rows.subarray(this.rowFrom[node], this.rowFrom[node] + this.rowCount[node]); }
  /// The rows below any of \p nodes, none of which is below another.
  rowsOfAll(nodes) {
    if (nodes.length === 1)
      return this.rowsOf(nodes[0]);
    let count = 0;
    for (const node of nodes)
      count += this.rowCount[node];
    const all = new Uint32Array(count);
    let at = 0;
    for (const node of nodes) {
      all.set(this.rowsOf(node), at);
      at += this.rowCount[node];
    }
    return all;
  }
  children(node) { return this.childNodes.subarray(this.firstChild[node], this.firstChild[node + 1]); }

  /// Sums of an array by row, by node.
  nodeSums(values) {
    let sums = this.sumsOf.get(values);
    if (sums)
      return sums;
    const {size, parent, leafOf} = this;
    sums = new Float64Array(size);
    for (const row of this.rows)
      sums[leafOf[row]] += values[row];
    for (let node = size; --node > 0;)
      sums[parent[node]] += sums[node];
    this.sumsOf.set(values, sums);
    return sums;
  }

  /// Of a column, by node: {before, after, extent}. The extent is the sum over its rows of the larger
  /// of before and after, so that what is gone has a place too.
  sums(column) {
    const first = column.of[0], last = column.of.at(-1), after = this.nodeSums(last);
    if (first === last)
      return {before: after, after, extent: after};
    column.larger ??= first.map((each, row) => Math.max(each, last[row]));
    return {before: this.nodeSums(first), after, extent: this.nodeSums(column.larger)};
  }

  /// The leaves, on which rows hang.
  get leaves() {
    if (!this.itsLeaves) {
      const all = new Int32Array(this.size);
      let count = 0;
      for (let node = 1; node < this.size; ++node)
        if (isLeaf(this.name[node]) && this.rowCount[node])
          all[count++] = node;
      this.itsLeaves = all.subarray(0, count);
    }
    return this.itsLeaves;
  }

  /// The nodes of a function that have none of it above them: each of its rows is below one of them.
  outermost(nameId) { return this.outermostOf.get(nameId) ?? []; }
  get outermostOf() { return this.itsOutermost ??= this.findOutermost(); }
  /// By name, in one walk depth first that counts how often each name is above.
  findOutermost() {
    const {name, parent, size} = this, found = new Map();
    const depth = new Int32Array(this.profile.names.length), next = this.firstChild.slice(0, size);
    for (let node = 0;;) {
      if (next[node] < this.firstChild[node + 1]) {
        const child = this.childNodes[next[node]++];
        if (isLeaf(name[child]))
          continue;
        node = child;
        if (depth[name[node]]++)
          continue;
        const nodes = found.get(name[node]);
        nodes ? nodes.push(node) : found.set(name[node], [node]);
      } else if (node) {
        --depth[name[node]];
        node = parent[node];
      } else
        return found;
    }
  }

  /// By function's name: {total, self} of an array by row, each row once in a name's total. Self: what
  /// a function asked an allocator for itself.
  totals(values) {
    this.totalsOf ??= new Map();
    if (!this.totalsOf.has(values))
      this.totalsOf.set(values, this.addUpByName(values));
    return this.totalsOf.get(values);
  }
  addUpByName(values) {
    const after = this.nodeSums(values), {name, parent} = this, count = this.profile.names.length;
    const total = new Float64Array(count), self = new Float64Array(count);
    for (const leaf of this.leaves)
      if (parent[leaf])
        self[name[parent[leaf]]] += after[leaf];
    for (const [its, nodes] of this.outermostOf)
      for (const node of nodes)
        total[its] += after[node];
    return {total, self};
  }
}

/// Rows by the value of a column.
function groupBy(rows, column) {
  const groups = new Map();
  for (const row of rows) {
    const its = groups.get(column[row]);
    its ? its.push(row) : groups.set(column[row], [row]);
  }
  return groups;
}

/// Makes nodes of the chains that rows use.
class ChainNodes {
  constructor(profile, trie, steps, dimension) {
    const matching = kind => steps.filter(each => each.kind === kind).map(each => named(profile, each.name));
    const count = profile.chains.frame.length;
    Object.assign(this, {
      profile, trie, nameOf: Dimensions[dimension].nameOf(profile), isPlain: !steps.length && dimension === 'function',
      hidden: matching('hide'), from: matching('from'), to: matching('to'),
      usedIn: new Uint32Array(count), round: 0,
      nodeOf: new Int32Array(count), // one for all names of a split: there may be many, and many chains
      begun: new Uint8Array(count), ended: new Uint8Array(count),
    });
  }

  /// By chain of \p rows, the node of its innermost frame that is shown, below \p root. Valid until the next call.
  place(rows, chainOf, root) {
    const {usedIn, nodeOf} = this, {caller} = this.profile.chains, round = ++this.round;
    for (const row of rows)
      for (let chain = chainOf[row]; chain && usedIn[chain] !== round; chain = caller[chain])
        usedIn[chain] = round;
    nodeOf[0] = root;
    this.isPlain ? this.placePlain(root) : this.placeStepped(root);
    return nodeOf;
  }

  placePlain(root) {
    const {trie, nodeOf, usedIn, round, profile: {chains: {frame, caller}, frames: {function: functions}}} = this;
    for (let chain = 1; chain < frame.length; ++chain) {
      if (usedIn[chain] !== round)
        continue;
      const node = nodeOf[caller[chain]], name = functions[frame[chain]];
      nodeOf[chain] = trie.name[node] === name && node !== root ? node : trie.childOfFrame(node, name, frame[chain]);
    }
  }

  placeStepped(root) {
    const {trie, nodeOf, usedIn, round, hidden, from, to, begun, ended, nameOf,
           profile: {chains: {frame, caller}, frames: {function: functions}}} = this;
    // What is to be passed on the way from main: bits of `from` that were, and whether `to` was.
    const wanted = (1 << from.length) - 1;
    for (let chain = 1; chain < frame.length; ++chain) {
      if (usedIn[chain] !== round)
        continue;
      const above = caller[chain], name = functions[frame[chain]], node = nodeOf[above];
      let bits = begun[above];
      from.forEach((each, at) => { if (each[name]) bits |= 1 << at; });
      begun[chain] = bits;
      ended[chain] = ended[above];
      const isLeftOut = bits !== wanted || ended[chain] || hidden.some(each => each[name]);
      if (!ended[chain] && to.some(each => each[name]))
        ended[chain] = 1;
      const shown = nameOf(name);
      nodeOf[chain] = isLeftOut || trie.name[node] === shown && node !== root ? node : trie.childOfFrame(node, shown, frame[chain]);
    }
  }
}
