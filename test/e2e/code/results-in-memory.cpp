// What returns a class in memory and ends in a call of what does so too stays on the stack
// up to LLVM 21, and has its frame. (From 22 on, and on AArch64, such a call is a jump, and has
// none.)
//
// REQUIRES: llvm-lt-22
// RUN: %cxx -O2 -DLEAF -c %s -o %t.leaf.o && %cxx -O2 %s %t.leaf.o -o %t && %run_rows | %FileCheck %s %if aarch64 %{--check-prefix=JUMPS%}
// CHECK:     {{^}}leaf|Inner::go|Outer::go|uses|9|1{{$}}
// CHECK-NOT: {{.}}
// JUMPS:     {{^}}leaf|uses|main|-|9|1{{$}}
// JUMPS-NOT: {{.}}
#include <cstddef>

struct Held {
  char *Bytes;
  Held();
  Held(const Held &);
  ~Held();
};
Held leaf(int Size);

#ifdef LEAF
Held::Held() : Bytes(nullptr) {}
Held::Held(const Held &) : Bytes(nullptr) {}
Held::~Held() { delete[] Bytes; }
Held leaf(int Size) {
  Held Result;
  Result.Bytes = new char[size_t(Size)];
  return Result;
}
#else
struct Base {
  virtual Held go(int Size) = 0;
};
struct Inner : Base {
  Held go(int Size) override { return leaf(Size); }
};
struct Outer : Base {
  Base *To;
  Held go(int Size) override { return To->go(Size); }
};

__attribute__((noinline)) static void uses(Base &To, int Size) { Held Kept = To.go(Size); }

static Inner Last;
static Outer First;

int main() {
  First.To = &Last;
  uses(First, 9);
}
#endif
