// The same run gives the same bytes, and another build of the same source too.
//
// RUN: %cxx -std=c++17 -O2 %s -o %t && %run_rows > %t.1 && cp %t.csv %t.1.csv
// RUN: %run_rows > %t.2 && cmp %t.csv %t.1.csv
// RUN: %cxx -std=c++17 -O2 %s -o %t && %run_rows > %t.2 && cmp %t.csv %t.1.csv
// RUN: count 40 < %t.1
#include <cstdlib>
template <int N> __attribute__((noinline)) void work() {
  *static_cast<volatile char *>(std::malloc(8)) = N;
  if constexpr (N > 0)
    work<N - 1>();
  asm volatile("");
}
int main() { work<39>(); }
