// A coroutine is split in parts when compiling; what it allocates when it goes on
// is its own, called by who resumed it.
//
// RUN: %cxx -std=c++20 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}steps|first|main|{{.*}}|40|1{{$}}
// CHECK-DAG: {{^}}steps|second|main|{{.*}}|60|1{{$}}
#include <coroutine>
#include <cstdlib>

static void *volatile Sink;

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

__attribute__((noinline)) Task steps() {
  Sink = std::malloc(40);
  co_await std::suspend_always();
  Sink = std::malloc(60);
}

__attribute__((noinline)) Task first() {
  Task T = steps();
  Sink = nullptr;
  return T;
}

__attribute__((noinline)) void second(Task &T) {
  T.Handle.resume();
  Sink = nullptr;
}

int main() {
  Task T = first();
  second(T);
  T.Handle.destroy();
}
