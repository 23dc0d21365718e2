// decode.js - From the text in the page to arrays of numbers
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// report/show/PageFormat.h tells what the data holds, and PageArrays.h how numbers are coded.

/// The bytes of base64 text: gzip.
function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; ++at)
    bytes[at] = text.charCodeAt(at);
  return bytes;
}

async function inflate(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const unzigzag = number => number % 2 ? -(number + 1) / 2 : number / 2;

/// Bytes and counts, which have 64 bits in a log; all others are indices, lines and flags.
const WideArrays = /^((values|notFollowed)\..*|rows\.size|changes\.(allocated|freed)|generations\.live)$/;

class Arrays {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
    this.all = new Map();
  }

  /// The next LEB128 number; above 2^53 it is rounded.
  number() {
    let byte = this.bytes[this.at++];
    if (byte < 128)
      return byte;
    let number = byte & 127, scale = 128;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return number;
  }

  read([key, count, coding, factor]) {
    const isWide = WideArrays.test(key);
    const to = isWide ? new Float64Array(count) : new Uint32Array(count);
    const sizes = this.all.get('rows.size'), factors = this.all.get(factor);
    let before = 0;
    for (let at = 0; at < count; ++at) {
      const number = this.number();
      switch (coding) {
      case 'plain': to[at] = number; break;
      case 'delta': to[at] = before += unzigzag(number); break;
      case 'first': to[at] = number ? number - 1 : before++; break;
      case 'times': to[at] = sizes[at] * factors[at] + unzigzag(number); break;
      case 'units': to[at] = number % 2 ? (number - 1) / 2 : number / 2 * sizes[at]; break;
      default: throw new Error(`coding ${coding} of the data is not known to this page`);
      }
    }
    if (this.at > this.bytes.length)
      throw new Error('the data ends early');
    this.all.set(key, to);
  }
}

/// {json, arrays: Map of key to typed array}.
export async function decode(base64) {
  const bytes = await inflate(bytesOf(base64));
  const end = bytes.indexOf(10);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end)));
  if (json.format !== 2)
    throw new Error(`format ${json.format} of the data is not known to this page`);
  const arrays = new Arrays(bytes, end + 1);
  json.arrays.forEach(each => arrays.read(each));
  return {json, arrays: arrays.all};
}
