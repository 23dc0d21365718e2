// Every site of a log is in the inventory of the compilation, by the very text of the
// column `site`; one that never ran is in the inventory alone. So it is with and without
// lines, optimised or not, with sites in the C++ library and in recursion that became a
// loop.
//
// RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=O0.jsonl %cxx -std=c++20 -O0 %s -o O0
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=O0-g.jsonl %cxx -std=c++20 -O0 -g %s -o O0-g
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=O2.jsonl %cxx -std=c++20 -O2 %s -o O2
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=O2-g.jsonl %cxx -std=c++20 -O2 -g %s -o O2-g
// RUN: for P in O0 O0-g O2 O2-g; do env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=$P.csv ./$P > $P.out 2>&1 || exit 1; done
// RUN: for P in O0 O0-g O2 O2-g; do %python %S/../Inputs/join_inventory.py $P.jsonl $P.csv never_called; done | %FileCheck %s
//
// An inventory of another program fails the test.
// RUN: not %python %S/../Inputs/join_inventory.py O2.jsonl O2-g.csv never_called
//
// CHECK-COUNT-4: {{^[1-9][0-9]*}} sites, all in the inventory; never_called alone there
#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" void *malloc(size_t);
void *Kept;

__attribute__((noinline)) void never_called() { Kept = malloc(77); }

#define TWO Kept = malloc(1), Kept = malloc(2)

struct ObStack {
  char Chunk[4096], *Next = Chunk;
  void *alloc(size_t Size) { return (Next += Size) - Size; }
  void *calloc(size_t Count, size_t Size) { return alloc(Count * Size); }
};

static int recurse(ObStack &Stack, int N) {
  Kept = Stack.alloc(N + 1);
  return N ? recurse(Stack, N - 1) : 0;
}

int main(int Count, char **) {
  std::vector<int> Numbers;
  for (int I = 0; I < Count * 10; ++I)
    Numbers.push_back(I);
  std::map<std::string, std::unique_ptr<int>> Map;
  Map["a key that is too long to be short"] = std::make_unique<int>(Count);
  std::string Text = "a text that is too long as well";
  Text += Map.begin()->first;
  Kept = new double[Count];
  TWO;
  ObStack Stack;
  Kept = Stack.calloc(Count, 3);
  recurse(Stack, 5);
  if (Count > 100)
    never_called();
  return Text.empty();
}
