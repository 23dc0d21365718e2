//===- ByteSink.cpp - Where the bytes of an answer go ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteSink.h"

#include "profile/System.h"

#include <algorithm>
#include <new>
#include <zlib.h>
#include <zstd.h>

using namespace allocsite;

static constexpr size_t BufferBytes = 1 << 16;

void FileSink::write(std::string_view Bytes) {
  if (Code)
    return;
  Buffer += Bytes;
  if (Buffer.size() >= BufferBytes)
    flush();
}

void FileSink::flush() {
  if (!Code)
    Code = writeAll(Descriptor, Buffer.data(), Buffer.size());
  Buffer.clear();
}

int FileSink::finish() {
  flush();
  return Code;
}

struct GzipSink::Stream {
  z_stream Z = {};
  char Out[BufferBytes];
};

GzipSink::GzipSink(ByteSink &To, int Level, int Memory) : To(To), Deflating(new Stream) {
  constexpr int GzipWindow = 15 + 16;
  if (deflateInit2(&Deflating->Z, Level, Z_DEFLATED, GzipWindow, Memory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
}

GzipSink::~GzipSink() { deflateEnd(&Deflating->Z); }

void GzipSink::deflateAll(int Flush) {
  z_stream &Z = Deflating->Z;
  do {
    Z.next_out = reinterpret_cast<Bytef *>(Deflating->Out);
    Z.avail_out = sizeof(Deflating->Out);
    deflate(&Z, Flush);
    To.write({Deflating->Out, sizeof(Deflating->Out) - Z.avail_out});
  } while (!Z.avail_out);
}

void GzipSink::write(std::string_view Bytes) {
  constexpr size_t Most = 1 << 30; // avail_in has 32 bits
  for (; !Bytes.empty(); Bytes.remove_prefix(std::min(Bytes.size(), Most))) {
    Deflating->Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
    Deflating->Z.avail_in = uInt(std::min(Bytes.size(), Most));
    deflateAll(Z_NO_FLUSH);
  }
}

void GzipSink::finish() {
  Deflating->Z.avail_in = 0;
  deflateAll(Z_FINISH);
}

struct ZstdSink::Stream {
  ZSTD_CCtx *Z;
  char Out[BufferBytes];

  void compress(std::string_view Bytes, ZSTD_EndDirective How, ByteSink &To) {
    ZSTD_inBuffer In = {Bytes.data(), Bytes.size(), 0};
    size_t Left;
    do {
      ZSTD_outBuffer Made = {Out, sizeof(Out), 0};
      Left = ZSTD_compressStream2(Z, &Made, &In, How);
      if (ZSTD_isError(Left))
        throw std::bad_alloc(); // nothing else can fail in memory
      To.write({Out, Made.pos});
    } while (How == ZSTD_e_end ? Left != 0 : In.pos != In.size);
  }
};

ZstdSink::ZstdSink(ByteSink &To) : To(To), Compressing(new Stream{ZSTD_createCCtx(), {}}) {
  if (!Compressing->Z)
    throw std::bad_alloc();
}

ZstdSink::~ZstdSink() { ZSTD_freeCCtx(Compressing->Z); }

void ZstdSink::write(std::string_view Bytes) {
  Compressing->compress(Bytes, ZSTD_e_continue, To);
}

void ZstdSink::finish() { Compressing->compress({}, ZSTD_e_end, To); }
