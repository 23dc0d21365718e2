// graph.jsx - The call graph with its legend, trail and menu
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks';

import {Ways, coloursOf} from '../model/categories.js';
import {Dimensions, Splits, isLeaf, plainName} from '../model/forest.js';
import {Layout} from '../model/tree.js';
import {Choice} from '../ui/choice.jsx';
import {NotKnown, countText, exactText, knownExact, knownText, nameText, shareText, signedText} from '../ui/text.js';
import {Flame} from './flame.js';

/// What is told of a box beside its own measure.
const Told = ['calls', 'bytes', 'live-bytes', 'temporary'];

function Tooltip({shown, layout, hover}) {
  const box = useRef(null), isShown = hover && hover.layout === layout; // it may be of a tree that was shown before
  const text = useMemo(() => isShown ? textOf(shown, layout, hover.box) : null, [layout, isShown && hover.box]);
  useEffect(() => {
    const {current: its} = box;
    if (!its || !hover?.event)
      return;
    const {clientX: x, clientY: y} = hover.event, place = its.getBoundingClientRect();
    its.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - place.width - 8))}px`;
    its.style.top = `${y + 18 + place.height < innerHeight ? y + 18 : Math.max(4, y - place.height - 10)}px`;
  });
  return isShown ? <div class="tooltip" ref={box} role="tooltip">{text}</div> : null;
}

/// What is told of a box, or of those that are too narrow; of many rows it takes a while.
function textOf(shown, layout, its) {
  const {column, profile} = shown, {tree} = layout;
  if (typeof its === 'object') {
    const {rest, from, count} = its, sum = layout.children(rest).slice(from).reduce((all, each) => all + layout.after[each], 0);
    return <><strong>{countText(count)} {count === 1 ? 'box' : 'boxes'} too narrow to draw</strong>
      <p>{exactText(sum, column.unit)}, {shareText(sum, layout.after[0])} of all. Zoom in with Ctrl and the wheel, or +.</p></>;
  }
  const code = tree.name[its];
  const name = its ? nameText(shown.nameOf(code)) : 'all', last = layout.after[its];
  const self = its && !tree.isUp && !isLeaf(code)
      ? tree.children(its).filter(each => isLeaf(tree.name[each])).reduce((sum, each) => sum + tree.sum(each, column).after, 0) : null;
  const rows = [], knownOf = (column, side, box) => shown.knownOf(column, side, values => tree.total(box, values), shown.lacksOfBoxes);
  const known = side => its ? knownOf(column, side, its) : shown.knownOfAll(shown.rows, column, side);
  if (shown.isCompared) {
    const [first, second] = column.isChange ? ['at A', 'at B'] : ['before', 'after'];
    rows.push([first, knownExact(layout.before[its], column.unit, known(0))], [second, knownExact(last, column.unit, known(profile.sides - 1))],
              ['change', shown.knownOfBoth(known) === 'whole' ? signedText(last - layout.before[its], column.unit) : NotKnown]);
  } else {
    const isNothing = known(0) === 'nothing';
    rows.push([column.title, `${knownExact(last, column.unit, known(0))}${its && !isNothing ? `, ${shareText(last, layout.after[0])}` : ''}`]);
    if (self !== null && !isNothing)
      rows.push(['of it by itself', knownExact(self, column.unit, known(0))]);
    for (const word of Told) {
      const other = profile.column(word);
      if (other && other !== column)
        rows.push([other.title, knownText(tree.sum(its, other).after, other.unit, knownOf(other, 0, its))]);
    }
  }
  const place = placeOf(shown, tree, its);
  if (place)
    rows.push(['at', place]);
  return <><strong>{name}</strong>
    <dl>{rows.map(([term, text]) => <><dt>{term}</dt><dd>{text}</dd></>)}</dl></>;
}

/// Where a box's calls are made: its file and line, if one is known of its function or its rows.
function placeOf(shown, tree, box) {
  const {profile} = shown;
  if (!box)
    return '';
  if (isLeaf(tree.name[box])) {
    const {forest} = tree, seeds = tree.seeds[box], site = shown.siteOf[forest.rowsOf(seeds[0])[0]];
    const isOne = seeds.every(node => forest.rowsOf(node).every(row => shown.siteOf[row] === site));
    return site && isOne ? profile.names[site] : '';
  }
  const lines = new Set(tree.isUp ? [] : Array.from(tree.seeds[box], node => tree.forest.lineOf(node)));
  if (lines.size === 1 && !lines.has('…') && !lines.has(''))
    return `calls at ${[...lines][0]}`;
  const file = profile.filesOfFunctions[plainName(tree.name[box])];
  return file ? profile.names[file] : '';
}

export function Graph({shown, store, theme, openMenu}) {
  const {state, tree, column, zoomed, profile, found, foundBelow} = shown, place = useRef(null), flame = useRef(null), [hover, setHover] = useState(null);
  const layout = useMemo(() => new Layout(tree, column), [tree, column]);
  const colours = useMemo(() => coloursOf(shown, layout), [layout, shown.colour, state.isolated, theme]);
  const [narrow, setNarrow] = useState({count: 0, extent: 0}), latest = useRef(null);
  latest.current = {layout, shown};
  useLayoutEffect(() => {
    flame.current ??= new Flame(place.current, 'Calls that allocate.', {
      zoom: box => store.set({zoom: latest.current.shown.zoomOf(box)}),
      hover: (box, event) => setHover(box === null ? null : {box, event, layout: latest.current.layout}),
      menu: (box, x, y) => {
        setHover(null);
        openMenu(x, y, {code: latest.current.layout.tree.name[box], zoom: latest.current.shown.zoomOf(box)});
      },
      drawn: its => setNarrow(before => before.count === its.count && before.extent === its.extent ? before : its),
    });
    flame.current.show(layout, zoomed, {
      unit: column.unit, isCompared: shown.isCompared, isChange: column.isChange, nameOf: box => box ? nameText(shown.nameOf(tree.name[box])) : 'all',
      colourOf: colours.colourOf, isDimmed: colours.isDimmed,
      found: found && (box => found[plainName(tree.name[box])] && box ? 2
                            : tree.seeds[box].some(seed => foundBelow[seed]) ? 1 : 0),
    });
  }, [layout, zoomed, colours, found, foundBelow]);
  const offered = table => Object.entries(table).filter(([, {when}]) => !when || when(profile)).map(([key, {title}]) => [key, title]);
  const ways = offered(Ways), dimensions = offered(Dimensions).map(([key, title]) => [key, title.toLowerCase()]), splits = offered(Splits);
  return <section id="graph" aria-labelledby="graph-title">
    <div class="title-bar"><h2 id="graph-title">Call graph</h2>
      <div class="tools">
        <button type="button" aria-pressed={state.inverted} title="The functions that allocate first (i)"
                onClick={() => store.set({inverted: !state.inverted, zoom: []})}>Invert</button>
        <Choice title="Boxes" label="of" value={shown.dimension} entries={dimensions} change={dimension => store.set({dimension, zoom: []})} />
        {splits.length > 0 && <Choice title="Split" value={shown.split} entries={[['', 'all together'], ...splits]} change={split => store.set({split, zoom: []})} />}
        {!shown.isCompared && <Choice title="Colour" label="colour" value={shown.colour} entries={ways} change={colour => store.set({colour, isolated: ''})} />}
      </div></div>
    <Trail shown={shown} store={store} />
    <div ref={place} class="flame-place" />
    <div class="legend" role="group" aria-label="Legend">{colours.entries.map(({title, colour}) => colours.isFixed
        ? <span key={title}><i style={`background: ${colour}`} />{title}</span>
        : <button type="button" key={title} aria-pressed={state.isolated === title} title={`Show ${title} alone`}
                  onClick={() => store.set({isolated: state.isolated === title ? '' : title})}><i style={`background: ${colour}`} />{title}</button>)}
      {narrow.count > 0 && <span class="narrow">{countText(narrow.count)} {narrow.count === 1 ? 'box' : 'boxes'} below a pixel ({shareText(narrow.extent, layout.extent[0])})</span>}</div>
    <p class="note hint">Click a box to zoom, Escape to see all; right click for what else can be done. Ctrl and the wheel stretch.</p>
    <Tooltip shown={shown} layout={layout} hover={hover} />
  </section>;
}

function Trail({shown, store}) {
  const {zoom} = shown.state;
  return <nav class="trail" aria-label="Zoomed to" hidden={!zoom.length}>
    {zoom.length > 0 && <button type="button" onClick={() => store.set({zoom: []})}>all</button>}
    {zoom.map((each, at) => <button type="button" key={at} title={each} onClick={() => store.set({zoom: zoom.slice(0, at + 1)})}>{each}</button>)}
  </nav>;
}
