// freed-by.jsx - Who freed the blocks of a site
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {countText, foldArguments, shareText, tellApart} from '../ui/text.js';

const MostLines = 20;

export function FreedBy({shown, store}) {
  const {profile, state} = shown, {frees} = profile;
  const isOfSite = state.site && frees.some(each => each.site === state.site);
  const known = new Map();
  for (const each of frees)
    if (!isOfSite || each.site === state.site)
      known.set(each.by, (known.get(each.by) ?? 0) + each.count);
  const all = [...known.values()].reduce((sum, each) => sum + each, 0);
  const lines = [...known].sort((a, b) => b[1] - a[1]).map(([label, count]) => ({label, count})), apart = tellApart(lines.slice(0, MostLines));
  return <>
    <p>{isOfSite ? <>Blocks of the site <strong>{state.site}</strong> were freed by <button type="button" class="link" onClick={() => store.set({site: ''})}>(all sites)</button></>
                 : 'All blocks were freed by; click a line of the table for those of its site'}</p>
    <table class="neighbours"><tbody>{lines.slice(0, MostLines).map(line => <tr key={line.label}><td>{countText(line.count)}</td><td>{shareText(line.count, all)}</td>
      <td title={line.label}>{line.label === '-' ? 'code that is not known' : apart.get(line) ?? foldArguments(line.label)}</td></tr>)}</tbody></table>
    {lines.length > MostLines && <p class="note">{countText(lines.length - MostLines)} more: allocsite report --table frees</p>}</>;
}
