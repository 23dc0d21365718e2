// state.js - What is looked at, and its address
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   file:///…/app.html#m=live-bytes&q=parse&do=hide:xmalloc&do=focus:load
//
// There is one state. Views read it and ask for changes; nobody keeps a choice of its own. The address
// has what differs from the start, with names and not numbers, so that a link shows the same in
// a page of another run; back takes the last change back.

/// Of each member its word in the address, and how it is written there. A list has a word for each
/// element.
const Words = {
  measure: 'm', layer: 'layer', search: 'q', inverted: 'inverted', zoom: 'at', dimension: 'of', split: 'each',
  steps: 'do', wrappers: 'wrappers', only: 'only', colour: 'colour', isolated: 'legend', by: 'by', sort: 'sort',
  columns: 'columns', stretch: 'time', line: 'time-of', along: 'time-by', selected: 'function', site: 'site', panel: 'panel', repeated: 'repeated',
};

const Start = {
  measure: '',       // its word; empty: bytes, or the first
  layer: '',         // 'outermost', 'all' or an allocator; empty: outermost where there is one
  search: '',
  inverted: false,   // the functions that allocate first
  zoom: [],          // names of a box and of those above it; of an allocator with an arrow before it
  dimension: 'function',
  split: '',         // 'thread' or 'process' below the root
  steps: [],         // 'hide:f', 'focus:f', 'ignore:f', 'from:f', 'to:f', 'find:text'
  wrappers: false,   // wrappers are shown
  only: [],          // 'thread:name', 'type:name', …: rows that have it
  colour: 'kind',
  isolated: '',      // an entry of the legend
  by: 'callees',     // lines of the table
  sort: '',          // field, and a minus before it where the smallest comes first
  columns: '',       // words, with commas; empty: the usual ones
  stretch: '',       // 'first-last', points of the timeline from 0
  line: '',          // what the timeline is drawn by
  along: 'seconds',  // from left to right; or 'allocated', by bytes
  selected: '',      // a function
  site: '',          // a site
  panel: '',         // the one that is open behind the table
  repeated: 0,       // lines whose live count is a multiple
};

function fromAddress(hash) {
  const known = new URLSearchParams(hash.replace(/^#/, '')), state = {...Start};
  for (const [member, word] of Object.entries(Words)) {
    if (!known.has(word))
      continue;
    const start = Start[member], text = known.get(word);
    state[member] = member === 'steps' || member === 'only' ? known.getAll(word).filter(each => /^[a-z]+:./.test(each))
                  : Array.isArray(start) ? known.getAll(word)
                  : typeof start === 'boolean' ? text === '1'
                  : typeof start === 'number' ? Math.max(0, Math.floor(+text) || 0) : text;
  }
  return state;
}

function toAddress(state) {
  const known = new URLSearchParams();
  for (const [member, word] of Object.entries(Words)) {
    const its = state[member], start = Start[member];
    if (Array.isArray(start))
      its.forEach(each => known.append(word, each));
    else if (its !== start)
      known.set(word, its === true ? '1' : String(its));
  }
  return known.toString();
}

export class Store {
  /// \p changed(state, before) is called after each change.
  constructor(changed) {
    this.changed = changed;
    this.state = fromAddress(location.hash);
    addEventListener('popstate', () => this.put(fromAddress(location.hash)));
    addEventListener('hashchange', () => this.put(fromAddress(location.hash)));
  }

  /// Changes members. \p isSmall: a part of the change before, as a further letter that is typed; back
  /// takes both back.
  set(members, isSmall = false) {
    const next = {...this.state, ...members};
    const address = toAddress(next);
    if (address === toAddress(this.state))
      return;
    const url = address ? `#${address}` : location.pathname;
    isSmall ? history.replaceState(null, '', url) : history.pushState(null, '', url);
    this.put(next);
  }

  put(next) {
    const before = this.state;
    if (toAddress(next) === toAddress(before))
      return;
    for (const [member, its] of Object.entries(before)) // a list with the same elements stays the same: nothing is made anew
      if (Array.isArray(its) && its.length === next[member].length && its.every((each, at) => each === next[member][at]))
        next[member] = its;
    this.state = next;
    this.changed(next, before);
  }

  toggleStep(step) {
    const {steps} = this.state;
    this.set({steps: steps.includes(step) ? steps.filter(each => each !== step) : [...steps, step], zoom: []});
  }
}
