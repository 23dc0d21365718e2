// The pass is deterministic: the same source makes the same object, byte for byte.
//
// RUN: %cxx -O2 -c %s -o %t.1.o && %cxx -O2 -c %s -o %t.2.o && cmp %t.1.o %t.2.o
// RUN: %cxx -O0 -g -fPIC -c %s -o %t.1.o && %cxx -O0 -g -fPIC -c %s -o %t.2.o && cmp %t.1.o %t.2.o
// RUN: %cxx -O3 -flto=thin -c %s -o %t.1.o && %cxx -O3 -flto=thin -c %s -o %t.2.o && cmp %t.1.o %t.2.o
#include <map>
#include <string>
#include <vector>
int main(int Count, char **Arguments) {
  std::map<std::string, std::vector<int>> Words;
  for (int I = 0; I < Count; ++I)
    Words[Arguments[I]].push_back(I);
  return Words.size() - 1;
}
