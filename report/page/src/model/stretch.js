// stretch.js - What came and went between two points of the timeline
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cells, by row: {point, allocated, freed} ──▶ live at A, live at B, growth, allocated, freed
//
// A cell has the blocks of a row that came and went in the interval that ends at its point. Of a
// stretch from A to B, live at A is the sum of all cells up to A. A row has one size, so bytes are blocks
// times that.

/// 'first-last' → [first, last], of the points that there are, or null. First may be `start`, -1: before
/// the first point nothing was live.
export function pointsOf(profile, text) {
  const found = /^(start|\d+)-(\d+)$/.exec(text), most = (profile.timeline[0]?.seconds.length ?? 0) - 1;
  if (!found || profile.timeline.length !== 1)
    return null;
  const first = found[1] === 'start' ? -1 : Math.min(+found[1], most), last = Math.min(+found[2], most);
  return first <= last ? [first, last] : null;
}
export const stretchText = (first, last) => `${first < 0 ? 'start' : first}-${last}`;

/// What a state changes to show the whole run again: a measure of the stretch is gone with it, any other stays.
export const withoutStretch = ({column}) => ({stretch: '', ...column.isOfStretch ? {measure: '', sort: ''} : {}});

/// The columns of a stretch; none where none is chosen, or the log does not tell what rows had when.
export function stretchColumns(profile, text) {
  const stretch = pointsOf(profile, text), {changes} = profile;
  if (!stretch || !changes)
    return [];
  const count = profile.rows.count, {size} = profile.rows;
  const array = () => new Float64Array(count);
  const liveAtA = array(), liveAtB = array(), allocated = array(), freed = array();
  for (let at = 0; at < changes.row.length; ++at) {
    const row = changes.row[at], point = changes.point[at];
    if (point > stretch[1])
      continue;
    const net = changes.allocated[at] - changes.freed[at];
    liveAtB[row] += net;
    if (point <= stretch[0])
      liveAtA[row] += net;
    else {
      allocated[row] += changes.allocated[at];
      freed[row] += changes.freed[at];
    }
  }
  const bytesOf = blocks => blocks.map((each, row) => each * size[row]);
  const column = (word, title, unit, ...of) => ({word, title, unit, merge: 'sum', of, isOfStretch: true, isChange: of.length > 1});
  const a = bytesOf(liveAtA), b = bytesOf(liveAtB);
  return [
    column('growth', 'Growth', 'bytes', a, b),
    column('live-at-a', 'Live at A', 'bytes', a),
    column('live-at-b', 'Live at B', 'bytes', b),
    column('allocated-in-stretch', 'Allocated A–B', 'bytes', bytesOf(allocated)),
    column('freed-in-stretch', 'Freed A–B', 'bytes', bytesOf(freed)),
    column('growth-count', 'Growth in blocks', 'count', liveAtA, liveAtB),
  ];
}
