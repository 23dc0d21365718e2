// timeline.jsx - How much was live when, by uPlot; a stretch of it is chosen by drawing over it
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each profile that has a timeline, by seconds or by bytes that were allocated; or of one
// profile, areas that stand one on the other: by allocator, size, function or type. It is of all blocks:
// no choice or search of the page changes it.

import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import uPlot from 'uplot';

import {Rate, areasOf, kindsOf, peakOf, rateOf} from '../model/areas.js';
import {pointsOf, stretchText, withoutStretch} from '../model/stretch.js';
import {Powers, axisStyle, tickText} from '../ui/axes.js';
import {Choice} from '../ui/choice.jsx';
import {colourAt, cssColour, grayAt} from '../ui/colours.js';
import {bytesText, exactText, secondsText, signedText} from '../ui/text.js';

const Height = 120, StackedHeight = 170;

class Chart {
  /// \p on: {tell(point or null), brush(first, last)}.
  constructor(place, on) {
    this.on = on;
    this.place = place;
    new ResizeObserver(() => this.plot?.setSize(this.room())).observe(place);
  }

  room() { return {width: Math.max(200, this.place.clientWidth), height: this.isStacked ? StackedHeight : Height}; }

  /// \p areas: [{name, values}] of the only profile, or null for lines of live bytes, or of the rate.
  show(profile, areas, isRate, along, stretch) {
    Object.assign(this, {profile, along, stretch, isStacked: Boolean(areas), isRate});
    const lines = profile.timeline;
    let series;
    if (areas) {
      const sums = [];
      for (const {values} of areas)
        sums.push(values.map((each, at) => each + (sums.length ? sums.at(-1)[at] : 0)));
      this.table = [lines[0][along], ...sums.reverse()];
      series = areas.map(({name}, at) => ({label: name, width: 1, fill: areaColour(at, areas), stroke: cssColour('--muted')})).reverse();
    } else {
      this.table = isRate ? [lines[0][along], rateOf(lines[0])] : uPlot.join(lines.map(line => [line[along], line.live]));
      series = lines.map(line => ({label: 'live', width: 1.5, stroke: cssColour(profile.isCompared && !line.side ? '--before' : '--bar')}));
    }
    this.draw(series);
  }

  draw(series) {
    this.plot?.destroy();
    this.place.replaceChildren();
    const {along} = this, axis = axisStyle(), bytes = (plot, splits) => splits.map(each => tickText(each, 'bytes'));
    const brushes = this.profile.timeline.length === 1;
    this.plot = new uPlot({
      ...this.room(),
      legend: {show: false},
      cursor: {y: false, drag: {x: brushes, y: false, setScale: false}},
      select: {show: brushes},
      scales: {x: {time: false}, y: {range: (u, low, high) => [0, high * 1.08 || 1]}},
      axes: [
        along === 'seconds' ? {...axis, size: 28, values: (plot, splits) => splits.map(each => `${each} s`)}
                            : {...axis, size: 28, incrs: Powers, space: 80, values: bytes},
        {...axis, size: 74, incrs: Powers, space: 24, values: bytes},
      ],
      series: [{}, ...series.map(each => ({spanGaps: true, points: {show: false}, paths: uPlot.paths.stepped({align: 1}), ...each}))],
      hooks: {
        setCursor: [plot => this.on.tell(plot.cursor.idx ?? null)],
        setSelect: [plot => this.brushed(plot)],
        ready: [plot => this.showStretch(plot)],
        setSize: [plot => this.showStretch(plot)],
        draw: [plot => this.drawMarks(plot)],
      },
    }, this.table, this.place);
  }

  brushed(plot) {
    const {left, width} = plot.select;
    if (width >= 3)
      this.on.brush(plot.posToIdx(left), plot.posToIdx(left + width));
  }

  showStretch(plot) {
    if (!this.stretch)
      return;
    const at = point => point < 0 ? 0 : plot.valToPos(this.table[0][point], 'x');
    const [left, right] = this.stretch.map(at);
    plot.setSelect({left, width: Math.max(2, right - left), top: 0, height: plot.over.clientHeight}, false);
  }

