//===- Loader.cpp - Opens the plugin that was built for this LLVM ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass plugin works with one LLVM major only: opened by another it crashes the
// compiler or, worse, is accepted and never runs. So the file that users name is
// this one, which depends on libc alone and opens the right one of
//
//     lib/AllocSite.so
//     lib/allocsite/AllocSite-14.so  AllocSite-16.so  AllocSite-19.so …
//
// in its constructor, so that the plugin's -mllvm options exist before the
// compiler reads its command line. Where there is none, compilation ends with
// one line: to go on would give a program that is silently not profiled. So it does
// where the plugin is not of the build that this file is of (isOfThisBuild).
//
// Inside clang it opens AllocSite-<major>-ast.so too, where that was built, and
// makes the two known to each other.
//
//===----------------------------------------------------------------------===//

#include "../recognise/SourceAnswers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Stands for llvm::PassPluginLibraryInfo, whose size differs between versions
/// (32 bytes, 40 since 22). A class with a copy constructor of its own is
/// returned in memory, as is the real one: returning a call's result hands the
/// host's hidden pointer on to the plugin, and no byte is ever copied here.
struct PluginInfo {
  PluginInfo(const PluginInfo &);
};

namespace {

//===----------------------------------------------------------------------===//
// Which LLVM has opened the plugin
//
// Asked in this order, from what cannot be wrong to what is only likely:
//
//   LLVMGetVersion()                     LLVM 16 and later, any program
//   clang::getClangFullVersion()         clang 14 and 15
//   libLLVM-14.so.1, libLLVM.so.19.1     opt and lld 14 and 15
//   /usr/lib/llvm-14/bin/opt, clang-14   linked statically, symbols not exported
//===----------------------------------------------------------------------===//

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

/// The major version of the LLVM in this process, or 0 where nothing tells it. `Executable` is
/// the absolute path of the running program.
unsigned hostMajor(const char *Executable) {
  if (unsigned Major = fromGetVersion())
    return Major;
  if (unsigned Major = fromClang())
    return Major;
  if (unsigned Major = fromLoadedLibrary())
    return Major;
  return fromExecutable(Executable);
}

//===----------------------------------------------------------------------===//
// Opening the plugins
//===----------------------------------------------------------------------===//

using EntryPoint = PluginInfo (*)();

EntryPoint Entry = nullptr;

/// Ends the compilation with one line on stderr. Temporary files first: the
/// compiler has opened its output by now, and only its handler for interrupts
/// knows the name.
[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char *Format, ...) {
  char Line[3 * PATH_MAX];
  va_list Arguments;
  va_start(Arguments, Format);
  vsnprintf(Line, sizeof Line - 1, Format, Arguments);
  va_end(Arguments);
  for (char *At = Line; (At = strchr(At, '\n'));)
    *At = ' ';
  strcat(Line, "\n");
  ssize_t Written = write(STDERR_FILENO, Line, strlen(Line));
  (void)Written; // there is no one left to tell
  if (void *Cleanup = dlsym(RTLD_DEFAULT, "_ZN4llvm3sys20RunInterruptHandlersEv"))
    reinterpret_cast<void (*)()>(Cleanup)();
  exit(1);
}

struct Listed {
  const char *Name, *Id; ///< In hexadecimal.
};

constexpr Listed Plugins[] = {
#define PLUGIN(NAME, ID) {NAME, ID},
#include "PluginIds.inc"
#undef PLUGIN
};

/// Names and ids are padded to 4 bytes, in segments that are aligned so to 8.
constexpr size_t pad(size_t Size, size_t To) { return (Size + To - 1) & ~(To - 1); }

bool isHexOf(const char *Hex, const uint8_t *Bytes, size_t Count) {
  static const char Digits[] = "0123456789abcdef";
  if (strlen(Hex) != 2 * Count)
    return false;
  for (size_t I = 0; I != Count; ++I)
    if (Hex[2 * I] != Digits[Bytes[I] >> 4] || Hex[2 * I + 1] != Digits[Bytes[I] & 15])
      return false;
  return true;
}

/// True if the notes in the Size bytes at At, all of which are mapped, hold the build ID Id.
bool holdId(const uint8_t *At, size_t Size, size_t Align, const char *Id) {
  for (const uint8_t *End = At + Size; size_t(End - At) >= sizeof(ElfW(Nhdr));) {
    auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
    const uint8_t *Name = At + sizeof *Note;
    size_t ToId = pad(sizeof *Note + Note->n_namesz, Align);
    size_t ToNext = ToId + pad(Note->n_descsz, Align);
    if (size_t(End - At) < ToNext)
      return false;
    const uint8_t *Bytes = At + ToId;
    if (Note->n_type == NT_GNU_BUILD_ID && Note->n_namesz == sizeof "GNU" &&
        memcmp(Name, "GNU", sizeof "GNU") == 0)
      return isHexOf(Id, Bytes, Note->n_descsz);
    At += ToNext;
  }
  return false;
}

/// AllocSite.so holds the build ids of the plugins that it opens:
///
///   PLUGIN("AllocSite-19.so", "8b1f…")   in PluginIds.inc, which ListPlugins.cmake writes
///
/// So its bytes change with theirs. A cache of objects looks at the file that -fplugin=
/// names and not at what that opens; an upgrade would be given objects of the older pass.
/// So that this holds, a plugin with another id is refused.
///
/// Whether the loaded library that Symbol lies in has the build id that is listed for Name, the
/// name of its file; false where none is listed. Stripping keeps the id.
bool isOfThisBuild(const void *Symbol, const char *Name) {
  const char *Id = nullptr;
  for (const Listed &Plugin : Plugins)
    if (strcmp(Plugin.Name, Name) == 0)
      Id = Plugin.Id;
  Dl_info Library;
  if (!Id || !dladdr(Symbol, &Library))
    return false;
  auto *Base = static_cast<const uint8_t *>(Library.dli_fbase);
  auto *File = reinterpret_cast<const ElfW(Ehdr) *>(Base);
  auto *Segments = reinterpret_cast<const ElfW(Phdr) *>(Base + File->e_phoff);
  for (unsigned I = 0; I != File->e_phnum; ++I)
    if (Segments[I].p_type == PT_NOTE &&
        holdId(Base + Segments[I].p_vaddr, Segments[I].p_memsz,
               Segments[I].p_align == 8 ? 8 : 4, Id))
      return true;
  return false;
}

/// Ends the compilation where Symbol of the plugin Path is not of this file's build.
void checkBuild(const void *Symbol, const char *Path) {
  if (!isOfThisBuild(Symbol, strrchr(Path, '/') + 1))
    fail("allocsite: error: %s is not of the build that AllocSite.so is of "
         "(hint: install all files of one build)",
         Path);
}

/// Writes "14, 16, 19" into Text: the majors of the plugins in Directory.
void listMajors(const char *Directory, char *Text, size_t Size) {
  bool Present[100] = {};
  if (DIR *Folder = opendir(Directory)) {
    while (dirent *File = readdir(Folder)) {
      unsigned Major = 0;
      int End = 0;
      if (sscanf(File->d_name, "AllocSite-%2u.so%n", &Major, &End) == 1 && End &&
          !File->d_name[End])
        Present[Major] = true;
    }
    closedir(Folder);
  }
  size_t Length = 0;
  Text[0] = '\0';
  for (unsigned Major = 0; Major != 100; ++Major)
    if (Present[Major] && Length + 8 < Size)
      Length += size_t(snprintf(Text + Length, Size - Length, Length ? ", %u" : "%u", Major));
  if (!Length)
    snprintf(Text, Size, "none");
}

/// The directory of this file, symbolic links followed.
void findOwnDirectory(char (&Directory)[PATH_MAX]) {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&Entry), &Self) || !Self.dli_fname ||
      !realpath(Self.dli_fname, Directory))
    fail("allocsite: error: cannot tell where AllocSite.so was loaded from");
  *strrchr(Directory, '/') = '\0';
}

