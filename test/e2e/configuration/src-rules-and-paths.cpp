// A rule for files holds for a header by the path that the profile shows, however the
// header was found.
//
// RUN: rm -rf %t && mkdir -p %t/lib/a && cd %t
// RUN: echo 'inline char *text(int N) { return new char[N]; }' > lib/text.h
// RUN: echo 'src:lib/text.h' > a.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=a.cfg %cxx -O0 -g -I. %s -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %rows log.csv | count 0
#include "lib/a/../text.h"
int main() { delete[] text(3); }
