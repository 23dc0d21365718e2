// A service writes a log each minute, for a part of a week, and is started again in its middle,
// once killed and once at its end; its clock is set by hours. The last dump-most= logs stay, whoever
// wrote them, with their companions, and nothing else. They are in order, and a minute apart; their
// differences add up to what was counted. `trend` finds the site that loses one block in 10,000, and
// says of none of the others that it grows. The process itself does not grow.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 -g1 -DBEGAN=1700000000 %s -o %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 -g1 -DBEGAN=1700100000 %s -o %t.later
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:live=1:dump=60s:dump-most=240:output=%t.dir/app.csv:profile=%t.dir/now.asprof %t 180 0 > %t.grown || test $? = 137
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:live=1:dump=60s:dump-most=240:output=%t.dir/app.csv:profile=%t.dir/last.asprof %t.later 140 1 >> %t.grown
// RUN: %FileCheck --check-prefix=GROWN %s < %t.grown
// RUN: rm %t.dir/now.asprof %t.dir/app.csv %t.dir/app.asprof
// RUN: cd %t.dir && ls | sed 's/[0-9]\+/N/' | sort | uniq -c | %FileCheck --check-prefix=LEFT %s
// RUN: ls %t.dir/app-81.csv %t.dir/app-320.csv
// RUN: %allocsite trend %t.dir --format json > %t.json && %python %S/Inputs/a_week.py trend %t.json 81 320
// RUN: %allocsite trend %t.dir | %FileCheck --check-prefix=TREND %s
// RUN: rm -rf %t.set && %allocsite gather %t.dir -o %t.set --csv | %FileCheck --check-prefix=GATHER %s
// RUN: %python %S/Inputs/a_week.py gathered %t.set %t.dir/app-180.csv %t.dir/app-320.csv

// GROWN:      descriptors +0, threads +0, mappings +0, pages +0
// GROWN-NEXT: descriptors +0, threads +0, mappings +0, pages +0

// LEFT:      240 app-N.asprof
// LEFT-NEXT: 240 app-N.csv
// LEFT-NOT:  {{.}}

// TREND:      1 grows
// TREND-NEXT: {{.*}}session ← main
// TREND-NOT:  {{ grows }}
// TREND:      The logs are of 2 processes: each value is compared with those of its process.

// GATHER: 240 logs of 2 processes read
#define _GNU_SOURCE
#include "Inputs/minutes.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *volatile Lost;
static unsigned Random = 1;

static unsigned below(unsigned Most) { return (Random = Random * 1103515245 + 12345) / 65536 % Most; }

/// Of 10,000 sessions one stays for good.
__attribute__((noinline)) static void session(void) {
  static unsigned Begun;
  void *volatile Its = malloc(48);
  if (++Begun % 10000 == 0)
    Lost = Its;
  else
    free(Its);
}

/// Some more or fewer each minute.
__attribute__((noinline)) static void buffers(void) {
  static void *Its[64];
  for (unsigned I = 0; I < 64; ++I) {
    free(Its[I]);
    Its[I] = below(2) ? malloc(512) : NULL;
  }
}

/// Is filled in the first ten minutes.
__attribute__((noinline)) static void cache(void) {
  static void *Its[500];
  static unsigned Used;
  for (unsigned I = 0; I < 50 && Used < 500; ++I)
    Its[Used++] = malloc(100);
}

/// Doubles now and then, and stops a third into the life of the process.
__attribute__((noinline)) static void table(unsigned Minute, unsigned Minutes) {
  static void *Its;
  static size_t Size = 256;
  if (!Its || (Minute % (Minutes / 30 + 1) == 0 && Minute < Minutes / 3)) {
    void *New = malloc(Size *= 2);
    free(Its);
    Its = New;
    if (Size > 1 << 20)
      Size = 1 << 20;
  }
}

static long entriesOf(const char *Directory) {
  DIR *Its = opendir(Directory);
  long Count = 0;
  while (readdir(Its))
    ++Count;
  closedir(Its);
  return Count;
}

struct Measured {
  long Descriptors, Threads, Mappings, Pages;
};

/// Pages: those that are mapped, whether used or not.
static struct Measured measure(void) {
  static char Text[1 << 18];
  struct Measured Now = {entriesOf("/proc/self/fd"), entriesOf("/proc/self/task"), 0, 0};
  int File = open("/proc/self/maps", O_RDONLY);
  for (ssize_t Got; (Got = read(File, Text, sizeof(Text) - 1)) > 0;)
    for (ssize_t I = 0; I < Got; ++I)
      Now.Mappings += Text[I] == '\n';
  close(File);
  File = open("/proc/self/statm", O_RDONLY);
  Text[read(File, Text, sizeof(Text) - 1)] = 0;
  close(File);
  Now.Pages = atol(Text);
  return Now;
}

/// The number of minutes, and how it ends: 0 killed, 1 at its end.
int main(int Count, char **Arguments) {
  const unsigned Minutes = (unsigned)atoi(Arguments[1]);
  struct Measured Middle = {0}, Last;
  for (unsigned Minute = 0; Minute < Minutes; ++Minute) {
    for (unsigned I = 0; I < 2500; ++I)
      session();
    buffers();
    cache();
    table(Minute, Minutes);
    if (Minute == Minutes / 2)
      Middle = measure();
    if (Minute % (Minutes / 4) == 10) // backwards and forwards
      setClock(Minute % 2 ? 18000 : -7 * 3600);
    if (Minute % (Minutes / 4) == 21)
      setClock(5 * 3600);
    passMinute();
  }
  Last = measure();
  printf("descriptors %+ld, threads %+ld, mappings %+ld, pages %+ld\n",
         Last.Descriptors - Middle.Descriptors, Last.Threads - Middle.Threads,
         Last.Mappings - Middle.Mappings, Last.Pages - Middle.Pages);
  fflush(stdout);
  if (Arguments[2][0] == '0')
    raise(SIGKILL);
  return Count > 9;
}
