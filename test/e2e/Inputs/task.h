//===- task.h - A coroutine that is resumed by hand -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It starts when it is resumed or awaited; who awaited it goes on when it ends.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_TASK_H
#define ALLOCSITE_TEST_TASK_H

#include "stack.h"
#include <coroutine>

struct Task {
  struct promise_type {
    std::coroutine_handle<> Next = std::noop_coroutine();

    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<>
      await_suspend(std::coroutine_handle<promise_type> Ended) noexcept {
        return Ended.promise().Next;
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {
      allocateAt(90);
      throw;
    }
  };
  std::coroutine_handle<promise_type> Handle;

  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> Who) {
    Handle.promise().Next = Who;
    return Handle;
  }
  void await_resume() {}
};

__attribute__((noinline)) void resume(Task &T) {
  T.Handle.resume();
  Sink = nullptr;
}
__attribute__((noinline)) void destroy(Task &T) {
  T.Handle.destroy();
  Sink = nullptr;
}

#endif
