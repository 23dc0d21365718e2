// panels.js - The parts of the page below its head, and when each is there
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arenas are in profiles that know the memory that lives. Their place in the data is `arenas`
// (report/show/PageFormat.h); a panel for them is a line here.

import {Flame} from './flame.js';
import {Sizes} from './sizes.js';
import {Table} from './table.js';
import {Timeline} from './timeline.js';
import {Failed} from './data.js';
import {countText, exactText, make} from './text.js';

function runs(data, place) {
  const list = make('dl');
  const add = (term, text) => {
    if (text)
      list.append(make('dt', {textContent: term}), make('dd', {textContent: text}));
  };
  data.runs.forEach(run => {
    const side = data.sides === 2 ? (run.side ? 'After: ' : 'Before: ') : '';
    add(`${side}File`, run.file);
    add(`${side}Program`, run.program);
    add(`${side}Process`, run.process ? String(run.process) : '');
    add(`${side}Began`, run.began ? new Date(run.began * 1000).toLocaleString('sv-SE') : '');
    for (const line of run.lacks)
      add(`${side}Lacks`, line);
  });
  add('Page made by', data.made);
  place.append(list);
}

/// Calls that made nothing are in no sum, and told here.
function failures(data, place) {
  const calls = new Map();
  const column = data.columns.findIndex(each => each.word === 'calls');
  for (let row = 0; row < data.rows.count; ++row)
    if (data.rows.flags[row] & Failed && column >= 0) {
      const known = calls.get(data.rows.allocator[row]) ?? {calls: 0, largest: 0};
      known.calls += data.values[column * data.sides + data.sides - 1][row];
      known.largest = Math.max(known.largest, data.rows.size[row]);
      calls.set(data.rows.allocator[row], known);
    }
  const list = make('ul');
  for (const [allocator, known] of calls)
    list.append(make('li', {textContent: `${data.names[allocator]}: ${
        countText(known.calls)} calls, of at most ${exactText(known.largest, 'bytes')}`}));
  place.append(make('p', {textContent: 'These calls returned no memory and are in no sum.'}), list);
}

const hasFailures = data => data.rows.flags.some(each => each & Failed);

/// In their order. `make` gives what has show(), repaint() or neither.
export const Panels = [
  {id: 'graph', title: 'Call graph', make: (view, place, page) => new Flame(view, place, page.focus)},
  {id: 'allocations', title: 'Allocations', make: (view, place) => new Table(view, place)},
  {id: 'sizes', title: 'Sizes', make: (view, place) => new Sizes(view, place)},
  {id: 'timeline', title: 'Timeline', when: data => data.timeline?.length, make: (view, place) => new Timeline(view, place)},
  {id: 'failures', title: 'Failed calls', when: hasFailures, make: (view, place) => failures(view.data, place)},
  {id: 'run', title: 'Run', make: (view, place) => runs(view.data, place)},
];
