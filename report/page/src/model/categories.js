// categories.js - What boxes are told apart by, and the legend
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   by name     a function is the program's or a library's, of a module, of a file
//   by rows     most of what is in a box is of a type, an allocator, a thread
//   by share    of the blocks in a box so much was freed
//
// A way to colour is a line in Ways.

import {MostColours, colourAt, cssColour, grayAt, scaleAt} from '../ui/colours.js';
import {countText} from '../ui/text.js';
import {isLeaf, plainName} from './forest.js';
import {Allocator, Library, Own, Unknown, isLibraryPath} from './profile.js';

const KindTitles = {[Own]: 'own code', [Library]: 'libraries', [Allocator]: 'allocators', [Unknown]: 'not known'};
const FreedTitles = ['all live', 'most live', 'half live', 'half freed', 'most freed', 'all freed'];

/// How a legend is made: {entries: [{title, colour}], of(tree, box) → the index of one, or -1}.
export const Ways = {
  kind: {title: 'own code, libraries', make: byKind},
  module: {title: 'module', when: profile => profile.hasModules, make: shown => byFunction(shown, shown.profile.moduleOfFunction)},
  file: {title: 'file', when: profile => profile.hasFiles, make: shown => byFunction(shown, shown.profile.filesOfFunctions)},
  type: {title: 'type', when: profile => profile.hasNames('type'), make: shown => byRows(shown, 'type')},
  allocator: {title: 'allocator', make: shown => byRows(shown, 'allocator')},
  thread: {title: 'thread', when: profile => profile.hasNames('thread'), make: shown => byRows(shown, 'thread')},
  process: {title: 'process', when: profile => profile.hasNames('process'), make: shown => byRows(shown, 'process')},
  freed: {title: 'share freed', when: profile => profile.column('freed') && profile.column('live'), make: byFreed},
};

const shorten = name => name.replace(/^.*\/(?=[^/]+$)/, '');

function byKind(shown) {
  const {kinds} = shown.profile;
  const entries = [Own, Library, Allocator, Unknown].map((kind, at) => ({
    title: KindTitles[kind], colour: at < 2 ? colourAt(at) : grayAt(at - 2)}));
  const {dimension} = shown, kindOf = dimension === 'function' ? name => kinds[name] ?? Own : kindOfPath(shown.profile);
  return {entries, of: (tree, box) => isLeaf(tree.name[box]) ? Allocator : kindOf(tree.name[box])};
}

/// The largest categories have colours of their own, and the rest one together.
function entriesOf(sums, nameOf) {
  const all = [...sums].filter(([key, sum]) => key && sum).sort((a, b) => b[1] - a[1]);
  const entries = all.slice(0, MostColours).map(([key], at) => ({title: nameOf(key), colour: colourAt(at)}));
  const indexOf = new Map(all.map(([key], at) => [key, Math.min(at, MostColours)]));
  if (all.length > entries.length)
    entries.push({title: `${countText(all.length - entries.length)} more`, colour: grayAt(2)});
  if (sums.get(0)) { // what is not known has no colour
    indexOf.set(0, entries.length);
    entries.push({title: nameOf(0), colour: grayAt(1)});
  }
  return {entries, indexOf};
}

/// Of boxes that are files or modules.
const kindOfPath = ({names}) => name => name === 0 ? Unknown : isLibraryPath(names[name]) ? Library : Own;

