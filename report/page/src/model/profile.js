// profile.js - The profile that the page was given
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows are counted by index, and so are names, frames and chains: a question is a loop over
// columns. Nothing here changes after it was made, but for names that are added behind.

import {printable, throughText} from '../ui/text.js';
import {decode} from './decode.js';

/// Rows' flags. BelowLive: below an allocator of which it is known what is live. OverLive: what
/// the row lacks of that is in rows below it. Shared: a thread's part of a row; what is live of all of
/// its threads is in another row.
export const Failed = 1, Below = 2, BelowLive = 4, OverLive = 8, Shared = 16;

/// What a function is to the program.
export const Own = 0, Library = 1, Allocator = 2, Unknown = 3;

const LibraryNames = /^(std|boost|absl|folly|fmt|google::protobuf|__gnu_cxx|__cxxabiv1|llvm::orc)::|^(core|alloc|std|hashbrown)::/;
const LibraryFiles = /(^|\/)(usr\/(local\/)?(include|lib|src)|third[_-]party|vendor|node_modules|\.cargo|cargo\/registry|rustc)\//;
const SharedObject = /\.so(\.|$)/;
/// Of a file or a module.
export const isLibraryPath = path => LibraryFiles.test(path) || SharedObject.test(path);

class Profile {
  constructor({json, arrays}) {
    const {sides, columns} = json, names = namesOf(json, arrays);
    Object.assign(this, {names, sides, made: json.made, runs: json.runs, wrappers: json.wrappers,
                         timeline: json.timeline, marks: json.marks, arenas: json.arenas,
                         frees: json.frees, advice: json.advice, sources: json.sources,
                         generations: json.generations});
    for (const {side, facts} of json.processes)
      this.runs.filter(each => each.side === side).forEach(each => { each.facts = readFacts(facts); });
    this.known = {};
    const part = (prefix, ...keys) => Object.fromEntries(keys.map(each => [each, arrays.get(`${prefix}.${each}`)]));
    this.frames = part('frames', 'function', 'file', 'line', 'module');
    this.chains = part('chains', 'frame', 'caller');
    this.chains.frame = prepended(this.chains.frame);
    this.chains.caller.forEach((between, at, callers) => { callers[at] = at ? at - 1 - between : 0; });
    this.rows = part('rows', 'chain', 'allocator', 'type', 'site', 'through', 'size', 'flags',
                     'shownChain', 'shownSite', 'thread', 'process');
    this.rows.count = this.rows.chain.length;
    this.rows.called = this.calledNames();
    for (const shown of ['shownChain', 'shownSite']) {
      const whole = this.rows[shown === 'shownChain' ? 'chain' : 'site'];
      this.rows[shown] = this.rows[shown].some(each => each)
          ? this.rows[shown].map((each, row) => each ? each - 1 : whole[row]) : whole;
    }
    this.columns = columns.map((column, at) => ({
      ...column, title: titleOf(column.word), isOfLog: true,
      of: Array.from({length: sides}, (each, side) => arrays.get(`values.${at}.${side}`)),
    }));
    this.notFollowed = arrays.has('notFollowed.0')
        ? Array.from({length: sides}, (each, side) => arrays.get(`notFollowed.${side}`)) : null;
    this.arrays = arrays;
    /// Of the blocks of a row, in the interval that ends at a point of the timeline; null where it is not
    /// known what rows had when.
    this.changes = arrays.has('changes.row') ? part('changes', 'row', 'point', 'allocated', 'freed') : null;
  }

  /// notFollowed, and where threads are told apart the calls of shared rows.
  lacksOf(isByThread) {
    const {notFollowed, rows: {flags}} = this, calls = this.column('calls');
    if (!isByThread || !notFollowed || !calls)
      return notFollowed;
    return this.known.lacks ??= notFollowed.map((each, side) => each.map((lacks, row) => flags[row] & Shared ? calls.of[side][row] : lacks));
  }

  get isCompared() { return this.sides === 2; }

  column(word) { return this.columns.find(each => each.word === word); }

  /// False where a column of names is empty, or not there. Whoever draws asks for it.
  hasNames(column) {
    return this.known[column] ??= Boolean(this.rows[column]?.some(each => each));
  }
  get hasModules() { return this.known.modules ??= this.moduleOfFunction.some(each => each); }
  get hasFiles() { return this.known.files ??= this.filesOfFunctions.some(each => each); }
  get hasFailures() { return this.known.failures ??= this.rows.flags.some(each => each & Failed); }

