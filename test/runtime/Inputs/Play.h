//===- Play.h - Plays the pass in tests of the runtime ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   static Play Module;
//   uint32_t Main = Module.function("main");
//   uint32_t Leaf = Module.function("leaf");
//   uint32_t ToLeaf = Module.call(Main, Module.frame(Main, "a.c", 3), Leaf);
//   uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
//   Module.load();
//   { Calling C(Module, ToLeaf); Module.allocate(Site, 24); }
//
// With PLAY_PIC defined it plays -fPIC code, which knows of the runtime only what
// its State says.
//
// allocate() does to the word what instrumented code does: nothing where the thread
// does not count, else compare, add one, else miss.
//
//===----------------------------------------------------------------------===//
#include "../../../pass/describe/Encode.cpp"
#include "allocsite/Tag.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef PLAY_PIC
extern "C" void ALLOCSITE_SYM_JOIN(const AllocSiteModule *Module);
#define PLAY_REGISTER ALLOCSITE_SYM_JOIN
#else
extern "C" {
extern __thread AllocSiteThread ALLOCSITE_SYM_THREAD __asm__(ALLOCSITE_THREAD_NAME)
    __attribute__((tls_model("local-exec"), visibility("hidden")));
__attribute__((preserve_most)) void
ALLOCSITE_SYM_MISS(uint64_t Tag, uint64_t Context, uint64_t Size,
                    uint64_t Site);
void ALLOCSITE_SYM_REGISTER(const AllocSiteModule *Module);
void ALLOCSITE_SYM_FLUSH(void);
extern int32_t ALLOCSITE_SYM_LEVEL;
}
#define PLAY_REGISTER ALLOCSITE_SYM_REGISTER
#endif

#ifndef PLAY_BYTES // of encoded records, for which a module has room
#define PLAY_BYTES 65536
#endif

inline uint64_t slotMask(const AllocSiteSlot *Slots) {
  uint64_t Mask;
  memcpy(&Mask, reinterpret_cast<const char *>(Slots) + ALLOCSITE_SLOT_MASK_OFFSET,
         sizeof(Mask));
  return Mask;
}

inline size_t slotCount(const AllocSiteSlot *Slots) {
  return slotMask(Slots) / sizeof(AllocSiteSlot) + 1;
}

/// The slot of Tag.
inline AllocSiteSlot *slotOf(AllocSiteSlot *Slots, uint64_t Tag) {
  return reinterpret_cast<AllocSiteSlot *>(
      reinterpret_cast<char *>(Slots) +
      allocsite::slotOffset(Tag, slotMask(Slots)));
}

class Play {
  allocsite::DescriptorTables Tables;
  alignas(65536) char Bytes[PLAY_BYTES]; // still there when destructors have run
  AllocSiteModule Module = {};

  uint32_t string(const char *Text) {
    if (!*Text)
      return 0;
    Tables.Strings.push_back(Text);
    return Tables.Strings.size() - 1;
  }
  template <typename Record>
  static uint32_t add(std::vector<Record> &To, const Record &New) {
    To.push_back(New);
    return To.size() - 1;
  }

public:
  /// Of x86-64, as pass/arch has it.
  static constexpr int64_t ScratchOffset = 0x38;
  AllocSiteState State = {0, ScratchOffset, nullptr, nullptr};
  uint64_t Words[4] = {}; ///< Registration adds the base to each id of each.
  uint64_t &CallBase = Words[0], TagBase = 0;

  static constexpr uint32_t Foreign = 0; // not instrumented

  uint32_t function(const char *Symbol,
                    uint32_t Flags = ALLOCSITE_FUNCTION_INSTRUMENTED,
                    uint32_t Aliasee = 0, const char *Name = nullptr) {
    AllocSiteFunction New = {};
    New.Name = string(Name ? Name : Symbol);
    New.Flags = Flags;
    New.Aliasee = Aliasee;
    allocsite::setSymbol(New, Symbol, Tables.Strings[New.Name]);
    return add(Tables.Functions, New);
  }
  uint32_t frame(uint32_t Function, const char *File, uint32_t Line,
                 uint32_t Outer = 0, uint32_t Repeat = 0) {
    return add(Tables.Frames,
               {Function, string(File), Line, *File ? 5u : 0u, Repeat, Outer});
  }
  uint32_t site(uint32_t Function, uint32_t Frame,
                const char *Allocator = "Pool::get",
                uint32_t Flags = ALLOCSITE_SITE_ARENA, uint32_t Ordinal = 1) {
    return add(Tables.Sites,
               {Frame, Function, string(Allocator), 0, Ordinal, Flags, 0});
  }
  /// Returns its id.
  uint32_t call(uint32_t Function, uint32_t Frame, uint32_t Callee) {
    uint32_t Id = Tables.CallSites.back().Id + 1;
    add(Tables.CallSites, {Id, Frame, Function, Callee});
    return Id;
  }
  /// The id is that of the last call.
  void callOfSameId(uint32_t Function, uint32_t Frame, uint32_t Callee) {
    uint32_t Id = Tables.CallSites.back().Id;
    add(Tables.CallSites, {Id, Frame, Function, Callee});
  }
  void tailCall(uint32_t From, uint32_t To) {
    Tables.TailCalls.push_back({From, To});
  }

