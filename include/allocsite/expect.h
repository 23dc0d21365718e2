//===- expect.h - What a block of a test may allocate -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   EXPECT_ALLOCATIONS(3) { table.insert(key, value); }
//   EXPECT_NO_ALLOCATIONS { table.find(key); }
//   EXPECT_ALLOCATIONS_AT_MOST(10) { parse(text); }
//   EXPECT_BYTES_AT_MOST(4096) { parse(text); }
//   EXPECT_ALLOCATES(allocsite::exactly(1).of("malloc").type("Node").bytesAtMost(64)) { … }
//   EXPECT_ALLOCATES(allocsite::atMost(3).in(&pool)) { … }
//
// The block runs once. What its thread has allocated by then, counted to the unit, is held
// against the expectation; where it fails the message lists the sites, with their chains.
// Under GoogleTest, Catch2 and doctest, whose header comes first, that is a failure of the
// test that goes on; elsewhere it goes to standard error, and allocsite::failures() is one
// more. A block that is left by an exception, a return or a break is not judged.
//
// Where nothing counts (the program was compiled without the pass, SKIP_HEAP_PROFILE is not
// set, or counting is stopped) nothing can be said. An expectation then never passes unseen:
// its test is skipped, as GoogleTest and Catch2 from 3.3 on know it, or fails. The environment
// decides otherwise:
//
//   ALLOCSITE_EXPECT=require   it fails everywhere
//   ALLOCSITE_EXPECT=skip      it fails nowhere; where tests cannot be skipped, one line on
//                              standard error says so
//
// Expectations nest: what they allocate themselves, and a framework to report, is left out.
//
// C++11. What libraries allocate in the block is counted too, unless whole=0. What it takes from one
// arena is known where the code was compiled with live=1, and with ALLOCSITE_OPTIONS=live=arenas.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_EXPECT_H
#define ALLOCSITE_EXPECT_H
#pragma GCC system_header // nested blocks shadow each other

#include "allocsite/control.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace allocsite {

/// Expectations that failed where there is no test framework. Any thread.
inline std::atomic<int> &failures() {
  static std::atomic<int> Count{0};
  return Count;
}

/// The allocations that a block may make. Each function returns a copy with a further
/// condition.
class Expected {
public:
  unsigned long long LeastCalls = 0, MostCalls = ~0ull, MostBytes = ~0ull;
  std::string Allocator, Type; ///< empty: any
  const void *Arena = nullptr; ///< null: any, and what is of none
  bool AllThreads = false;

  /// Counts only that allocator, by its name in profiles: "malloc", "Pool::take".
  Expected of(const char *Name) const {
    Expected Its = *this;
    Its.Allocator = Name;
    return Its;
  }
  /// Counts only that type, by its name in profiles.
  Expected type(const char *Name) const {
    Expected Its = *this;
    Its.Type = Name;
    return Its;
  }
  /// Counts only the arena at that address, on all threads; of() and type() have no effect
  /// then. If the block creates that arena anew, counting starts there.
  Expected in(const void *Address) const {
    Expected Its = *this;
    Its.Arena = Address;
    return Its;
  }
  Expected bytesAtMost(unsigned long long Bytes) const {
    Expected Its = *this;
    Its.MostBytes = Bytes;
    return Its;
  }
  /// Counts the allocations of all threads until the block ends.
  Expected onAllThreads() const {
    Expected Its = *this;
    Its.AllThreads = true;
    return Its;
  }

  /// "exactly 3 allocations of malloc"
  std::string text() const {
    std::string Text;
    if (MostCalls == 0)
      Text = "no allocations";
    else if (LeastCalls == MostCalls)
      Text = "exactly " + count(MostCalls, "allocation");
    else if (MostCalls != ~0ull)
      Text = "at most " + count(MostCalls, "allocation");
    if (MostBytes != ~0ull)
      Text += (Text.empty() ? "at most " : " and at most ") + count(MostBytes, "byte");
    if (Arena) {
      char Address[32];
      std::snprintf(Address, sizeof(Address), " in the arena %p", Arena);
      return Text + Address;
    }
    if (!Allocator.empty())
      Text += " of " + Allocator;
    if (!Type.empty())
      Text += " of type " + Type;
    return Text;
  }

  static std::string count(unsigned long long Number, const char *One) {
    return std::to_string(Number) + " " + One + (Number == 1 ? "" : "s");
  }
};

