// source.jsx - Source text with what its lines allocate
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useMemo, useRef} from 'preact/hooks';

import {fileOf, lineOf} from '../model/profile.js';
import {Choice} from '../ui/choice.jsx';
import {exactText, numberText} from '../ui/text.js';

/// By file and line: the sum of the measure over the sites there.
function sumsOf({chosen, column, profile, siteOf}) {
  const values = column.of.at(-1), places = new Map(), files = new Map();
  for (const row of chosen) {
    const site = siteOf[row];
    if (!places.has(site))
      places.set(site, [fileOf(profile.names[site]), lineOf(profile.names[site])]);
    const [file, line] = places.get(site);
    if (!Object.hasOwn(profile.sources, file))
      continue;
    if (!files.has(file))
      files.set(file, new Map());
    files.get(file).set(line, (files.get(file).get(line) ?? 0) + values[row]);
  }
  return files;
}

export function Source({shown, store}) {
  const {profile, state, column} = shown, place = useRef(null);
  const sums = useMemo(() => sumsOf(shown), [shown.chosen, column, state.wrappers]);
  const total = file => [...sums.get(file)?.values() ?? []].reduce((sum, each) => sum + each, 0);
  const files = Object.keys(profile.sources).sort((a, b) => total(b) - total(a));
  const file = Object.hasOwn(profile.sources, fileOf(state.site)) ? fileOf(state.site) : files[0], its = sums.get(file) ?? new Map();
  const line = fileOf(state.site) === file ? lineOf(state.site) : [...its].sort((a, b) => b[1] - a[1])[0]?.[0];
  useEffect(() => { // the pane alone: scrollIntoView would move the page too
    const pane = place.current, row = pane?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (row)
      pane.scrollTop += row.top - pane.getBoundingClientRect().top - (pane.clientHeight - row.height) / 2;
  }, [file, line]);
  const most = Math.max(1, ...its.values());
  return <>
    <Choice title="File" value={file} entries={files.map(each => [each, `${each}  ${numberText(total(each), column.unit)}`])}
            change={each => store.set({site: `${each}:${[...sums.get(each) ?? []].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1}`})} />
    <div class="source" ref={place} tabIndex={0} role="region" aria-label={`Source of ${file}`}><table><tbody>{profile.sources[file].map((text, at) => {
      const sum = its.get(at + 1);
      return <tr key={at} class={sum ? 'allocates' : ''} aria-current={at + 1 === line ? 'true' : undefined}>
        <td title={sum ? exactText(sum, column.unit) : undefined} style={sum ? `--share: ${Math.round(100 * sum / most)}%` : undefined}>{sum ? numberText(sum, column.unit) : ''}</td>
        <td>{at + 1}</td><td><code>{text}</code></td></tr>;
    })}</tbody></table></div></>;
}
