// A name of more than 16,384 bytes is cut and ends in `…`. Functions whose names are alike
// up to there share their rows; calls and bytes are all there.
//
// RUN: %cxx -O1 %s -o %t && %profile %t && %rows %t.csv | %FileCheck %s
//
// CHECK:     {{^}}void* take<{{.*}}…|main|-|-|8|2{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

struct ALongNameOfATypeThatIsAnArgumentOfTemplates {};
template <typename A, typename B> struct Pair {};
template <int N> struct Nested {
  using Type = Pair<typename Nested<N - 1>::Type, typename Nested<N - 1>::Type>;
};
template <> struct Nested<0> {
  using Type = ALongNameOfATypeThatIsAnArgumentOfTemplates;
};

static void *volatile Sink;
template <typename T> __attribute__((noinline)) void *take() { return std::malloc(8); }

int main() {
  Sink = take<Pair<Nested<9>::Type, int>>();
  Sink = take<Pair<Nested<9>::Type, long>>();
}
