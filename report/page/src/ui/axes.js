// axes.js - How charts draw their axes
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {cssColour} from './colours.js';
import {numberText} from './text.js';

/// Bytes between two ticks.
export const Powers = Array.from({length: 60}, (each, at) => 2 ** at);

/// What axes of uPlot have in common.
export function axisStyle() {
  const line = {stroke: cssColour('--line'), width: 1};
  return {stroke: cssColour('--muted'), grid: line, ticks: line, font: '12px system-ui, sans-serif'};
}

/// At a tick: `2 KiB`, not `2.0 KiB`.
export const tickText = (value, unit) => numberText(value, unit).replace('.0 ', ' ');
