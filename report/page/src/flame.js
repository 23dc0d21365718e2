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
// than a pixel: a frame draws at most some thousands of boxes, however many there are.

import {exactText, fitName, make, nameText, shareText, signedText} from './text.js';
import {nodeOf, pathOf} from './view.js';

const RowHeight = 22, Narrowest = 1, Gap = 1;
const Hues = [28, 45, 90, 140, 165, 190, 210, 255, 290, 325];
const ZoomMilliseconds = 160;
const Rest = -2; // in place of a node: many that are too narrow

function hueOf(name) {
  const scope = name.replace(/[<(].*$/, '').replace(/::[^:]*$/, '');
  let hash = 0;
  for (let at = 0; at < scope.length; ++at)
    hash = (hash * 31 + scope.charCodeAt(at)) >>> 0;
  return Hues[hash % Hues.length];
}

export class Flame {
  /// \p changed is called with the path of a box that was zoomed to, or null for all.
  constructor(view, place, changed) {
    this.view = view;
    this.changed = changed;
    this.canvas = make('canvas', {
      tabIndex: 0, role: 'application', 'aria-roledescription': 'icicle graph',
      'aria-label': 'Calls that allocate. Arrow keys go from box to box, Enter zooms, ' +
          'Escape shows all; the table below holds the same numbers.',
    });
    this.details = make('p', {className: 'details', 'aria-live': 'polite'});
    this.scroller = make('div', {className: 'flame'}, this.canvas);
    const hint = make('p', {className: 'note hint'});
    if (view.isCompared)
      hint.append(make('span', {className: 'grown', textContent: '■ more'}), ' and ',
                  make('span', {className: 'shrunk', textContent: '■ less'}),
                  ' than before; a box is as wide as the larger of the two. ');
    hint.append('Click a box to zoom, Escape to see all, Ctrl and the wheel to stretch. ' +
                'A chain begins where its record does.');
    place.append(this.scroller, this.details, hint);
    this.window = {from: 0, to: 1}; // shares of the root's extent
    this.zoomed = 0;                // a node
    this.hovered = this.selected = -1;
    this.hues = new Map();
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  /// A tree of buildTree(); what was zoomed to stays so where it can be found.
  show(tree, path) {
    this.tree = tree;
    this.hovered = this.selected = -1;
    this.zoomed = path ? nodeOf(tree, path) : 0;
    this.window = this.windowOf(this.zoomed);
    this.describe(-1);
    this.draw();
  }

  windowOf(node) {
    const all = this.tree.extent[0] || 1;
    const from = this.tree.start[node] / all;
    return {from, to: node ? from + this.tree.extent[node] / all : 1};
  }

  nameOf(node) { return node ? nameText(this.view.data.names[this.tree.name[node]]) : 'all'; }

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
    const {canvas, tree} = this;
    if (!tree)
      return;
    const scale = window.devicePixelRatio || 1;
    const width = this.scroller.clientWidth;
    const height = (tree.deepest + 1) * RowHeight;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = `${height}px`;
    }
    const draw = this.context = canvas.getContext('2d', {alpha: false});
    draw.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    this.colours = {
      page: colour('--page'), text: colour('--box-text'), rest: colour('--rest'),
      root: colour('--root'), accent: colour('--found'), accentText: colour('--found-text'),
      dim: colour('--dim'), mark: colour('--text'),
      saturation: colour('--saturation'), lightness: colour('--lightness'),
      grown: colour('--grown'), shrunk: colour('--shrunk'), same: colour('--same'),
    };
    draw.fillStyle = this.colours.page;
    draw.fillRect(0, 0, width, height);
    draw.font = '12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
    draw.textBaseline = 'middle';
    this.characterWidth = draw.measureText('0').width;
    this.boxes = []; // for the pointer: [x, width, depth, node]
    const all = tree.extent[0];
    if (!all)
      return;
    const {from, to} = this.window;
    const pixels = width / ((to - from) * all);
    const left = from * all;
    // Depth first, without recursion: chains may be long.
    const nodes = [0];
    while (nodes.length) {
      const node = nodes.pop();
      this.drawBox(node, (tree.start[node] - left) * pixels, tree.extent[node] * pixels, width);
      let end = tree.start[node];
      for (const child of tree.children[node]) {
        const x = (tree.start[child] - left) * pixels;
        const extent = tree.extent[child] * pixels;
        if (x >= width)
          break;
        if (extent < Narrowest) {
          end = tree.start[node] + tree.extent[node];
          this.drawRest(x, Math.min(width, (end - left) * pixels), node);
          break;
        }
        if (x + extent > 0)
          nodes.push(child);
      }
    }
    this.mark(this.selected, width);
  }

  drawBox(node, x, extent, width) {
    const {context: draw, tree} = this;
    // Whole pixels: edges between them would let the page shine through.
    const right = Math.round(Math.min(width, x + extent));
    x = Math.round(Math.max(0, x));
    const y = tree.depth[node] * RowHeight;
    const wide = Math.max(1, right - x - (right - x > 3 ? Gap : 0));
    const found = this.view.found;
    const isFound = found && node && found[tree.name[node]];
    draw.fillStyle = isFound ? this.colours.accent
        : node === this.hovered ? this.colours.mark
        : found ? this.colours.dim
                : this.fill(node);
    draw.fillRect(x, y, wide, RowHeight - Gap);
    this.boxes.push([x, right - x, tree.depth[node], node]);
    const room = Math.floor((wide - 8) / this.characterWidth);
    if (room < 2)
      return;
    const text = fitName(this.nameOf(node), room);
    if (!text)
      return;
    draw.fillStyle = isFound ? this.colours.accentText
        : node === this.hovered ? this.colours.page
                                : this.colours.text;
    draw.fillText(text, x + 4, y + RowHeight / 2);
  }

  /// Of a node's children, all that are too narrow.
  drawRest(from, to, node) {
    const x = Math.round(Math.max(0, from)), wide = Math.max(1, Math.round(to) - x);
    const depth = this.tree.depth[node] + 1;
    this.context.fillStyle = this.colours.rest;
    this.context.fillRect(x, depth * RowHeight, wide, RowHeight - Gap);
    this.boxes.push([x, wide, depth, Rest]);
  }

  fill(node) {
    const {tree} = this;
    if (!node && !this.view.isCompared)
      return this.colours.root;
    if (this.view.isCompared) {
      const change = (tree.after[node] - tree.before[node]) / (tree.extent[node] || 1);
      if (!change)
        return this.colours.same;
      const share = Math.round(20 + 80 * Math.min(1, Math.abs(change)));
      return `color-mix(in srgb, ${change > 0 ? this.colours.grown : this.colours.shrunk} ${
          share}%, ${this.colours.same})`;
    }
    const name = tree.name[node];
    let colour = this.hues.get(name);
    if (!colour) {
      colour = `hsl(${hueOf(this.view.data.names[name])} ${this.colours.saturation} ${
          this.colours.lightness})`;
      this.hues.set(name, colour);
    }
    return colour;
  }

  mark(node, width) {
    const box = this.boxes.find(each => each[3] === node);
    if (!box || document.activeElement !== this.canvas)
      return;
    this.context.strokeStyle = this.colours.mark;
    this.context.lineWidth = 2;
    this.context.strokeRect(box[0] + 1, box[2] * RowHeight + 1,
                            Math.max(1, Math.min(width, box[1]) - 3), RowHeight - 3);
  }

  /// Colours have changed.
  repaint() {
    this.hues.clear();
    this.draw();
  }

  //===----------------------------------------------------------------------===//
  // What is told of a box
  //===----------------------------------------------------------------------===//

  describe(node) {
    const {tree, view} = this;
    if (node === Rest) {
      this.details.textContent =
          'Boxes that are too narrow to draw: zoom in with Ctrl and the wheel, or +.';
      return;
    }
    if (node < 0)
      node = this.zoomed;
    const last = tree.after[node], all = tree.after[0];
    const parts = [make('strong', {textContent: this.nameOf(node)}), ' '];
    if (view.isCompared)
      parts.push(`${exactText(tree.before[node], view.unit)} before, ${
          exactText(last, view.unit)} after: ${
          signedText(last - tree.before[node], view.unit)}`);
    else
      parts.push(`${exactText(last, view.unit)}${view.unit === 'bytes' ? '' : ` ${view.word}`}${
          node ? `, ${shareText(last, all)} of all` : ''}${
          this.zoomed > 0 && node !== this.zoomed
              ? `, ${shareText(last, tree.after[this.zoomed])} of the zoomed box` : ''}`);
    this.details.replaceChildren(...parts);
  }

  nodeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left, depth = Math.floor((event.clientY - box.top) / RowHeight);
    const hit = (this.boxes ?? []).find(
        each => each[2] === depth && x >= each[0] && x < each[0] + Math.max(1, each[1]));
    return hit ? hit[3] : -1;
  }

  //===----------------------------------------------------------------------===//
  // Zoom
  //===----------------------------------------------------------------------===//

  zoom(node) {
    this.zoomed = node;
    this.selected = node;
    const goal = this.windowOf(node), origin = {...this.window};
    const begin = performance.now();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    cancelAnimationFrame(this.moving);
    const step = now => {
      const part = calm ? 1 : Math.min(1, Math.max(0, now - begin) / ZoomMilliseconds);
      const eased = part * (2 - part);
      this.window = {
        from: origin.from + (goal.from - origin.from) * eased,
        to: origin.to + (goal.to - origin.to) * eased,
      };
      this.drawNow();
      if (part < 1)
        this.moving = requestAnimationFrame(step);
      else // the rest of the page waits, so that nothing makes the movement stutter
        setTimeout(() => this.changed(node ? pathOf(this.tree, node) : null));
    };
    this.moving = requestAnimationFrame(step);
    this.describe(node);
  }

  /// The part of the graph at \p share of its width stays where it is.
  stretch(factor, share) {
    const {from, to} = this.window;
    const wide = Math.min(1, Math.max(1e-9, (to - from) * factor));
    const start = Math.min(1 - wide, Math.max(0, from + (to - from - wide) * share));
    this.window = {from: start, to: start + wide};
    this.draw();
  }

  move(share) {
    const {from, to} = this.window;
    const start = Math.min(1 - (to - from), Math.max(0, from + (to - from) * share));
    this.window = {from: start, to: start + to - from};
    this.draw();
  }

  step(key) {
    const {tree} = this;
    let node = this.selected < 0 ? this.zoomed : this.selected;
    const among = tree.children[tree.parent[node]] ?? [node];
    const at = among.indexOf(node);
    if (key === 'ArrowDown')
      node = tree.children[node][0] ?? node;
    else if (key === 'ArrowUp')
      node = Math.max(0, tree.parent[node]);
    else
      node = among[at + (key === 'ArrowRight' ? 1 : -1)] ?? node;
    this.selected = node;
    const {from, to} = this.windowOf(node);
    if (from < this.window.from - 1e-12 || to > this.window.to + 1e-12) {
      this.zoom(Math.max(0, tree.parent[node]));
      this.selected = node;
    }
    this.describe(node);
    this.draw();
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
      const node = this.nodeAt(event);
      if (node === this.hovered)
        return;
      this.hovered = node;
      canvas.style.cursor = node < 0 ? 'default' : 'pointer';
      this.describe(node);
      this.draw();
    });
    canvas.addEventListener('pointerleave', () => {
      this.hovered = -1;
      this.describe(-1);
      this.draw();
    });
    canvas.addEventListener('pointerdown', event => {
      pressed = {x: event.clientX, start: event.clientX, isDrag: false};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointerup', event => {
      const wasDrag = pressed?.isDrag;
      pressed = null;
      if (wasDrag)
        return;
      const node = this.nodeAt(event);
      if (node >= 0)
        this.zoom(node);
    });
    canvas.addEventListener('wheel', event => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey)
        return; // the page scrolls
      event.preventDefault();
      this.stretch(Math.exp((event.deltaY || event.deltaX) / 300), event.offsetX / canvas.clientWidth);
    }, {passive: false});
    canvas.addEventListener('keydown', event => {
      if (['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.key))
        this.step(event.key);
      else if (event.key === 'Enter' || event.key === ' ')
        this.zoom(this.selected < 0 ? this.zoomed : this.selected);
      else if (event.key === 'Escape' || event.key === 'Backspace')
        this.zoom(event.key === 'Escape' ? 0 : Math.max(0, this.tree.parent[this.zoomed]));
      else if (event.key === '+' || event.key === '-')
        this.stretch(event.key === '+' ? 1 / 1.5 : 1.5, 0.5);
      else
        return;
      event.preventDefault();
    });
    canvas.addEventListener('focus', () => this.draw());
    canvas.addEventListener('blur', () => this.draw());
  }
}
