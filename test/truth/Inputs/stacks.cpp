//===- stacks.cpp - Notes the stack of each allocation that is counted ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled without the pass and linked to a program that has it. A hook is told of each
// allocation, and the unwinder of the compiler walks the stack; at the exit the file that
// ORACLE_OUTPUT names gets a line for each stack of what the profile has: calls, bytes, and
// the addresses of its calls, as offsets in the executable; 0: of other objects. A hook is
// not called below another, so what this file allocates is not noted.
//
//===----------------------------------------------------------------------===//
#include <allocsite/allocsite.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unwind.h>
#include <vector>

extern "C" const char __executable_start, etext;

namespace allocsite_oracle {

struct Sums {
  unsigned long long Calls = 0, Bytes = 0;
};
using Stack = std::vector<unsigned>;
using Chain = std::pair<allocsite_site, allocsite_context>;

struct Notes {
  std::map<Chain, std::map<Stack, Sums>> Seen;
  std::mutex Lock;
};
/// Made before other constructors allocate, and never destroyed: other destructors do.
Notes *Noted;

_Unwind_Reason_Code addFrame(_Unwind_Context *Of, void *To) {
  int IsInterrupted = 0;
  const auto Pc = reinterpret_cast<const char *>(_Unwind_GetIPInfo(Of, &IsInterrupted));
  const bool IsIn = Pc >= &__executable_start && Pc <= &etext;
  static_cast<Stack *>(To)->push_back(
      IsIn ? unsigned(Pc - &__executable_start) - !IsInterrupted : 0);
  return _URC_NO_REASON;
}

void onAlloc(void *, const allocsite_event *Event) {
  static thread_local Stack Here;
  Here.clear();
  _Unwind_Backtrace(addFrame, &Here);
  std::lock_guard<std::mutex> Hold(Noted->Lock);
  Sums &To = Noted->Seen[{Event->site, Event->context}][Here];
  ++To.Calls;
  To.Bytes += Event->size;
}

void write() {
  allocsite_set_hooks(nullptr, nullptr);
  std::FILE *To = std::fopen(std::getenv("ORACLE_OUTPUT"), "w");
  for (const auto &[Of, Stacks] : Noted->Seen) {
    allocsite_names Names;
    allocsite_describe(Of.first, Of.second, &Names);
    if (!Names.counted)
      continue;
    for (const auto &[Frames, Its] : Stacks) {
      std::fprintf(To, "%llu %llu", Its.Calls, Its.Bytes);
      for (unsigned Each : Frames)
        std::fprintf(To, " %x", Each);
      std::fputc('\n', To);
    }
  }
  std::fclose(To);
}

__attribute__((constructor(101))) void begin() {
  if (!std::getenv("ORACLE_OUTPUT"))
    return;
  Noted = new Notes;
  allocsite_hooks Hooks = {};
  Hooks.on_alloc = onAlloc;
  std::atexit(write);
  allocsite_set_hooks(&Hooks, nullptr);
}

} // namespace allocsite_oracle