/// Lets the pass, Handle, ask what reads the source, and this the pass. Only a process
/// that has clang's symbols can open it: neither opt nor a linker.
void openReader(void *Handle, const char *Directory, unsigned Major) {
  if (!dlsym(RTLD_DEFAULT, "_ZN5clang17ASTFrontendAction13ExecuteActionEv"))
    return;
  char Path[PATH_MAX + 32];
  snprintf(Path, sizeof Path, "%s/AllocSite-%u-ast.so", Directory, Major);
  if (access(Path, F_OK) != 0)
    return;
  void *Ast = dlopen(Path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!Ast)
    fail("allocsite: error: cannot load the plugin for clang %u: %s", Major, dlerror());
  auto Start = reinterpret_cast<allocsite::StartReading>(dlsym(Ast, ALLOCSITE_START_READING));
  auto Rules = reinterpret_cast<allocsite::GetRules>(dlsym(Handle, ALLOCSITE_GET_RULES));
  auto Use = reinterpret_cast<allocsite::UseSource>(dlsym(Handle, ALLOCSITE_USE_SOURCE));
  if (!Start || !Rules || !Use)
    fail("allocsite: error: %s is no plugin for clang", Path);
  checkBuild(reinterpret_cast<void *>(Start), Path);
  Dl_info Self;
  if (dladdr(reinterpret_cast<void *>(&Entry), &Self) && Self.dli_fname)
    Use(Start(Self.dli_fname, Rules()));
}

