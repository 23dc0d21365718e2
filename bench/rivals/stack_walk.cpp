//===- stack_walk.cpp - Walks the stack at each allocation ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Skip's heap profiler, made again: at each allocation up to four program counters
// are taken from the stack, equal neighbours are one, and a hash map counts by them
// and the size. Names are looked up at exit and a CSV is written to $RIVAL_CSV. One
// thread, no lock: it would cost more with them.
//
//     -DWALK_STEP     unw_step of libunwind, frame by frame
//     -DWALK_TRACE    unw_backtrace of libunwind, which remembers how frames look
//     -DWALK_POINTERS the chain of frame pointers (-fno-omit-frame-pointer)
//
//===----------------------------------------------------------------------===//
#ifndef WALK_POINTERS
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <string>
#include <unordered_map>

namespace {
constexpr unsigned MostFrames = 4;

struct Key {
  void *Frames[MostFrames];
  size_t Size;
  bool operator==(const Key &Other) const {
    return std::memcmp(this, &Other, sizeof(Key)) == 0;
  }
};

struct KeyHash {
  size_t operator()(const Key &K) const {
    size_t Hash = K.Size;
    for (void *Frame : K.Frames)
      Hash = (Hash ^ reinterpret_cast<uintptr_t>(Frame)) * 0x9e3779b97f4a7c15;
    return Hash ^ Hash >> 32;
  }
};

class Log {
public:
  ~Log();
  void add(const Key &K) { ++Counts[K]; }

private:
  std::unordered_map<Key, uint64_t, KeyHash> Counts;
};
} // namespace

static std::string nameOf(void *Address) {
  if (!Address)
    return "-";
  Dl_info Found;
  if (!dladdr(Address, &Found) || !Found.dli_sname)
    return "?";
  int Status;
  char *Name = abi::__cxa_demangle(Found.dli_sname, nullptr, nullptr, &Status);
  std::string Result = Name ? Name : Found.dli_sname;
  std::free(Name);
  return Result;
}

Log::~Log() {
  const char *Path = std::getenv("RIVAL_CSV");
  FILE *Out = Path ? std::fopen(Path, "w") : nullptr;
  if (!Out)
    return;
  std::fputs("pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes\n", Out);
  for (const auto &[K, Count] : Counts) {
    for (void *Frame : K.Frames)
      std::fprintf(Out, "\"%s\",", nameOf(Frame).c_str());
    std::fprintf(Out, "%zu,%zu,%zu\n", K.Size, size_t(Count), K.Size * Count);
  }
  std::fclose(Out);
}

/// Adds a program counter; false when there are enough.
static bool addFrame(Key &K, unsigned &Count, void *Frame) {
  if (Count && K.Frames[Count - 1] == Frame)
    return true;
  K.Frames[Count++] = Frame;
  return Count < MostFrames;
}

extern "C" void recordAllocation(size_t Size) {
  static Log TheLog;
  Key K{{}, Size};
  unsigned Count = 0;
#if defined(WALK_STEP)
  unw_context_t Context;
  unw_cursor_t Cursor;
  unw_getcontext(&Context);
  unw_init_local(&Cursor, &Context);
  unw_word_t Frame;
  while (unw_step(&Cursor) > 0 && !unw_get_reg(&Cursor, UNW_REG_IP, &Frame) &&
         addFrame(K, Count, reinterpret_cast<void *>(Frame)))
    ;
#elif defined(WALK_TRACE)
  // The first is this function's own.
  void *Frames[MostFrames + 1];
  int Taken = unw_backtrace(Frames, MostFrames + 1);
  for (int I = 1; I < Taken && addFrame(K, Count, Frames[I]); ++I)
    ;
#elif defined(WALK_POINTERS)
  void **Frame = static_cast<void **>(__builtin_frame_address(0));
  // The outermost frame, of the C library, has no pointer to follow.
  while (Frame && addFrame(K, Count, Frame[1])) {
    void **Outer = static_cast<void **>(Frame[0]);
    if (Outer <= Frame || reinterpret_cast<uintptr_t>(Outer) % 16)
      break;
    Frame = Outer;
  }
#endif
  TheLog.add(K);
}
