// main.jsx - The page of `allocsite html`
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   model/profile.js ─┐
//                     ├─▶ model/shown.js ──▶ views/   head, chips, overview, timeline, graph, table, details
//   state.js ─────────┘                      ui/      text, colours, menus
//
// There is one state (state.js), which the address mirrors. A view gets what the state shows of the
// profile, draws it, and asks for other states; no view knows another.

import {render} from 'preact';
import {useEffect, useState} from 'preact/hooks';

import {readProfile} from './model/profile.js';
import {isKnownName, isLeaf, plainName} from './model/forest.js';
import {Shown} from './model/shown.js';
import {Store} from './state.js';
import {Menu} from './ui/menu.jsx';
import {themeOf} from './ui/colours.js';
import {isPlainKey} from './ui/keys.js';
import {rememberedColumns} from './ui/remembered.js';
import {make, withoutThrough} from './ui/text.js';
import {Allocations} from './views/allocations.jsx';
import {Chips} from './views/chips.jsx';
import {Details} from './views/details.jsx';
import {Graph} from './views/graph.jsx';
import {Head, titleOf} from './views/head.jsx';
import {Overview} from './views/overview.jsx';
import {Timeline} from './views/timeline.jsx';

/// What can be done with a function, or with a line of another kind.
function entriesFor(shown, store, {code, zoom, line}) {
  const name = line ? line.label : shown.profile.names[plainName(code)];
  const isFunction = line ? line.isFunction : !isLeaf(code) && shown.dimension === 'function' && isKnownName(name) && !shown.splitNames.has(plainName(code));
  const step = kind => () => store.toggleStep(`${kind}:${name}`);
  const entries = [];
  if (isFunction)
    entries.push({title: 'Only stacks with it', act: step('focus')}, {title: 'Without it: its callers stand for it', act: step('hide')},
                 {title: 'Without all stacks with it', act: step('ignore')}, {title: 'Stacks from it on', act: step('from')},
                 {title: 'Stacks down to it', act: step('to')}, null,
                 {title: 'Callers and callees', act: () => store.set({selected: name, panel: 'function'})});
  else if (line && ['type', 'thread', 'process', 'through', 'allocator'].includes(shown.by) && !line.level)
    entries.push({title: 'Only these', act: () => store.set({only: [...shown.state.only.filter(each => !each.startsWith(`${shown.by}:`)), `${shown.by}:${name}`], zoom: []})});
  else if (!line && isLeaf(code))
    entries.push({title: 'Only this allocator', act: () => store.set({layer: withoutThrough(name), zoom: []})});
  if (zoom)
    entries.push({title: 'Zoom to it', act: () => store.set({zoom})});
  entries.push({title: 'Search it', act: () => store.set({search: name})},
               {title: 'Copy the name', act: () => navigator.clipboard?.writeText(name).catch(() => {})});
  return {name, entries};
}

function Page({profile, shown, store, drawn}) {
  const [menu, setMenu] = useState(null), [theme, setTheme] = useState('auto'), [paint, setPaint] = useState(0);
  document.documentElement.dataset.theme = themeOf(theme);
  useEffect(() => {
    const repaint = () => setPaint(before => before + 1);
    const queries = ['(prefers-color-scheme: dark)', 'print'].map(each => matchMedia(each));
    queries.forEach(each => each.addEventListener('change', repaint));
    const press = event => {
      if (event.key === 'i' && isPlainKey(event))
        store.set({inverted: !store.state.inverted, zoom: []});
    };
    addEventListener('keydown', press);
    return () => {
      queries.forEach(each => each.removeEventListener('change', repaint));
      removeEventListener('keydown', press);
    };
  }, []);
  const openMenu = (x, y, of) => setMenu({x, y, ...entriesFor(shown, store, of)});
  const props = {shown, store, openMenu, theme: `${theme} ${paint}`};
  return <>
    <Head {...props} theme={theme} setTheme={setTheme} />
    <main id="main">
      <Chips {...props} />
      <Overview {...props} />
      {profile.timeline.length > 0 && <Timeline {...props} />}
      <Graph {...props} />
      <Allocations {...props} drawn={drawn} />
      <Details {...props} />
    </main>
    {menu && <Menu title={menu.name} x={menu.x} y={menu.y} entries={menu.entries} close={() => setMenu(null)} />}
  </>;
}

async function start() {
  const profile = await readProfile(document.getElementById('profile')), root = document.getElementById('page');
  let drawn = Promise.resolve();
  const store = new Store(state => show(state));
  const shown = new Shown(profile, store.state);
  const show = state => {
    shown.update(state);
    render(<Page profile={profile} shown={shown} store={store} drawn={its => { drawn = its; }} />, root);
  };
  document.title = `${titleOf(profile)} – AllocSite`;
  const columns = store.state.columns || rememberedColumns();
  columns === store.state.columns ? show(store.state) : store.set({columns}, true); // which shows it
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  await drawn;
  document.documentElement.dataset.ready = 'true';
  setTimeout(() => shown.prepareSearch(), 500);
}

start().catch(failure => {
  document.body.append(make('p', {className: 'failure', role: 'alert', textContent: `This page cannot be shown: ${failure.message}`}));
  throw failure;
});
