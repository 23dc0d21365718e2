// sizes.jsx - How much is allocated in which sizes, by uPlot
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bar for each power of two: the sizes up to it, as `report --timeline --by size` has them. The
// table shows the same by the size, exactly.

import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import uPlot from 'uplot';

import {Powers, axisStyle, tickText} from '../ui/axes.js';
import {cssColour} from '../ui/colours.js';
import {bytesText, exactText} from '../ui/text.js';

const bucketOf = size => size < 1 ? 0 : Math.ceil(Math.log2(size)) + 1;
const lastOf = bucket => bucket ? 2 ** (bucket - 1) : 0;
const rangeText = bucket => bucket < 3 ? bytesText(lastOf(bucket)) : `over ${bytesText(lastOf(bucket - 1))} up to ${bytesText(lastOf(bucket))}`;

/// {first, sums}: by side, of each bucket from the first on.
function bucketsOf(shown) {
  const {chosen, column, profile: {rows: {size}}} = shown;
  const buckets = shown.once('buckets', [], () => Uint8Array.from(size, bucketOf)); // by row
  let first = Infinity, last = 0;
  for (const row of chosen) {
    first = Math.min(first, buckets[row]);
    last = Math.max(last, buckets[row]);
  }
  if (!chosen.length)
    first = last = 0;
  const sums = column.of.map(values => {
    const its = new Array(last - first + 1).fill(0);
    for (const row of chosen)
      its[buckets[row] - first] += values[row];
    return its;
  });
  return {first, sums};
}

function draw(place, {first, sums}, unit, tell) {
  const bars = align => uPlot.paths.bars({size: [sums.length === 2 ? 0.38 : 0.8, 80], align});
  const series = sums.length === 2
      ? [{label: 'before', fill: cssColour('--before'), paths: bars(-1), points: {show: false}},
         {label: 'after', fill: cssColour('--bar'), paths: bars(1), points: {show: false}}]
      : [{label: 'all', fill: cssColour('--bar'), paths: bars(0), points: {show: false}}];
  const axis = axisStyle();
  return new uPlot({
    width: Math.max(200, place.clientWidth), height: 200,
    legend: {show: false},
    cursor: {y: false, drag: {x: false, y: false}, points: {show: false}},
    scales: {x: {time: false, range: [-0.6, sums[0].length - 0.4]}, y: {range: (u, low, high) => [Math.min(0, low), high * 1.05 || 1]}},
    axes: [
      {...axis, grid: {show: false}, space: 84,
       splits: (plot, at, low, high, step) => sums[0].map((each, i) => i).filter(i => !(i % Math.max(1, Math.round(step)))),
       values: (plot, splits) => splits.map(each => `up to ${tickText(lastOf(first + each), 'bytes')}`)},
      {...axis, size: 80, incrs: unit === 'bytes' ? Powers : undefined, values: (plot, splits) => splits.map(each => tickText(each, unit))},
    ],
    series: [{}, ...series],
    hooks: {setCursor: [plot => tell(plot.cursor.idx ?? null)]},
  }, [sums[0].map((each, i) => i), ...sums], place);
}

export function Sizes({shown, theme}) {
  const place = useRef(null), [at, setAt] = useState(null), {column, unit, word} = shown;
  const buckets = useMemo(() => bucketsOf(shown), [shown.chosen, column]), {first, sums} = buckets;
  useEffect(() => {
    const {current: its} = place, plot = draw(its, buckets, unit, setAt);
    const watch = new ResizeObserver(() => plot.setSize({width: Math.max(200, its.clientWidth), height: 200}));
    watch.observe(its);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [buckets, theme]);
  const after = sums.at(-1), most = after.indexOf(Math.max(...after));
  const texts = at === null || !sums.some(each => each[at]) ? null : sums.map(each => exactText(each[at], unit));
  return <>
    <div class="chart" ref={place} role="img" aria-label={`${word} by size of an allocation; most, ${exactText(after[most], unit)}, in sizes ${
        rangeText(first + most)}. Choose Sizes above the table for all.`} />
    <p class="details">{texts ? `${rangeText(first + at)}: ${texts.length === 2 ? `${texts[0]} ${column.isChange ? 'at A' : 'before'}, ${texts[1]} ${column.isChange ? 'at B' : 'after'}` : texts[0]}${
        unit === 'bytes' ? '' : ` ${word}`}` : '\u00a0'}</p></>;
}