inline Expected exactly(unsigned long long Calls) {
  Expected Its;
  Its.LeastCalls = Its.MostCalls = Calls;
  return Its;
}
inline Expected atMost(unsigned long long Calls) {
  Expected Its;
  Its.MostCalls = Calls;
  return Its;
}
inline Expected bytesAtMost(unsigned long long Bytes) { return Expected().bytesAtMost(Bytes); }

/// Watches one block. Its thread. What it allocates itself is not part of any block.
class ExpectedBlock {
public:
  /// Is handed the message where the expectation fails, or its test is to be skipped. False
  /// where it cannot skip.
  using Reporter = bool (*)(const char *File, int Line, const std::string &Message,
                            bool Skips);

  /// The first is there before the second is made.
  ExpectedBlock(const ThreadPause &, const Expected &Its, const char *InFile, int AtLine,
                Reporter ReportTo)
      : What(Its), File(InFile), Line(AtLine), Report(ReportTo) {}
  ExpectedBlock(const ExpectedBlock &) = delete;
  ExpectedBlock &operator=(const ExpectedBlock &) = delete;
  ~ExpectedBlock() {
    if (Watch)
      allocsite_watch_end(Watch, nullptr);
  }

  /// True once: the block runs. Then it has run, and is judged.
  bool runs() {
    if (HasRun) {
      IsOn = IsOn && allocsite_is_on();
      ThreadPause Here;
      judge();
      return false;
    }
    HasRun = true;
    IsOn = allocsite_is_on();
    ThreadPause Here;
    Watch = allocsite_watch_begin(What.AllThreads);
    if (What.Arena)
      allocsite_arena_totals(What.Arena, &Before);
    return true;
  }

private:
  struct Row {
    std::string Text;
    unsigned long long Calls, Bytes;
  };

  static void add(void *Self, const allocsite_change *Change) {
    static_cast<ExpectedBlock *>(Self)->add(*Change);
  }

  void add(const allocsite_change &Change) {
    if (Change.failed)
      return;
    if (!What.Arena) {
      if ((!What.Allocator.empty() && What.Allocator != Change.allocator) ||
          (!What.Type.empty() && What.Type != Change.type))
        return;
      Calls += Change.calls;
      Bytes += Change.bytes;
    }
    std::string Text = std::string(Change.site) + ": ";
    for (int I = 0; I != 4 && std::strcmp(Change.functions[I], "-") != 0; ++I)
      Text += (I ? " < " : "") + std::string(Change.functions[I]);
    Text += " (" + std::string(Change.allocator);
    if (std::strcmp(Change.type, "-") != 0)
      Text += ", " + std::string(Change.type);
    Rows.push_back({Text + ")", Change.calls, Change.bytes});
  }

  void judge() {
    const char *Wanted = std::getenv("ALLOCSITE_EXPECT");
    const std::string Wish = Wanted ? Wanted : "";
    if (!Wish.empty() && Wish != "require" && Wish != "skip") {
      Report(File, Line, "ALLOCSITE_EXPECT=" + Wish + ": neither require nor skip", false);
      return;
    }
    allocsite_change_visitor Visitor = {add, this};
    const bool IsKnown = Watch && allocsite_watch_end(Watch, &Visitor) == 0;
    Watch = nullptr;
    if (!IsKnown)
      return cannotTell(Wish, "allocations are not counted: compile with the pass, and set "
                              "ALLOCSITE=1");
    if (!IsOn)
      return cannotTell(Wish, "counting is stopped (start=off, allocsite_stop() or a pause)");
    if (What.Arena && !lookAtArena())
      return cannotTell(Wish,
                        "arenas are not followed: compile with ALLOCSITE_PASS_OPTIONS=live=1, "
                        "and set ALLOCSITE_OPTIONS=live=arenas");
    if (Calls >= What.LeastCalls && Calls <= What.MostCalls && Bytes <= What.MostBytes)
      return;
    std::string Message =
        "expected " + What.text() + ", and there " + (Calls == 1 ? "was " : "were ") +
        Expected::count(Calls, "allocation") + " of " + Expected::count(Bytes, "byte");
    std::sort(Rows.begin(), Rows.end(), [](const Row &A, const Row &B) {
      return A.Bytes != B.Bytes ? A.Bytes > B.Bytes : A.Text < B.Text;
    });
    if (What.Arena && !Rows.empty())
      Message += "; allocated meanwhile, there and elsewhere:";
    constexpr std::size_t Most = 20;
    for (std::size_t I = 0; I != std::min(Rows.size(), Most); ++I)
      Message += "\n  " + std::to_string(Rows[I].Calls) + " of " +
                 Expected::count(Rows[I].Bytes, "byte") + " at " + Rows[I].Text;
    if (Rows.size() > Most)
      Message += "\n  and " + std::to_string(Rows.size() - Most) + " more sites";
    Report(File, Line, Message, false);
  }

