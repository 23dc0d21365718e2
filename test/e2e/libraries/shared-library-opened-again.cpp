// A library that is opened and closed again and again: its rows go on, those of its
// constructors and destructors, of a thread in it, of an exception out of it too.
//
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cxx -O2 -pthread -DLIB=\"%t.so\" %s -ldl -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O0 -g -pthread -DLIB=\"%t.so\" %s -ldl -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}recursive|enter|main|-|16|18{{$}}
// CHECK-NEXT: {{^}}Global::~Global|dlclose|main|-|92|3{{$}}
// CHECK-NEXT: {{^}}Global::Global|{{.*}}|91|3{{$}}
// CHECK-NEXT: {{^}}recursive|enter|body|-|16|12{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|50|3{{$}}
// CHECK-NEXT: {{^}}thrower|main|-|-|40|3{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

static void *volatile Sink;

#ifdef LIBRARY
struct Global {
  Global() { Sink = std::malloc(91); }
  ~Global() { Sink = std::malloc(92); }
} Instance;

__attribute__((noinline)) static void recursive(int Depth) {
  Sink = std::malloc(16);
  if (Depth)
    recursive(Depth - 1);
  Sink = nullptr;
}

extern "C" void enter(int Depth) {
  recursive(Depth);
  Sink = nullptr;
}

extern "C" void thrower() {
  Sink = std::malloc(40);
  throw 1;
}
#else
static void *body(void *Enter) {
  reinterpret_cast<void (*)(int)>(Enter)(3);
  Sink = nullptr;
  return nullptr;
}

int main() {
  for (int Round = 0; Round < 3; ++Round) {
    void *Library = dlopen(LIB, RTLD_NOW | RTLD_LOCAL);
    if (!Library)
      return 1;
    auto Enter = reinterpret_cast<void (*)(int)>(dlsym(Library, "enter"));
    auto Thrower = reinterpret_cast<void (*)()>(dlsym(Library, "thrower"));
    Enter(5);
    try {
      Thrower();
    } catch (int) {
      Sink = std::malloc(50);
    }
    pthread_t Thread;
    pthread_create(&Thread, nullptr, body, reinterpret_cast<void *>(Enter));
    pthread_join(Thread, nullptr);
    dlclose(Library);
  }
}
#endif
