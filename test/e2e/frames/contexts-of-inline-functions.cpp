// Inline functions take their context in a register from those that know them, and have
// entries for the others: calls through pointers and of virtual functions, and the other
// file. The linker takes each from where it likes, so that the files may be compiled
// differently: each chain is right, also behind a body that does more than the one that
// its caller's file has, and where an exception or a longjmp came by.
//
// RUN: mkdir -p %t.dir && cd %t.dir
// RUN: for Flags in '-O0:-O0' '-O0:-O2' '-O2:-O0' '-O1 -DSHALLOW:-O3' '-O2:-Os' '-Oz:-O2' \
// RUN:     '-O2 -fPIC:-O2 -fno-pie' '-O2 -ffunction-sections -Wl,--gc-sections:-O2' \
// RUN:     '-O2 -fno-semantic-interposition -fPIC:-O2 -fvisibility=hidden' \
// RUN:     '-O2 -mno-red-zone -fstack-protector-all -DSHALLOW:-O2' \
// RUN:     '-O2 -flto %lld:-O2 -flto' '-O2 -flto=thin %lld:-O1'; do \
// RUN:   %cxx ${Flags%%:*} -c %s -o one.o && \
// RUN:   %cxx ${Flags##*:} -DOTHER -c %s -o other.o || exit 1; \
// RUN:   for Objects in 'one.o other.o' 'other.o one.o'; do \
// RUN:     %cxx -no-pie ${Flags%%:*} $Objects -o %t && %profile %t > %t.out || exit 1; \
// RUN:     %FileCheck --check-prefix=OUT %s < %t.out || exit 1; \
// RUN:     %rows --cols 'pc0,pc1,pc2,bytes allocated,call count' --short %t.csv | grep -v quiet | sort > %t.rows; \
// RUN:     %FileCheck %s < %t.rows || exit 1; \
// RUN:   done; \
// RUN: done
//
// OUT:      one 55 22.5 496
// OUT-NEXT: other 55 22.5 496
// OUT-NEXT: caught 7
// OUT-NEXT: jumped 9
// OUT-NEXT: done
//
// CHECK:      {{^}}Big many<int>|both|main|24|1{{$}}
// CHECK-NEXT: {{^}}Big many<int>|both|other|24|1{{$}}
// CHECK-NEXT: {{^}}Hop::go|main|-|9|1{{$}}
// CHECK-NEXT: {{^}}Shape::draw|main|-|16|2{{$}}
// CHECK-NEXT: {{^}}Shape::draw|other|main|16|2{{$}}
// CHECK-NEXT: {{^}}after|main|-|5|7{{$}}
// CHECK-NEXT: {{^}}deep|main|-|40|10{{$}}
// CHECK-NEXT: {{^}}each|main|-|11|3{{$}}
// CHECK-NEXT: {{^}}fail|failing|main|48|1{{$}}
// CHECK-NEXT: {{^}}leap|leaping|main|72|1{{$}}
// CHECK-NEXT: {{^}}make|main|-|8|2{{$}}
// CHECK-NEXT: {{^}}make|other|main|8|2{{$}}
// CHECK-NEXT: {{^}}tell|last|{{jumps|main}}|64|1{{$}}
// CHECK-NEXT: {{^}}tell|last|other|64|1{{$}}
// CHECK-NEXT: {{^}}tell|main|-|6|3{{$}}
// CHECK-NOT:  {{.}}
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

extern void *volatile Sink;
extern volatile int One;
void tell(int Size);

#define INLINE __attribute__((noinline)) inline

INLINE void make(int Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}

struct Shape {
  __attribute__((noinline)) virtual void draw(int Size) {
    Sink = std::malloc(Size);
    Sink = nullptr;
  }
  virtual ~Shape() = default;
};

struct Big {
  long Values[32];
};

template <typename T>
INLINE Big many(T A, int B, int C, int D, int E, int F, int G, int H, int I, int J,
                double K, double L, double M, double N, double O, double P, double Q,
                double R, double S, Big From) {
  Sink = std::malloc(24);
  Big To = From;
  To.Values[0] = A + B + C + D + E + F + G + H + I + J;
  To.Values[1] = long(10 * (K + L + M + N + O + P + Q + R + S));
  for (int At = 2; At < 32; ++At)
    To.Values[2] += To.Values[At] * (At != 2);
  return To;
}

INLINE void last() {
  tell(64);
  Sink = nullptr;
}

// The other file has more in it, as with assertions.
INLINE void quiet() {
#ifdef OTHER
  tell(7);
#endif
  Sink = nullptr;
}

static void both(const char *Name) {
  Big From;
  for (int I = 0; I < 32; ++I)
    From.Values[I] = One * I;
  From.Values[2] = 3; // With 3 to 31: 496.
  Big To = many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, .5, 1., 1.5, 2., 2.5, 3., 3.5, 4., 4.5,
                From);
  std::printf("%s %ld %g %ld\n", Name, To.Values[0], To.Values[1] / 10.,
              To.Values[2]);
}

#ifdef OTHER

void other() {
  make(8);
  void (*volatile Pointer)(int) = make;
  Pointer(8);
  Shape Here;
  Here.Shape::draw(16);
  Shape *volatile There = &Here;
  There->draw(16);
  both("other");
  quiet();
  last();
}
#else
void *volatile Sink;
static std::jmp_buf Back;
volatile int One = 1;
void other();

INLINE int deep(int Depth) {
  if (!Depth)
    return 0;
  Sink = std::malloc(40);
  return Depth + deep(Depth - 1);
}
// Passed to itself and to another, and called by neither.
INLINE void each(void (*What)(int)) {
  Sink = std::malloc(11);
  if (What == make)
    each(nullptr);
  Sink = nullptr;
}
// In jumps that come round a million times.
struct Hop {
  Hop *Next = nullptr;
  __attribute__((noinline)) virtual int go(int Count) {
    if (!Count) {
      Sink = std::malloc(9);
      return 0;
    }
    return Next->go(Count - 1);
  }
  virtual ~Hop() = default;
};
INLINE void fail(int Value) {
  Sink = std::malloc(48);
  if (One)
    throw Value;
}
INLINE void failing(int Value) {
  fail(Value);
  Sink = nullptr;
}
INLINE void leap(int Value) {
  Sink = std::malloc(72);
  if (One)
    std::longjmp(Back, Value);
}
INLINE void leaping(int Value) {
  leap(Value);
  Sink = nullptr;
}
__attribute__((noinline)) void jumps() { last(); }

// Calls of it share an id.
__attribute__((noinline)) void tell(int Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
__attribute__((noinline)) static void after() {
  Sink = std::malloc(5);
  Sink = nullptr;
}

int main() {
  make(8);
  after();
  void (*volatile Pointer)(int) = make;
  Pointer(8);
  after();
  Shape Here;
  Here.Shape::draw(16);
  Shape *volatile There = &Here;
  There->draw(16);
  after();
  both("one");
  other();
  after();
  tell(6);
  quiet();
  tell(6);
  jumps();
  tell(6);
  after();
  deep(10);
  each(make);
  each(nullptr);
  Hop One, Two;
  One.Next = &Two;
  Two.Next = &One;
#if defined(__OPTIMIZE__) && !defined(SHALLOW)
  One.Hop::go(1000000);
#else
  One.Hop::go(0);
#endif
  try {
    failing(7);
  } catch (int Value) {
    std::printf("caught %d\n", Value);
    after();
  }
  if (int Value = setjmp(Back)) {
    std::printf("jumped %d\n", Value);
    after();
  } else {
    leaping(9);
  }
  std::puts("done");
}
#endif
