//===- ByteSource.h - Where the bytes of an input come from ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are streamed, never mapped: a file that is cut short while it is read
// gives an error then, not a SIGBUS, and a pipe is as good as a file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_BYTESOURCE_H
#define ALLOCSITE_REPORT_READ_BYTESOURCE_H

#include "profile/Expected.h"

#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace allocsite {

class ByteSource {
public:
  virtual ~ByteSource() = default;

  /// Reads up to \p Size bytes into \p To; returns their number, 0 at the end. An error does
  /// not name the source: the caller adds the name and the line.
  virtual Expected<size_t> read(char *To, size_t Size) = 0;
};

class InputFile : public ByteSource {
public:
  /// \p Path `-` is standard input.
  static Expected<InputFile> open(const std::string &Path);
  /// Takes ownership of \p Descriptor. Reading from -1 gives an error.
  static InputFile adopt(int Descriptor) { return InputFile(Descriptor); }

  InputFile(InputFile &&Other) noexcept;
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile() override;

  Expected<size_t> read(char *To, size_t Size) override;

private:
  explicit InputFile(int Descriptor);

  int Descriptor;
};

/// Reads bytes in memory, which must outlive this.
class MemorySource : public ByteSource {
public:
  explicit MemorySource(std::string_view Bytes) : Left(Bytes) {}

  Expected<size_t> read(char *To, size_t Size) override {
    const size_t Count = Left.copy(To, Size);
    Left.remove_prefix(Count);
    return Count;
  }

private:
  std::string_view Left;
};

/// Decompresses gzip data; several members may follow one another, as in joined files.
class GunzipSource : public ByteSource {
public:
  /// \p From must outlive this.
  explicit GunzipSource(ByteSource &From);
  ~GunzipSource() override;

  Expected<size_t> read(char *To, size_t Size) override;

private:
  struct Stream;
  ByteSource &From;
  std::unique_ptr<Stream> Inflating;
};

/// Reads all of \p Path ("-": standard input). An error if it has more than \p MostBytes,
/// which are whole MiB; errors name the file and call it a \p What.
Expected<std::string> readText(const std::string &Path, size_t MostBytes, const char *What);
/// The same of the rest of \p Of, which errors call \p Name.
Expected<std::string> readText(ByteSource &Of, const std::string &Name, size_t MostBytes,
                               const char *What);

} // namespace allocsite

#endif
