//===- FileParts.h - Parts of a file, read where it has them ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_FILEPARTS_H
#define ALLOCSITE_REPORT_SUPPORT_FILEPARTS_H

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace allocsite {

/// Reads \p Bytes of a file from \p Offset on; false if there are fewer, or they cannot be read. Any
/// thread.
inline bool readExactly(int Descriptor, void *To, uint64_t Offset, uint64_t Bytes) {
  for (char *At = static_cast<char *>(To); Bytes;) {
    ssize_t Got = ::pread(Descriptor, At, Bytes, static_cast<off_t>(Offset));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    At += Got;
    Offset += Got;
    Bytes -= Got;
  }
  return true;
}

/// A file whose offsets and sizes may be wrong, such as a damaged ELF file. Its thread.
class FileParts {
public:
  explicit FileParts(const std::string &Path)
      : Descriptor(::open(Path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat Its;
    if (Descriptor >= 0 && ::fstat(Descriptor, &Its) == 0)
      Size = Its.st_size;
  }
  FileParts(const FileParts &) = delete;
  ~FileParts() {
    if (Descriptor >= 0)
      ::close(Descriptor);
  }

  bool isOpen() const { return Descriptor >= 0; }

  /// Reads \p Bytes from \p Offset on; false if the file is too short.
  bool read(void *To, uint64_t Offset, uint64_t Bytes) const {
    return Offset <= Size && Bytes <= Size - Offset &&
           readExactly(Descriptor, To, Offset, Bytes);
  }

  /// Reads a list of whole \p T; allocates memory only once the size has been checked.
  template <typename T>
  bool readAll(std::vector<T> &To, uint64_t Offset, uint64_t Bytes) const {
    if (Offset > Size || Bytes > Size - Offset)
      return false;
    To.resize(Bytes / sizeof(T));
    return read(To.data(), Offset, To.size() * sizeof(T));
  }

private:
  const int Descriptor;
  uint64_t Size = 0;
};

} // namespace allocsite

#endif
