// Names of sites and callers outlive the libraries that they were in, whether the
// profiler is on or off; off also where a library was registered before there was any
// allocator to tell, and one that was closed before that is no trap.
//
// RUN: %cc -I%include -O1 -fPIC -shared -DTHROUGH=through %s -o %t.plain.so
// RUN: %cc -I%include -O1 -fPIC -shared -DTHROUGH=gone %s -o %t.gone.so
// RUN: %cc -I%include -O1 -fPIC -shared -DARENA %s -o %t.arena.so
// RUN: %cc -I%include -O1 -DPREFIX='"%t"' %s -ldl -o %t
// RUN: %t | %FileCheck %s
// RUN: %profile %t | %FileCheck %s
//
// CHECK: 1: allocate enter through main, arena_alloc in allocate#1
// CHECK-NEXT: 1: allocate enter through main, arena_alloc in allocate#1
// CHECK-NEXT: 0: - - - -, - in -
#include <allocsite/allocsite.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

struct told {
  allocsite_site site;
  allocsite_context context;
};
static void *volatile Sink;

#if defined THROUGH
// Allocates, to be known, and calls back.
void THROUGH(void (*call)(struct told *), struct told *to) {
  Sink = malloc(1);
  call(to);
  Sink = NULL;
}
#elif defined ARENA
ALLOCSITE_ALLOC(size=1) ALLOCSITE_AWARE(arena_alloc_at)
void *arena_alloc(struct told *, size_t);
void *arena_alloc_at(struct told *to, size_t n, allocsite_site s, allocsite_context c) {
  to->site = s;
  to->context = c;
  return to;
}
__attribute__((noinline)) static void allocate(struct told *to) {
  Sink = arena_alloc(to, 24);
}
void enter(struct told *to) {
  allocate(to);
  Sink = NULL;
}
#else
typedef void through_function(void (*)(struct told *), struct told *);
static void print(struct told of) {
  struct allocsite_names n;
  int known = allocsite_describe(of.site, of.context, &n);
  printf("%d: %s %s %s %s, %s in %s\n", known, n.functions[0], n.functions[1],
         n.functions[2], n.functions[3], n.allocator, n.site);
}
static void *library(const char *path) {
  void *opened = dlopen(path, RTLD_NOW);
  if (!opened)
    exit(1);
  return opened;
}
int main(void) {
  struct told of = {0, 0}, nothing = {0, 0};
  dlclose(library(PREFIX ".gone.so"));
  void *plain = library(PREFIX ".plain.so");
  void *arena = library(PREFIX ".arena.so");
  through_function *through = (through_function *)dlsym(plain, "through");
  through((void (*)(struct told *))dlsym(arena, "enter"), &of);
  dlclose(arena);
  dlclose(plain);
  print(of);
  library(PREFIX ".gone.so"); // One module more: all are read again.
  print(of);
  print(nothing);
  return 0;
}
#endif
