// data.js - The profile that the page was given
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report/show/PageFormat.h tells what the JSON holds. Here its arrays become typed ones:
// a page of 100,000 rows is some megabytes, and every question is a loop over columns.

import {throughText} from './text.js';

/// Rows' flags. BelowLive: below an allocator of which it is known what is live. OverLive: what
/// the row lacks of that is in rows below it.
export const Failed = 1, Below = 2, BelowLive = 4, OverLive = 8;

/// Of each row, the allocator as the graph names it: `malloc (through libc++.so.1)` is another box
/// than `malloc`. Adds such names to \p names.
function calledNames(names, {allocator, through}) {
  const known = new Map();
  return Uint32Array.from(allocator, (each, row) => {
    if (!through[row])
      return each;
    const name = `${names[each]} ${throughText(names[through[row]])}`;
    if (!known.has(name))
      known.set(name, names.push(name) - 1);
    return known.get(name);
  });
}

async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64), each => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

export async function readProfile(element) {
  const json = await inflate(element.textContent.trim());
  element.textContent = ''; // megabytes that nobody needs again
  if (json.format !== 1)
    throw new Error(`format ${json.format} of the data is not known to this page`);
  const {rows, chains, frames} = json;
  return {
    names: json.names,
    frames: {function: Uint32Array.from(frames.function)},
    chains: {frame: Int32Array.from(chains.frame), caller: Uint32Array.from(chains.caller)},
    columns: json.columns,
    sides: json.sides,
    runs: json.runs,
    made: json.made,
    rows: {
      count: rows.chain.length,
      chain: Uint32Array.from(rows.chain),
      allocator: Uint32Array.from(rows.allocator),
      type: Uint32Array.from(rows.type),
      site: Uint32Array.from(rows.site),
      through: Uint32Array.from(rows.through),
      called: calledNames(json.names, rows),
      size: Float64Array.from(rows.size),
      flags: Uint8Array.from(rows.flags),
    },
    /// Of a column and side, a number for each row; behind all columns, of the calls that are not
    /// followed.
    values: [...json.values, ...json.notFollowed].map(each => Float64Array.from(each)),
    arenas: json.arenas,
    timeline: json.timeline,
  };
}

/// False where a column of names is empty.
export const hasNames = (data, column) => data.rows[column].some(each => each);

/// The names of the frames of each chain, the callee first; made when first asked for.
export function chainNames(data) {
  const known = new Array(data.chains.frame.length);
  known[0] = [];
  return chain => {
    if (!known[chain]) {
      const path = [];
      for (let at = chain; at; at = data.chains.caller[at])
        path.push(data.frames.function[data.chains.frame[at]]);
      known[chain] = path;
    }
    return known[chain];
  };
}
