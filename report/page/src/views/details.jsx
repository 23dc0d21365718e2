// details.jsx - Panels behind the table: one is open
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A panel is a line in Panels. What it shows is of the rows that are chosen, of the function or of the site
// that was clicked last.

import {Failed} from '../model/profile.js';
import {countText, exactText} from '../ui/text.js';
import {Arenas} from './arenas.jsx';
import {FreedBy} from './freed-by.jsx';
import {FunctionPanel} from './function.jsx';
import {Sizes} from './sizes.jsx';
import {Source} from './source.jsx';

function Runs({shown: {profile: {runs, sides, made}}}) {
  const lines = runs.flatMap(run => {
    const side = sides === 2 ? run.side ? 'After: ' : 'Before: ' : '';
    return [['File', run.file], ['Program', run.program], ['Process', run.process || ''],
            ['Began', run.began ? new Date(run.began * 1000).toLocaleString('sv-SE') : ''],
            ['Options', run.facts?.options], ...run.lacks.map(each => ['Coverage', each])]
        .filter(([, text]) => text).map(([term, text]) => [side + term, String(text)]);
  });
  return <dl>{[...lines, ['Page made by', made]].map(([term, text], at) => <div key={at}><dt>{term}</dt><dd>{text}</dd></div>)}</dl>;
}

/// Calls that made nothing are in no sum, and told here.
function Failures({shown: {profile}}) {
  const known = new Map(), calls = profile.column('calls').of.at(-1), {flags, allocator, size} = profile.rows;
  for (let row = 0; row < profile.rows.count; ++row)
    if (flags[row] & Failed) {
      const its = known.get(allocator[row]) ?? {calls: 0, largest: 0};
      known.set(allocator[row], {calls: its.calls + calls[row], largest: Math.max(its.largest, size[row])});
    }
  return <><p>These calls returned no memory and are in no sum.</p>
    <ul>{[...known].map(([name, its]) => <li key={name}>{profile.names[name]}: {countText(its.calls)} calls, of at most {exactText(its.largest, 'bytes')}</li>)}</ul></>;
}

const Panels = [
  {id: 'function', title: 'Callers and callees', View: FunctionPanel},
  {id: 'sizes', title: 'Sizes', View: Sizes},
  {id: 'source', title: 'Source', View: Source, when: profile => Object.keys(profile.sources).length},
  {id: 'arenas', title: 'Arenas', View: Arenas, when: profile => profile.arenas.length},
  {id: 'frees', title: 'Freed by', View: FreedBy, when: profile => profile.frees.length},
  {id: 'failures', title: 'Failed calls', View: Failures, when: profile => profile.column('calls') && profile.hasFailures},
  {id: 'run', title: 'Run', View: Runs},
];

export function Details(props) {
  const {shown, store} = props, {profile, state} = shown;
  const panels = Panels.filter(({when}) => !when || when(profile));
  const {id, View} = panels.find(each => each.id === state.panel) ?? panels[1];
  const press = event => {
    const at = panels.findIndex(each => each.id === id), step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step)
      return;
    event.preventDefault();
    const next = panels[(at + step + panels.length) % panels.length].id;
    store.set({panel: next});
    document.getElementById(`tab-${next}`)?.focus();
  };
  return <section id="details" aria-label="Details">
    <div class="tabs" role="tablist" aria-label="Details" onKeyDown={press}>{panels.map(each =>
      <button type="button" role="tab" key={each.id} id={`tab-${each.id}`} aria-selected={each.id === id} aria-controls="panel"
              tabIndex={each.id === id ? 0 : -1} onClick={() => store.set({panel: each.id})}>{each.title}</button>)}</div>
    <div role="tabpanel" id="panel" aria-labelledby={`tab-${id}`} data-panel={id} tabIndex={0}><View {...props} /></div>
  </section>;
}
