// A short function that allocates and calls itself has a copy for those calls. The frames,
// the counts and the sites are those of one function, with a copy and without (-Os, -O0).
//
// RUN: %cxx -O2 %s -o %t && nm %t | sort -k 3 | %FileCheck %s --check-prefix=COPIES
// RUN: %run_rows | sort | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O1 -gline-tables-only -fno-omit-frame-pointer %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O2 -fPIC -c %s -o %t.o && nm %t.o | %FileCheck %s --check-prefix=OTHERS
// RUN: %cxx %t.o -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O2 -flto -c %s -o %t.o && %clangxx -O2 -flto %lld %t.o -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O0 %s -o %t && %run_rows | sort | %FileCheck %s
//
// The sites are told once.
// RUN: rm -f %t.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:inventory=%t.jsonl %cxx -O2 -g -c %s -o %t.o
// RUN: grep -c '"allocator":"ObStack::alloc"' %t.jsonl | %FileCheck %s --check-prefix=SITES
// SITES: {{^}}8{{$}}
//
// COPIES-NOT: specialized
// COPIES: {{ t _Z8externalj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t _ZL5localj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t _ZL8catchingj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t _ZL8throwingj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t _ZL9unwindingj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t allocsite.settle._ZL5localj.specialized.1$}}
// COPIES-NEXT: {{ t allocsite.settle._ZL8throwingj.specialized.1$}}
// COPIES-NEXT: {{ t allocsite.settle._ZL9unwindingj.specialized.1$}}
// COPIES-NOT: specialized
// COPIES: {{ t inC.specialized.1$}}
// COPIES-NOT: specialized
//
// Another may be called in its place.
// OTHERS-NOT: external{{.*}}specialized
//
// CHECK:      {{^}}asTail|main|-|-|72|4{{$}}
// CHECK-NEXT: {{^}}catching|main|-|-|80|6{{$}}
// CHECK-NEXT: {{^}}external|main|-|-|32|8{{$}}
// CHECK-NEXT: {{^}}helper|catches|main|-|64|1{{$}}
// CHECK-NEXT: {{^}}helper|catches|main|-|96|1{{$}}
// CHECK-NEXT: {{^}}helper|external|main|-|40|10{{$}}
// CHECK-NEXT: {{^}}inC|between|inC|main|48|1{{$}}
// CHECK-NEXT: {{^}}inC|main|-|-|48|4{{$}}
// CHECK-NEXT: {{^}}local|main|-|-|24|15{{$}}
// CHECK-NEXT: {{^}}throwing|catches|main|-|56|6{{$}}
// CHECK-NEXT: {{^}}unwinding|catches|main|-|88|5{{$}}
// CHECK-NOT:  {{.}}
#include <cstddef>
#include <vector>

class ObStack {
public:
  void *alloc(size_t Size) {
    if (Size > size_t(End - Cursor))
      Cursor = Begin;
    void *Result = Cursor;
    Cursor += Size;
    return Result;
  }

private:
  char Begin[1 << 16];
  char *Cursor = Begin, *End = Begin + sizeof Begin;
};

static ObStack Arena;

struct Node {
  Node *Left, *Right;
  char Rest[];
};

__attribute__((noinline)) static void *helper(size_t Size) { return Arena.alloc(Size); }

/// Only called from here.
__attribute__((noinline)) static Node *local(unsigned Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(Arena.alloc(24));
  N->Left = local(Depth - 1);
  N->Right = local(Depth - 1);
  return N;
}

/// Others may call it.
__attribute__((noinline)) Node *external(unsigned Depth) {
  if (Depth == 0) {
    auto *Leaf = static_cast<Node *>(helper(40));
    Leaf->Left = nullptr;
    return Leaf;
  }
  auto *N = static_cast<Node *>(Arena.alloc(32));
  N->Left = external(Depth - 1);
  N->Right = external(Depth - 1);
  return N;
}

extern "C" Node *between(unsigned Depth);

/// In C what copies are called says less.
extern "C" __attribute__((noinline)) Node *inC(unsigned Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(Arena.alloc(48));
  N->Left = inC(Depth - 1);
  N->Right = between(Depth);
  return N;
}

/// Comes back to the function, and not to its copy.
extern "C" __attribute__((noinline)) Node *between(unsigned Depth) {
  Node *N = inC(Depth / 4);
  asm volatile("" ::: "memory");
  return N;
}

[[noreturn]] __attribute__((noinline)) static void throws() { throw 1; }

__attribute__((noinline)) static Node *throwing(unsigned Depth) {
  auto *N = static_cast<Node *>(Arena.alloc(56));
  if (Depth == 0)
    throws();
  N->Left = throwing(Depth - 1);
  N->Right = nullptr;
  return N;
}

static Node *volatile Kept;

/// Nobody in the copy has an id.
__attribute__((noinline)) static void unwinding(unsigned Depth) {
  Arena.alloc(88);
  if (Depth == 0)
    std::__throw_bad_alloc();
  unwinding(Depth - 1);
  Kept = nullptr;
}

/// The word is right again where an exception from deep below was caught.
__attribute__((noinline)) static void catches() {
  try {
    Kept = throwing(5);
  } catch (int) {
    Kept = static_cast<Node *>(helper(64));
  }
  try {
    unwinding(2);
  } catch (const std::bad_alloc &) {
    Kept = static_cast<Node *>(helper(96));
    try {
      unwinding(1);
    } catch (const std::bad_alloc &) {
    }
  }
}

/// Catches in the copy, and goes on there. What throws leaves no word behind.
__attribute__((noinline)) static void catching(unsigned Depth) {
  Arena.alloc(80);
  if (Depth == 0)
    std::__throw_bad_alloc();
  try {
    if (Depth < 9)
      catching(Depth - 1);
  } catch (...) {
    catching(10);
    catching(11);
  }
}

/// What ends in a call of itself is a loop.
__attribute__((noinline)) static void asTail(unsigned Depth) {
  Arena.alloc(72);
  if (Depth)
    asTail(Depth - 1);
}

int main() {
  Kept = local(4);
  Kept = external(3);
  Node *(*volatile Pointer)(unsigned) = external;
  Kept = Pointer(1);
  Kept = inC(4);
  catches();
  catching(3);
  asTail(3);
}
