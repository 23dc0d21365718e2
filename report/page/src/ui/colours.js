// colours.js - What the colour of a box says
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The colours are those of Okabe and Ito (2008), lighter or darker, so that text can be read on them.
// They differ in lightness too: who cannot tell red from green tells them apart. Gray is for what
// is no part of the program: allocators, and the rest.

const Palettes = {
  light: ['#f3b562', '#9fd4f2', '#7fd0b4', '#f2e780', '#8fb0dd', '#f0a07c', '#e0b3d0', '#c9d6a3'],
  dark: ['#8a5a12', '#1f5f85', '#0f6b52', '#6f6612', '#3a4f86', '#8c4324', '#7a4a6a', '#54633a'],
};
const Grays = {light: ['#cfd5de', '#e4e8ee', '#b4bdc9'], dark: ['#3d4653', '#2b323c', '#566172']};
/// From nothing to all, in six steps: the stronger, the farther from half.
const Scales = {
  light: ['#e3aa5c', '#f3c88b', '#fbe3c0', '#cfe4f0', '#9fc9e0', '#6faed4'],
  dark: ['#8f5f1a', '#6f4a16', '#4f3a1c', '#1f3c50', '#1f4f6f', '#1f628c'],
};

/// What is chosen, or the system's; paper is light.
export const themeOf = chosen => matchMedia('print').matches ? 'light' : chosen !== 'auto' ? chosen
                                 : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
/// Of style.css, as `--text`, in the theme that is shown.
export const cssColour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const theme = () => document.documentElement.dataset.theme;

export const colourAt = at => {
  const all = Palettes[theme()];
  return at < all.length ? all[at] : Grays[theme()][2];
};
export const grayAt = at => Grays[theme()][at];
export const scaleAt = share => Scales[theme()][Math.max(0, Math.min(5, Math.floor(share * 6)))];
/// As many categories as have a colour.
export const MostColours = Palettes.light.length;
