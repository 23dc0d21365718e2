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
// allocate() does to the word what instrumented code does: compare, add one,
// else miss.
//
//===----------------------------------------------------------------------===//
#include "allocsite/Abi.h"
#include <string.h>
#include <sys/mman.h>

#ifdef PLAY_PIC
extern "C" void __allocsite_join_v1(const AllocSiteModule *Module);
#define PLAY_REGISTER __allocsite_join_v1
#else
extern "C" {
extern __thread AllocSiteThread __allocsite_thread_v1
    __attribute__((tls_model("local-exec"), visibility("hidden")));
__attribute__((preserve_most)) void
__allocsite_miss_v1(uint64_t Tag, uint64_t Context, uint64_t Size,
                    uint64_t Site);
void __allocsite_register_v1(const AllocSiteModule *Module);
void __allocsite_flush_v1(void);
extern int32_t __allocsite_level_v1;
}
#define PLAY_REGISTER __allocsite_register_v1
#endif

class Play {
  char Strings[65536];
  AllocSiteFunction Functions[64];
  AllocSiteFrame Frames[256];
  AllocSiteSite Sites[256];
  AllocSiteCallSite Calls[256];
  AllocSiteTailCall Tails[64];
  AllocSiteModule Module;

  uint32_t string(const char *Text) {
    if (!*Text)
      return 0;
    if (!Module.StringBytes)
      Module.StringBytes = 1;
    uint32_t At = Module.StringBytes;
    strcpy(Strings + At, Text);
    Module.StringBytes += strlen(Text) + 1;
    return At;
  }
  static uint32_t next(uint32_t &Count) {
    if (!Count)
      Count = 1; // the record of zeros
    return Count++;
  }

public:
  AllocSiteState State = {0, 0, 0, ALLOCSITE_SCRATCH_OFFSET_X86_64, nullptr,
                          nullptr};

  static constexpr uint32_t Foreign = 0; // not instrumented

  uint32_t function(const char *Symbol,
                    uint32_t Flags = ALLOCSITE_FUNCTION_INSTRUMENTED,
                    uint32_t Aliasee = 0, const char *Name = nullptr) {
    uint32_t I = next(Module.FunctionCount);
    Functions[I] = {string(Symbol), string(Name ? Name : Symbol), Flags,
                    Aliasee};
    return I;
  }
  uint32_t frame(uint32_t Function, const char *File, uint32_t Line,
                 uint32_t Outer = 0, uint32_t Repeat = 0) {
    uint32_t I = next(Module.FrameCount);
    Frames[I] = {Function, string(File), Line, *File ? 5u : 0u, Repeat, Outer};
    return I;
  }
  uint32_t site(uint32_t Function, uint32_t Frame,
                const char *Allocator = "Pool::get",
                uint32_t Flags = ALLOCSITE_SITE_ARENA, uint32_t Ordinal = 1) {
    uint32_t I = next(Module.SiteCount);
    Sites[I] = {Frame, Function, string(Allocator), 0, Ordinal, Flags};
    return I;
  }
  uint32_t call(uint32_t Function, uint32_t Frame, uint32_t Callee) {
    uint32_t I = next(Module.CallSiteCount);
    Calls[I] = {I, Frame, Function, Callee};
    Module.IdCount = Module.CallSiteCount;
    return I;
  }
  void tailCall(uint32_t From, uint32_t To) {
    Tails[Module.TailCallCount++] = {From, To};
  }

  void load(uint32_t Flags = 0, uint32_t Version = ALLOCSITE_ABI_VERSION,
            uint32_t PretendCallSites = 0) {
    Module.Version = Version;
    Module.Flags = Flags | ALLOCSITE_MODULE_DEPTH(4);
    Module.Strings = Strings;
    Module.Functions = Functions;
    Module.Frames = Frames;
    Module.Sites = Sites;
    Module.CallSites = Calls;
    Module.TailCalls = Tails;
    Module.State = &State;
    if (PretendCallSites) {
      Module.CallSiteCount = Module.IdCount = PretendCallSites;
      Module.CallSites = static_cast<AllocSiteCallSite *>(
          mmap(nullptr, PretendCallSites * sizeof(*Calls), PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    }
    PLAY_REGISTER(&Module);
  }

  /// As dlclose does to what was not copied.
  void forget() {
    memset(Strings, 'X', sizeof(Strings));
    memset(Frames, 0xff, sizeof(Frames));
    memset(Functions, 0xff, sizeof(Functions));
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
  AllocSiteThread &thread() const { return __allocsite_thread_v1; }
  void miss(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site) {
    __allocsite_miss_v1(Tag, Context, Size, Site);
  }
#endif

  __attribute__((noinline)) void allocate(uint32_t Site, uint64_t Size) {
    AllocSiteThread &Thread = thread();
    uint64_t Tag = Thread.Context * ALLOCSITE_CONTEXT_FACTOR + State.TagBase +
                   Site * ALLOCSITE_SITE_FACTOR + Size * ALLOCSITE_SIZE_FACTOR;
    if (!Thread.Slots)
      return; // the scratch of a module that is not registered
    AllocSiteSlot *Slot = reinterpret_cast<AllocSiteSlot *>(
        reinterpret_cast<char *>(Thread.Slots) +
        ((Tag >> ALLOCSITE_SLOT_SHIFT) & ALLOCSITE_SLOT_MASK));
    // Relaxed: plain moves, that a race detector takes for no race.
    if (__atomic_load_n(&Slot->Tag, __ATOMIC_RELAXED) == Tag)
      __atomic_store_n(&Slot->Count, Slot->Count + 1, __ATOMIC_RELAXED);
    else
      miss(Tag, Thread.Context, Size, State.SiteBase + Site);
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
        Before << ALLOCSITE_ID_BITS | (Module.State.CallBase + Site);
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
