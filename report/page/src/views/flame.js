// flame.js - The icicle graph, on a canvas
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   +--------------------------------------------+
//   | all                                        |   depth 0
//   +---------------------------+----------------+
//   | main                      | worker         |   the largest first
//   +-----------------+---------+-------+--------+
//   | parse           | read  |||       |            what is too narrow to see is one bar
//
// Children are sorted by extent, so that a row of boxes ends where the first one is narrower
// than a pixel: a frame draws at most some thousands of boxes, however many there are. The canvas is as
// high as what is in sight of it, and its boxes scroll under it: stacks may be 500 frames deep.

import * as busy from '../ui/busy.js';
import {cssColour} from '../ui/colours.js';
import {isPlainKey} from '../ui/keys.js';
import {fitName, make, numberText, signedText} from '../ui/text.js';

export const RowHeight = 22;
const Narrowest = 1, Gap = 1;
const ZoomMilliseconds = 160;

export class Flame {
  /// \p on: {zoom(box), hover(box or null, event), menu(box, x, y), drawn({count, extent} of boxes that are too
  /// narrow)}; rest of a box: {rest: box, from, count}.
  constructor(place, label, on) {
    this.on = on;
    this.canvas = make('canvas', {
      tabIndex: 0, role: 'application', 'aria-roledescription': 'icicle graph',
      'aria-label': `${label} Arrow keys go from box to box, Enter zooms, Escape shows all, ` +
          'the menu key opens what can be done; the table holds the same numbers.',
    });
    this.spacer = make('div', {className: 'spacer'});
    this.scroller = make('div', {className: 'flame'}, this.canvas, this.spacer);
    place.append(this.scroller);
    this.window = {from: 0, to: 1}; // shares of the root's extent
    this.zoomed = 0;
    this.hovered = this.selected = -1;
    this.boxes = [];
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    this.scroller.addEventListener('scroll', () => this.draw());
  }

  /// \p look: {nameOf(box), colourOf(box), unit, found(box) → 0, 1 (below) or 2, isCompared, isDimmed(box)}.
  show(layout, zoomed, look) {
    const isSame = this.layout === layout && this.zoomed === zoomed;
    this.layout = layout;
    this.look = look;
    if (!isSame) {
      this.zoomed = zoomed;
      this.hovered = -1;
      this.selected = zoomed || -1;
      for (const box of this.pathTo(zoomed)) // so that it has a place
        layout.children(box);
      if (!this.isMoving)
        this.window = this.windowOf(zoomed);
    }
    this.draw();
  }

  pathTo(box) {
    const path = [];
    for (let at = this.layout.tree.parent[box]; box > 0 && at >= 0; at = at ? this.layout.tree.parent[at] : -1)
      path.unshift(at);
    return path;
  }

  /// All, where a box has nothing in the measure.
  windowOf(box) {
    const {layout} = this, all = layout.extent[0] || 1;
    if (!layout.extent[box])
      return {from: 0, to: 1};
    const from = layout.start[box] / all;
    return {from, to: box ? from + layout.extent[box] / all : 1};
  }

  //===----------------------------------------------------------------------===//
  // Drawing
  //===----------------------------------------------------------------------===//

