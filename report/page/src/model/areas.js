// areas.js - What live memory is made of over time
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime keeps groups by allocator and by size for each point. By function and by type they are made
// of the changes of rows, where the log has these.

import {MostColours} from '../ui/colours.js';
import {bytesText, foldArguments} from '../ui/text.js';

const OfGroups = [
  ['allocator blocks', 'blocks by allocator'], ['size blocks', 'blocks by size'],
  ['allocator objects', 'objects of arenas by allocator'], ['size objects', 'objects of arenas by size'],
];
/// No areas, but another line.
export const Rate = ['rate', 'bytes allocated per second'];
const OfRows = [['function', 'by function'], ['type', 'by type']];

/// [[kind, title]] of what a profile tells. Two profiles cannot be stacked together.
export function kindsOf(profile) {
  if (profile.timeline.length !== 1)
    return [];
  const groups = profile.timeline[0].groups ?? [];
  return [Rate, ...profile.changes ? OfRows : [], ...OfGroups.filter(([kind]) => groups.some(each => `${each.by} ${each.of}` === kind))];
}

/// The areas of a kind, from the ground up, the rest of many as one: [{name, values, isRest}].
export function areasOf(profile, kind) {
  const all = OfRows.some(([its]) => its === kind) ? ofRows(profile, kind) : ofGroups(profile, kind);
  const most = each => Math.max(...each.values);
  all.sort((a, b) => most(b) - most(a));
  const areas = all.slice(0, MostColours), rest = all.slice(MostColours);
  if (kind.startsWith('size'))
    areas.sort((a, b) => a.size - b.size);
  if (rest.length)
    areas.push({name: `${rest.length} more`, isRest: true,
                values: rest[0].values.map((each, at) => rest.reduce((sum, {values}) => sum + values[at], 0))});
  return areas;
}

const ofGroups = (profile, kind) => profile.timeline[0].groups.filter(each => `${each.by} ${each.of}` === kind).map(each => ({
  name: each.by === 'size' ? `up to ${bytesText(Number(each.name))}` : each.name, size: Number(each.name), values: each.live}));

/// Of the timeline of a log, the point with the most bytes.
export const peakOf = line => line.live.reduce((most, each, at) => each > line.live[most] ? at : most, 0);

/// Bytes allocated per second in the interval that ends at each point.
export const rateOf = ({seconds, allocated}) => seconds.map((each, at) => {
  const passed = at ? each - seconds[at - 1] : 0;
  return passed > 0 ? (allocated[at] - allocated[at - 1]) / passed : null;
});

function ofRows(profile, kind) {
  const {changes, rows, chains, frames, names} = profile, points = profile.timeline[0].seconds.length, sums = new Map();
  for (let at = 0; at < changes.row.length; ++at) {
    const row = changes.row[at], chain = rows.shownChain[row];
    const key = kind === 'type' ? rows.type[row] : chain ? frames.function[chains.frame[chain]]
                                                                 : -rows.called[row]; // no function is known
    if (!sums.has(key))
      sums.set(key, new Array(points).fill(0));
    sums.get(key)[changes.point[at]] += (changes.allocated[at] - changes.freed[at]) * rows.size[row];
  }
  return [...sums].map(([key, values]) => {
    let live = 0;
    const name = key ? names[Math.abs(key)] : 'not known';
    return {name: key > 0 ? foldArguments(name) : name, values: values.map(each => Math.max(0, live += each))};
  });
}
