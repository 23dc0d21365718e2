// Four files, one with -g, one with line tables alone, one with -gmlt and one without,
// each in turn: rows and names are the same, those of templates, lambdas and C too.
//
// RUN: for Part in 0 1 2 3; do for Level in g g1 gmlt g0; do \
// RUN:   %cxx -O2 -$Level -DPART=$Part -c %s -o %t.$Part.$Level.o || exit 1; done; done
// RUN: rm -f %t.rows; for Levels in "g g1 gmlt g0" "g1 gmlt g0 g" "gmlt g0 g g1" "g0 g g1 gmlt" "g g g g" "g0 g0 g0 g0"; do \
// RUN:   set -- $Levels; %clangxx %t.0.$1.o %t.1.$2.o %t.2.$3.o %t.3.$4.o -o %t || exit 1; \
// RUN:   %run_rows > %t.short && %rows --cols "pc0,pc1,pc2,pc3,bytes allocated,call count" %t.csv >> %t.rows || exit 1; done
// RUN: sort %t.rows | uniq -c | %FileCheck %s
//
// CHECK:      {{^ *}}6 main::$_0::operator()() const|main|-|-|12|1{{$}}
// CHECK-NEXT: {{^ *}}6 ns::Box<int>::fill(int, char const*) const|ns::two(std::initializer_list<int>)|one(char (&) [3])|main|48|3{{$}}
// CHECK-NEXT: {{^ *}}6 ns::Box<int>::fill(int, char const*) const|three|one(char (&) [3])|main|8|1{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>
#include <initializer_list>

extern void *volatile Sink;

namespace ns {
template <typename T> struct Box {
  void fill(int Size, const char *) const { Sink = std::malloc(Size); }
};
void two(std::initializer_list<int>);
} // namespace ns
extern "C" void three();
void one(char (&)[3]);

#if PART == 0
void *volatile Sink;
int main() {
  char Text[3] = "12";
  one(Text);
  auto Lambda = [] { Sink = std::malloc(12); };
  Lambda();
  return 0;
}
#elif PART == 1
void one(char (&)[3]) {
  ns::two({48, 48, 48});
  three();
  Sink = nullptr;
}
#elif PART == 2
void ns::two(std::initializer_list<int> Sizes) {
  for (int Size : Sizes)
    Box<int>().fill(Size, "");
}
#else
extern "C" void three() {
  ns::Box<int>().fill(8, "");
  Sink = nullptr;
}
#endif
