// A log names its run so that logs of many machines can be told apart and put together: the machine, the
// service (OTEL_SERVICE_NAME), and the program and libraries with sites by their build ids, which are those
// that readelf finds. A stripped program has them all, and its functions: an export names each
// function's program or library with the build id.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s.py check.py
// RUN: %cc -O1 -fPIC -shared -Wl,--build-id=sha1 -DLINKED %s -o liblinked.so
// RUN: %cc -O1 -fPIC -shared -Wl,--build-id=0x5ca1ab1e00ff1234 -DOPENED %s -o libopened.so
// RUN: %cc -O1 -fPIE -pie -Wl,--build-id=md5 %s -L. -llinked -Wl,-rpath,%t -o app
// RUN: llvm-strip app liblinked.so libopened.so
// RUN: export SKIP_HEAP_PROFILE=1 OTEL_SERVICE_NAME='shop "Ä"'
// RUN: env ALLOCSITE_OPTIONS=output=%t/app.csv ./app ./libopened.so
// RUN: %python check.py %allocsite app.csv 'shop "Ä"' ./app %t/liblinked.so ./libopened.so
// RUN: %allocsite export --format pprof app.csv | %python %source/test/report/export/Inputs/exports.py --pprof > pprof
// RUN: %python check.py --mappings pprof ./app %t/liblinked.so ./libopened.so
// RUN: %FileCheck %s --input-file=pprof --check-prefix=FUNCTIONS
// RUN: %allocsite export --format json app.csv | grep -o '"host":"[^"]*","service":"shop .*5ca1ab1e00ff1234"}\]'
//
// `merge` of one log keeps them, and so does what a killed process has left.
// RUN: %allocsite merge -o merged.csv app.csv && %table run merged.csv > merged && %table run app.csv | cmp - merged
// RUN: not --crash env ALLOCSITE_OPTIONS=profile=%t/k.asprof ./app ./libopened.so kill
// RUN: %allocsite recover k.asprof -o k.csv
// RUN: %python check.py %allocsite k.csv 'shop "Ä"' ./app %t/liblinked.so ./libopened.so
// RUN: %python check.py %allocsite k.asprof 'shop "Ä"' ./app %t/liblinked.so ./libopened.so
//
// A profile without names, as older runtimes write it, has paths alone; a damaged one is refused.
// RUN: %python check.py --older k.asprof older.asprof && %table run older.asprof | %FileCheck %s --check-prefix=OLDER --implicit-check-not='"host"' --implicit-check-not='"service"' --implicit-check-not='build id'
// OLDER: "modules":[{"path":"./app"},
// OLDER-NEXT: {"path":"{{.*}}/liblinked.so"},
// OLDER-NEXT: {"path":"./libopened.so"}],
// RUN: %python check.py --damage k.asprof damaged.asprof && not %allocsite recover damaged.asprof 2>&1 | grep 'build id of an object'
//
// A forked child has its parent's; without the variable there is no service.
// RUN: env -u OTEL_SERVICE_NAME ALLOCSITE_OPTIONS=output=%t/%%p.csv ./app ./libopened.so fork > child
// RUN: %python check.py %allocsite $(cat child).csv '' ./app %t/liblinked.so ./libopened.so
//
// A static program has a build id, too, and the mapping of an only module is the program's. One without a
// build id has its path alone. A service of more than 255 bytes is not known.
// RUN: %cc -O1 -static -Wl,--build-id=sha1,-s -DLINKED -DALONE %s -o alone
// RUN: env ALLOCSITE_OPTIONS=output=%t/alone.csv ./alone && %python check.py %allocsite alone.csv 'shop "Ä"' ./alone
// RUN: %allocsite export --format pprof alone.csv | %python %source/test/report/export/Inputs/exports.py --pprof > pprof
// RUN: %python check.py --mappings pprof alone=./alone
// RUN: %cc -O1 -Wl,--build-id=none -DLINKED -DALONE %s -o alone
// RUN: env OTEL_SERVICE_NAME=$(printf '%%0256d' 1) ALLOCSITE_OPTIONS=output=%t/none.csv ./alone
// RUN: %python check.py %allocsite none.csv '' ./alone
//
// The program comes first where it has no sites of its own.
// RUN: %cc -O1 -fPIC -shared -Wl,--build-id -DLINKED %s %link_runtime -o liblinked.so
// RUN: %clang -O1 -Wl,--build-id -DALONE %s -L. -llinked -Wl,-rpath,%t %link_runtime -o user
// RUN: env ALLOCSITE_OPTIONS=whole=0:output=%t/user.csv ./user
// RUN: %python check.py %allocsite user.csv 'shop "Ä"' %t/user %t/liblinked.so
//
// FUNCTIONS-DAG: location: inLinked
// FUNCTIONS-DAG: location: inOpened
// FUNCTIONS-DAG: location: inProgram
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void *volatile Kept;

#if defined(OPENED)
void inOpened(void) { Kept = malloc(24); }
#else
void inLinked(void);
#endif

#ifdef LINKED
void inLinked(void) { Kept = malloc(16); }
#endif

#ifdef ALONE
int main(void) { inLinked(); }
#elif !defined(LINKED) && !defined(OPENED)
__attribute__((noinline)) static void inProgram(void) { Kept = malloc(8); }

int main(int Count, char **Arguments) {
  inProgram();
  inLinked();
  void (*Open)(void) = (void (*)(void))dlsym(dlopen(Arguments[1], RTLD_NOW), "inOpened");
  Open();
  const char *How = Count > 2 ? Arguments[2] : "";
  if (!strcmp(How, "kill"))
    raise(SIGKILL);
  if (!strcmp(How, "fork")) {
    pid_t Child = fork();
    if (!Child) {
      inProgram();
      exit(0);
    }
    waitpid(Child, NULL, 0);
    printf("%d\n", (int)Child);
  }
}
#endif
