// generations.js - What is live, by the mark behind which it was allocated
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   start ── loaded ── request 1 ── request 2 ── end       a column each: allocated in that stretch, and
//     g0        g1          g2           g3                still live
//
// What each request leaves behind is in the columns of the requests; what a program keeps for good is in
// the first ones.

/// As many have a column of their own, those with most bytes.
const MostColumns = 24;

/// The columns; none where the log has no generations. Their numbers are made when they are asked for.
export function generationColumns({generations, arrays, rows}) {
  if (!generations?.length)
    return [];
  const row = arrays.get('generations.row'), generation = arrays.get('generations.generation');
  const live = arrays.get('generations.live'), sums = new Float64Array(generations.length);
  for (let at = 0; at < row.length; ++at)
    sums[generation[at]] += live[at] * rows.size[row[at]];
  const most = [...sums.keys()].sort((a, b) => sums[b] - sums[a]).slice(0, MostColumns).filter(each => sums[each]);
  return most.sort((a, b) => a - b).map(number => {
    const {mark} = generations[number];
    let values = null;
    return {
      word: `generation-${number}`, title: number ? `Live since “${mark}”` : 'Live since the start', unit: 'bytes', merge: 'sum',
      isOfGeneration: true,
      get of() {
        if (!values) {
          values = new Float64Array(rows.count);
          for (let at = 0; at < row.length; ++at)
            if (generation[at] === number)
              values[row[at]] += live[at] * rows.size[row[at]];
          values = [values];
        }
        return values;
      },
    };
  });
}
