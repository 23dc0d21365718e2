//===- ByteSink.h - Where the bytes of an answer go -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers may be larger than memory, so they are streamed. An error stays until finish(); a
// reader that went away (`| head`) is none, but then there is no use in going on.
// One thread at a time.
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
  /// Nobody takes more: an error, or the reader went away.
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
  /// Once, after the last write(): 0 or an errno value; EPIPE where the reader went away. The
  /// signal SIGPIPE must be ignored for that.
  int finish();

private:
  void flush();

  int Descriptor;
  int Code = 0;
  std::string Buffer;
};

/// Compresses what it gets. The header has no time, so that equal input is equal output.
class GzipSink : public ByteSink {
public:
  /// \p Level is zlib's, 1 to 9. \p To must outlive this.
  GzipSink(ByteSink &To, int Level);
  ~GzipSink() override;

  void write(std::string_view Bytes) override;
  bool isClosed() const override { return To.isClosed(); }
  /// Once, after the last write().
  void finish();

private:
  void deflateAll(int Flush);

  struct Stream;
  ByteSink &To;
  std::unique_ptr<Stream> Deflating;
};

} // namespace allocsite

#endif
