/* What is told, call by call: by another calling convention, with structures by value
   as argument and result, in place of malloc, from a tail call that has to stay one
   (nothing: the allocator itself is called), before the module is registered (site 0),
   inside another entry of the same allocator (the profile leaves it out, and
   allocsite_describe() says so), and with each depth=. Where nothing was compiled with
   the pass the allocator is called, and nothing has a name. */
/*
   RUN: %cc -I%include -std=c89 -pedantic -Werror -O0 %s -o %t && %profile %t > %t.out
   RUN: %FileCheck %s --input-file=%t.out --check-prefixes=CHECK,DEEP
   RUN: %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=ROWS
   RUN: %cc -I%include -std=c89 -pedantic -Werror -O2 %s -o %t && %profile %t > %t.out
   RUN: %FileCheck %s --input-file=%t.out --check-prefixes=CHECK,DEEP
   RUN: %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=ROWS
   RUN: env ALLOCSITE_PASS_OPTIONS=depth=2 %cc -I%include -O2 %s -o %t && %t | %FileCheck %s --check-prefixes=CHECK,TWO
   RUN: env ALLOCSITE_PASS_OPTIONS=depth=1 %cc -I%include -O2 %s -o %t && %t | %FileCheck %s --check-prefixes=CHECK,ONE
   RUN: env ALLOCSITE_PASS_OPTIONS=depth=0 %cc -I%include -O2 %s -o %t && %t | %FileCheck %s --check-prefix=NONE

   RUN: %clang -I%include -std=c89 -pedantic -Wall -Werror -O1 %s -o %t && %t | %FileCheck %s --check-prefix=PLAIN
   RUN: %clangxx -x c++ -std=c++98 -pedantic -Wall -Wextra -Werror -I%include -include allocsite/allocsite.h -fsyntax-only /dev/null

   CHECK: early: plain
   DEEP: 8: convention main - -, context
   TWO: 8: convention main - -, context
   ONE: 8: convention … … …, no context
   CHECK: 16: by_value
   DEEP: 24: leaf above main -, context
   TWO: 24: leaf above … …, context
   ONE: 24: leaf … … …, no context
   CHECK: 32: plain
   DEEP: 40: helper pool_twice main -, context, left out
   CHECK: 4 sites, each an index of its own below 16
   NONE: 8: … … … …, no context

   PLAIN-COUNT-5: plain
   PLAIN: 0 sites, each an index of its own below 16

   ROWS-DAG: {{^}}convention|main|8|1|pool_alloc{{$}}
   ROWS-DAG: {{^}}by_value|main|16|1|pool_value{{$}}
   ROWS-DAG: {{^}}leaf|above|24|1|pool_malloc{{$}}
   ROWS-DAG: {{^}}must|main|32|1|pool_must{{$}}
   ROWS-DAG: {{^}}main|-|48|1|pool_twice{{$}}
*/
#include <allocsite/allocsite.h>
#include <stdio.h>
#include <stdlib.h>

struct big {
  long at[4];
};
struct big Zero;
static char Bytes[4096];
static void *volatile Sink;
static unsigned Known[16];

static void *told(unsigned long size, allocsite_site site, allocsite_context context) {
  struct allocsite_names names;
  if (!allocsite_describe(site, context, &names))
    printf("%lu: plain %s\n", size, names.functions[0]);
  else
    printf("%lu: %s %s %s %s, %s%s\n", size, names.functions[0], names.functions[1],
           names.functions[2], names.functions[3], context ? "context" : "no context",
           names.counted ? "" : ", left out");
  if (allocsite_index(site) < 16)
    ++Known[allocsite_index(site)];
  return Bytes;
}

#define NOINLINE __attribute__((noinline))
ALLOCSITE_ALLOC(size=1) ALLOCSITE_AWARE(pool_alloc_at) __attribute__((ms_abi))
void *pool_alloc(int, unsigned long);
__attribute__((ms_abi)) void *pool_alloc_at(int, unsigned long, allocsite_site,
                                            allocsite_context);
ALLOCSITE_ALLOC(size=1) ALLOCSITE_AWARE(pool_value_at)
struct big pool_value(struct big, unsigned long);
struct big pool_value_at(struct big, unsigned long, allocsite_site, allocsite_context);
ALLOCSITE_ALLOC(size=0) ALLOCSITE_AWARE(pool_malloc_at) void *pool_malloc(unsigned long);
ALLOCSITE_ALLOC(size=0) ALLOCSITE_AWARE(pool_must_at) void *pool_must(unsigned long);
ALLOCSITE_ALLOC(size=0, family=twice) ALLOCSITE_AWARE(pool_once_at)
void *pool_once(unsigned long);
ALLOCSITE_ALLOC(size=0, family=twice) void *pool_twice(unsigned long);
ALLOCSITE_ALLOC(size=0) ALLOCSITE_AWARE(pool_early_at) void *pool_early(unsigned long);

__attribute__((ms_abi)) NOINLINE void *pool_alloc(int i, unsigned long size) {
  (void)i;
  return told(size, 0, 0);
}
__attribute__((ms_abi)) NOINLINE void *
pool_alloc_at(int i, unsigned long size, allocsite_site site, allocsite_context context) {
  (void)i;
  return told(size, site, context);
}
struct big pool_value(struct big b, unsigned long size) {
  told(size, 0, 0);
  return b;
}
struct big pool_value_at(struct big b, unsigned long size, allocsite_site site,
                         allocsite_context context) {
  told(size, site, context);
  return b;
}
void *pool_malloc(unsigned long size) { return told(size, 0, 0); }
void *pool_malloc_at(unsigned long size, allocsite_site site, allocsite_context context) {
  return told(size, site, context);
}
NOINLINE void *pool_must(unsigned long size) { return told(size, 0, 0); }
void *pool_must_at(unsigned long size, allocsite_site site, allocsite_context context) {
  return told(size, site, context);
}
void *pool_early(unsigned long size) { return told(size, 0, 0); }
void *pool_early_at(unsigned long size, allocsite_site site, allocsite_context context) {
  if (!site)
    printf("early: plain\n");
  (void)size, (void)context;
  return Bytes;
}

void *pool_once(unsigned long size) { return told(size, 0, 0); }
void *pool_once_at(unsigned long size, allocsite_site site, allocsite_context context) {
  return told(size, site, context);
}
NOINLINE static void *helper(unsigned long size) {
  Sink = pool_once(size - 8);
  return Sink;
}
NOINLINE void *pool_twice(unsigned long size) {
  void *result = helper(size);
  Sink = 0;
  return result;
}

static void early(void) { Sink = pool_early(100); }
__attribute__((section(".preinit_array"), used)) static void (*Early)(void) = early;

NOINLINE static void convention(void) { Sink = pool_alloc(0, 8); }
NOINLINE static void by_value(void) {
  Zero = pool_value(Zero, 16);
  Sink = 0;
}
NOINLINE static void leaf(void) { Sink = pool_malloc(24); }
NOINLINE static void above(void) {
  leaf();
  Sink = 0;
}
NOINLINE void *must(unsigned long size) {
#ifdef __clang__
  __attribute__((musttail))
#endif
  return pool_must(size);
}

int main(void) {
  int i, sites = 0;
  convention();
  by_value();
  above();
  Sink = must(32);
  Sink = pool_twice(48);
  for (i = 1; i < 16; ++i)
    sites += Known[i] == 1;
  printf("%d sites, each an index of its own below 16\n", sites);
  return 0;
}
