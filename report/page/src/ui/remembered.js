// remembered.js - Columns that were chosen, for the next page
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const Key = 'allocsite-columns';

/// Words with commas between, or empty; also where a browser keeps nothing for files.
export function rememberedColumns() {
  try {
    return localStorage.getItem(Key) ?? '';
  } catch {
    return '';
  }
}

export function rememberColumns(columns) {
  try {
    columns ? localStorage.setItem(Key, columns) : localStorage.removeItem(Key);
  } catch {} // it holds for this page
}
