// Allocations below all that makes a stack hard to read: exceptions, longjmp(), callbacks of
// plain code, signal handlers, threads, fibers, coroutines, frames of variable size, tail calls,
// recursion of one and of several functions, constructors before main() and functions at the exit.
#include <algorithm>
#include <alloca.h>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <ucontext.h>
#include <vector>
#if __cplusplus >= 202002L && __has_include(<coroutine>)
#include <coroutine>
#endif

#define NOINLINE __attribute__((noinline))

static void *volatile Sink;
static volatile int Zero;

static void take(size_t Size) {
  void *Block = std::malloc(Size);
  Sink = Block;
  std::free(Block);
}

// Not inlined: a function of its own, with callers of many kinds.
NOINLINE static void leaf(int Depth) { take(16 + Depth % 5); }

// Exceptions.
struct Guard {
  int Depth;
  NOINLINE ~Guard() { leaf(Depth); }
};
NOINLINE static void throws(int Depth) {
  Guard Own{Depth};
  if (Depth % 3 == 0)
    throw std::runtime_error("an exception whose text is longer than a small string may be");
  leaf(Depth);
}
NOINLINE static void passes(int Depth) {
  Guard Own{Depth};
  throws(Depth);
  leaf(Depth);
}
NOINLINE static void catches(int Depth) {
  try {
    passes(Depth);
  } catch (const std::exception &E) {
    leaf(int(std::strlen(E.what())));
    try {
      throws(3);
    } catch (...) {
      leaf(1);
    }
  }
  leaf(Depth);
}

// Jumps.
static jmp_buf Place;
NOINLINE static void jumps(int Depth) {
  leaf(Depth);
  if (Depth == 0)
    longjmp(Place, 1);
  jumps(Depth - 1);
  leaf(Depth);
}
NOINLINE static void jumpedTo(int Depth) {
  if (!setjmp(Place))
    jumps(Depth);
  leaf(Depth);
}

// Plain code calls back, also from below itself.
static int before(const void *A, const void *B) {
  leaf(2);
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}
static int beforeAndSorts(const void *A, const void *B);
NOINLINE static void sorts(int Depth) {
  int Of[] = {3, 1, 2, Depth};
  std::qsort(Of, 4, sizeof(int), Depth ? beforeAndSorts : before);
  leaf(Of[0]);
}
static int beforeAndSorts(const void *A, const void *B) {
  static int Level;
  if (++Level < 3)
    sorts(Level % 2);
  --Level;
  return before(A, B);
}

// Signals.
static void handles(int) { leaf(4); }
NOINLINE static void raises(int Depth) {
  std::signal(SIGUSR1, handles);
  leaf(Depth);
  std::raise(SIGUSR1);
  leaf(Depth);
}

// Frames of a size that is not known before, and aligned ones.
NOINLINE static void wide(int Depth) {
  auto *Room = static_cast<char *>(alloca(size_t(Depth) * 17 + 1));
  std::memset(Room, Depth, size_t(Depth) * 17 + 1);
  leaf(Room[0]);
  if (Depth)
    wide(Depth - 1);
  leaf(Room[Depth]);
}
NOINLINE static void aligned(int Depth) {
  alignas(64) char Room[64];
  std::memset(Room, Depth, sizeof(Room));
  wide(Depth);
  leaf(Room[5]);
}

// Recursion.
NOINLINE static void even(int Depth);
NOINLINE static void odd(int Depth) {
  leaf(Depth);
  if (Depth)
    even(Depth - 1);
  leaf(Depth);
}
NOINLINE static void even(int Depth) {
  leaf(Depth);
  if (Depth)
    odd(Depth - 1);
  else
    sorts(0);
  leaf(Depth);
}
NOINLINE static void itself(int Depth, void (*Again)(int)) {
  if (Depth > 0)
    itself(Depth - 1, Again);
  else
    Again(3);
  leaf(Depth);
}
NOINLINE static void through(int Depth) {
  void (*volatile Self)(int) = through;
  leaf(Depth);
  if (Depth)
    Self(Depth - 1);
  leaf(Depth);
}

// Functions that have no name of their own, and virtual ones.
struct Shape {
  virtual ~Shape() { leaf(1); }
  virtual void draw(int Depth) { leaf(Depth); }
};
struct Circle : Shape {
  std::string Name = "a name that is longer than a small string may be";
  void draw(int Depth) override {
    Shape::draw(Depth);
    leaf(Depth);
  }
};
NOINLINE static void draws(int Depth) {
  std::vector<std::unique_ptr<Shape>> All;
  for (int I = 0; I < Depth; ++I)
    All.emplace_back(I % 2 ? new Circle : new Shape);
  std::function<void(Shape &)> Draw = [&](Shape &Each) {
    Each.draw(Depth);
    leaf(Depth);
  };
  std::for_each(All.begin(), All.end(), [&](std::unique_ptr<Shape> &Each) { Draw(*Each); });
  std::sort(All.begin(), All.end(), [](std::unique_ptr<Shape> &A, std::unique_ptr<Shape> &B) {
    leaf(3);
    return A.get() < B.get();
  });
}

#ifdef __cpp_impl_coroutine
struct Steps {
  struct promise_type {
    Steps get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Its;
};
static Steps steps(int Count) {
  for (int I = 0; I < Count; ++I) {
    leaf(I);
    co_yield I;
    wide(I);
  }
}
NOINLINE static void resumes(Steps &Of) { Of.Its.resume(); }
static void coroutines() {
  Steps Of = steps(4);
  while (!Of.Its.done()) {
    resumes(Of);
    leaf(1);
  }
  Of.Its.destroy();
}
#else
static void coroutines() {}
#endif

static void all(int Depth) {
  for (int Each = 0; Each < Depth; ++Each) {
    catches(Each);
    jumpedTo(Each);
    sorts(Each % 2);
    raises(Each);
    aligned(Each);
    odd(3 * Each);
    itself(Each, odd);
    through(Each);
    draws(Each);
  }
  coroutines();
}

static void *runs(void *) {
  raises(1);
  draws(3);
  odd(20);
  leaf(1);
  return nullptr;
}

static struct Early {
  Early() { all(2); }
  ~Early() { leaf(2); }
} Early;

static void atEnd() { sorts(1); }

int main() {
  std::atexit(atEnd);
  for (int I = 0; I < 3; ++I)
    all(6);
  pthread_t Threads[3];
  for (pthread_t &Each : Threads)
    pthread_create(&Each, nullptr, runs, nullptr);
  for (pthread_t &Each : Threads)
    pthread_join(Each, nullptr);
  return Zero;
}
