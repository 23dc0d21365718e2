//===- main.cpp - The part of the program that is C++ ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "truth.h"
#include <pthread.h>

__attribute__((noinline)) static void same() { use(calloc(1, 30)); }

namespace {
struct Global {
  Global() { use(malloc(91)); }
} Instance;

struct Shape {
  virtual void draw(size_t Size) = 0;
};
struct Circle : Shape {
  void draw(size_t Size) override {
    leaf(Size);
    Sink = nullptr;
  }
};

template <typename T> struct Box {
  static inline void fill(int Count) { use(realloc(NULL, Count * sizeof(T))); }
};
} // namespace

static void recurse(int Depth) {
  use(malloc(16));
  if (Depth)
    recurse(Depth - 1);
  Sink = nullptr;
}

static void thrower(size_t Size) {
  leaf(Size);
  throw Size;
}

static void catcher() {
  try {
    thrower(50);
  } catch (size_t) {
    use(malloc(51));
  }
  leaf(52);
  Sink = nullptr;
}

static void *body(void *Size) {
  for (int I = 0; I < 1000; ++I)
    leaf(*static_cast<size_t *>(Size));
  Sink = nullptr;
  return nullptr;
}

static Circle TheCircle;
static Shape *volatile TheShape = &TheCircle;
static void (*volatile ByPointer)() = other;

int main() {
  for (size_t I = 0; I < 5; ++I)
    TheShape->draw(100 + I % 2);
  recurse(6);
  Box<short>::fill(7);
  Box<double>::fill(7);
  catcher();
  same();
  ByPointer();
  sorter();
  auto Lambda = [](size_t Size) {
    Sink = ::operator new(Size);
    ::operator delete(Sink);
  };
  Lambda(80);
  size_t Size = 60;
  pthread_t Thread;
  pthread_create(&Thread, nullptr, body, &Size);
  pthread_join(Thread, nullptr);
  body(&Size);
  return 0;
}
