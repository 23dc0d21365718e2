// A placement form that a library makes for itself hands back what it was passed, as
// the one of the C++ library does. It is no allocator where its body is in sight,
// optimised or not, whatever comes before the return. One that may hand back other
// memory is.
//
// RUN: %cxx -std=c++17 -O0 -Rpass=allocsite -Rpass-missed=allocsite -c %s -o %t.o 2>&1 | grep remark: | %FileCheck %s --implicit-check-not=remark:
// RUN: %cxx -std=c++17 -O2 -Rpass=allocsite -Rpass-missed=allocsite -c %s -o %t.o 2>&1 | grep remark: | %FileCheck %s --implicit-check-not=remark:
#include <cstddef>

extern "C" [[noreturn]] void fail();

struct Here {};
struct Room {
  char *Next, Bytes[64];
};
void *operator new(size_t, Here, void *Place) noexcept { return Place; }
void *operator new[](size_t, Here, void *Place) noexcept { return Place; }
void *operator new(size_t, Room &Place) {
  if (Place.Next)
    fail();
  return &Place;
}
struct Node {
  static void *operator new(size_t, Node *Place) { return Place; }
};

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Here, void*) is not counted: it makes nothing, but hands back the place that it was given
void *placed(void *P) { return new (Here(), P) long; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new[](unsigned long, Here, void*) is not counted: it makes nothing
void *row(void *P) { return new (Here(), P) long[9]; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Room&) is not counted: it makes nothing
void *room(Room &R) { return new (R) long; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} Node::operator new(unsigned long, Node*) is not counted: it makes nothing
void *node(Node *N) { return new (N) Node; }

void *operator new(size_t N, Room *From) {
  char *Taken = From->Next;
  From->Next += N;
  return Taken;
}
void *operator new(size_t, Room *From, int) { return From->Bytes; }
void *operator new(size_t, Here *A, Here *B) { return B ? B : A; }
void *operator new(size_t, Here *A, Room *B) {
  if (B)
    A = reinterpret_cast<Here *>(B->Next);
  return A;
}

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Room*) in taken(Room*) is counted as
void *taken(Room *R) { return new (R) long; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Room*, int) in within(Room*) is counted as
void *within(Room *R) { return new (R, 1) long; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Here*, Here*) in either(Here*) is counted as
void *either(Here *H) { return new (H, H) long; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} operator new(unsigned long, Here*, Room*) in another(Here*, Room*) is counted as
void *another(Here *H, Room *R) { return new (H, R) long; }
