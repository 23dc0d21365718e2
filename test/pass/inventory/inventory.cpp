// The inventory: lines of JSON, appended by each compilation, for each site what the CSV
// will show and its size, and each refusal with its reason.
//
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/app.cpp && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=env.jsonl:verify=1 %cxx -O1 -g -c app.cpp -o app.o 2>&1 | count 0
// RUN: %FileCheck %s --input-file=env.jsonl
// RUN: %python %S/../Inputs/inventory_lines.py env.jsonl
//
// It is the same from the command line, and grows by as much each time.
// RUN: %clangxx -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-inventory=%t/twice.jsonl -O1 -g -c app.cpp -o app.o
// RUN: cmp env.jsonl twice.jsonl
// RUN: %clangxx -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-inventory=%t/twice.jsonl -O1 -g -c app.cpp -o app.o
// RUN: cat env.jsonl env.jsonl | cmp - twice.jsonl
//
// Asking changes no object; not asking writes none.
// RUN: %cxx -O1 -g -c app.cpp -o plain.o && cmp app.o plain.o
// RUN: ls | grep -c jsonl | grep -x 2
//
// A file that cannot be written is an error.
// RUN: not env ALLOCSITE_PASS_OPTIONS=inventory=nowhere/x.jsonl %cxx -c app.cpp -o x.o 2>&1 | %FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: allocsite: inventory 'nowhere/x.jsonl': No such file or directory
//
// CHECK: {"version":1,"kind":"module","module":"app.cpp","directory":"{{[^"]*}}","variant":"app.o"}
typedef decltype(sizeof 0) size_t;
extern "C" void *malloc(size_t);
extern "C" void *calloc(size_t, size_t);
extern "C" void free(void *);
void *operator new(size_t, void *Place) noexcept;
void keep(void *);

struct ObStack {
  char *Next;
  void *alloc(size_t Size) { return Next += Size; }
  // CHECK-DAG: {"version":1,"kind":"refusal","module":"app.cpp","site":"app.cpp:[[#@LINE+1]]:52","function":"ObStack::calloc(unsigned long, unsigned long)","callee":"ObStack::alloc(unsigned long)","reason":"inner-call","text":"{{.*}}"}
  void *calloc(size_t Count, size_t Size) { return alloc(Count * Size); }
};

void sites(ObStack &Stack, size_t N) {
  // CHECK-DAG: {"version":1,"kind":"site","module":"app.cpp","site":"app.cpp:[[#@LINE+1]]:8","function":"sites(ObStack&, unsigned long)","allocator":"malloc","family":"malloc","arena":false,"size":"size","bytes":24}
  keep(malloc(24));
  // CHECK-DAG: "site":"app.cpp:[[#@LINE+1]]:8",{{.*}},"allocator":"calloc",{{.*}},"size":"count * size"}
  keep(calloc(N, 8));
  // CHECK-DAG: "site":"app.cpp:[[#@LINE+1]]:14",{{.*}},"allocator":"ObStack::alloc","family":"ObStack","arena":true,"size":"size","bytes":48}
  keep(Stack.alloc(48));
  keep(Stack.calloc(N, N));
}

#define TWO keep(malloc(1)), keep(malloc(2))
void refused(void *Place) {
  // CHECK-DAG: "kind":"refusal",{{.*}},"site":"app.cpp:[[#@LINE+1]]:8","function":"refused(void*)","callee":"operator new(unsigned long, void*)","reason":"placement-new"
  keep(operator new(8, Place));
  // CHECK-DAG: "kind":"refusal",{{.*}},"site":"app.cpp:[[#@LINE+1]]:8","function":"refused(void*)","callee":"malloc","reason":"removed"
  free(malloc(16));
  // CHECK-DAG: "site":"app.cpp:[[#@LINE+2]]:3",{{.*}},"bytes":1}
  // CHECK-DAG: "site":"app.cpp:[[#@LINE+1]]:3#2",{{.*}},"bytes":2}
  TWO;
}
