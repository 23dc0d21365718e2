// A word that is pushed holds several ids where a function pushes for its caller as well.
// Registration adds the module's base to each of them, and to nothing else: what is empty
// above the oldest stays so. In the second module, whose base is not the first's, as well.
//
// RUN: %runtime_cxx %s -o %t && %profile %t
// RUN: %rows %t.csv | sort | %FileCheck %s

// CHECK:      {{^}}leaf|inner|outer|main|2|2{{$}}
// CHECK-NEXT: {{^}}leaf|inner|outer|main|3|2{{$}}
// CHECK-NEXT: {{^}}leaf|inner|outer|main|4|2{{$}}
// CHECK-NOT:  {{.}}
#include "Inputs/Play.h"

/// main calls outer, outer calls inner, inner calls leaf, which allocates.
struct Chain : Play {
  uint32_t Site, Calls[3];

  Chain() {
    const char *Names[] = {"main", "outer", "inner", "leaf"};
    uint32_t Functions[4];
    for (int I = 0; I < 4; ++I)
      Functions[I] = function(Names[I]);
    for (int I = 0; I < 3; ++I)
      Calls[I] = call(Functions[I], frame(Functions[I], "", 0), Functions[I + 1]);
    Site = site(Functions[3], frame(Functions[3], "a.c", 7));
  }

  /// The words of one id, of the last two and of all three, which come to the chain by as
  /// many pushes.
  void run() {
    Words[1] = Calls[2];
    Words[2] = pushed(Calls[1], Calls[2]);
    Words[3] = pushed(pushed(Calls[0], Calls[1]), Calls[2]);
    load();
    uint64_t Base = CallBase, Main = Base + Calls[0];
    if (Words[1] != Base + Calls[2] || Words[2] != pushed(Base + Calls[1], Words[1]) ||
        Words[3] != pushed(pushed(Main, Base + Calls[1]), Words[1]))
      abort();
    allocateUnder(pushed(pushed(Main, Base + Calls[1]), 0) + Words[1], 2);
    allocateUnder(pushed(pushed(Main, 0), 0) + Words[2], 3);
    allocateUnder(Words[3], 4);
  }

private:
  static uint64_t pushed(uint64_t Word, uint64_t Id) {
    return (Word << ALLOCSITE_ID_BITS) + Id;
  }
  void allocateUnder(uint64_t Context, uint64_t Size) {
    thread().Context = Context;
    allocate(Site, Size);
  }
};

int main() {
  static Chain First, Second;
  First.run();
  Second.run();
  if (First.CallBase == Second.CallBase)
    abort();
}
