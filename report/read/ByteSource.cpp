//===- ByteSource.cpp - Where the bytes of an input come from -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteSource.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

using namespace allocsite;

static Error openError(const std::string &Path, int Number) {
  return {displayText(Path) + ": " + std::strerror(Number)};
}

Expected<InputFile> InputFile::open(const std::string &Path) {
  int Descriptor = Path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                               : ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Descriptor < 0)
    return openError(Path, errno);
  InputFile Opened(Descriptor);
  struct stat Status;
  if (::fstat(Descriptor, &Status) == 0 && S_ISDIR(Status.st_mode))
    return openError(Path, EISDIR);
  return Expected<InputFile>(std::move(Opened));
}

InputFile::InputFile(int Descriptor) : Descriptor(Descriptor) {}

InputFile::InputFile(InputFile &&Other) noexcept
    : Descriptor(std::exchange(Other.Descriptor, -1)) {}

InputFile::~InputFile() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

Expected<size_t> InputFile::read(char *To, size_t Size) {
  for (;;) {
    ssize_t Got = ::read(Descriptor, To, Size);
    if (Got >= 0)
      return size_t(Got);
    if (errno != EINTR)
      return Error{std::string("cannot be read: ") + std::strerror(errno)};
  }
}

struct GunzipSource::Stream {
  z_stream Z = {};
  bool IsWhole = true; ///< the last member has ended
  char In[1 << 16];
};

GunzipSource::GunzipSource(ByteSource &From) : From(From), Inflating(new Stream) {
  constexpr int GzipWindow = 15 + 16;
  if (inflateInit2(&Inflating->Z, GzipWindow) != Z_OK)
    throw std::bad_alloc();
}

GunzipSource::~GunzipSource() { inflateEnd(&Inflating->Z); }

Expected<size_t> GunzipSource::read(char *To, size_t Size) {
  z_stream &Z = Inflating->Z;
  Z.next_out = reinterpret_cast<Bytef *>(To);
  Z.avail_out = uInt(std::min<size_t>(Size, INT_MAX));
  const uInt Wanted = Z.avail_out;
  while (Wanted && Z.avail_out == Wanted) {
    if (!Z.avail_in) {
      auto Got = From.read(Inflating->In, sizeof(Inflating->In));
      if (!Got)
        return Got;
      if (!*Got && !Inflating->IsWhole)
        return Error{"the end of the packed data is missing (is the file cut off?)"};
      if (!*Got)
        return size_t(0);
      Z.next_in = reinterpret_cast<Bytef *>(Inflating->In);
      Z.avail_in = uInt(*Got);
    }
    if (std::exchange(Inflating->IsWhole, false) && inflateReset(&Z) != Z_OK)
      throw std::bad_alloc();
    const int Code = inflate(&Z, Z_NO_FLUSH);
    if (Code == Z_MEM_ERROR)
      throw std::bad_alloc();
    if (Code == Z_STREAM_END)
      Inflating->IsWhole = true;
    else if (Code != Z_OK && Code != Z_BUF_ERROR)
      return Error{std::string("damaged gzip data: ") + (Z.msg ? Z.msg : "no such code")};
  }
  return size_t(Wanted - Z.avail_out);
}

Expected<std::string> allocsite::readText(const std::string &Path, size_t MostBytes,
                                          const char *What) {
  auto Input = InputFile::open(Path);
  if (!Input)
    return Input.error();
  return readText(*Input, Path, MostBytes, What);
}

Expected<std::string> allocsite::readText(ByteSource &Of, const std::string &Name,
                                          size_t MostBytes, const char *What) {
  std::string Text;
  for (char Bytes[65536];;) {
    auto Got = Of.read(Bytes, sizeof(Bytes));
    if (!Got)
      return Error{displayText(Name) + ": " + Got.error().What};
    if (!*Got)
      return Text;
    Text.append(Bytes, *Got);
    if (Text.size() > MostBytes)
      return Error{displayText(Name) + ": a " + What + " of more than " +
                   std::to_string(MostBytes >> 20) + " MiB"};
  }
}
