// allocations.jsx - The table, what its lines are, and its columns
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';

import {Groupings} from '../model/lines.js';
import {Choice} from '../ui/choice.jsx';
import {rememberColumns} from '../ui/remembered.js';
import {Table, columnChoices, columnsShown} from './table.js';

/// The field that lines are sorted by, and the direction.
function orderOf(shown) {
  const {sort} = shown.state, field = sort.replace(/^-/, '');
  const [, kind, word] = /^(before|sum|change)-(.*)$/.exec(field) ?? [];
  const words = columnsShown(shown);
  const isKnown = kind ? shown.columnOf(word) && (word === shown.word || words.includes(word)) && (kind === 'sum' || shown.columnOf(word).of.length > 1)
                : field === 'share' ? !shown.isCompared : field === 'self' ? Groupings[shown.by].isFlat
                : field === 'name' || (words.includes(field) && ['size', 'allocator', 'type', 'site', 'through'].includes(field));
  if (isKnown)
    return {field, isDescending: !sort.startsWith('-')};
  return {field: `${shown.isCompared ? 'change' : 'sum'}-${shown.word}`, isDescending: true};
}

function ColumnMenu({shown, store}) {
  const [isOpen, setOpen] = useState(false), words = columnsShown(shown), place = useRef(null), button = useRef(null);
  useEffect(() => {
    if (!isOpen)
      return;
    const leave = event => { if (!place.current.contains(event.target)) setOpen(false); };
    const press = event => {
      if (event.key !== 'Escape')
        return;
      if (place.current.contains(document.activeElement))
        button.current.focus();
      setOpen(false);
    };
    addEventListener('pointerdown', leave, true);
    addEventListener('keydown', press);
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('keydown', press);
    };
  }, [isOpen]);
  const choose = (word, isOn) => {
    const columns = (isOn ? [...words, word] : words.filter(each => each !== word)).filter(each => each !== 'none').join(',') || 'none';
    rememberColumns(columns);
    store.set({columns});
  };
  return <div class="columns" ref={place}>
    <button type="button" ref={button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>Columns</button>
    {isOpen && <fieldset class="menu column-menu"><legend class="visually-hidden">Columns</legend>
      {columnChoices(shown).map(({word, title}) => <label key={word}><input type="checkbox" checked={words.includes(word) || word === shown.word}
          disabled={word === shown.word} onChange={event => choose(word, event.currentTarget.checked)} /> {title}</label>)}
      <button type="button" class="link" onClick={() => { rememberColumns(''); store.set({columns: ''}); }}>The usual ones</button>
    </fieldset>}
  </div>;
}

export function Allocations({shown, store, openMenu, drawn}) {
  const {state, profile} = shown, place = useRef(null), table = useRef(null);
  useLayoutEffect(() => {
    table.current ??= new Table(place.current, {
      sort: (field, isDescending) => store.set({sort: `${isDescending ? '' : '-'}${field}`}),
      select: line => {
        const site = line.nameOf('site'), isOne = !/^\d+ sites$/.test(site);
        store.set({selected: line.isFunction ? line.label : store.state.selected, site: isOne && site !== '-' ? site : ''});
      },
      menu: (line, x, y) => openMenu(x, y, {line}),
    });
    drawn(table.current.show(shown, orderOf(shown)));
  }, [shown.chosen, shown.functionForest, shown.column, shown.by, state.sort, state.columns, state.stretch, state.repeated, state.wrappers]);
  const all = Object.entries(Groupings).filter(([, {when}]) => !when || when(profile));
  const counted = shown.columnOf('live') || shown.columnOf('growth-count');
  return <section id="allocations" aria-labelledby="allocations-title">
    <div class="title-bar"><h2 id="allocations-title">Allocations</h2><div class="tools">
      {shown.isCompared && <Choice title="Changes" value={state.only.find(each => each.startsWith('change:')) ?? ''}
          entries={[['', 'all sites'], ...['new', 'gone', 'grown', 'shrunk'].map(each => [`change:${each}`, `${each} ones`])]}
          change={each => store.set({only: [...state.only.filter(its => !its.startsWith('change:')), ...each ? [each] : []], zoom: []})} />}
      {counted && <label class="choice" title="Lines whose number of live blocks, or growth, is a multiple: what was done so often and leaked each time">
        <span>repeated</span><input type="number" min="0" max="1000000" aria-label="Repeated" value={state.repeated || ''} placeholder="–"
               onChange={event => store.set({repeated: Math.max(0, Math.floor(+event.currentTarget.value) || 0)})} /><span>times</span></label>}
      <ColumnMenu shown={shown} store={store} /></div></div>
    <div class="tabs" role="radiogroup" aria-label="Rows of the table">{all.map(([key, {title}]) =>
      <label key={key}><input type="radio" name="by" value={key} checked={key === shown.by} onChange={() => store.set({by: key, sort: ''})} />{title}</label>)}</div>
    <div ref={place} />
  </section>;
}
