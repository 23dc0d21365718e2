//===- ByteSink.h - Output streams ----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers may be larger than memory, so they are streamed. An error is kept until finish(). If
// the reader goes away (`| head`), that is no error, but isClosed() tells that writing on is
// of no use. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_BYTESINK_H
#define ALLOCSITE_REPORT_SUPPORT_BYTESINK_H

#include <memory>
#include <string>
#include <string_view>

namespace allocsite {

class ByteSink {
public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view Bytes) = 0;
  /// True if further bytes are dropped: after an error, or when the reader went away.
  virtual bool isClosed() const = 0;
};

/// A text in memory.
class StringSink : public ByteSink {
public:
  void write(std::string_view Bytes) override { Text += Bytes; }
  bool isClosed() const override { return false; }
  std::string Text;
};

/// A file, pipe or terminal. Does not close \p Descriptor.
class FileSink : public ByteSink {
public:
  explicit FileSink(int Descriptor) : Descriptor(Descriptor) {}

  void write(std::string_view Bytes) override;
  bool isClosed() const override { return Code; }
  /// Call once, after the last write(). Returns 0 or an errno value; EPIPE if the reader went
  /// away, provided that SIGPIPE is ignored.
  int finish();

private:
  void flush();

  int Descriptor;
  int Code = 0;
  std::string Buffer;
};

/// Compresses its input. The header has no time, so that equal input gives equal output.
class GzipSink : public ByteSink {
public:
  /// \p Level and \p Memory are zlib's, 1 to 9. \p To must outlive this.
  GzipSink(ByteSink &To, int Level, int Memory = 8);
  ~GzipSink() override;

  void write(std::string_view Bytes) override;
  bool isClosed() const override { return To.isClosed(); }
  /// Call once, after the last write().
  void finish();

private:
  void deflateAll(int Flush);

  struct Stream;
  ByteSink &To;
  std::unique_ptr<Stream> Deflating;
};

/// Compresses its input as one frame of Zstandard.
class ZstdSink : public ByteSink {
public:
  /// \p To must outlive this.
  explicit ZstdSink(ByteSink &To);
  ~ZstdSink() override;

  void write(std::string_view Bytes) override;
  bool isClosed() const override { return To.isClosed(); }
  /// Call once, after the last write().
  void finish();

private:
  struct Stream;
  ByteSink &To;
  std::unique_ptr<Stream> Compressing;
};

} // namespace allocsite

#endif
