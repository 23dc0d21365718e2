// One flag when compiling, one variable when running: an exact CSV, and nothing
// but four lines on standard error besides what the program says.
//
// RUN: %cxx -O2 %s -o %t
// RUN: env TMPDIR=%t.dir SKIP_HEAP_PROFILE=0 %t > %t.plain
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env TMPDIR=%t.dir SKIP_HEAP_PROFILE=1 %t > %t.out 2> %t.err
// RUN: cmp %t.plain %t.out
// RUN: %FileCheck %s --check-prefix=ERR -DDIR=%t.dir --input-file=%t.err
// RUN: cat %t.dir/skip-alloc-log-*.csv | %FileCheck %s --check-prefix=CSV
//
// ERR: {{^}}heap profiler: enabled!{{$}}
// ERR-NEXT: {{^}}Dumping log of size 2{{$}}
// ERR-NEXT: {{^}}allocsite: 2 rows, 4.2 KiB in 11 calls{{$}}
// ERR-NEXT: {{^}}heap profiler: wrote allocation log to [[DIR]]/skip-alloc-log-{{......}}.csv{{$}}
// ERR-NOT: {{.}}
//
// CSV: {{^}}pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site{{$}}
// CSV-NEXT: {{^}}"main",-,-,-,4096,1,4096,"malloc",-,"{{.*}}"{{$}}
// CSV-NEXT: {{^}}"photo(ObStack&)","main",-,-,24,10,240,"ObStack::alloc",-,"{{.*}}"{{$}}
// CSV-NOT: {{.}}
#include <cstdio>
#include <cstdlib>

struct ObStack {
  char *Next;
  void *alloc(unsigned long Size) {
    void *Result = Next;
    Next += Size;
    return Result;
  }
};

static void *photo(ObStack &Stack) { return Stack.alloc(24); }

int main() {
  void *volatile Sink;
  ObStack Stack{static_cast<char *>(std::malloc(4096))};
  for (int I = 0; I < 10; ++I)
    Sink = photo(Stack);
  (void)Sink;
  std::puts("ten photos");
}
