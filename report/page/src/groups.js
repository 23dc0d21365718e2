// groups.js - Rows as the table nests them
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   by chain:  pc0 ▸ pc1 ▸ pc2 ▸ pc3        by type:  type ▸ pc0 ▸ pc1 ▸ …
//
// A group keeps its rows and makes its children when it is opened, so that a profile of
// 100,000 rows costs what is seen of it.

import {hasNames} from './data.js';
import {bytesText, nameText, throughText} from './text.js';

/// In place of a name, where the chains of some rows end.
const NoCaller = '(no further caller is known)';

const frames = (view, row) => view.namesOf(view.data.rows.chain[row]);
const under = column => ({
  isUnder: true, path: (view, row) => [view.data.rows[column][row], ...frames(view, row)],
});

/// How a row's path begins. Keys are names, or sizes. Where there is no `when`, it is always offered.
export const Groupings = {
  chain: {title: 'Functions and callers', path: frames},
  callers: {title: 'Callers first', path: (view, row) => [...frames(view, row)].reverse()},
  site: {title: 'Sites', ...under('site')},
  type: {title: 'Types', ...under('type')},
  allocator: {title: 'Allocators', ...under('allocator')},
  through: {title: 'Libraries', ...under('through'), isThrough: true, when: data => hasNames(data, 'through')},
  size: {title: 'Sizes', ...under('size'), isSize: true},
  row: {title: 'Rows', isFlat: true},
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
  const all = new Set(rows.map(row => through[row])), hasOwn = all.delete(0);
  const [first] = all;
  return all.size ? `${hasOwn ? 'partly ' : ''}${all.size > 1 ? `${all.size} libraries` : names[first]}` : names[0];
}

/// What is not seen is not computed: of 100,000 rows a screen shows forty.
class Group {
  constructor(owner, label, rows, level, isLast, id, isTold) {
    this.owner = owner;
    this.labelOf = label;
    this.rows = rows;
    this.level = level;
    this.isLast = isLast;
    this.id = id;
    this.isTold = isTold; // its library, by a line above
    this.isOpen = false;
  }

  /// And not a type, say, of which the arguments are what tells it from others.
  get isFunction() { return this.label !== NoCaller && (this.level > 0 || !this.owner.by.isUnder); }

  get label() { return this.text ??= this.labelOf(); }

  /// The library of all its rows; 0 if they have none, or several. (Tabulator sets a property for each
  /// field of a column, as `through`: no getter can have that name.)
  get library() {
    return this.only ??= oneOrCount(this.rows, this.owner.view.data.rows.through).only ?? 0;
  }

  /// Behind the label: `(through libc++.so.1)`, or empty.
  get more() {
    return this.library && !this.isTold ? throughText(this.owner.view.data.names[this.library]) : '';
  }

  get sums() { return this.added ??= this.owner.view.sums(this.rows); }

  /// The smallest and the largest size of its allocations, in bytes.
  get sizes() {
    if (!this.extremes) {
      const {size} = this.owner.view.data.rows;
      this.extremes = [Infinity, 0];
      for (const row of this.rows)
        this.extremes = [Math.min(this.extremes[0], size[row]), Math.max(this.extremes[1], size[row])];
    }
    return this.extremes;
  }

  /// Before and after; the same where nothing is compared.
  sum(column) {
    const {sides, values} = this.owner.view.data;
    const of = side => this.rows.length === 1 ? values[column * sides + side][this.rows[0]]
                                              : this.sums[column * sides + side];
    return sides === 1 ? [of(0), of(0)] : [of(0), of(1)];
  }

  /// What is known of it, on a side: 0 before, 1 after.
  known(column, side) {
    return this.owner.view.known(column, each => this.sum(each)[side]);
  }

  /// Of a column of rows, as text: the name where it is one.
  nameOf(column) {
    this.texts ??= {};
    if (this.texts[column] === undefined) {
      const {data} = this.owner.view;
      const {only, count} = oneOrCount(this.rows, data.rows[column]);
      this.texts[column] = column === 'through' ? librariesText(this.rows, data)
                         : count ? `${count} ${column}s` : data.names[only];
    }
    return this.texts[column];
  }

  get children() {
    return this.kids ??= this.owner.split(this.rows, this.level + 1, this.id, this.isTold || this.library !== 0);
  }
}

export class Groups {
  constructor(view, by, rows) {
    this.view = view;
    this.by = Groupings[by];
    this.roots = this.by.isFlat ? this.flat(rows) : this.split(rows, 0, '', Boolean(this.by.isThrough));
  }

  flat(rows) {
    const {names} = this.view.data;
    return rows.map(row => new Group(
        this, () => frames(this.view, row).map(each => names[each]).join(' ← ') || '-', [row], 0,
        true, String(row), false));
  }

  /// \p rows agree in the first \p level parts of their paths.
  split(rows, level, id, isTold) {
    const {view, by} = this, {names} = view.data;
    const firstFrame = by.isUnder ? 1 : 0;
    const parts = new Map();
    for (const row of rows) {
      const path = by.path(view, row);
      // What ends here while others go on is a part of its own.
      const key = level < path.length ? path[level] : -1;
      const part = parts.get(key);
      if (part)
        part.rows.push(row);
      else
        parts.set(key, {rows: [row], isLast: true});
      if (level + 1 < path.length)
        parts.get(key).isLast = false;
    }
    if (parts.size === 1 && parts.has(-1) && level)
      return [];
    return [...parts].map(([key, part]) => new Group(
        this,
        () => key === -1 ? (level > firstFrame ? NoCaller : names[0])
            : by.isSize && !level ? bytesText(key)
                                  : nameText(names[key]),
        part.rows, level, key === -1 || part.isLast, `${id}/${key}`, isTold));
  }

  /// What is open, in order: each group before its children, and those by \p key, which gives
  /// a number or a text; what is equal by name.
  visible(key, isDescending) {
    const sign = isDescending ? -1 : 1;
    const all = [];
    const visit = groups => {
      const keyed = groups.map(group => ({group, key: key(group)}));
      keyed.sort((a, b) => a.key < b.key ? -sign : a.key > b.key ? sign
                         : a.group.label < b.group.label ? -1 : a.group.label > b.group.label ? 1 : 0);
      for (const {group} of keyed) {
        all.push(group);
        if (group.isOpen && !group.isLast)
          visit(group.children);
      }
    };
    visit(this.roots);
    return all;
  }
}
