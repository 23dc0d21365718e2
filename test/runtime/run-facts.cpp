// The table `run` has the facts of a run, whatever way the process ends: the program, its command
// line with any bytes, where and when it began, and how it has ended. What is not known is left out.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %runtime_cxx %s -o %t.dir/app
// RUN: env A="$(printf 'a\n"\\\377\303\244')" sh -c 'env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv ./app exit "$A" ""; test $? = 3'
// RUN: %table run a.csv > a.json && %FileCheck %s --input-file=a.json
// RUN: %python -c 'import json, sys; r = json.load(open("a.json")); assert 0 <= r["seconds"] < 3600 and r["began"] > 1500000000 and r["peak resident bytes"] > 65536 and r["process"] > 1'
// Its name alone is written where the rest is nobody's business.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/b.csv:command-line=0 ./app exit secret || true
// RUN: %table run b.csv | %FileCheck %s --check-prefix=NAME --implicit-check-not=secret
// A long command line is cut.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/c.csv ./app exit $(printf '%%05000d' 7) || true
// RUN: %table run c.csv > c.json
// RUN: %python -c 'import json; c = json.load(open("c.json"))["command"]; assert c[:2] == ["./app", "exit"] and c[2] == "0" * (4096 - 11) + "\u2026" and len(c) == 3, c'
//
// _exit, abort and exec say so, as emitted code tells the runtime.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/d.csv ./app _exit || true
// RUN: %table run d.csv | grep '"exit":{"how":"_exit","status":4}}'
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/e.csv ./app exec
// RUN: %table run e.csv | grep '"exit":{"how":"exec"}}'
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/f.csv ./app exec-fails
// RUN: %table run f.csv | grep '"exit":{"how":"exit","status":0}}'
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/g.csv ./app quick_exit || true
// RUN: %table run g.csv | grep '"exit":{"how":"quick_exit"}}'
//
// A killed process has left what it knew; so has one that goes on after a failed exec, if it has no
// other thread, as qemu has.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/k.asprof ./app kill now
// RUN: %allocsite recover k.asprof -o k.csv && %table run k.csv | %FileCheck %s --check-prefix=KILLED --implicit-check-not=seconds
// RUN: %allocsite recover k.asprof -o copy.csv && %table run copy.csv > one && %table run k.csv | cmp - one
// RUN: %if native %{ not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/left.asprof:output=%t.dir/l.csv ./app exec-fails-kill %}
// RUN: %if native %{ %allocsite recover left.asprof -o l.csv && %table run l.csv | grep '"exit":{"how":"killed"}}' %}
// So has one whose profile stays.
// RUN: %if native %{ not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/stays.asprof:output=%t.dir/n.csv:keep-profile=1 ./app exec-fails-kill %}
// RUN: %if native %{ %allocsite recover stays.asprof -o n.csv && %table run n.csv | grep '"exit":{"how":"killed"}}' %}
// A profile that is kept has what the log says.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/m.csv:profile=%t.dir/kept.asprof:keep-profile=1 ./app exit || true
// RUN: %table run m.csv > m.json && %table run kept.asprof | cmp - m.json && grep '"status":3' m.json
//
// A forked child has its parent's command line, and an exit of its own. A log on the way is a dump.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/%%p.csv ./app fork > pids
// RUN: %table run $(tail -1 pids).csv | grep -e '"exit":{"how":"exit","status":6}}' -e '"command":\["./app","fork"\]' -e "\"process\":$(tail -1 pids)," | count 3
// RUN: %table run $(head -1 pids).csv | grep -e '"exit":{"how":"exit","status":0}}' -e "\"process\":$(head -1 pids)," | count 2
// RUN: %table run $(head -1 pids)-dump.csv | grep '"exit":{"how":"dump"}}'
// Three threads count, one after the other, besides the first; also where a thread counts at its very end.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/t.csv ./app threads
// RUN: %table run t.csv | grep '"threads":4,'
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/u.csv ./app threads at-their-end
// RUN: %table run u.csv | grep '"threads":4,'

// CHECK: {"version":1,
// CHECK-NEXT: "program":"{{/.*}}.dir/app",
// CHECK-NEXT: "command":["./app","exit","a\u000a\"\\{{.*}}ä",""],
// CHECK-NEXT: "directory":"{{/.*}}.dir",
// CHECK-NEXT: "options":"output={{/.*}}a.csv",
// CHECK-NEXT: "host":"{{.+}}",
// CHECK-NEXT: "process":{{[0-9]+}},
// CHECK-NEXT: "began":{{[0-9]+}},
// CHECK-NEXT: "seconds":{{[0-9]+\.[0-9][0-9][0-9]}},
// CHECK-NEXT: "threads":1,
// CHECK-NEXT: "peak resident bytes":{{[0-9]+}},
// CHECK-NEXT: "modules":[{"path":"./app"{{.*}}}],
// CHECK-NEXT: "exit":{"how":"exit","status":3}}
// CHECK-NOT: {{.}}
// NAME: "command":["./app"],
// KILLED: "program":"{{/.*}}.dir/app",
// KILLED-NEXT: "command":["./app","kill","now"],
// KILLED: "process":{{[0-9]+}},
// KILLED-NEXT: "began":{{[0-9]+}},
// KILLED-NEXT: "threads":1,
// KILLED-NEXT: "modules":[{"path":"./app"{{.*}}}],
// KILLED-NEXT: "exit":{"how":"killed"}}
#include "Inputs/Play.h"
#include "allocsite/control.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static OneSite Module;
static pthread_key_t AtEnd;

static void *count(void *Key) {
  Module.allocate(8);
  if (Key)
    pthread_setspecific(*static_cast<pthread_key_t *>(Key), Key);
  return nullptr;
}

static int forkAndDump() {
  printf("%d\n", int(getpid()));
  fflush(stdout);
  allocsite_dump("%p-dump.csv");
  const pid_t Child = fork();
  if (!Child) {
    Module.allocate(8);
    exit(6);
  }
  int Status;
  waitpid(Child, &Status, 0);
  printf("%d\n", int(Child));
  return 0;
}

int main(int, char **Arguments) {
  const char *How = Arguments[1];
  Module.allocate(8);
  if (!strcmp(How, "exit"))
    return 3;
  if (!strcmp(How, "_exit")) {
    ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_AT_ONCE | ALLOCSITE_END_HAS_STATUS, 4);
    _exit(4);
  }
  if (!strcmp(How, "exec")) {
    ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
    execl("/bin/true", "true", nullptr);
  }
  if (!strncmp(How, "exec-fails", 10)) {
    ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
    execl("/no/such/program", "x", nullptr);
    Module.allocate(8);
    if (How[10])
      raise(SIGKILL);
  }
  if (!strcmp(How, "quick_exit"))
    quick_exit(5);
  if (!strcmp(How, "kill"))
    raise(SIGKILL);
  if (!strcmp(How, "fork"))
    return forkAndDump();
  // Made behind the runtime's own key.
  pthread_key_create(&AtEnd, [](void *) { Module.allocate(8); });
  for (int I = 0; !strcmp(How, "threads") && I < 3; ++I) {
    pthread_t Other;
    pthread_create(&Other, nullptr, count, Arguments[2] ? &AtEnd : nullptr);
    pthread_join(Other, nullptr);
  }
}
