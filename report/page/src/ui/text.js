// text.js - Numbers and names as people read them
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const Prefixes = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

/// With one digit; of a tie the even one, as C++ prints it.
function tenths(value) {
  const exact = value * 10;
  return (exact % 2 === 0.5 ? Math.floor(exact) / 10 : value).toFixed(1);
}

/// 1536 → "1.5 KiB". As `allocsite report` prints it.
export function bytesText(value) {
  if (Math.abs(value) < 1024)
    return `${whole.format(value)} B`;
  let at = -1;
  do {
    value /= 1024;
    ++at;
  } while (Math.abs(value) >= 1023.95 && at < Prefixes.length - 1);
  return `${tenths(value)} ${Prefixes[at]}`;
}

export const countText = value => whole.format(value);

export const numberText = (value, unit) => unit === 'bytes' ? bytesText(value) : countText(value);

/// With its sign, for differences.
export const signedText = (value, unit) =>
    value > 0 ? `+${numberText(value, unit)}` : numberText(value, unit).replace('-', '−');

/// The number as people read it, and where that is not all of it the exact one too.
export function exactText(value, unit) {
  const text = numberText(value, unit);
  return unit === 'bytes' && Math.abs(value) >= 1024 ? `${text} (${whole.format(value)} bytes)`
                                                     : text;
}

export function shareText(part, all) {
  if (!all)
    return '–';
  const percent = 100 * part / all;
  return percent && Math.abs(percent) < 0.05 ? '<0.1%' : `${tenths(percent)}%`;
}

/// `…` in a log stands for callers beyond what was recorded.
export const nameText = name => name === '…' ? '… (callers that were not recorded)' : name;

/// Behind a name: which library made the calls.
export const throughText = library => `(through ${library})`;

/// `malloc` of `malloc (through libc++.so.1)`.
export const withoutThrough = name => name.replace(/ \(through .*\)$/, '');

/// A number of live memory, and what is known of it: 'whole', 'part' or 'nothing' (Shown.knownOf).
export const NotKnown = '-';
export const knownText = (value, unit, known) =>
    known === 'nothing' ? NotKnown : `${known === 'part' ? '≥' : ''}${numberText(value, unit)}`;
/// The same with the exact number.
export const knownExact = (value, unit, known) =>
    known === 'nothing' ? NotKnown : `${known === 'part' ? '≥' : ''}${exactText(value, unit)}`;
export const knownTip = (value, unit, known) => ({
  nothing: 'not known: these blocks are not followed',
  part: `at least ${exactText(value, unit)}: not all of these blocks are followed`,
  whole: exactText(value, unit),
})[known];

const closers = {'<': '>', '(': ')', '[': ']', '{': '}'};

/// Template arguments and parameters become `<…>` and `(…)`. Names whose brackets do not pair
/// stay as they are.
export function foldArguments(name) {
  let folded = '';
  for (let at = 0; at < name.length; ++at) {
    const each = name[at];
    if (name.startsWith('operator', at)) { // its brackets are its name
      const word = /^operator\s*(\(\)|\[\]|<=>|<<=?|>>=?|->\*?|<=|>=|<|>|)/.exec(name.slice(at, at + 16))[0];
      folded += word;
      at += word.length - 1;
      continue;
    }
    if ((each !== '<' && each !== '(') || name.startsWith('(anonymous', at)) {
      folded += each;
      continue;
    }
    let depth = 0, end = at;
    for (; end < name.length; ++end) {
      if (name[end] === each)
        ++depth;
      else if (name[end] === closers[each] && name[end - 1] !== '-' && !--depth)
        break;
    }
    if (end === name.length)
      return name;
    if (each === '<' && at === 0) // in Rust, `<app::Disc as app::Shape>::area`
      folded += `<${foldArguments(name.slice(1, end))}>`;
    else if (each === '<' && folded.endsWith('::')) // in Rust, `sort::<u8>`
      folded = folded.slice(0, -2);
    else
      folded += end === at + 1 ? each + closers[each] : `${each}…${closers[each]}`;
    at = end;
  }
  return folded;
}

const forms = new Map();

/// The longest form of a name that is no longer than \p room characters; its end is cut where
/// none is.
export function fitName(name, room) {
  if (name.length <= room)
    return name;
  let form = forms.get(name);
  if (form === undefined) {
    const folded = foldArguments(name);
    const bare = folded.replace(/\(…?\).*$/, '').replace(/<…>/g, '');
    form = [folded, bare, bare.replace(/^.*::(?=[^:]+$)/, '')];
    forms.set(name, form);
  }
  for (const each of form)
    if (each.length <= room)
      return each;
  return room < 3 ? '' : `${form[2].slice(0, room - 1)}…`;
}

/// An element with properties, attributes (as `aria-label`) and children.
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name.includes('-') || name === 'role' || name === 'for')
      made.setAttribute(name, value);
    else
      made[name] = value;
  made.append(...children);
  return made;
}

/// What lines are called that would look alike: `map<…>` of two types is told apart by the part that
/// differs. A map of these lines to texts.
export function tellApart(lines) {
  const alike = new Map();
  for (const line of lines) {
    const key = `${line.level ?? 0}\n${foldArguments(line.label)}`;
    alike.has(key) ? alike.get(key).push(line) : alike.set(key, [line]);
  }
  const texts = new Map();
  for (const group of alike.values()) {
    const names = [...new Set(group.map(each => each.label))];
    if (names.length < 2)
      continue;
    const [first] = names, least = Math.min(...names.map(each => each.length));
    let begin = 0, end = 0;
    while (begin < least && names.every(each => each[begin] === first[begin]))
      ++begin;
    while (end < least - begin && names.every(each => each.at(-1 - end) === first.at(-1 - end)))
      ++end;
    // From the beginning of a word on.
    while (begin && /[\w:]/.test(first[begin - 1]))
      --begin;
    for (const line of group)
      texts.set(line, `${foldArguments(line.label)} · ${line.label.slice(begin, line.label.length - end) || 'no argument'}`);
  }
  return texts;
}

/// 0.01234 → "12.3 ms", 75 → "1 min 15 s".
export function secondsText(value) {
  if (value < 0.9995)
    return `${(value * 1000).toPrecision(3)} ms`;
  if (value < 60)
    return `${value.toPrecision(3)} s`;
  const minutes = Math.floor(value / 60);
  return minutes < 60 ? `${minutes} min ${Math.floor(value % 60)} s`
                      : `${whole.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/// A text without what would end lines, or turn their direction.
export const printable = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '·');
