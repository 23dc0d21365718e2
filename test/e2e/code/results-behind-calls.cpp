// What allocators return is right behind what counts, which hands it through, whether
// it hits or misses: there are more sites and sizes than a table has slots. Nor does
// anything else change that is in use there; what throws is caught, and not counted.
//
// RUN: %cxx -O2 %s -o %t && %t && %run_rows --cols "bytes allocated,call count" | %FileCheck %s
// RUN: %cxx -O3 %for_cpu -g %s -o %t && %t && %run_rows --cols "bytes allocated,call count" | %FileCheck %s
// RUN: %cxx -O2 -static %s -o %t && %t && %run_rows --cols "bytes allocated,call count" | %FileCheck %s
// RUN: %cxx -O2 -no-pie -fno-pie %s -o %t && %t && %run_rows --cols "bytes allocated,call count" | %FileCheck %s
// RUN: %cxx -O2 -fPIC %lld %s -o %t && %t && %run_rows --cols "bytes allocated,call count" | %FileCheck %s
//
// CHECK-COUNT-96: {{^[0-9]+}}|1000{{$}}
// CHECK-NOT:       |1000{{$}}
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <new>

static void *volatile Last;

// Values of every kind are in use when it allocates; some are read in front of it, some
// directly behind.
struct State {
  long A, B, C, D, E, F;
  double U, V, W, X;
};

template <unsigned N>
__attribute__((noinline)) bool allocate(State &S, unsigned Round) {
  long A = S.A, B = S.B, C = S.C, D = S.D, E = S.E, F = S.F;
  double U = S.U, V = S.V, W = S.W, X = S.X;
  const size_t Size = N + 1;
  char *P = static_cast<char *>(N % 2 ? std::malloc(Size) : operator new(Size));
  bool Fine = P && malloc_usable_size(P) >= Size;
  P[0] = char(N);
  P[N] = char(N);
  Last = P;
  S.A = A + 1, S.B = B + 2, S.C = C ^ A, S.D = D + B, S.E = E - C, S.F = F + D;
  S.U = U + 1, S.V = V + U, S.W = W * 0.5 + V, S.X = X + W;
  Fine = Fine && P[0] == char(N) && P[N] == char(N) && P == Last;
  if (N % 2)
    std::free(P);
  else
    operator delete(P);
  return Fine && Round < 1000;
}

template <unsigned N> struct Each {
  static bool in(State &S, unsigned Round) {
    return Each<N - 1>::in(S, Round) & allocate<N - 1>(S, Round);
  }
};
template <> struct Each<0> {
  static bool in(State &, unsigned) { return true; }
};

// The same without memory.
static void expect(State &S) {
  State T = S;
  S.A = T.A + 1, S.B = T.B + 2, S.C = T.C ^ T.A, S.D = T.D + T.B;
  S.E = T.E - T.C, S.F = T.F + T.D;
  S.U = T.U + 1, S.V = T.V + T.U, S.W = T.W * 0.5 + T.V, S.X = T.X + T.W;
}

static volatile size_t TooMuch = size_t(1) << 62;

__attribute__((noinline)) static bool throws() {
  try {
    Last = operator new(TooMuch);
  } catch (const std::bad_alloc &) {
    return true;
  }
  return false;
}

int main() {
  State S = {1, 2, 3, 4, 5, 6, 0.5, 0.25, 0.125, 1.0}, T = S;
  for (unsigned Round = 0; Round < 1000; ++Round) {
    if (!Each<96>::in(S, Round) || (Round % 100 == 0 && !throws())) {
      std::puts("a result was lost");
      return 1;
    }
    for (unsigned N = 0; N < 96; ++N)
      expect(T);
    // Doubles are rounded alike.
    if (S.A != T.A || S.B != T.B || S.C != T.C || S.D != T.D || S.E != T.E ||
        S.F != T.F || S.U != T.U) {
      std::puts("a value was lost");
      return 1;
    }
  }
}
