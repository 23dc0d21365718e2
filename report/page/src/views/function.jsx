// function.jsx - Callers and callees of one function
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useMemo, useRef, useState} from 'preact/hooks';

import {coloursOf} from '../model/categories.js';
import {isLeaf} from '../model/forest.js';
import {Layout, Tree} from '../model/tree.js';
import {NotKnown, foldArguments, knownExact, knownText, knownTip, nameText, shareText} from '../ui/text.js';
import {Flame} from './flame.js';

const MostNeighbours = 8;

/// A graph of callers or of callees.
function Half({shown, tree, title, openMenu, select, theme}) {
  const place = useRef(null), flame = useRef(null), [zoomed, setZoomed] = useState(0), latest = useRef(null);
  const {column} = shown, layout = useMemo(() => new Layout(tree, column), [tree, column]);
  const colours = useMemo(() => coloursOf(shown, layout), [layout, shown.colour, theme]);
  latest.current = {layout, shown};
  useEffect(() => setZoomed(0), [tree]);
  useEffect(() => {
    flame.current ??= new Flame(place.current, `${title} of the function.`, {
      zoom: setZoomed, hover: () => {},
      menu: (box, x, y) => openMenu(x, y, {code: latest.current.layout.tree.name[box]}),
    });
    flame.current.show(layout, zoomed < tree.name.length ? zoomed : 0, {
      unit: column.unit, isCompared: shown.isCompared, isChange: column.isChange, colourOf: colours.colourOf,
      nameOf: box => box ? nameText(shown.nameOf(tree.name[box])) : shown.state.selected,
    });
  });
  const neighbours = layout.children(0).slice(0, MostNeighbours), all = layout.after[0];
  const knownOf = box => shown.knownOf(column, shown.profile.sides - 1, values => tree.total(box, values), shown.lacksOfChosen);
  return <div class="half"><h3>{title}</h3>
    <table class="neighbours"><tbody>{neighbours.map(box => <tr key={box}>
      <td>{knownText(layout.after[box], column.unit, knownOf(box))}</td><td>{knownOf(box) === 'nothing' ? NotKnown : shareText(layout.after[box], all)}</td>
      <td>{isLeaf(tree.name[box]) ? shown.nameOf(tree.name[box])
          : <button type="button" class="link" title={shown.nameOf(tree.name[box])} onClick={() => select(shown.nameOf(tree.name[box]))}>
              {foldArguments(nameText(shown.nameOf(tree.name[box])))}</button>}</td></tr>)}
      {!neighbours.length && <tr><td>none</td></tr>}</tbody></table>
    <div ref={place} /></div>;
}

export function FunctionPanel(props) {
  const {shown, store} = props, {chosenForest: forest, profile, column, state} = shown;
  const name = useMemo(() => profile.names.indexOf(state.selected), [state.selected]);
  const nodes = useMemo(() => name >= 0 && state.selected ? forest.outermost(name) : [], [forest, name]);
  const [callers, callees] = useMemo(() => [Tree.up(forest, Int32Array.from(nodes)), Tree.down(forest, Int32Array.from(nodes))], [nodes, forest]);
  if (!state.selected)
    return <p class="note">Click a line of the table, or a function in a list: its callers and callees stand here.</p>;
  if (!nodes.length)
    return <p class="note">{state.selected} is in no stack that is shown.</p>;
  const of = part => shown.amount(column, part(column.of[0]), part(column.of.at(-1)));
  const total = of(values => forest.totals(values).total[name]), self = of(values => forest.totals(values).self[name]);
  const knownOf = sumOf => column.isChange ? shown.knownOfBoth(side => shown.knownOf(column, side, sumOf, shown.lacksOfChosen))
                                           : shown.knownOf(column, profile.sides - 1, sumOf, shown.lacksOfChosen);
  const known = knownOf(values => forest.totals(values).total[name]), knownSelf = knownOf(values => forest.totals(values).self[name]);
  const all = of(values => forest.nodeSums(values)[0]);
  const more = {...props, select: selected => store.set({selected})};
  return <>
    <p class="function-title"><strong>{state.selected}</strong></p>
    <p title={knownTip(total, column.unit, known)}>{knownExact(total, column.unit, known)}{column.unit === 'bytes' ? '' : ` ${column.word}`} with all
      that it calls{known === 'nothing' ? '' : `, ${shareText(total, all)} of what is shown`}; {knownExact(self, column.unit, knownSelf)} by itself.</p>
    <div class="halves"><Half {...more} tree={callers} title="Callers" /><Half {...more} tree={callees} title="Callees" /></div></>;
}
