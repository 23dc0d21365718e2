// arenas.jsx - What arenas hold, by who made them
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   made by parse   [used ███████|freed ▒▒▒|wasted ░]   3 alive of 12, 9 resets

import {bytesText, countText, exactText, foldArguments} from '../ui/text.js';

const MostMakers = 30;

/// Bytes of a maker's arenas: of live objects, of objects that are gone, and of chunks beyond objects.
function partsOf(its) {
  const used = its['live-bytes'], freed = Math.max(0, its.bytes - used), wasted = its.wasted;
  return [['used', used, 'var(--bar)'], ['freed', freed, 'var(--before)'], ['wasted', wasted, 'var(--grown)']];
}

export function Arenas({shown, store}) {
  const {arenas} = shown.profile;
  const all = [...arenas].sort((a, b) => b.bytes + b.wasted - a.bytes - a.wasted), most = Math.max(1, ...all.map(each => each.bytes + each.wasted));
  return <>
    <p class="legend">{partsOf(all[0]).map(([title, , colour]) => <span key={title}><i style={`background: ${colour}`} />{title}</span>)}</p>
    <table class="arenas"><thead><tr><th scope="col">made by</th><th scope="col">bytes</th><th scope="col">alive</th><th scope="col">made</th>
      <th scope="col">resets</th><th scope="col">objects</th><th scope="col">largest</th></tr></thead>
    <tbody>{all.slice(0, MostMakers).map((each, at) => {
      const maker = each.frames[0] ?? '-', parts = partsOf(each), tip = parts.map(([title, bytes]) => `${title}: ${exactText(bytes, 'bytes')}`).join('\n');
      return <tr key={at}><td><button type="button" class="link" title={`${each.frames.join(' ← ')}\n${each.site}`}
            onClick={() => store.set({selected: maker, panel: 'function'})}>{foldArguments(maker)}</button> <small class="note">{each.allocator}</small></td>
        <td title={tip}><span class="parts">{parts.map(([title, bytes, colour]) => <i key={title} style={`width: ${100 * bytes / most}%; background: ${colour}`} />)}</span>
          {bytesText(each['live-bytes'])} of {bytesText(each.bytes)}{each.wasted ? `, ${bytesText(each.wasted)} wasted` : ''}</td>
        <td>{countText(each.alive)}</td><td>{countText(each.created)}</td><td>{countText(each.resets)}</td><td>{countText(each.objects)}</td>
        <td>{bytesText(each.peak)}</td></tr>;
    })}</tbody></table>
    {all.length > MostMakers && <p class="note">{countText(all.length - MostMakers)} more: allocsite report --arenas</p>}</>;
}