  /// The number of a file's name, which is added if it is new.
  fileId(text) {
    this.files ??= new Map(Array.from(new Set(this.frames.file), each => [this.names[each], each]));
    if (!this.files.has(text))
      this.files.set(text, this.names.push(text) - 1);
    return this.files.get(text);
  }

  /// Of each row, the allocator as the graph names it: `malloc (through libc++.so.1)` is another
  /// box than `malloc`.
  calledNames() {
    const {allocator, through} = this.rows, known = new Map();
    if (!this.hasNames('through'))
      return allocator;
    return allocator.map((each, row) => {
      if (!through[row])
        return each;
      const name = `${this.names[each]} ${throughText(this.names[through[row]])}`;
      if (!known.has(name))
        known.set(name, this.names.push(name) - 1);
      return known.get(name);
    });
  }

  //===----------------------------------------------------------------------===//
  // Where functions are
  //===----------------------------------------------------------------------===//

  /// By function, a file that it is in: that of its sites.
  get fileOfSites() {
    const {frame} = this.chains, {chain, site} = this.rows, files = new Map();
    for (let row = 0; row < this.rows.count; ++row) {
      const name = this.frames.function[frame[chain[row]]];
      if (!chain[row] || !site[row] || files.has(name))
        continue;
      const file = fileOf(this.names[site[row]]);
      if (file)
        files.set(name, file);
    }
    return files;
  }

  /// By function's name: its module's or file's name, or 0.
  get moduleOfFunction() { return this.modules ??= this.ofFunction('module'); }
  get filesOfFunctions() {
    if (!this.filesOf) {
      this.filesOf = this.ofFunction('file');
      for (const [name, file] of this.fileOfSites)
        this.filesOf[name] ||= this.fileId(file);
    }
    return this.filesOf;
  }
  ofFunction(what) {
    const of = new Uint32Array(this.names.length);
    this.frames.function.forEach((name, frame) => { of[name] ||= this.frames[what][frame]; });
    return of;
  }

  /// Own, Library, Allocator or Unknown, by name. A function is a library's if its module, its file
  /// or its namespace says so.
  get kinds() {
    if (this.kindOf)
      return this.kindOf;
    const {names} = this, modules = this.moduleOfFunction, files = this.filesOfFunctions;
    const programs = new Set(this.runs.map(each => each.facts?.program ?? each.program).filter(Boolean)
                                 .map(each => each.replace(/^.*\//, '')));
    const isLibrary = name => {
      if (modules[name] && SharedObject.test(names[modules[name]]))
        return true;
      if (modules[name] && programs.size && !programs.has(names[modules[name]].replace(/^.*\//, '')))
        return true;
      return LibraryNames.test(names[name]) || Boolean(files[name] && isLibraryPath(names[files[name]]));
    };
    this.kindOf = new Uint8Array(names.length);
    for (const name of this.frames.function)
      this.kindOf[name] = name === 0 || names[name] === '…' ? Unknown : isLibrary(name) ? Library : Own;
    for (const called of [this.rows.called, this.rows.allocator])
      called.forEach(name => { this.kindOf[name] = Allocator; });
    return this.kindOf;
  }
}

/// With names that are places, which the data has as numbers.
function namesOf({names, files}, arrays) {
  const file = arrays.get('names.file'), line = arrays.get('names.line'), column = arrays.get('names.column');
  let next = 0;
  return names.map(each => {
    if (each !== 0)
      return each;
    const at = next++;
    return `${files[file[at]]}:${line[at]}:${column[at]}`;
  });
}

/// Chain 0 has no frame.
function prepended(frames) {
  const all = new Uint32Array(frames.length + 1);
  all.set(frames, 1);
  return all;
}

/// The table `run` of a log; what is damaged says nothing.
function readFacts(text) {
  try {
    return JSON.parse(text, (key, value) => typeof value === 'string' ? printable(value) : value);
  } catch {
    return {};
  }
}

const titleOf = word => (word[0].toUpperCase() + word.slice(1)).replaceAll('-', ' ');

/// `src/a.cpp` of `src/a.cpp:41:20#2`; empty where a site has no line.
export const fileOf = site => /^(.*?):\d+(:\d+)?(#\d+)?( \+\d+)?$/.exec(site)?.[1] ?? '';
export const lineOf = site => +(/:(\d+)(:\d+)?(#\d+)?( \+\d+)?$/.exec(site)?.[1] ?? 0);

/// Takes the data out of the page.
export async function readProfile(element) {
  const text = element.textContent.trim();
  element.textContent = ''; // megabytes that nobody needs again
  return new Profile(await decode(text));
}