/// \p of, by function: where boxes are what it gives, they are their own.
function byFunction(shown, functions) {
  const {forest, profile} = shown, isSame = functions === (shown.dimension === 'file' ? profile.filesOfFunctions
                                                           : shown.dimension === 'module' ? profile.moduleOfFunction : null);
  const of = isSame ? Uint32Array.from(profile.names, (each, name) => name) : functions;
  const {after} = forest.sums(shown.column), sums = new Map();
  for (const leaf of forest.leaves) {
    const name = forest.name[forest.parent[leaf]] ?? -1;
    if (name >= 0)
      sums.set(of[name] ?? 0, (sums.get(of[name] ?? 0) ?? 0) + after[leaf]);
  }
  for (const name of new Set(forest.name))
    if (name >= 0 && !isLeaf(name) && !sums.has(of[name] ?? 0))
      sums.set(of[name] ?? 0, Number.MIN_VALUE); // calls others, and allocates nothing
  const {entries, indexOf} = entriesOf(sums, key => key ? shorten(profile.names[key]) : 'not known');
  return {entries, of: (tree, box) => isLeaf(tree.name[box]) ? -1 : indexOf.get(of[tree.name[box]] ?? 0) ?? -1};
}

/// A box has the colour of what most of it is.
function byRows(shown, field) {
  const {forest, profile, column} = shown, values = column.of.at(-1), key = profile.rows[field];
  const sums = new Map();
  for (const row of forest.rows)
    sums.set(key[row], (sums.get(key[row]) ?? 0) + values[row]);
  const {entries, indexOf} = entriesOf(sums, id => id ? profile.names[id] : 'not known');
  // By node of the forest, one category after the other: the largest sum so far, and whose it is.
  const most = new Float64Array(forest.size), whose = new Int8Array(forest.size).fill(-1);
  entries.forEach((entry, at) => {
    const part = new Float64Array(forest.size);
    for (const row of forest.rows)
      if (indexOf.get(key[row]) === at)
        part[forest.leafOf[row]] += values[row];
    for (let node = forest.size; node-- > 0;) {
      if (part[node] > most[node]) {
        most[node] = part[node];
        whose[node] = at;
      }
      if (node)
        part[forest.parent[node]] += part[node];
    }
  });
  return {entries, of: (tree, box) => whose[heaviest(tree, box, forest.sums(column).after)]};
}

/// The node that most of a box is of.
function heaviest(tree, box, after) {
  const seeds = tree.seeds[box];
  let its = seeds[0];
  for (const seed of seeds)
    if (after[seed] > after[its])
      its = seed;
  return its;
}

function byFreed(shown) {
  const freed = shown.profile.column('freed'), live = shown.profile.column('live');
  const last = FreedTitles.length;
  return {
    entries: [...FreedTitles.map((title, at) => ({title, colour: scaleAt((at + 0.5) / last)})), {title: 'not known', colour: grayAt(1)}],
    of: (tree, box) => {
      const gone = tree.sum(box, freed).after, all = gone + tree.sum(box, live).after; // of what is followed
      return all ? Math.min(last - 1, Math.floor(gone / all * last)) : last;
    },
  };
}

/// {colourOf(box), isDimmed(box), entries of the legend}. Where two are compared, colours say what has
/// changed.
export function coloursOf(shown, layout) {
  const {tree} = layout, way = Ways[shown.colour];
  if (shown.isCompared) {
    const grown = cssColour('--grown'), shrunk = cssColour('--shrunk'), same = cssColour('--same');
    return {colourOf: box => {
      const change = (layout.after[box] - layout.before[box]) / (layout.extent[box] || 1);
      return change ? `color-mix(in srgb, ${change > 0 ? grown : shrunk} ${Math.round(20 + 80 * Math.min(1, Math.abs(change)))}%, ${same})` : same;
    }, entries: [{title: shown.column.isOfStretch ? 'more at B than at A' : 'more than before', colour: grown},
                       {title: 'less', colour: shrunk}, {title: 'the same', colour: same}], isFixed: true};
  }
  const {entries, of} = way.make(shown), root = cssColour('--root');
  const colours = [];
  const categoryOf = box => colours[box] ??= box ? of(tree, box) : -1;
  return {entries, colourOf: box => entries[categoryOf(box)]?.colour ?? root,
          isDimmed: box => shown.state.isolated && box > 0 && entries[categoryOf(box)]?.title !== shown.state.isolated};
}
