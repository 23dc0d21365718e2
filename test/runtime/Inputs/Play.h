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
//   calling(Module, ToLeaf, [&] { Module.allocate(Site, 24); });
//
// Who is counted under a context for the first time is looked for on the stack. So each call
// of a module has a piece of code of its own, with a label, through which calling() goes.
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
#include <utility>

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
void ALLOCSITE_SYM_FLUSH(uint32_t How, int32_t Status);
extern int32_t ALLOCSITE_SYM_LEVEL;
}
#define PLAY_REGISTER ALLOCSITE_SYM_REGISTER
#endif

#ifndef PLAY_BYTES // of encoded records, for which a module has room
#define PLAY_BYTES 65536
#endif

#ifndef PLAY_CALLS // for which all modules together have code
#define PLAY_CALLS 48
#endif

/// The code of call number N, which returns to here.
template <unsigned N>
__attribute__((noinline)) static void callThrough(void (*Do)(void *), void *With) {
  Do(With);
  __asm__ volatile("" : : "i"(N)); // no jump, and unlike the others
}
using CodeOfCall = void (*)(void (*)(void *), void *);

/// The code of calls and the labels of all modules of this program or library: those of calls
/// as the code lies, then one of each module that stands for nothing. Null if there is no more.
class PlayedLabels {
  static constexpr unsigned MostModules = 64;
  // There are none before the first one and behind the last.
  AllocSiteLabel All[1 + 2 * PLAY_CALLS + MostModules + 1] = {};
  unsigned First = 1 + 2 * PLAY_CALLS, End = First, UsedCodes = 0;

  template <unsigned... N>
  static CodeOfCall codeAt(unsigned At, std::integer_sequence<unsigned, N...>) {
    static constexpr CodeOfCall Codes[] = {callThrough<N>...};
    return Codes[At];
  }

public:
  CodeOfCall newCode() {
    return UsedCodes == PLAY_CALLS
               ? nullptr
               : codeAt(PLAY_CALLS - ++UsedCodes,
                        std::make_integer_sequence<unsigned, PLAY_CALLS>());
  }
  AllocSiteLabel *newOfCall() { return First == 1 ? nullptr : &All[--First]; }
  AllocSiteLabel *newOfModule() {
    return End == sizeof(All) / sizeof(All[0]) - 1 ? nullptr : &All[End++];
  }
};
static PlayedLabels ThePlayedLabels;

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
  CodeOfCall Codes[PLAY_CALLS] = {}; // by record of a call
  bool Passes[PLAY_CALLS] = {};
  uint32_t Key = 0; // of the records

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

  /// False if `From` is too far away from `To`, or there is none.
  static bool fill(AllocSiteLabel *New, const void *Before, const char *Record, uint32_t Hash) {
    if (!New)
      return false;
    auto distance = [](int32_t &From, intptr_t To) {
      intptr_t Distance = To - reinterpret_cast<intptr_t>(&From);
      From = static_cast<int32_t>(Distance);
      return From == Distance;
    };
    New->Hash = Hash;
    return distance(New->Before, reinterpret_cast<intptr_t>(Before)) &&
           distance(New->Record, reinterpret_cast<intptr_t>(Record));
  }
  /// Gives code and labels to the calls, until there is no more code. None to those of a
  /// module on the heap: it is too far away, or (run by qemu) among more than there are labels.
  void labelCalls() {
    auto Distance =
        reinterpret_cast<intptr_t>(Bytes) - reinterpret_cast<intptr_t>(&ThePlayedLabels);
    if (Tables.CallSites.size() < 2 || Distance != static_cast<int32_t>(Distance))
      return;
    AllocSiteLabel *Its = ThePlayedLabels.newOfModule();
    if (!Its)
      return;
    if (!fill(Its, Its, Bytes, 0))
      abort();
    Module.Labels = Its;
    for (uint32_t I = 1; I < Tables.CallSites.size() && I < PLAY_CALLS; ++I) {
      CodeOfCall Code = ThePlayedLabels.newCode();
      auto At = reinterpret_cast<const char *>(Code);
      if (!Code || (Passes[I] && !fill(ThePlayedLabels.newOfCall(), At + 1, Bytes, 0)) ||
          !fill(ThePlayedLabels.newOfCall(), At, Bytes + I, hash(I)))
        return;
      Codes[I] = Code;
    }
  }

public:
  /// Of x86-64, as pass/arch has it.
  static constexpr int64_t ScratchOffset = 0x38;
  AllocSiteState State = {0, ScratchOffset, nullptr, nullptr};
  uint64_t TagBase = 0;

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
  /// Returns the number of its record.
  uint32_t call(uint32_t Function, uint32_t Frame, uint32_t Callee) {
    return add(Tables.CallSites, {Frame, Function, Callee, 0});
  }
  /// One that passes the context on, behind another of its function that does not.
  uint32_t callThatPasses(uint32_t Function, uint32_t Frame, uint32_t Callee) {
    uint32_t New = call(Function, Frame, Callee);
    Passes[New] = true;
    return New;
  }

  /// PretendCalls: as if there were so many.
  void load(uint32_t Flags = 0, uint32_t Version = ALLOCSITE_ABI_VERSION,
            uint32_t PretendCalls = 0) {
    std::string Encoded = allocsite::encode(Tables);
    if (Encoded.size() > sizeof(Bytes))
      abort();
    memcpy(Bytes, Encoded.data(), Encoded.size());
    Module.Version = Version;
    Module.Flags = Flags | ALLOCSITE_MODULE_DEPTH(4);
    Module.SiteCount = Tables.Sites.size();
    Module.CallCount = PretendCalls ? PretendCalls : Tables.CallSites.size();
    Module.ByteCount = Encoded.size();
    Module.Bytes = reinterpret_cast<const unsigned char *>(Bytes);
    Module.State = &State;
    Module.TagStartCount = 1;
    Module.TagStarts = &TagBase;
    Key = static_cast<uint32_t>(allocSiteSymbolHash(Encoded.data(), Encoded.size()));
    labelCalls();
    PLAY_REGISTER(&Module);
  }

  /// What a call adds to the context. That of its second loading is the same.
  uint32_t hash(uint32_t Call) const {
    uint32_t Mixed = (Key ^ Call * 0x9E3779B1u) * 0x85EBCA6Bu;
    return ((Mixed ^ Mixed >> 15) & ALLOCSITE_LABEL_HASH) | 1;
  }
  /// The context of a call under `Context`.
  uint64_t contextOf(uint32_t Call, uint64_t Context = 0) const {
    return Context * ALLOCSITE_CONTEXT_STEP + hash(Call);
  }
  bool passes(uint32_t Call) const { return Passes[Call]; }
  CodeOfCall codeOf(uint32_t Call) const { return Codes[Call]; }

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

/// Calls Do() through call `Call` of a module.
template <typename Callback>
__attribute__((noinline)) void calling(const Play &Module, uint32_t Call, const Callback &Do) {
  CodeOfCall Code = Module.codeOf(Call);
  if (!Code)
    abort();
  uint64_t &Context = Module.thread().Context, Before = Context;
  if (!Module.passes(Call))
    Context = Module.contextOf(Call, Before);
  Code([](void *With) { (*static_cast<const Callback *>(With))(); },
       const_cast<Callback *>(&Do));
  Context = Before;
}

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
