//===- ByteSource.cpp - Where the bytes of an input come from -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteSource.h"

#include "support/DisplayText.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

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

Expected<std::string> allocsite::readText(const std::string &Path, size_t MostBytes,
                                          const char *What) {
  auto Input = InputFile::open(Path);
  if (!Input)
    return Input.error();
  std::string Text;
  for (char Bytes[65536];;) {
    auto Got = Input->read(Bytes, sizeof(Bytes));
    if (!Got)
      return Error{displayText(Path) + ": " + Got.error().What};
    if (!*Got)
      return Text;
    Text.append(Bytes, *Got);
    if (Text.size() > MostBytes)
      return Error{displayText(Path) + ": a " + What + " of more than " +
                   std::to_string(MostBytes >> 20) + " MiB"};
  }
}
