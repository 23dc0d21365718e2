// A log that goes to a pipe whose reader leaves in the middle, and messages whose
// reader has left, kill nobody: no SIGPIPE of ours, the exit status is the program's,
// and a SIGPIPE of the program's own still is one.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && mkfifo %t.dir/pipe
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/pipe %t %t.dir/pipe 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %files %t.dir "*.asprof" | count 1
// RUN: sh -c 'exec 3>&1; (env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t; echo status $? >&3) 2>&1 >/dev/null | true' | %FileCheck %s --check-prefix=CLOSED
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t by raise

// CHECK:      {{^}}Dumping log of size 20000
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}allocsite: error: {{.*}}pipe: cannot write the allocation log: Broken pipe; to get it: allocsite recover {{.*}}.asprof
// CLOSED:     {{^}}status 7
#include "Inputs/Play.h"
#include "Inputs/Reader.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/// Reads the start of what comes, and goes.
static void *readSome(void *Pipe) {
  struct pollfd Wanted = {*static_cast<int *>(Pipe), POLLIN, 0};
  char Bytes[10];
  while (read(Wanted.fd, Bytes, sizeof(Bytes)) <= 0)
    poll(&Wanted, 1, 1);
  close(Wanted.fd);
  return nullptr;
}

int main(int Count, char **Arguments) {
  static OneSite Module;
  static int Pipe;
  if (Count == 1)
    waitUntilNobodyReads(2);
  for (uint64_t Size = 0; Size < 20000; ++Size)
    Module.allocate(Size);
  if (Count > 2)
    raise(SIGPIPE);
  if (Count > 1) {
    Pipe = open(Arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    pthread_t Reader;
    pthread_create(&Reader, nullptr, readSome, &Pipe);
    pthread_detach(Reader);
  }
  return 7;
}
