//===- HostVersion.cpp - Which LLVM has opened the plugin -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asked in this order, from what cannot be wrong to what is only likely:
//
//   LLVMGetVersion()                     LLVM 16 and later, any program
//   clang::getClangFullVersion()         clang 14 and 15
//   libLLVM-14.so.1, libLLVM.so.19.1     opt and lld 14 and 15
//   /usr/lib/llvm-14/bin/opt, clang-14   linked statically, symbols not exported
//
//===----------------------------------------------------------------------===//

#include "HostVersion.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

namespace {

/// The number that Text starts with, or 0. Three digits are no LLVM version yet:
/// what is longer is a year or a build number.
unsigned leadingNumber(const char *Text) {
  unsigned Number = 0;
  int Digits = 0;
  for (; *Text >= '0' && *Text <= '9'; ++Text, ++Digits)
    Number = Number * 10 + unsigned(*Text - '0');
  return Digits >= 1 && Digits <= 2 ? Number : 0;
}

/// The number right after the last Word in Text, or 0.
unsigned numberAfter(const char *Text, const char *Word) {
  unsigned Number = 0;
  for (const char *At = Text; (At = strstr(At, Word)); ++At)
    if (unsigned Found = leadingNumber(At + strlen(Word)))
      Number = Found;
  return Number;
}

const char *fileName(const char *Path) {
  const char *Slash = strrchr(Path, '/');
  return Slash ? Slash + 1 : Path;
}

unsigned fromGetVersion() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  auto Get = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!Get)
    return 0;
  unsigned Major = 0, Minor = 0, Patch = 0;
  Get(&Major, &Minor, &Patch);
  return Major;
}

/// Room for a std::string of either C++ library, which this file cannot name
/// without depending on one. The copy constructor makes it a class that is
/// returned in memory, as std::string is. It is never destroyed: a few bytes.
struct ForeignString {
  ForeignString() = default;
  ForeignString(const ForeignString &);
  unsigned char Bytes[64];
};

unsigned fromClang() {
  using GetFullVersion = ForeignString (*)();
  const char *Text = nullptr;
  if (void *Gnu = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev")) {
    ForeignString Version = reinterpret_cast<GetFullVersion>(Gnu)();
    // libstdc++: {pointer, size, …}
    memcpy(&Text, Version.Bytes, sizeof Text);
    return numberAfter(Text, "clang version ");
  }
  if (void *Llvm = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionEv")) {
    ForeignString Version = reinterpret_cast<GetFullVersion>(Llvm)();
    // libc++: {capacity, size, pointer} where bit 0 is set, else {size * 2, text}
    if (Version.Bytes[0] & 1)
      memcpy(&Text, Version.Bytes + 2 * sizeof(size_t), sizeof Text);
    else
      Text = reinterpret_cast<const char *>(Version.Bytes + 1);
    return numberAfter(Text, "clang version ");
  }
  return 0;
}

int visitObject(dl_phdr_info *Object, size_t, void *Result) {
  const char *Name = fileName(Object->dlpi_name);
  if (strncmp(Name, "libLLVM", 7) != 0)
    return 0;
  unsigned Major = numberAfter(Name, "libLLVM-");
  if (!Major)
    Major = numberAfter(Name, ".so.");
  *static_cast<unsigned *>(Result) = Major;
  return Major != 0;
}

unsigned fromLoadedLibrary() {
  unsigned Major = 0;
  dl_iterate_phdr(visitObject, &Major);
  return Major;
}

unsigned fromExecutable(const char *Executable) {
  static const char *const Programs[] = {"clang-", "clang++-", "opt-", "lld-"};
  for (const char *Program : Programs)
    if (unsigned Major = numberAfter(fileName(Executable), Program))
      return Major;
  return numberAfter(Executable, "/llvm-");
}

} // namespace

unsigned allocsite::hostMajor(const char *Executable) {
  if (unsigned Major = fromGetVersion())
    return Major;
  if (unsigned Major = fromClang())
    return Major;
  if (unsigned Major = fromLoadedLibrary())
    return Major;
  return fromExecutable(Executable);
}
