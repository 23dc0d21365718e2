// A word that is not what the stack is is stale. The stack is shown as it was found when
// the word and the site came together for the first time.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// The word of a call that nobody has made: the callers are those on the stack.
// CHECK-DAG: "leaf","main",-,-,1,1,1,
// The same with nobody there.
// CHECK-DAG: "leaf",-,-,-,2,1,2,
// Of no module, for its call was made before it was registered.
// CHECK-DAG: "leaf",-,-,-,3,1,3,
// Another word for the stack of the first.
// CHECK-DAG: "leaf","main",-,-,4,1,4,
// A word of 0, below a call: the thread is believed to have begun here.
// CHECK-DAG: "leaf",-,-,-,5,1,5,
// The word while an exception is on its way: nothing is known.
// CHECK-DAG: "leaf",-,-,-,6,1,6,
// A call under that word: what is known is shown.
// CHECK-DAG: "leaf","middle",-,-,7,1,7,
// It is right again where the stack is that one.
// CHECK-DAG: "leaf","middle","main",-,8,1,8,
// A site of no module: nothing is known, and nothing is invented.
// CHECK-DAG: {{^}}-,-,-,-,9,1,9,-,-,-{{$}}
#include "Inputs/Play.h"

int main() {
  static Play Module, Unregistered;
  uint32_t Main = Module.function("main"), Other = Module.function("other"),
           Middle = Module.function("middle"), Leaf = Module.function("leaf");
  uint32_t ToOther = Module.call(Main, Module.frame(Main, "a.c", 1), Other);
  uint32_t ToLeaf = Module.call(Main, Module.frame(Main, "a.c", 2), Leaf);
  uint32_t ToMiddle = Module.call(Main, Module.frame(Main, "a.c", 3), Middle);
  uint32_t MiddleToLeaf = Module.call(Middle, Module.frame(Middle, "a.c", 4), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  Module.load();
  uint64_t &Context = Module.thread().Context;
  auto under = [&](uint64_t Word, auto Do) {
    uint64_t Before = Context;
    Context = Word;
    Do();
    Context = Before;
  };
  calling(Module, ToLeaf, [&] {
    under(Module.contextOf(ToOther), [&] { Module.allocate(Site, 1); });
  });
  under(Module.contextOf(ToMiddle), [&] { Module.allocate(Site, 2); });
  under(Unregistered.contextOf(1), [&] { Module.allocate(Site, 3); });
  calling(Module, ToLeaf, [&] { Module.allocate(Site, 4); });
  calling(Module, ToLeaf, [&] {
    under(0, [&] { Module.allocate(Site, 5); });
    under(ALLOCSITE_UNKNOWN_CONTEXT, [&] {
      Module.allocate(Site, 6);
      calling(Module, MiddleToLeaf, [&] { Module.allocate(Site, 7); });
    });
  });
  calling(Module, ToMiddle,
          [&] { calling(Module, MiddleToLeaf, [&] { Module.allocate(Site, 8); }); });
  Unregistered.allocate(1, 9);
}
