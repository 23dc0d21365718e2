// An allocator that ends in a call of a helper, which calls it again: the entry keeps its
// frame, whether it is inlined into its caller or not, so that the inner call is known
// and not counted beside the outer one. The helper itself may leave the stack.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -DINLINED %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}ObStack::allocSlow|ObStack::alloc|user|main|64|5{{$}}
// CHECK-NEXT: {{^}}user|main|-|-|24|10{{$}}
// CHECK-NOT:  {{.}}
#include <cstddef>
#include <cstdlib>

#ifdef INLINED
#define PLACE __attribute__((always_inline))
#else
#define PLACE __attribute__((noinline))
#endif

static void *volatile Sink;

struct ObStack {
  char *At = nullptr, *End = nullptr;
  PLACE void *alloc(size_t N) {
    if (size_t(End - At) < N)
      return allocSlow(N);
    void *P = At;
    At += N;
    return P;
  }
  void *allocSlow(size_t N);
};

__attribute__((noinline)) void *ObStack::allocSlow(size_t N) {
  At = static_cast<char *>(std::malloc(64));
  End = At + 64;
  return alloc(N);
}

__attribute__((noinline)) static void *user(ObStack &S) { return S.alloc(24); }

int main() {
  ObStack S;
  for (int I = 0; I < 10; ++I)
    Sink = user(S);
}
