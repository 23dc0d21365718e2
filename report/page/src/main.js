// main.js - The page of `allocsite html`
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   data.js ──▶ view.js ─┬─▶ flame.js    the graph
//                        ├─▶ table.js    groups.js, by Tabulator
//                        └─▶ sizes.js    timeline.js, by uPlot
//
// The page has one state, the view; whatever changes it has all panels shown anew.

import {readProfile} from './data.js';
import {Panels} from './panels.js';
import {countText, exactText, knownText, knownTip, make, shareText, signedText} from './text.js';
import {View, buildTree, nodeOf, pathOf} from './view.js';

const Themes = {auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark'};

class Page {
  constructor(data) {
    this.data = data;
    this.view = new View(data);
    this.callersFirst = true;
    this.focus = this.focus.bind(this);
    this.head();
    this.panels = {};
    const main = document.getElementById('main');
    for (const panel of Panels) {
      if (panel.when && !panel.when(data))
        continue;
      const place = make('section', {id: panel.id, 'aria-labelledby': `${panel.id}-title`},
                         make('h2', {id: `${panel.id}-title`, textContent: panel.title}));
      main.append(place);
      this.panels[panel.id] = panel.make(this.view, place, this);
    }
    this.trail = make('nav', {className: 'trail', 'aria-label': 'Zoomed to'});
    document.getElementById('graph-title').after(this.trail);
    document.addEventListener('keydown', event => this.press(event));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint());
    // Paper is light.
    matchMedia('print').addEventListener('change', () => {
      this.repaint();
      this.panels.graph.drawNow();
    });
    this.showAll();
  }

  //===----------------------------------------------------------------------===//
  // The head
  //===----------------------------------------------------------------------===//

  title() {
    const {runs, sides} = this.data;
    const of = side => {
      const its = runs.filter(each => each.side === side);
      const first = its[0] ? its[0].program || its[0].file.replace(/^.*\//, '') : '-';
      return its.length > 1 ? `${first} and ${its.length - 1} more` : first;
    };
    return sides === 2 ? `${of(0)} → ${of(1)}` : of(0);
  }

  choice(title, entries, chosen, changed) {
    const select = make('select', {'aria-label': title, title});
    for (const [value, text] of entries)
      select.append(make('option', {value, textContent: text, selected: value === chosen}));
    select.addEventListener('change', () => changed(select.value));
    return select;
  }

  head() {
    const {data, view} = this;
    const title = this.title();
    document.title = `${title} – AllocSite`;
    this.summary = make('div', {className: 'summary'});
    // Maxima add up to nothing that a box or a bar could show: they are in the tiles and the table.
    const sums = data.columns.map((each, at) => [String(at), each.word.replace('-', ' ')])
                     .filter(([at]) => data.columns[at].merge === 'sum');
    this.measure = this.choice('Measure', sums, String(view.column), value => {
      view.column = +value;
      view.select();
      this.showAll();
      this.panels.allocations.sortBy(view.column);
    });
    this.search = make('input', {type: 'search', placeholder: 'Search functions, types, sites  ( / )',
                                 'aria-label': 'Search', spellcheck: false});
    this.search.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.searchFor(this.search.value), 120);
    });
    this.result = make('output', {className: 'result'});
    this.invert = make('button', {type: 'button', 'aria-pressed': 'false', textContent: 'Invert',
                                  title: 'The functions that allocate first (i)'});
    this.invert.addEventListener('click', () => this.turn());
    const tools = make('div', {className: 'tools', role: 'toolbar', 'aria-label': 'View'}, this.measure);
    const allocators = [...new Set(data.rows.allocator)].map(each => [String(each), data.names[each]]);
    const layers = [['all', 'All allocators']];
    if (view.outermost)
      layers.unshift(['outermost', 'Outermost allocators']);
    if (allocators.length > 1)
      layers.push(...allocators.sort((a, b) => a[1] < b[1] ? -1 : 1));
    if (layers.length > 1)
      tools.append(this.choice('Allocators', layers, layers[0][0], value => {
        view.outermost = value === 'outermost';
        view.allocator = /^\d+$/.test(value) ? +value : -1;
        view.select();
        this.showAll();
      }));
    const theme = this.choice('Theme', Object.entries(Themes), 'auto', value => {
      document.documentElement.dataset.theme = value;
      this.repaint();
    });
    tools.append(this.invert, this.search, this.result, theme);
    document.getElementById('top').append(
        make('div', {className: 'bar'}, make('h1', {textContent: title, title}), this.summary), tools);
  }

  tile(text, under, more = {}) {
    return make('div', {className: 'tile', ...more}, make('strong', {textContent: text}),
                make('span', {textContent: under}));
  }

  summarise() {
    const {data, view} = this;
    const shown = {}, summed = {}; // rows and the sums of all columns, by what they are below
    const tiles = data.columns.map((column, at) => {
      const rows = shown[view.belowIn(at)] ??= view.shownIn(at);
      const sums = summed[view.belowIn(at)] ??= view.sums(rows);
      const before = sums[at * data.sides], after = sums[at * data.sides + data.sides - 1];
      const known = side => {
        const its = view.known(at, each => sums[each * data.sides + side]);
        return its === 'part' && !view.lacking(rows, side) ? 'whole' : its;
      };
      const last = known(data.sides - 1);
      const tile = this.tile(knownText(after, column.unit, last), column.word.replace('-', ' '),
                             {title: knownTip(after, column.unit, last)});
      tile.dataset.measure = column.word;
      tile.dataset.value = after;
      if (view.isCompared && last === 'whole' && known(0) === 'whole') {
        tile.dataset.before = before;
        tile.append(make('em', {className: after > before ? 'grown' : after < before ? 'shrunk' : '',
                                textContent: `${signedText(after - before, column.unit)}${
                                    before ? ` (${after > before ? '+' : ''}${
                                        shareText(after - before, before)})` : ''}`}));
      }
      return tile;
    });
    const distinct = column => new Set(view.shown.map(row => data.rows[column][row]));
    tiles.push(this.tile(countText(view.shown.length), view.shown.length === 1 ? 'row' : 'rows'));
    const types = distinct('type');
    types.delete(0);
    if (types.size)
      tiles.push(this.tile(countText(types.size), types.size === 1 ? 'type' : 'types'));
    const libraries = distinct('through');
    libraries.delete(0);
    if (libraries.size)
      tiles.push(this.tile(countText(libraries.size), libraries.size === 1 ? 'library' : 'libraries'));
    const allocators = distinct('allocator').size;
    tiles.push(this.tile(countText(allocators), allocators === 1 ? 'allocator' : 'allocators'));
    this.summary.replaceChildren(...tiles);
  }

  //===----------------------------------------------------------------------===//
  // What changes the view
  //===----------------------------------------------------------------------===//

  showAll() {
    this.summarise();
    this.showGraph();
    this.showRows();
    this.tellFound();
  }

  showGraph() {
    const tree = buildTree(this.view, this.callersFirst);
    let path = null;
    if (this.view.focus?.callersFirst === this.callersFirst) {
      path = pathOf(tree, nodeOf(tree, this.view.focus.path));
      this.view.focus = path.length ? {callersFirst: this.callersFirst, path} : null;
    } else
      this.view.focus = null;
    this.panels.graph.show(tree, path);
    this.showTrail();
  }

  showRows() {
    for (const panel of Object.values(this.panels))
      if (panel !== this.panels.graph)
        panel?.show?.();
  }

  /// A box was zoomed to; null: all.
  focus(path) {
    this.view.focus = path && {callersFirst: this.callersFirst, path};
    this.showTrail();
    this.showRows();
    this.tellFound();
  }

  showTrail() {
    const {graph} = this.panels;
    const path = this.view.focus?.path ?? [];
    const crumbs = path.map((name, at) => {
      const crumb = make('button', {type: 'button', textContent: this.data.names[name]});
      crumb.addEventListener('click', () => graph.zoom(nodeOf(graph.tree, path.slice(0, at + 1))));
      return crumb;
    });
    if (path.length) {
      const all = make('button', {type: 'button', textContent: 'all'});
      all.addEventListener('click', () => graph.zoom(0));
      crumbs.unshift(all);
    }
    this.trail.replaceChildren(...crumbs);
    this.trail.hidden = !crumbs.length;
  }

  searchFor(text) {
    this.view.query = text;
    this.view.find();
    this.panels.graph.draw();
    this.showRows();
    this.tellFound();
  }

  tellFound() {
    const {view} = this;
    if (!view.found) {
      this.result.textContent = '';
      return;
    }
    const among = view.shown.filter(row => view.inFocus(row));
    const found = among.filter(row => view.isFound(row));
    const part = view.total(found)[1], all = view.total(among)[1];
    this.result.textContent = found.length ? `${shareText(part, all)}: ${exactText(part, view.unit)}${
        view.unit === 'bytes' ? '' : ` ${view.word}`} in ${countText(found.length)} rows` : 'nothing found';
    this.result.dataset.value = part;
  }

  turn() {
    this.callersFirst = !this.callersFirst;
    this.invert.setAttribute('aria-pressed', !this.callersFirst);
    const hadFocus = this.view.focus;
    this.showGraph();
    if (hadFocus)
      this.showRows();
    this.tellFound();
  }

  repaint() {
    this.panels.graph.repaint();
    this.panels.sizes.draw();
    this.panels.timeline?.draw();
  }

  press(event) {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === 'Escape' && event.target === this.search) {
      this.search.value = '';
      this.searchFor('');
      this.search.blur();
    } else if (isTyping)
      return;
    else if (event.key === '/') {
      event.preventDefault();
      this.search.focus();
    } else if (event.key === 'i')
      this.turn();
  }
}

async function start() {
  const page = new Page(await readProfile(document.getElementById('profile')));
  await page.panels.allocations.ready;
  document.documentElement.dataset.ready = 'true';
}

start().catch(failure => {
  document.getElementById('main').append(
      make('p', {className: 'failure', role: 'alert', textContent: `This page cannot be shown: ${failure.message}`}));
  throw failure;
});
