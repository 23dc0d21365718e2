// A comparator that is jumped back into, throws and catches below itself, and resumes a
// coroutine, each time it is called: all that it does is under it and its caller, the
// same at each call.
//
// RUN: %cxx -std=c++20 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols 'call count' --where 'bytes allocated=1' %t.csv | cmp - %t.out
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols 'call count' --where 'bytes allocated=1' %t.csv | cmp - %t.out
//
// CHECK:      {{^}}leaf|cmp|qsort|sorter|7|[[#CALLS:]]{{$}}
// CHECK-NEXT: {{^}}leaf|cmp|qsort|sorter|6|[[#CALLS]]{{$}}
// CHECK-NEXT: {{^}}leaf|throwDeep|cmp|qsort|3|[[#CALLS+CALLS]]{{$}}
// CHECK-NEXT: {{^}}leaf|cmp|qsort|sorter|5|[[#CALLS]]{{$}}
// CHECK-NEXT: {{^}}leaf|jumpDeep|cmp|qsort|2|[[#CALLS+CALLS]]{{$}}
// CHECK-NEXT: {{^}}leaf|numbers|cmp|qsort|4|[[#CALLS]]{{$}}
// CHECK-NEXT: {{^}}leaf|cmp|qsort|sorter|1|[[#CALLS]]{{$}}
// CHECK-NEXT: {{^}}numbers|main|-|-|{{[0-9]+}}|1{{$}}
// CHECK-NOT:  {{.}}
#include <coroutine>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
static void *volatile Sink;

static long Calls;
__attribute__((noinline)) void leaf(int S) {
  Sink = std::malloc(S);
  Sink = nullptr;
}
static jmp_buf B;
__attribute__((noinline)) void jumpDeep(int N) {
  leaf(2);
  if (N)
    jumpDeep(N - 1);
  longjmp(B, 1);
}
__attribute__((noinline)) void throwDeep(int N) {
  leaf(3);
  if (N)
    throwDeep(N - 1);
  throw 1;
}
struct Gen {
  struct promise_type {
    int V;
    Gen get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int X) {
      V = X;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> H;
};
__attribute__((noinline)) Gen numbers() {
  for (int I = 0;; ++I) {
    leaf(4);
    co_yield I;
  }
}
static Gen G;
int cmp(const void *One, const void *Two) {
  ++Calls;
  leaf(1);
  if (!setjmp(B))
    jumpDeep(1);
  leaf(5);
  try {
    throwDeep(1);
  } catch (int) {
    leaf(6);
  }
  G.H.resume();
  leaf(7);
  return *(const int *)One - *(const int *)Two;
}
__attribute__((noinline)) void sorter() {
  int V[50];
  for (int I = 0; I < 50; ++I)
    V[I] = I * 37 % 50;
  std::qsort(V, 50, sizeof(int), cmp);
  Sink = V;
}
int main() {
  G = numbers();
  sorter();
  G.H.destroy();
  std::printf("%ld\n", Calls);
}
