// head.jsx - What it is a profile of, five numbers, and what is looked at
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useRef, useState} from 'preact/hooks';

import * as busy from '../ui/busy.js';
import {Choice} from '../ui/choice.jsx';
import {isPlainKey} from '../ui/keys.js';
import {countText, exactText, knownExact, knownText, knownTip, shareText, signedText} from '../ui/text.js';

const Themes = [['auto', 'Theme: system'], ['light', 'Theme: light'], ['dark', 'Theme: dark']];
/// The numbers that are always shown, where the log has them.
const First = ['bytes', 'calls', 'peak', 'live-bytes', 'temporary'];

export function titleOf({runs, isCompared}) {
  const of = side => {
    const its = runs.filter(each => each.side === side), [first] = its;
    const name = first ? (first.program || first.file).replace(/^.*\//, '') : '-';
    return its.length > 1 ? `${name} and ${its.length - 1} more` : name;
  };
  return isCompared ? `${of(0)} → ${of(1)}` : of(0);
}

const lower = title => title.replace(/^./, first => first.toLowerCase());

function Tile({shown, column}) {
  const rows = shown.rowsIn(column), [before, after] = shown.sum(rows, column);
  const known = side => shown.knownOfAll(rows, column, side);
  const last = known(shown.profile.sides - 1), isCompared = column.of.length > 1;
  if (column.isChange)
    return <div class="tile" title={exactText(after - before, column.unit)} data-measure={column.word} data-value={after - before}>
      <strong>{signedText(after - before, column.unit)}</strong><span>{column.word.replaceAll('-', ' ')}</span></div>;
  const isBoth = isCompared && last === 'whole' && known(0) === 'whole';
  return <div class="tile" title={knownTip(after, column.unit, last)} data-measure={column.word} data-value={after}
              data-before={isBoth ? before : undefined}>
    <strong>{knownText(after, column.unit, last)}</strong><span>{column.isOfGeneration ? lower(column.title) : column.word.replaceAll('-', ' ')}</span>
    {isBoth && <em class={after > before ? 'grown' : after < before ? 'shrunk' : ''}>{signedText(after - before, column.unit)}
      {before ? ` (${after > before ? '+' : ''}${shareText(after - before, before)})` : ''}</em>}
  </div>;
}

/// How many of each there are.
function Counts({shown}) {
  const {profile, rows} = shown;
  const distinct = field => shown.once(`distinct ${field}`, [rows], () => {
    const all = new Set();
    if (profile.hasNames(field))
      for (const row of rows)
        all.add(profile.rows[field][row]);
    all.delete(0);
    return all.size;
  });
  const counts = [[rows.length, 'row', 'rows'], [distinct('type'), 'type', 'types'], [distinct('through'), 'library', 'libraries'],
                  [distinct('thread'), 'thread', 'threads'], [distinct('allocator'), 'allocator', 'allocators']];
  return counts.filter(([count], at) => count || !at).map(([count, one, many]) =>
      <div class="tile" key={many}><strong>{countText(count)}</strong><span>{count === 1 ? one : many}</span></div>);
}

function Search({shown, store}) {
  const [text, setText] = useState(shown.state.search), timer = useRef(0), field = useRef(null);
  const sent = useRef(shown.state.search);
  useEffect(() => { // by the address
    if (shown.state.search !== sent.current)
      setText(sent.current = shown.state.search);
  }, [shown.state.search]);
  const send = value => {
    const isFurther = sent.current !== '';
    sent.current = value;
    store.set({search: value}, isFurther);
  };
  const type = value => {
    setText(value);
    if (!timer.current)
      busy.begin();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = 0;
      send(value);
      busy.end();
    }, 30);
  };
  useEffect(() => {
    const press = event => {
      if (event.key === '/' && isPlainKey(event)) {
        event.preventDefault();
        field.current.focus();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return <>
    <input type="search" ref={field} aria-label="Search" placeholder="Search functions, types, sites  ( / )" spellcheck={false} value={text}
           onInput={event => type(event.currentTarget.value)}
           onKeyDown={event => {
             if (event.key !== 'Escape')
               return;
             type('');
             field.current.blur();
           }} />
    <Found shown={shown} store={store} />
  </>;
}

function Found({shown, store}) {
  const {found, chosen, zoomedRows, column, state, profile} = shown;
  if (!found)
    return <output class="result" />;
  const part = shown.amount(column, ...shown.sum(chosen, column)), all = shown.amount(column, ...shown.sum(zoomedRows, column));
  const known = column.isChange ? shown.knownOfBoth(side => shown.knownOfChosen(side)) : shown.knownOfChosen(profile.sides - 1);
  return <>
    <output class="result" data-value={part} title={knownTip(part, column.unit, known)}>{chosen.length
        ? `${known === 'nothing' ? '' : `${shareText(part, all)}: `}${knownExact(part, column.unit, known)}${column.unit === 'bytes' ? '' : ` ${column.word}`} in ${countText(chosen.length)} ${chosen.length === 1 ? 'row' : 'rows'}`
        : 'nothing found'}</output>
    {chosen.length > 0 && <button type="button" onClick={() => {
      store.set({steps: [...state.steps, `find:${state.search.trim()}`], search: '', zoom: []});
    }}>Show only these</button>}
  </>;
}

export function Head({shown, store, theme, setTheme}) {
  const {profile, state, columns, measures} = shown, [isOpen, setOpen] = useState(false);
  const title = titleOf(profile), first = First.map(word => columns.find(each => each.word === word)).filter(Boolean);
  const others = columns.filter(each => !first.includes(each));
  const ofLog = measures.filter(each => each.isOfLog), more = measures.filter(each => !each.isOfLog);
  const entry = each => [each.word, lower(each.title)];
  const {allocators} = shown, all = [['all', 'All allocators'], ...allocators.length > 1 ? allocators.map(each => [each, each]) : []];
  if (shown.hasLayers)
    all.unshift(['outermost', 'Outermost allocators']);
  return <><header id="top">
    <div class="bar">
      <h1 title={title}>{title}</h1>
      <div class="summary">{first.map(each => <Tile key={each.word} shown={shown} column={each} />)}
        <button type="button" class="link" aria-expanded={isOpen} aria-controls="all-numbers" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'All numbers'}</button></div>
    </div>
    <div class="summary more" id="all-numbers" hidden={!isOpen}>
      {others.map(each => <Tile key={each.word} shown={shown} column={each} />)}<Counts shown={shown} /></div>
  </header>
    <div class="controls" role="region" aria-label="View"><div class="tools" role="toolbar" aria-label="View">
      <Choice title="Measure" value={shown.word} change={measure => store.set({measure, sort: ''})}
              entries={more.length ? [['Of the whole run', ofLog.map(entry)], ['Of a part', more.map(entry)]] : ofLog.map(entry)} />
      {all.length > 1 && <Choice title="Allocators" value={shown.layer} entries={all} change={layer => store.set({layer, zoom: []})} />}
      <Search shown={shown} store={store} />
      <Choice title="Theme" value={theme} entries={Themes} change={setTheme} />
    </div></div></>;
}
