// An allocator that calls a helper, or a lambda, which calls an entry of the same
// allocator again: the outermost call is the site, however far it is. A function that
// is no entry, called by the user, is where its allocation is made.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}user|main|-|-|24|10{{$}}
// CHECK-DAG: {{^}}user|main|-|-|8|1{{$}}
// CHECK-DAG: {{^}}ObStack::intern|user|main|-|3|1{{$}}
// CHECK-DAG: {{^}}ObStack::allocSlow|ObStack::alloc|user|main|64|5{{$}}
// RUN: %run_rows | count 4
#include <cstddef>
#include <cstdlib>
struct ObStack {
  char *At = nullptr, *End = nullptr;
  void *alloc(size_t N) {
    if (size_t(End - At) < N)
      return allocSlow(N);
    void *P = At;
    At += N;
    return P;
  }
  void *allocPinned(size_t N) {
    auto Retry = [&] { return alloc(N); };
    return Retry();
  }
  __attribute__((noinline)) void *intern() { return alloc(3); }

private:
  void *allocSlow(size_t N);
};
__attribute__((noinline)) void *ObStack::allocSlow(size_t N) {
  At = static_cast<char *>(std::malloc(64));
  End = At + 64;
  return alloc(N);
}
static void *volatile Sink;
__attribute__((noinline)) void user(ObStack &S) {
  for (int I = 0; I < 10; ++I)
    Sink = S.alloc(24);
  Sink = S.allocPinned(8);
  Sink = S.intern();
}
int main() {
  ObStack S;
  user(S);
}