  /// Finds the allocations from the arena in the block. False if arenas are not followed.
  bool lookAtArena() {
    struct allocsite_totals After;
    const int Failed = allocsite_arena_totals(What.Arena, &After);
    const bool IsSame = After.calls >= Before.calls;
    Calls = After.calls - (IsSame ? Before.calls : 0);
    Bytes = After.bytes - (IsSame ? Before.bytes : 0);
    return !Failed || Failed == ENOENT;
  }

  void cannotTell(const std::string &Wish, const char *Why) {
    const std::string Message = "expected " + What.text() + ", but " + Why;
    if (Wish != "require" && Report(File, Line, Message, true))
      return;
    if (Wish != "skip") {
      Report(File, Line, Message, false);
      return;
    }
    static std::atomic<bool> HasSaid{false};
    if (!HasSaid.exchange(true))
      std::fprintf(stderr, "allocsite: expectations are not checked: %s\n", Why);
  }

  const Expected What;
  const char *const File;
  const int Line;
  const Reporter Report;
  bool HasRun = false, IsOn = false;
  allocsite_watch *Watch = nullptr;
  struct allocsite_totals Before = {};
  unsigned long long Calls = 0, Bytes = 0;
  std::vector<Row> Rows;
};

} // namespace allocsite

/// Reports a failure to the test framework whose header was included before this one.
#if defined(GTEST_INCLUDE_GTEST_GTEST_H_) || defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_)
#ifdef GTEST_SKIP
#define ALLOCSITE_SKIPPED_ ::testing::TestPartResult::kSkip
#else
#define ALLOCSITE_SKIPPED_ ::testing::TestPartResult::kNonFatalFailure
#endif
#define ALLOCSITE_REPORT_                                                                     \
  [](const char *File, int Line, const std::string &Message, bool Skips) {                    \
    GTEST_MESSAGE_AT_(File, Line, Message.c_str(),                                            \
                      Skips ? ALLOCSITE_SKIPPED_                                              \
                            : ::testing::TestPartResult::kNonFatalFailure);                   \
    return true;                                                                              \
  }
#elif defined(CATCH_VERSION_MAJOR) || defined(CATCH_TEST_MACROS_HPP_INCLUDED)
#if defined(CATCH_TEST_MACROS_HPP_INCLUDED) && defined(SKIP)
#define ALLOCSITE_SKIP_(Message) SKIP(Message)
#else
#define ALLOCSITE_SKIP_(Message) return false
#endif
#define ALLOCSITE_REPORT_                                                                     \
  [](const char *File, int Line, const std::string &Message, bool Skips) {                    \
    if (Skips)                                                                                \
      ALLOCSITE_SKIP_(File << ':' << Line << ": " << Message);                                \
    UNSCOPED_INFO(File << ':' << Line);                                                       \
    FAIL_CHECK(Message);                                                                      \
    return true;                                                                              \
  }
#elif defined(DOCTEST_VERSION)
#define ALLOCSITE_REPORT_                                                                     \
  [](const char *File, int Line, const std::string &Message, bool Skips) {                    \
    if (!Skips)                                                                               \
      ADD_FAIL_CHECK_AT(File, Line, Message);                                                 \
    return !Skips;                                                                            \
  }
#else
#define ALLOCSITE_REPORT_                                                                     \
  [](const char *File, int Line, const std::string &Message, bool Skips) {                    \
    if (!Skips) {                                                                             \
      ++allocsite::failures();                                                                \
      std::fprintf(stderr, "%s:%d: %s\n", File, Line, Message.c_str());                       \
    }                                                                                         \
    return !Skips;                                                                            \
  }
#endif

#define EXPECT_ALLOCATES(expected)                                                            \
  for (allocsite::ExpectedBlock AllocSiteBlock{allocsite::ThreadPause(), expected, __FILE__,  \
                                               __LINE__, ALLOCSITE_REPORT_};                  \
       AllocSiteBlock.runs();)
#define EXPECT_ALLOCATIONS(calls) EXPECT_ALLOCATES(allocsite::exactly(calls))
#define EXPECT_ALLOCATIONS_AT_MOST(calls) EXPECT_ALLOCATES(allocsite::atMost(calls))
#define EXPECT_NO_ALLOCATIONS EXPECT_ALLOCATES(allocsite::exactly(0))
#define EXPECT_BYTES_AT_MOST(bytes) EXPECT_ALLOCATES(allocsite::bytesAtMost(bytes))

#endif