__attribute__((constructor)) void openPlugin() {
  char Directory[PATH_MAX], Executable[PATH_MAX], Majors[400];
  findOwnDirectory(Directory);
  strncat(Directory, "/allocsite", sizeof Directory - strlen(Directory) - 1);

  ssize_t Length = readlink("/proc/self/exe", Executable, sizeof Executable - 1);
  Executable[Length > 0 ? Length : 0] = '\0';

  unsigned Major = hostMajor(Executable);
  listMajors(Directory, Majors, sizeof Majors);
  if (!Major)
    fail("allocsite: error: cannot tell which version of LLVM %s is; "
         "plugins in %s are for LLVM %s",
         Executable, Directory, Majors);

  char Plugin[PATH_MAX + 32];
  snprintf(Plugin, sizeof Plugin, "%s/AllocSite-%u.so", Directory, Major);
  if (access(Plugin, F_OK) != 0)
    fail("allocsite: error: %s is LLVM %u, plugins in %s are for LLVM %s "
         "(hint: build AllocSite with -DALLOCSITE_LLVM_VERSIONS=%u)",
         Executable, Major, Directory, Majors, Major);

  void *Handle = dlopen(Plugin, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!Handle) {
    const char *Why = dlerror();
    fail("allocsite: error: cannot load the plugin for LLVM %u: %s%s", Major, Why,
         strstr(Why, "undefined symbol") ? " (hint: the LLVM of this compiler is linked into "
                                           "it and exports nothing; plugins "
                                           "need one in a library of its own, libLLVM*.so)"
                                         : "");
  }
  Entry = reinterpret_cast<EntryPoint>(dlsym(Handle, "llvmGetPassPluginInfo"));
  if (!Entry)
    fail("allocsite: error: %s is not a pass plugin: %s", Plugin, dlerror());
  checkBuild(reinterpret_cast<void *>(Entry), Plugin);
  openReader(Handle, Directory, Major);
}

} // namespace

/// The function that the host calls. It has an assembly label because a function with C
/// linkage cannot return a C++ class.
__attribute__((visibility("default"))) PluginInfo
getPassPluginInfo() __asm__("llvmGetPassPluginInfo");

PluginInfo getPassPluginInfo() { return Entry(); }
