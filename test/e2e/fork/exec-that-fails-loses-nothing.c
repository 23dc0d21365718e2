// An exec writes the log first and the profile goes with it. Where it fails, the
// program counts on, and the next allocation gives it a profile again that holds
// everything: a SIGKILL loses nothing, the log at exit is whole, and an exec that
// works in the end leaves the log alone.
//
// The profile comes back where the process has one thread, and qemu adds another one.
// REQUIRES: native
//
// RUN: %cc -O1 -pthread %s -o %t
// RUN: %cc -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: rm -rf %t.dir && mkdir %t.dir
//
// Each letter is a step of the program, see main.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/a.asprof %t afaK
// RUN: %allocsite recover %t.dir/a.asprof | %rows --sum "call count" /dev/stdin | %FileCheck %s --check-prefix=TWO
// RUN: %allocsite recover %t.dir/a.asprof | %rows --short /dev/stdin | %FileCheck %s --check-prefix=NAMES
//
// Twice, with tables that were there and tables that grew in between.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/b.asprof %t aafafffaaK
// RUN: %allocsite recover %t.dir/b.asprof | %rows --sum "call count" /dev/stdin | %FileCheck %s --check-prefix=FIVE
//
// Counted by a thread that began after it, and by the first one afterwards.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/c.asprof %t aftaK
// RUN: %allocsite recover %t.dir/c.asprof | %rows --sum "call count" /dev/stdin | %FileCheck %s --check-prefix=THREE
//
// Counted in a library that was loaded meanwhile.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/d.asprof %t aflaK %t.so
// RUN: %allocsite recover %t.dir/d.asprof | %rows --short /dev/stdin | %FileCheck %s --check-prefix=LIBRARY
// RUN: %files %t.dir | count 4
//
// Nothing more was counted, or it went well in the end: the log, and no profile.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t aaf
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=TWO
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t afafa
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=THREE
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t afaae
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=THREE
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t aafK
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=TWO
// RUN: %files %t.dir | count 0
//
// A child of fork does the same with its own.
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t aacfafaaK
// RUN: %rows --sum "call count" %t.dir/log.csv | %FileCheck %s --check-prefix=TWO
// RUN: %files %t.dir "*.asprof" | count 1
// RUN: %allocsite recover %t.dir/$(%files %t.dir "*.asprof") | %rows --sum "call count" /dev/stdin | %FileCheck %s --check-prefix=THREE
//
// keep-profile=1: one profile, from first to last.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=keep-profile=1:output=%t.csv %t afaae
// RUN: %allocsite recover %t.dir/*.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=THREE
//
// TWO:     {{^}}20000{{$}}
// THREE:   {{^}}30000{{$}}
// FIVE:    {{^}}50000{{$}}
// NAMES:   {{^}}allocate|main|-|-|9999|2{{$}}
// LIBRARY: {{^}}inLibrary|load|main|-|77|1{{$}}
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LIBRARY
void *volatile LibrarySink;
void inLibrary(void) { LibrarySink = malloc(77); }
#else
static __thread void *volatile Sink;

__attribute__((noinline)) static void allocate(void) {
  for (int Size = 0; Size < 10000; ++Size) {
    Sink = malloc(Size);
    free(Sink);
  }
}

static void *inThread(void *Argument) {
  allocate();
  Sink = NULL;
  return Argument;
}

__attribute__((noinline)) static void load(const char *Path) {
  void (*Function)(void);
  *(void **)&Function = dlsym(dlopen(Path, RTLD_NOW), "inLibrary");
  Function();
  Sink = NULL;
}

int main(int Count, char **Arguments) {
  (void)Count;
  for (const char *Step = Arguments[1]; *Step; ++Step) {
    pthread_t Thread;
    switch (*Step) {
    case 'a':
      allocate();
      break;
    case 'f': // an exec that fails
      execl("/nowhere", "nowhere", (char *)NULL);
      break;
    case 'e': // one that does not
      execl("/bin/true", "true", (char *)NULL);
      return 1;
    case 't':
      pthread_create(&Thread, NULL, inThread, NULL);
      pthread_join(Thread, NULL);
      break;
    case 'l':
      load(Arguments[2]);
      break;
    case 'c': // the rest is the child's
      if (fork()) {
        wait(NULL);
        return 0;
      }
      break;
    case 'K':
      raise(SIGKILL);
    }
  }
}
#endif
