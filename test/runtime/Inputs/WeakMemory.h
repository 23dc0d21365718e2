// Tries all that a weak memory may do to a few threads, one after the other: each order of
// their atomic accesses, and for each load each value that it may return. To be included before
// the code under test, whose __atomic_… it takes over.
//
//   thread A   x = 1 │ flag = 1 (release)     x: 0 ─ 1       a load returns any that its thread
//   thread B   flag  │ x                   flag: 0 ─ 1{x=1}  has not seen the successor of
//
// The memory is that of views (Kang and others, "A promising semantics for relaxed-memory
// concurrency", 2017) without promises: a load reads no store that comes later. A store with
// release, or behind a release fence, hands its thread's view to who loads it with acquire, or
// before an acquire fence. That is weaker than AArch64 but for loads that stores overtake.
//
// Plain accesses read and write the newest value: what they are of has one thread.
#ifndef WEAKMEMORY_H
#define WEAKMEMORY_H

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace weak {

constexpr unsigned MostPlaces = 24, MostThreads = 3;
/// By place, the earliest of its values that may still be read.
using View = std::array<uint8_t, MostPlaces>;

inline void merge(View &To, const View &From) {
  for (unsigned I = 0; I < MostPlaces; ++I)
    To[I] = From[I] > To[I] ? From[I] : To[I];
}

struct Message {
  uint64_t Value;
  View Seen; ///< handed to who acquires it
};
struct Place {
  const volatile void *Address;
  std::vector<Message> Messages;
};
struct Thread {
  std::function<void()> Body;
  ucontext_t Here;
  std::unique_ptr<char[]> Stack;
  bool IsDone;
  View Seen, ToAcquire, Released;
};

inline std::vector<Place> Places;
inline Thread Threads[MostThreads];
inline Thread *Running; // null: what runs is no thread, and all is plain
inline ucontext_t Scheduler;
inline View Ordered; // by sequentially consistent fences
// What was chosen, and out of how many.
inline std::vector<unsigned> Taken, Of;
inline size_t NextChoice;

inline unsigned choose(unsigned Count) {
  if (Count == 1)
    return 0;
  if (NextChoice == Taken.size()) {
    Taken.push_back(0);
    Of.push_back(Count);
  }
  return Taken[NextChoice++];
}
/// To the next of all choices. False behind the last.
inline bool advance() {
  while (!Taken.empty() && ++Taken.back() == Of.back()) {
    Taken.pop_back();
    Of.pop_back();
  }
  return !Taken.empty();
}

template <typename T> uint64_t word(T Value) {
  static_assert(sizeof(T) <= sizeof(uint64_t));
  uint64_t Word = 0;
  memcpy(&Word, &Value, sizeof(T));
  return Word;
}
template <typename T> T value(uint64_t Word) {
  T Value;
  memcpy(&Value, &Word, sizeof(T));
  return Value;
}

/// Another thread may go on here.
inline void yield() { swapcontext(&Running->Here, &Scheduler); }

template <typename T> unsigned placeOf(const volatile T *Address) {
  for (unsigned I = 0; I < Places.size(); ++I)
    if (Places[I].Address == Address)
      return I;
  if (Places.size() == MostPlaces)
    abort();
  Places.push_back({Address, {{word(*const_cast<const T *>(Address)), {}}}});
  return unsigned(Places.size()) - 1;
}

inline bool acquires(int Order) {
  return Order != __ATOMIC_RELAXED && Order != __ATOMIC_RELEASE;
}
inline bool releases(int Order) {
  return Order == __ATOMIC_RELEASE || Order == __ATOMIC_ACQ_REL || Order == __ATOMIC_SEQ_CST;
}

inline uint64_t read(unsigned At, size_t Which, int Order) {
  Message &Its = Places[At].Messages[Which];
  Running->Seen[At] = uint8_t(Which);
  merge(acquires(Order) ? Running->Seen : Running->ToAcquire, Its.Seen);
  return Its.Value;
}
template <typename T>
void write(volatile T *To, unsigned At, T New, int Order, const View *Sequence = nullptr) {
  std::vector<Message> &All = Places[At].Messages;
  Running->Seen[At] = uint8_t(All.size());
  View Handed = releases(Order) ? Running->Seen : Running->Released;
  if (Sequence) // of releases: what a change is made of
    merge(Handed, *Sequence);
  Handed[At] = uint8_t(All.size());
  All.push_back({word(New), Handed});
  *To = New;
}

inline void fence(int Order) {
  if (!Running)
    return;
  yield();
  if (acquires(Order))
    merge(Running->Seen, Running->ToAcquire);
  if (Order == __ATOMIC_SEQ_CST) {
    merge(Running->Seen, Ordered);
    Ordered = Running->Seen;
  }
  if (releases(Order))
    Running->Released = Running->Seen;
}
template <typename T> T load(const volatile T *From, int Order) {
  if (!Running)
    return *From;
  yield();
  const unsigned At = placeOf(From), First = Running->Seen[At];
  // The newest first.
  const size_t Last = Places[At].Messages.size() - 1;
  return value<T>(read(At, Last - choose(unsigned(Last - First) + 1), Order));
}
template <typename T, typename V> void store(volatile T *To, V New, int Order) {
  if (!Running) {
    *To = T(New);
    return;
  }
  yield();
  write(To, placeOf(To), T(New), Order);
}
template <typename T, typename F> T change(volatile T *To, F Make, int Order) {
  if (!Running) {
    const T Was = *To;
    *To = Make(Was);
    return Was;
  }
  yield();
  const unsigned At = placeOf(To);
  const size_t Last = Places[At].Messages.size() - 1;
  const View Sequence = Places[At].Messages[Last].Seen;
  const T Was = value<T>(read(At, Last, Order));
  write(To, At, Make(Was), Order, &Sequence);
  return Was;
}
template <typename T, typename V>
bool compareExchange(volatile T *To, T *Expected, V New, bool, int Order, int Else) {
  if (!Running || *To == *Expected) { // plainly: it is the newest
    *Expected = change(To, [&](T) { return T(New); }, Order);
    return true;
  }
  *Expected = load(To, Else);
  return false;
}

inline void enter() {
  Running->Body();
  Running->IsDone = true;
  swapcontext(&Running->Here, &Scheduler);
}

/// All that may come of threads. Begin() sets what they share, and Fails() looks at what they
/// have seen. Returns how many executions there are, and 0 if one fails.
inline unsigned long holds(const std::function<void()> &Begin,
                           const std::vector<std::function<void()>> &Bodies,
                           const std::function<bool()> &Fails) {
  unsigned long Count = 0;
  Taken.clear();
  Of.clear();
  do {
    ++Count;
    NextChoice = 0;
    Places.clear();
    Ordered = {};
    Begin();
    for (size_t I = 0; I < Bodies.size(); ++I) {
      Thread &Its = Threads[I];
      constexpr size_t StackBytes = 65536;
      if (!Its.Stack)
        Its.Stack.reset(new char[StackBytes]);
      Its.Body = Bodies[I];
      Its.IsDone = false;
      Its.Seen = Its.ToAcquire = Its.Released = {};
      getcontext(&Its.Here);
      Its.Here.uc_stack.ss_sp = Its.Stack.get();
      Its.Here.uc_stack.ss_size = StackBytes;
      makecontext(&Its.Here, enter, 0);
    }
    for (;;) {
      Thread *Ready[MostThreads];
      unsigned ReadyCount = 0;
      for (size_t I = 0; I < Bodies.size(); ++I)
        if (!Threads[I].IsDone)
          Ready[ReadyCount++] = &Threads[I];
      if (!ReadyCount)
        break;
      Running = Ready[choose(ReadyCount)];
      swapcontext(&Scheduler, &Running->Here);
      Running = nullptr;
    }
    if (Fails())
      return 0;
  } while (advance());
  return Count;
}

inline void tell(const char *What, unsigned long Count) {
  printf(Count ? "%s: holds\n" : "%s: fails\n", What);
  fprintf(stderr, "%s: %lu executions\n", What, Count);
}

} // namespace weak

#define __atomic_load_n(From, Order) weak::load(From, Order)
#define __atomic_store_n(To, New, Order) weak::store(To, New, Order)
#define __atomic_thread_fence(Order) weak::fence(Order)
#define __atomic_exchange_n(To, New, Order)                                                   \
  weak::change(To, [&](auto) { return std::remove_reference_t<decltype(*(To))>(New); }, Order)
#define __atomic_fetch_add(To, More, Order)                                                   \
  weak::change(                                                                               \
      To, [&](auto Was) { return std::remove_reference_t<decltype(*(To))>(Was + (More)); },   \
      Order)
#define __atomic_compare_exchange_n(To, Expected, New, Weak, Order, Else)                     \
  weak::compareExchange(To, Expected, New, Weak, Order, Else)

#endif
