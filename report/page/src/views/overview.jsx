// overview.jsx - A first glance: the run, where most is, and advice
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {peakOf} from '../model/areas.js';
import {countText, exactText, foldArguments, numberText, secondsText, shareText, signedText, tellApart, withoutThrough} from '../ui/text.js';

/// A measure, the title, and of two that are compared whether what has grown is listed, or shrunk.
const Lists = [['bytes', 'Most allocated'], ['peak', 'At the peak'], ['live-bytes', 'Live at the end'], ['temporary', 'Temporary']];
const ComparedLists = [['bytes', 'More allocated', 1], ['bytes', 'Less allocated', -1], ['live-bytes', 'More live at the end', 1],
                       ['peak', 'More at the peak', 1]];
const MostLines = 5, MostAdvice = 4;

/// The functions that have most of a column: {all, lines: [{label, text, value}]}, by the sum of the rows they
/// allocate.
function largest(shown, column, sign) {
  const rows = shown.rowsIn(column);
  return shown.once(`largest ${column.word} ${sign}`, [rows, shown.state.wrappers], () => largestOf(shown, column, rows, sign));
}
/// Whether a row's number is not known, of two that are compared on either side.
function unknownIn({profile: {notFollowed}}, column, isChange) {
  if (!column.blocks || !isChange)
    return () => false;
  if (column.lackedBy)
    return () => true;
  return row => notFollowed?.some(each => each[row]);
}
function largestOf(shown, column, rows, sign) {
  const after = column.of.at(-1), before = column.of[0], sums = new Map();
  const values = sign ? after.map((each, row) => (each - before[row]) * sign) : after;
  const isUnknown = unknownIn(shown, column, sign);
  let all = 0;
  for (const row of rows) {
    const name = shown.functionOf(row) || -shown.profile.rows.called[row]; // an allocator where no function is known
    if (values[row] && !isUnknown(row)) {
      sums.set(name, (sums.get(name) ?? 0) + values[row]);
      all += values[row];
    }
  }
  const {names} = shown.profile;
  const lines = [...sums].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]).slice(0, MostLines).map(([name, value]) => ({label: names[Math.abs(name)], isFunction: name > 0, value}));
  const apart = tellApart(lines.filter(each => each.isFunction));
  return {all, lines: lines.map(each => ({...each, text: apart.get(each) ?? (each.isFunction ? foldArguments(each.label) : each.label)}))};
}

function List({shown, store, column, title, sign}) {
  const {all, lines} = largest(shown, column, sign);
  return <div class="top-list"><h3>{title}</h3>
    {lines.length ? <ol>{lines.map(({label, isFunction, text, value}) => <li key={label}>
      <button type="button" class="bar-line" title={`${label}: ${exactText(value, column.unit)}`}
              onClick={() => store.set({measure: column.word, sort: '', ...isFunction ? {selected: label, panel: 'function'}
                                                                                        : {layer: withoutThrough(label), zoom: []}})}>
        <i style={`width: ${100 * value / (lines[0].value || 1)}%`} /><span class="bar-name">{text}</span>
        <span class="bar-value">{sign ? signedText(sign * value, column.unit) : numberText(value, column.unit)}{!sign && <small> {shareText(value, all)}</small>}</span></button></li>)}</ol>
             : <p class="note">{column.lackedBy && sign ? 'not known' : 'nothing'}</p>}
  </div>;
}

const commandText = command => command.map(each => /^[\w./:=@%+,-]+$/.test(each) ? each : `'${each.replaceAll("'", "'\\''")}'`).join(' ');

/// When most was live: of a timeline to one of its points.
function peakSeconds([line], facts) {
  return line ? line.seconds[peakOf(line)] : facts['peak seconds'];
}

/// What is known of the run, as text.
function factsOf(shown) {
  const {profile} = shown, {runs, timeline} = profile, facts = [];
  for (const run of profile.isCompared ? runs.slice(-1) : runs.length === 1 ? runs : []) {
    const its = run.facts ?? {}, began = its.began || run.began;
    if (its.command?.length)
      facts.push(['Command', commandText(its.command)]);
    else if (run.program)
      facts.push(['Program', run.program]);
    if (began)
      facts.push(['Date', new Date(began * 1000).toLocaleString('sv-SE')]);
    const lines = timeline.filter(each => each.side === run.side), seconds = its.seconds ?? lines[0]?.seconds.at(-1);
    if (seconds)
      facts.push(['Duration', secondsText(seconds)]);
    if (its.process || run.process)
      facts.push(['Process', String(its.process || run.process)]);
    if (its.exit)
      facts.push(['End', its.exit.how === 'exit' && its.exit.status !== undefined ? `exit status ${its.exit.status}` : its.exit.how]);
    const peak = peakSeconds(lines, its);
    if (peak)
      facts.push(['Peak after', secondsText(peak)]);
    if (its['peak resident bytes'])
      facts.push(['Peak of memory in use', numberText(its['peak resident bytes'], 'bytes')]);
    const bytes = profile.column('bytes');
    if (seconds > 0.001 && bytes && profile.sides === 1)
      facts.push(['Allocated per second', numberText(shown.sum(shown.rowsIn(bytes), bytes)[1] / seconds, 'bytes')]);
  }
  if (runs.length > 1)
    facts.push(['Files', countText(runs.length)]);
  return facts;
}

function Advised({shown, store, each}) {
  const show = () => store.set({search: each.site !== '-' ? each.site : each.function}, false);
  return <li><button type="button" class="link" onClick={show} title="Select what it is about">{each.function !== '-' ? foldArguments(each.function) : each.site}</button>
    {' '}<span>{each.do}.</span> <small class="note">{each.evidence}.</small></li>;
}

/// What the files do not record, each sentence once, and of which of them.
function lacksOf({runs, isCompared}) {
  const filesOf = new Map();
  for (const run of runs)
    for (const each of run.lacks)
      filesOf.set(each, [...filesOf.get(each) ?? [], isCompared ? run.side ? 'after' : 'before' : run.file]);
  return [...filesOf].map(([text, files]) => files.length === runs.length ? `${text}.` : `${text} (${
      files.length === 1 ? files[0] : `${countText(files.length)} of ${countText(runs.length)} files`}).`);
}

export function Overview({shown, store}) {
  const {profile} = shown, facts = factsOf(shown);
  const lists = (profile.isCompared ? ComparedLists : Lists).map(([word, ...more]) => [profile.column(word), ...more]).filter(([column]) => column);
  return <section id="overview" aria-labelledby="overview-title"><h2 id="overview-title">Overview</h2>
    {facts.length > 0 && <dl class="facts">{facts.map(([term, text]) => <div key={term}><dt>{term}</dt><dd title={text}>{text}</dd></div>)}</dl>}
    <div class="top-lists">{lists.map(([column, title, sign]) =>
      <List key={title} shown={shown} store={store} column={column} title={title} sign={sign} />)}</div>
    {profile.advice.length > 0 && <div class="advice"><h3>Advice</h3><ul>{profile.advice.slice(0, MostAdvice).map((each, at) =>
        <Advised key={at} shown={shown} store={store} each={each} />)}</ul>
      {profile.advice.length > MostAdvice && <p class="note">{countText(profile.advice.length - MostAdvice)} more: allocsite report --advice</p>}</div>}
    {lacksOf(profile).map(each => <p class="note" key={each}>{each}</p>)}
  </section>;
}