  /// PretendIds: as if there were so many call sites.
  void load(uint32_t Flags = 0, uint32_t Version = ALLOCSITE_ABI_VERSION,
            uint32_t PretendIds = 0) {
    std::string Encoded = allocsite::encode(Tables);
    if (Encoded.size() > sizeof(Bytes))
      abort();
    memcpy(Bytes, Encoded.data(), Encoded.size());
    Module.Version = Version;
    Module.Flags = Flags | ALLOCSITE_MODULE_DEPTH(4);
    Module.SiteCount = Tables.Sites.size();
    Module.IdCount = PretendIds ? PretendIds : Tables.CallSites.size();
    Module.ByteCount = Encoded.size();
    Module.Bytes = reinterpret_cast<const unsigned char *>(Bytes);
    Module.State = &State;
    Module.CallIdCount = sizeof(Words) / sizeof(Words[0]);
    Module.TagStartCount = 1;
    Module.CallIds = Words;
    Module.TagStarts = &TagBase;
    PLAY_REGISTER(&Module);
  }

  /// As dlclose does to what was not copied.
  void forget() { memset(Bytes, 'X', sizeof(Bytes)); }

  /// Whoever reads the records from now on ends the program.
  void close() {
    if (mprotect(Bytes, sizeof(Bytes), PROT_NONE))
      abort();
  }

#ifdef PLAY_PIC
  AllocSiteThread &thread() const {
    char *Pointer;
#ifdef __x86_64__
    __asm__("mov %%fs:0, %0" : "=r"(Pointer));
#else
    __asm__("mrs %0, tpidr_el0" : "=r"(Pointer));
#endif
    return *reinterpret_cast<AllocSiteThread *>(Pointer + State.ThreadOffset);
  }
  void miss(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site) {
    using Function =
        __attribute__((preserve_most)) void (*)(uint64_t, uint64_t, uint64_t,
                                                uint64_t);
    reinterpret_cast<Function>(State.Miss)(Tag, Context, Size, Site);
  }
#else
  AllocSiteThread &thread() const { return ALLOCSITE_SYM_THREAD; }
  void miss(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site) {
    ALLOCSITE_SYM_MISS(Tag, Context, Size, Site);
  }
#endif

  /// The word that the tags of a site begin with.
  uint64_t tagStart(uint64_t Site) const { return TagBase + allocsite::siteInTag(Site); }

  void allocate(uint32_t Site, uint64_t Size) { count(Site, Size, 0); }
  /// A call that has made nothing.
  void fail(uint32_t Site, uint64_t Size) { count(Site, Size, ALLOCSITE_SITE_FAILED); }

  /// `Mark`: what its site has beside the number.
  __attribute__((noinline)) void count(uint64_t Site, uint64_t Size, uint64_t Mark) {
    AllocSiteThread &Thread = thread();
    uint64_t Tag = allocsite::tagOf(Thread.Context, tagStart(Site | Mark), Size);
    // Once, and relaxed: whoever stops or starts threads writes it.
    AllocSiteSlot *Slots = __atomic_load_n(&Thread.Slots, __ATOMIC_RELAXED);
    if (!Slots)
      return; // the scratch of a module that is not registered
    if (reinterpret_cast<uintptr_t>(Slots) & ALLOCSITE_SLOTS_OFF)
      return;
    AllocSiteSlot *Slot = slotOf(Slots, Tag);
    // Relaxed: plain moves, that a race detector takes for no race.
    if (__atomic_load_n(&Slot->Tag, __ATOMIC_RELAXED) == Tag)
      __atomic_store_n(&Slot->Count,
                       __atomic_load_n(&Slot->Count, __ATOMIC_RELAXED) + 1,
                       __ATOMIC_RELAXED);
    else
      miss(Tag, Thread.Context, Size, (State.SiteBase + Site) | Mark);
  }
};

/// A call through call site Site, as long as it is in scope.
class Calling {
  AllocSiteThread &Thread;
  uint64_t Before;

public:
  Calling(const Play &Module, uint32_t Site)
      : Thread(Module.thread()), Before(Thread.Context) {
    Thread.Context =
        Before << ALLOCSITE_ID_BITS | (Module.CallBase + Site);
  }
  ~Calling() { Thread.Context = Before; }
};

/// A module with one function, `main`, and one site in it, a.c:1:5.
class OneSite : public Play {
  uint32_t Site;

public:
  explicit OneSite(const char *Name = "main") {
    uint32_t Main = function(Name);
    Site = site(Main, frame(Main, "a.c", 1));
    load();
  }
  void allocate(uint64_t Size) { Play::allocate(Site, Size); }
};
