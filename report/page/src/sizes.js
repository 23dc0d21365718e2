// sizes.js - How much is allocated in which sizes, by uPlot
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bar for each power of two: the sizes up to it, as `report --timeline --by size` has them. The
// table shows the same by the size, exactly.

import uPlot from 'uplot';

import {bytesText, exactText, make, numberText} from './text.js';

const Powers = Array.from({length: 60}, (each, at) => 2 ** at);
const bucketOf = size => size < 1 ? 0 : Math.ceil(Math.log2(size)) + 1;
const lastOf = bucket => bucket ? 2 ** (bucket - 1) : 0;

export class Sizes {
  constructor(view, place) {
    this.view = view;
    this.place = make('div', {className: 'chart', role: 'img'});
    this.details = make('p', {className: 'details'});
    place.append(this.place, this.details);
    new ResizeObserver(() => this.plot?.setSize(this.room())).observe(this.place);
  }

  room() { return {width: Math.max(200, this.place.clientWidth), height: 200}; }

  show() {
    const {view} = this, {sides} = view.data;
    const rows = view.tableRows();
    let first = Infinity, last = 0;
    for (const row of rows) {
      const bucket = bucketOf(view.data.rows.size[row]);
      first = Math.min(first, bucket);
      last = Math.max(last, bucket);
    }
    if (!rows.length)
      first = last = 0;
    const count = last - first + 1;
    const sums = Array.from({length: sides}, () => new Array(count).fill(0));
    for (const row of rows)
      for (let side = 0; side < sides; ++side)
        sums[side][bucketOf(view.data.rows.size[row]) - first] += view.value(row, side);
    this.first = first;
    this.sums = sums;
    const after = sums[sides - 1];
    const most = after.indexOf(Math.max(...after));
    this.place.setAttribute('aria-label', `${view.word} by size of an allocation; most, ${
        exactText(after[most], view.unit)}, in sizes ${this.range(most)}. Choose Sizes above the table for all.`);
    this.draw();
  }

  range(at) {
    const bucket = this.first + at;
    return bucket < 3 ? bytesText(lastOf(bucket))
                      : `over ${bytesText(lastOf(bucket - 1))} up to ${bytesText(lastOf(bucket))}`;
  }

  tell(at) {
    const {view} = this;
    if (at === null || at === undefined || !this.sums[0][at] && !this.sums.at(-1)[at]) {
      this.details.textContent = '\u00a0';
      return;
    }
    const texts = this.sums.map(each => exactText(each[at], view.unit));
    this.details.textContent = `${this.range(at)}: ${
        texts.length === 2 ? `${texts[0]} before, ${texts[1]} after` : texts[0]}${
        view.unit === 'bytes' ? '' : ` ${view.word}`}`;
  }

  draw() {
    this.plot?.destroy();
    this.place.replaceChildren();
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    const {view, sums, first} = this;
    const bars = align => uPlot.paths.bars({size: [sums.length === 2 ? 0.38 : 0.8, 80], align});
    const series = sums.length === 2
        ? [{label: 'before', fill: colour('--before'), paths: bars(-1), points: {show: false}},
           {label: 'after', fill: colour('--bar'), paths: bars(1), points: {show: false}}]
        : [{label: view.word, fill: colour('--bar'), paths: bars(0), points: {show: false}}];
    const axis = {stroke: colour('--muted'), grid: {stroke: colour('--line'), width: 1},
                  ticks: {stroke: colour('--line'), width: 1}, font: '12px system-ui, sans-serif'};
    this.plot = new uPlot({
      ...this.room(),
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false}, points: {show: false}},
      scales: {x: {time: false, range: [-0.6, sums[0].length - 0.4]}, y: {range: (u, low, high) => [0, high * 1.05 || 1]}},
      axes: [
        {...axis, grid: {show: false}, space: 84,
         splits: (plot, at, low, high, step) => sums[0].map((each, i) => i).filter(i => !(i % Math.max(1, Math.round(step)))),
         values: (plot, splits) => splits.map(each => `up to ${bytesText(lastOf(first + each))}`.replace('.0 ', ' '))},
        {...axis, size: 80, incrs: view.unit === 'bytes' ? Powers : undefined, values: (plot, splits) => splits.map(each => numberText(each, view.unit).replace('.0 ', ' '))},
      ],
      series: [{}, ...series],
      hooks: {setCursor: [plot => this.tell(plot.cursor.idx)]},
    }, [sums[0].map((each, i) => i), ...sums], this.place);
    this.tell(null);
  }
}