  /// Marks of the program as lines with their names, the peak as a ring, resets of arenas as ticks.
  drawMarks(plot) {
    const {ctx, bbox} = plot, {profile, along} = this, [line] = profile.timeline;
    if (profile.timeline.length !== 1)
      return;
    const scale = devicePixelRatio || 1;
    ctx.save();
    ctx.font = `${11 * scale}px system-ui, sans-serif`;
    ctx.textBaseline = 'top';
    ctx.textAlign = 'left';
    const x = value => plot.valToPos(value, 'x', true);
    if (line.resets) {
      ctx.fillStyle = cssColour('--muted');
      line.resets.forEach((each, at) => {
        if (at && each > line.resets[at - 1])
          ctx.fillRect(x(line[along][at]), bbox.top + bbox.height - 5 * scale, scale, 5 * scale);
      });
    }
    const places = marksOf(profile, line).map(({name, seconds}) => [x(alongOf(line, along, seconds)), name]);
    ctx.strokeStyle = cssColour('--link');
    ctx.setLineDash([3 * scale, 3 * scale]);
    for (const [at] of places) {
      ctx.beginPath();
      ctx.moveTo(at, bbox.top);
      ctx.lineTo(at, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    let free = 0; // where the next name has room
    for (const [at, name] of places) {
      const wide = ctx.measureText(name).width + 6 * scale;
      const left = Math.min(at, bbox.left + bbox.width - wide); // the last one stands before its line
      if (left < free)
        continue;
      ctx.fillStyle = cssColour('--page');
      ctx.fillRect(left + scale, bbox.top, wide - 2 * scale, 13 * scale);
      ctx.fillStyle = cssColour('--link');
      ctx.fillText(name, left + 3 * scale, bbox.top + scale);
      free = left + wide;
    }
    if (!this.isStacked && !this.isRate) {
      const peak = peakOf(line);
      ctx.strokeStyle = cssColour('--found');
      ctx.lineWidth = 2 * scale;
      ctx.beginPath();
      ctx.arc(x(line[along][peak]), plot.valToPos(line.live[peak], 'y', true), 4 * scale, 0, 2 * Math.PI);
      ctx.stroke();
    }
    ctx.restore();
  }
}

/// The marks of the log that a line is of.
const marksOf = (profile, line) => profile.marks.filter(each => each.side === line.side);

/// Where an instant lies from left to right.
function alongOf(line, along, seconds) {
  if (along === 'seconds')
    return seconds;
  const at = line.seconds.findIndex(each => each >= seconds);
  return line.allocated.at(at);
}

const areaColour = (at, areas) => areas[at].isRest ? grayAt(2) : colourAt(at);

function tellOf(profile, areas, along, at) {
  if (at === null)
    return '\u00a0';
  const [line] = profile.timeline;
  if (areas) {
    const texts = areas.filter(({values}) => values[at]).map(({name, values}) => `${name} ${bytesText(values[at])}`);
    return `${secondsText(line.seconds[at])}: ${texts.join(', ') || 'nothing'}`;
  }
  const table = uPlot.join(profile.timeline.map(each => [each[along], each.live]));
  const when = along === 'seconds' ? secondsText(table[0][at]) : `${bytesText(table[0][at])} allocated`;
  const texts = profile.timeline.map((each, i) => [each, table[i + 1][at]]).filter(([, live]) => live !== null && live !== undefined)
                    .map(([each, live]) => `${exactText(live, 'bytes')} ${profile.isCompared ? each.side ? 'after' : 'before' : 'live'}`);
  const rate = profile.timeline.length === 1 ? rateOf(line)[at] : null;
  if (rate !== null)
    texts.push(`${bytesText(rate)} allocated per second`);
  return `${when}: ${texts.join(', ')}`;
}

/// What the chosen stretch did, from the timeline alone.
function textOf(line, [first, last]) {
  const before = first < 0 ? {live: 0, allocated: 0} : {live: line.live[first], allocated: line.allocated[first]};
  const grown = line.live[last] - before.live, allocated = line.allocated[last] - before.allocated;
  return `All blocks: ${bytesText(before.live)} → ${bytesText(line.live[last])}: ${signedText(grown, 'bytes')}, ${
      bytesText(allocated)} allocated, ${bytesText(allocated - grown)} freed`;
}

export function Timeline({shown, store, theme}) {
  const {profile, state} = shown, place = useRef(null), chart = useRef(null), [point, setPoint] = useState(null);
  const along = state.along === 'allocated' ? 'allocated' : 'seconds';
  const kinds = kindsOf(profile), kind = kinds.some(([its]) => its === state.line) ? state.line : '';
  const isRate = kind === Rate[0], areas = useMemo(() => kind && !isRate ? areasOf(profile, kind) : null, [profile, kind]);
  const stretch = pointsOf(profile, state.stretch), [line] = profile.timeline, marks = marksOf(profile, line);
  useEffect(() => {
    chart.current ??= new Chart(place.current, {tell: setPoint, brush: (first, last) => choose(first, last)});
    chart.current.show(profile, areas, isRate, along, stretch);
  }, [along, kind, state.stretch, theme]);
  const choose = (first, last) => store.set({stretch: stretchText(first, last), measure: profile.changes ? 'growth' : store.state.measure, sort: ''});
  const most = profile.timeline.map(each => exactText(Math.max(...each.live), 'bytes')).join(', ');
  const ends = profile.timeline.map(each => exactText(each.live.at(-1), 'bytes')).join(', ');
  const label = areas ? `Live bytes over time, ${kinds.find(([its]) => its === kind)[1]}: ${areas.map(({name, values}) =>
                            `${name}: most ${bytesText(Math.max(...values))}, at the end ${bytesText(values.at(-1))}`).join('; ')}.`
              : isRate ? `Bytes allocated per second: most ${exactText(Math.max(...rateOf(line)), 'bytes')}.`
                       : `Live bytes over time: most ${most}; at the end ${ends}.`;
  return <section id="timeline" aria-labelledby="timeline-title"><div class="title-bar"><h2 id="timeline-title">Timeline</h2>
    <div class="tools">
      {kinds.length > 0 && <Choice title="What is drawn" value={kind} entries={[['', 'live bytes'], ...kinds]} change={line => store.set({line})} />}
      <Choice title="From left to right" value={along} entries={[['seconds', 'by seconds'], ['allocated', 'by bytes allocated']]} change={along => store.set({along})} />
      {line && profile.timeline.length === 1 && <>
        <button type="button" onClick={() => choose(-1, peakOf(line))} title="What is live at the peak, and what came before">To the peak</button>
        {marks.length > 0 && <Choice title="From the mark before to (at the points of the timeline before them)" value="" change={at => betweenMarks(line, marks, +at, choose)}
            entries={[['', 'up to a mark…'], ...marks.map(({name, seconds}, at) => [String(at), `${name}, ${secondsText(seconds)}`])]} />}
        {stretch && <button type="button" onClick={() => store.set(withoutStretch(shown))}>All of it</button>}</>}
    </div></div>
    <div class="chart" ref={place} role="img" aria-label={label} />
    {areas && <p class="legend">{areas.map(({name}, at) => <span key={name}><i style={`background: ${areaColour(at, areas)}`} />{name}</span>)}</p>}
    <p class="details">{point === null && stretch ? textOf(line, stretch) : tellOf(profile, areas, along, point)}</p>
    {stretch && !profile.changes && <p class="note">The log does not tell which rows these are: run with timeline=1 and this version of the runtime.</p>}
  </section>;
}

function betweenMarks(line, marks, at, choose) {
  const pointAt = seconds => {
    const found = line.seconds.findIndex(each => each > seconds);
    return (found < 0 ? line.seconds.length : found) - 1;
  };
  choose(at ? pointAt(marks[at - 1].seconds) : -1, Math.max(0, pointAt(marks[at].seconds)));
}
