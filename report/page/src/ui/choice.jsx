// choice.jsx - A list to choose from
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \p entries: [[value, text]], or [[title, [[value, text]]]] of a group.
export function Choice({title, entries, value, change, label}) {
  const option = ([its, text]) => Array.isArray(text)
      ? <optgroup label={its} key={its}>{text.map(option)}</optgroup>
      : <option value={its} key={its} selected={its === value}>{text}</option>;
  return <label class="choice">{label && <span>{label}</span>}
    <select aria-label={title} title={title} value={value} onChange={event => change(event.currentTarget.value)}>
      {entries.map(option)}
    </select>
  </label>;
}
