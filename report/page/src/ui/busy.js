// busy.js - Whether something is still being drawn
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A screen reader, and a script that uses the page, wait until nothing is.

let count = 0;

function tell(change) {
  count += change;
  const main = document.getElementById('page');
  count ? main.setAttribute('aria-busy', 'true') : main.removeAttribute('aria-busy');
}

export const begin = () => tell(1);
export const end = () => tell(-1);
