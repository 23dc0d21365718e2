/*
 gcc sees nothing of what allocsite/allocsite.h says, in C89 and C++98.

 REQUIRES: gcc
 RUN: gcc -I%include -std=c89 -Wall -Wextra -pedantic -Werror -c %s -o %t.o
 RUN: gcc -I%include -x c++ -std=c++98 -Wall -Wextra -pedantic -Werror -c %s -o %t.o
 RUN: gcc -I%include -std=c89 -O2 -c %s -o %t.with.o
 RUN: gcc -I%include -std=c89 -O2 -DALLOCSITE_NO_ANNOTATIONS -c %s -o %t.without.o
 RUN: cmp %t.with.o %t.without.o
*/
#include <allocsite/allocsite.h>

ALLOCSITE_ALLOC(size=1, arena=0) void *pool_alloc(void *, unsigned long);
ALLOCSITE_FREE(block=1) void pool_free(void *, void *);
ALLOCSITE_RESET(arena=0) void pool_reset(void *);
ALLOCSITE_WRAPPER static int own(int a) { return a + 1; }
ALLOCSITE_IGNORE int ignored(int a) { return own(a); }
ALLOCSITE_LEVEL(2) int later(int a) { return own(a); }
ALLOCSITE_AWARE(told_at) void *told(void *, unsigned long);
void *told_at(void *, unsigned long, allocsite_site, allocsite_context);
int named(allocsite_site s, allocsite_context c);
int named(allocsite_site s, allocsite_context c) {
  struct allocsite_names names;
  return allocsite_describe(s, c, &names) && allocsite_index(s) == names.line;
}
