// keys.js - Which keys are the page's
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// False for what belongs to the browser, as Alt+Left, and for what is typed into a field.
export const isPlainKey = event => !event.altKey && !event.ctrlKey && !event.metaKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