  draw() {
    if (this.pending)
      return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.drawNow();
    });
  }

  drawNow() {
    const {canvas, layout, scroller} = this;
    if (!layout)
      return;
    this.colours = {page: cssColour('--page'), text: cssColour('--box-text'), rest: cssColour('--rest'), accent: cssColour('--found'),
                    accentText: cssColour('--found-text'), dim: cssColour('--dim'), mark: cssColour('--text')};
    const width = scroller.clientWidth, most = Math.round(innerHeight * 0.6);
    const rows = this.rowsInSight(width);
    this.spacer.style.height = `${Math.max(0, rows * RowHeight - most)}px`;
    const height = Math.min(most, rows * RowHeight), scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = `${height}px`;
    }
    this.top = scroller.scrollTop;
    const draw = this.context = canvas.getContext('2d', {alpha: false});
    draw.setTransform(scale, 0, 0, scale, 0, 0);
    draw.fillStyle = this.colours.page;
    draw.fillRect(0, 0, width, height);
    draw.font = '12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
    draw.textBaseline = 'middle';
    this.characterWidth = draw.measureText('0').width;
    this.boxes = []; // for the pointer: [x, width, depth, box or {rest, from, count}]
    this.narrow = {count: 0, extent: 0};
    this.visit(width, (box, x, extent) => this.drawBox(box, x, extent, width),
               (box, first, x, to) => this.drawRest(box, first, x, to));
    for (const box of [this.hovered, this.selected])
      this.mark(box);
    this.on.drawn?.(this.narrow);
  }

  /// Calls Box for each that can be seen, and Rest for those of a box that are too narrow, from child
  /// `first` on. Depth first, without recursion: stacks may be deep.
  visit(width, boxOf, restOf) {
    const {layout} = this, all = layout.extent[0];
    if (!all)
      return;
    const {from, to} = this.window, pixels = width / ((to - from) * all), left = from * all;
    const boxes = [0];
    while (boxes.length) {
      const box = boxes.pop();
      boxOf(box, (layout.start[box] - left) * pixels, layout.extent[box] * pixels);
      const children = layout.children(box);
      for (let at = 0; at < children.length; ++at) {
        const child = children[at], x = (layout.start[child] - left) * pixels, extent = layout.extent[child] * pixels;
        if (x >= width)
          break;
        if (extent < Narrowest) {
          const last = children.at(-1);
          restOf(box, at, x, (layout.start[last] + layout.extent[last] - left) * pixels);
          break;
        }
        if (x + extent > 0)
          boxes.push(child);
      }
    }
  }

  rowsInSight(width) {
    let deepest = 0;
    const {depth} = this.layout.tree;
    this.visit(width, box => { deepest = Math.max(deepest, depth[box]); },
               box => { deepest = Math.max(deepest, depth[box] + 1); });
    return deepest + 1;
  }

  y(depth) { return depth * RowHeight - this.top; }
  isInSight(y) { return y > -RowHeight && y < this.canvas.clientHeight; }

  drawBox(box, x, extent, width) {
    const {context: draw, layout, look} = this, depth = layout.tree.depth[box], y = this.y(depth);
    if (!this.isInSight(y))
      return;
    // Whole pixels: edges between them would let the page shine through.
    const right = Math.round(Math.min(width, x + extent));
    x = Math.round(Math.max(0, x));
    const wide = Math.max(1, right - x - (right - x > 3 ? Gap : 0));
    const found = look.found ? look.found(box) : 2;
    const isFound = look.found && found === 2 && box;
    const isGone = look.isCompared && !layout.after[box] && layout.before[box];
    draw.fillStyle = isFound ? this.colours.accent : !found || look.isDimmed?.(box) ? this.colours.dim : look.colourOf(box);
    draw.fillRect(x, y, wide, RowHeight - Gap);
    if (isGone && !isFound) { // an outline: there is nothing any more
      draw.fillStyle = this.colours.page;
      draw.fillRect(x + 1, y + 1, Math.max(0, wide - 2), RowHeight - Gap - 2);
    }
    this.boxes.push([x, right - x, depth, box]);
    const room = Math.floor((wide - 8) / this.characterWidth);
    if (room < 2)
      return;
    const text = fitName(look.nameOf(box), room);
    if (!text)
      return;
    draw.fillStyle = isFound ? this.colours.accentText : this.colours.text;
    draw.fillText(text, x + 4, y + RowHeight / 2);
    const number = look.isChange ? signedText(layout.after[box] - layout.before[box], look.unit) : numberText(layout.after[box], look.unit);
    if (text.length + number.length + 3 <= room) {
      draw.globalAlpha = 0.72;
      draw.fillText(number, x + wide - 4 - number.length * this.characterWidth, y + RowHeight / 2);
      draw.globalAlpha = 1;
    }
  }

  /// Of a box's children, all that are too narrow. What is searched leaves a tick.
  drawRest(box, first, from, to) {
    const {layout, look} = this, depth = layout.tree.depth[box] + 1, y = this.y(depth);
    const children = layout.children(box), last = children.at(-1), count = children.length - first;
    this.narrow.count += count;
    this.narrow.extent += layout.start[last] + layout.extent[last] - layout.start[children[first]];
    if (!this.isInSight(y))
      return;
    const x = Math.round(Math.max(0, from)), wide = Math.max(1, Math.round(Math.min(to, this.scroller.clientWidth)) - x);
    const isFound = look.found && children.some((child, at) => at >= first && look.found(child));
    this.context.fillStyle = isFound ? this.colours.accent : look.found ? this.colours.dim : this.colours.rest;
    this.context.fillRect(x, y, wide, RowHeight - Gap);
    this.boxes.push([x, wide, depth, {rest: box, from: first, count}]);
  }

  mark(box) {
    const its = this.boxes.find(each => each[3] === box);
    if (!its || (box === this.selected && box !== this.hovered && document.activeElement !== this.canvas))
      return;
    this.context.strokeStyle = this.colours.mark;
    this.context.lineWidth = 2;
    this.context.strokeRect(its[0] + 1, this.y(its[2]) + 1, Math.max(1, Math.min(this.scroller.clientWidth, its[1]) - 3), RowHeight - 3);
  }

  //===----------------------------------------------------------------------===//
  // Zoom
  //===----------------------------------------------------------------------===//

  hitAt(event) {
    const place = this.canvas.getBoundingClientRect();
    const x = event.clientX - place.left, depth = Math.floor((event.clientY - place.top + this.top) / RowHeight);
    return this.boxes.find(each => each[2] === depth && x >= each[0] && x < each[0] + Math.max(1, each[1]))?.[3] ?? -1;
  }

  zoom(box) {
    this.zoomed = this.selected = box;
    const goal = this.windowOf(box), origin = {...this.window}, begin = performance.now();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    cancelAnimationFrame(this.moving);
    if (!this.isMoving)
      busy.begin();
    this.isMoving = true;
    const step = now => {
      const part = calm ? 1 : Math.min(1, Math.max(0, now - begin) / ZoomMilliseconds), eased = part * (2 - part);
      this.window = {from: origin.from + (goal.from - origin.from) * eased, to: origin.to + (goal.to - origin.to) * eased};
      this.drawNow();
      if (part < 1)
        this.moving = requestAnimationFrame(step);
      else // the rest of the page waits, so that nothing makes the movement stutter
        setTimeout(() => {
          this.isMoving = false;
          this.on.zoom(box);
          busy.end();
        });
    };
    this.moving = requestAnimationFrame(step);
  }

  /// The part of the graph at \p share of its width stays where it is.
  stretch(factor, share) {
    const {from, to} = this.window, wide = Math.min(1, Math.max(1e-9, (to - from) * factor));
    const start = Math.min(1 - wide, Math.max(0, from + (to - from - wide) * share));
    this.window = {from: start, to: start + wide};
    this.draw();
  }

  move(share) {
    const {from, to} = this.window, start = Math.min(1 - (to - from), Math.max(0, from + (to - from) * share));
    this.window = {from: start, to: start + to - from};
    this.draw();
  }

  step(key) {
    const {layout, layout: {tree}} = this;
    let box = this.selected < 0 ? this.zoomed : this.selected;
    const among = box ? layout.children(tree.parent[box]) : [0], at = among.indexOf(box);
    if (key === 'ArrowDown')
      box = layout.children(box)[0] ?? box;
    else if (key === 'ArrowUp')
      box = box ? tree.parent[box] : 0;
    else
      box = among[at + (key === 'ArrowRight' ? 1 : -1)] ?? box;
    this.selected = box;
    const {from, to} = this.windowOf(box);
    if (from < this.window.from - 1e-12 || to > this.window.to + 1e-12)
      this.window = this.windowOf(box ? tree.parent[box] : 0);
    const y = tree.depth[box] * RowHeight;
    if (y < this.scroller.scrollTop)
      this.scroller.scrollTop = y;
    else if (y + RowHeight > this.scroller.scrollTop + this.canvas.clientHeight)
      this.scroller.scrollTop = y + RowHeight - this.canvas.clientHeight;
    this.on.hover(box, null);
    this.draw();
  }

  openMenu(box) {
    const its = this.boxes.find(each => each[3] === box), place = this.canvas.getBoundingClientRect();
    if (its && box > 0)
      this.on.menu(box, place.left + Math.max(0, its[0]) + 12, place.top + this.y(its[2]) + RowHeight);
  }

  listen() {
    const {canvas} = this;
    let pressed = null;
    canvas.addEventListener('pointermove', event => {
      if (pressed) {
        const moved = event.clientX - pressed.x;
        if (Math.abs(event.clientX - pressed.start) > 4)
          pressed.isDrag = true;
        if (pressed.isDrag) {
          this.move(-moved / canvas.clientWidth);
          pressed.x = event.clientX;
        }
        return;
      }
      const hit = this.hitAt(event);
      if (hit !== this.hovered) {
        this.hovered = hit;
        canvas.style.cursor = hit === -1 ? 'default' : 'pointer';
        this.draw();
      }
      this.on.hover(hit === -1 ? null : hit, event);
    });
    canvas.addEventListener('pointerleave', () => {
      this.hovered = -1;
      this.on.hover(null, null);
      this.draw();
    });
    canvas.addEventListener('pointerdown', event => {
      if (event.button)
        return;
      pressed = {x: event.clientX, start: event.clientX, isDrag: false};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointerup', event => {
      const wasClick = pressed && !pressed.isDrag;
      pressed = null;
      const hit = this.hitAt(event);
      if (wasClick && typeof hit === 'number' && hit >= 0)
        this.zoom(hit);
    });
    canvas.addEventListener('pointercancel', () => { pressed = null; }); // as where a finger begins to scroll the page
    canvas.addEventListener('contextmenu', event => {
      const hit = this.hitAt(event);
      if (typeof hit !== 'number' || hit <= 0)
        return;
      event.preventDefault();
      this.selected = hit;
      this.on.menu(hit, event.clientX, event.clientY);
    });
    canvas.addEventListener('wheel', event => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey)
        return; // the page scrolls
      event.preventDefault();
      this.stretch(Math.exp((event.deltaY || event.deltaX) / 300), event.offsetX / canvas.clientWidth);
    }, {passive: false});
    canvas.addEventListener('keydown', event => {
      if (!isPlainKey(event))
        return;
      if (['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.key))
        this.step(event.key);
      else if (event.key === 'Enter' || event.key === ' ')
        this.zoom(this.selected < 0 ? this.zoomed : this.selected);
      else if (event.key === 'Escape' || event.key === 'Backspace')
        this.zoom(event.key === 'Escape' || !this.zoomed ? 0 : this.layout.tree.parent[this.zoomed]);
      else if (event.key === '+' || event.key === '-')
        this.stretch(event.key === '+' ? 1 / 1.5 : 1.5, 0.5);
      else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey) || event.key === 'm')
        this.openMenu(this.selected);
      else
        return;
      event.preventDefault();
    });
    canvas.addEventListener('focus', () => this.draw());
    canvas.addEventListener('blur', () => {
      this.on.hover(null, null);
      this.draw();
    });
  }
}
