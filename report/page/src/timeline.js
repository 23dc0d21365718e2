// timeline.js - How much was alive when, by uPlot
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each profile that has a timeline, by seconds or by bytes that were allocated; or of one
// profile, an area for each allocator or class of sizes, one on the other. It is of all blocks: no
// choice or search of the page changes it.

import uPlot from 'uplot';

import {bytesText, exactText, make} from './text.js';

/// Areas that are told apart; the rest is one more.
const MostAreas = 10;
const Kinds = [
  ['allocator blocks', 'blocks by allocator'], ['size blocks', 'blocks by size'],
  ['allocator objects', 'objects of arenas by allocator'], ['size objects', 'objects of arenas by size'],
];

const Powers = Array.from({length: 60}, (each, at) => 2 ** at);

export class Timeline {
  constructor(view, place) {
    this.data = view.data;
    this.along = 'seconds';
    const select = make('select', {'aria-label': 'From left to right'});
    for (const [value, text] of [['seconds', 'by seconds'], ['allocated', 'by bytes allocated']])
      select.append(make('option', {value, textContent: text}));
    select.addEventListener('change', () => {
      this.along = select.value;
      this.draw();
    });
    this.kind = '';
    const tools = make('p', {className: 'tools'}, select);
    if (this.kinds().length)
      tools.append(this.kindSelect());
    this.place = make('div', {className: 'chart', role: 'img'});
    this.legend = make('p', {className: 'legend'});
    this.details = make('p', {className: 'details'});
    place.append(tools, this.place, this.legend, this.details);
    new ResizeObserver(() => this.plot?.setSize(this.room())).observe(this.place);
  }

  /// What one profile tells of what its timeline is made of. Two cannot be stacked together.
  kinds() {
    const groups = this.data.timeline.length === 1 ? this.data.timeline[0].groups ?? [] : [];
    return Kinds.filter(([kind]) => groups.some(each => `${each.by} ${each.of}` === kind));
  }

  kindSelect() {
    const select = make('select', {'aria-label': 'What is drawn'});
    for (const [value, textContent] of [['', 'all blocks'], ...this.kinds()])
      select.append(make('option', {value, textContent}));
    select.addEventListener('change', () => {
      this.kind = select.value;
      this.draw();
    });
    return select;
  }

  /// The areas of a kind, from the ground up: {name, live}.
  areas() {
    const most = each => Math.max(...each.live);
    const all = this.data.timeline[0].groups.filter(each => `${each.by} ${each.of}` === this.kind)
                    .sort((a, b) => most(b) - most(a));
    const areas = all.slice(0, MostAreas);
    if (areas[0].by === 'size')
      areas.sort((a, b) => a.name - b.name);
    const named = areas.map(each => ({
      name: each.by === 'size' ? `up to ${bytesText(Number(each.name))}` : each.name, live: each.live}));
    const rest = all.slice(MostAreas);
    if (rest.length)
      named.push({name: `${rest.length} more`,
                  live: rest[0].live.map((each, at) => rest.reduce((sum, {live}) => sum + live[at], 0))});
    return named;
  }

  room() { return {width: Math.max(200, this.place.clientWidth), height: 220}; }

  show() {
    if (!this.plot)
      this.draw();
  }

  nameOf(line) { return this.data.sides === 2 ? (line.side ? 'after' : 'before') : 'live bytes'; }
  timeText(value) { return this.along === 'seconds' ? `${value.toPrecision(4)} s` : `${bytesText(value)} allocated`; }

  tell(at) {
    if (at === null || at === undefined) {
      this.details.textContent = '\u00a0';
      return;
    }
    if (this.kind) {
      const texts = this.stack.filter(({live}) => live[at])
                        .map(({name, live}) => `${name} ${bytesText(live[at])}`);
      this.details.textContent = `${this.timeText(this.table[0][at])}: ${texts.join(', ') || 'nothing'}`;
      return;
    }
    const texts = this.data.timeline.map((line, i) => [line, this.table[i + 1][at]])
                      .filter(([, live]) => live !== null && live !== undefined)
                      .map(([line, live]) => `${exactText(live, 'bytes')} ${this.nameOf(line) === 'live bytes' ? 'live' : this.nameOf(line)}`);
    this.details.textContent = `${this.timeText(this.table[0][at])}: ${texts.join(', ')}`;
  }

  /// The series of the profiles; fills the table.
  lines(colour) {
    const lines = this.data.timeline;
    this.table = uPlot.join(lines.map(line => [line[this.along], line.live]));
    this.legend.replaceChildren();
    const most = lines.map(line => `${exactText(Math.max(...line.live), 'bytes')}${
        lines.length > 1 ? ` ${this.nameOf(line)}` : ''}`).join(', ');
    const ends = lines.map(line => exactText(line.live.at(-1), 'bytes')).join(', ');
    this.place.setAttribute('aria-label', `Live bytes over time: most ${most}; at the end ${ends}.`);
    return lines.map(line => ({
      label: this.nameOf(line), width: 1.5,
      stroke: colour(this.data.sides === 2 && !line.side ? '--before' : '--bar')}));
  }

  /// The same of areas. Each reaches down to the ground, and the next one covers it.
  stacked(colour) {
    this.stack = this.areas();
    const sums = [];
    for (const {live} of this.stack)
      sums.push(live.map((each, at) => each + (sums.length ? sums.at(-1)[at] : 0)));
    this.table = [this.data.timeline[0][this.along], ...sums.reverse()];
    const fills = this.stack.map((each, at) => `hsl(${Math.round(210 + at * 360 / this.stack.length) % 360} ${
        colour('--saturation')} ${colour('--lightness')})`);
    this.legend.replaceChildren(...this.stack.map(({name}, at) => make(
        'span', {}, make('i', {style: `background: ${fills[at]}`}), name)));
    const texts = this.stack.map(({name, live}) => `${name}: most ${bytesText(Math.max(...live))}, at the end ${
        bytesText(live.at(-1))}`);
    this.place.setAttribute('aria-label', `Live bytes over time, ${
        Kinds.find(([kind]) => kind === this.kind)[1]}: ${texts.join('; ')}.`);
    return this.stack.map(({name}, at) => ({
      label: name, width: 1, fill: fills[at], stroke: colour('--muted')})).reverse();
  }

  draw() {
    this.plot?.destroy();
    this.place.replaceChildren();
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    const series = this.kind ? this.stacked(colour) : this.lines(colour);
    const axis = {stroke: colour('--muted'), grid: {stroke: colour('--line'), width: 1},
                  ticks: {stroke: colour('--line'), width: 1}, font: '12px system-ui, sans-serif'};
    const bytes = (plot, splits) => splits.map(each => bytesText(each).replace('.0 ', ' '));
    this.plot = new uPlot({
      ...this.room(),
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false}},
      scales: {x: {time: false}, y: {range: (u, low, high) => [0, high * 1.05 || 1]}},
      axes: [
        this.along === 'seconds' ? {...axis, values: (plot, splits) => splits.map(each => `${each} s`)}
                                 : {...axis, incrs: Powers, space: 80, values: bytes},
        {...axis, size: 80, incrs: Powers, values: bytes},
      ],
      series: [{}, ...series.map(each => ({
        spanGaps: true, points: {show: false}, paths: uPlot.paths.stepped({align: 1}), ...each}))],
      hooks: {setCursor: [plot => this.tell(plot.cursor.idx)]},
    }, this.table, this.place);
    this.tell(null);
  }
}
