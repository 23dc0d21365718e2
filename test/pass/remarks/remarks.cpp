// Each site is a remark, with what is counted and where; each call that looks like
// an allocation and is none is a missed one, with its reason; each call that may lead
// to one is an analysis. Lines are those of the source with and without -g, and
// nothing is said where nobody asked, or asked another pass.
//
// RUN: %cxx -O1 -c %s -o %t.o -Rpass=allocsite 2>&1 | %FileCheck %s --check-prefix=SITE --implicit-check-not=remark:
// RUN: %cxx -O1 -g -c %s -o %t.o -Rpass=allocsite 2>&1 | %FileCheck %s --check-prefix=SITE --implicit-check-not=remark:
// RUN: %cxx -O1 -c %s -o %t.o -Rpass-missed=allocsite 2>&1 | %FileCheck %s --check-prefix=MISSED --implicit-check-not=remark:
// RUN: %cxx -O1 -c %s -o %t.o -Rpass-analysis=allocsite 2>&1 | %FileCheck %s --check-prefix=CALL
// RUN: %cxx -O1 -c %s -o %t.o -Rpass=allocsit.x -Rpass-missed=allocsit.x 2>&1 | count 0
// RUN: %cxx -O1 -c %s -o %t.o 2>&1 | count 0
//
// RUN: %cxx -O1 -c %s -o %t.o -fsave-optimization-record -foptimization-record-file=%t.yaml -foptimization-record-passes=allocsite
// RUN: %FileCheck %s --check-prefix=YAML --input-file=%t.yaml
//
// YAML: --- !Passed
// YAML-NEXT: Pass: {{ *}}allocsite
// YAML-NEXT: Name: {{ *}}Site
// YAML-NEXT: DebugLoc: {{.*}}remarks.cpp', Line: [[#]], Column:
// YAML: - Allocator: {{ *}}malloc
// YAML: - Bytes: {{ *}}24 bytes
typedef decltype(sizeof 0) size_t;
extern "C" void *malloc(size_t);
extern "C" void *calloc(size_t, size_t);
extern "C" void *strdup(const char *);
extern "C" void free(void *);
void *operator new(size_t, void *Place) noexcept;
void unknown(void *);
[[gnu::noinline]] static void *keep(void *P) { unknown(P); return P; }

struct ObStack {
  char *Next;
  void *alloc(size_t Size) { return Next += Size; }
  void *calloc(size_t Count, size_t Size) { return alloc(Count * Size); }
};

extern "C" void sites(ObStack &Stack, size_t N, const char *Name) {
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: malloc in sites is counted as {{.*}}remarks.cpp:[[#@LINE+1]]:8: 24 bytes [-Rpass=allocsite]
  keep(malloc(24));
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: malloc in sites is counted as {{.*}}remarks.cpp:[[#@LINE+1]]:8: size bytes
  keep(malloc(N));
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: calloc in sites is counted as {{.*}}: count * size bytes
  keep(calloc(N, 8));
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: strdup in sites is counted as {{.*}}: length + 1 bytes
  keep(strdup(Name));
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: ObStack::alloc in sites is counted as {{.*}}remarks.cpp:[[#@LINE+1]]:14: 48 bytes
  keep(Stack.alloc(48));
  // SITE-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: ObStack::calloc in sites is counted as {{.*}}remarks.cpp:[[#@LINE+1]]:14: count * size bytes
  keep(Stack.calloc(N, N));
}

// MISSED-DAG: :[[#@LINE-18]]:{{[0-9]+}}: remark: ObStack::alloc(unsigned long) is not counted: it is called within an entry of the same allocator: the outer call counts [inner-call] [-Rpass-missed=allocsite]

extern "C" void refused(void *Place) {
  // MISSED-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: operator new(unsigned long, void*) is not counted: it makes nothing, but hands back the place that it was given [placement-new]
  keep(operator new(8, Place));
  // MISSED-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: malloc is not counted: the optimiser has removed it [removed]
  free(malloc(16));
}

void (*Hook)(void *);
// CALL-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: the call of unknown(void*) gets an id: its caller is a frame
static void pushes() { unknown(nullptr); unknown(nullptr); }
// CALL-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: the call of a pointer may replace its caller, which is then no frame
void jumps(void *P) { pushes(); auto *F = Hook; [[clang::musttail]] return F(P); }
