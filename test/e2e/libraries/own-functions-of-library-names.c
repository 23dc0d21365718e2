// What a file has for itself alone under a name of the C library's is neither what measures
// a string nor what the runtime calls; nor is a strlen of the program's own that counts
// otherwise than strdup, nor what a program has under names that are POSIX's and not C's.
//
// RUN: %cc -O0 -w %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O1 -w -fno-builtin %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -w -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -w -DCOUNTS_CHARACTERS %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -w -DFOR_ALL %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -w -flto -DOTHER -c %s -o %t.other.o && %cc -O2 -w -flto -DWITH_OTHER -c %s -o %t.o
// RUN: %clang -O2 -flto %lld %t.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: not %cc -O2 -w -DUSED='__attribute__((used))' -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=USED
// RUN: not %cc -O2 -w -DUSED= -DASSEMBLY -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=USED
// RUN: %cc -O2 -w -DUSED='__attribute__((used))' -DOTHER -flto=thin -c %s -o %t.o
// RUN: %cc -O2 -w -DUSED='__attribute__((used))' -DOTHER -flto -fPIC -c %s -o %t.o
//
// CHECK-DAG: {{^}}main|-|-|-|7|1{{$}}
// CHECK-DAG: {{^}}main|-|-|-|3|1{{$}}
// CHECK-DAG: {{^}}main|-|-|-|16|1{{$}}
// CHECK-DAG: {{^}}open|main|-|-|5|1{{$}}
// USED: error: allocsite: 'getcwd' is static here and may be named in assembly, and the runtime calls the C library's: rename it
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
__WCHAR_TYPE__ *wcsdup(const __WCHAR_TYPE__ *);

#ifdef FOR_ALL
#define LOCAL
#else
#define LOCAL static
#endif

static void *volatile Sink;
int otherFile(int);

#ifdef USED
USED static __attribute__((noinline)) int getcwd(void) { return Sink != 0; }
int (*volatile Getcwd)(void) = getcwd;
#endif
#ifdef ASSEMBLY
__asm__(".globl getDirectory\ngetDirectory: jmp getcwd\n");
#endif
#ifdef OTHER
static __attribute__((noinline)) int close(int Wrong) { return *(volatile int *)(long)Wrong; }
int otherFile(int No) { return No ? close(0) : 0; }
#else

#ifdef COUNTS_CHARACTERS
size_t strlen(const char *Text) {
  size_t Count = 0;
  for (; *Text; ++Text)
    Count += (*Text & 0xc0) != 0x80;
  return Count;
}
#else
static __attribute__((noinline)) size_t strlen(const char *Text, int *Calls) {
  ++*Calls;
  return *Text;
}
#endif
static __attribute__((noinline)) size_t strnlen(const char *Text) { return *Text; }
static __attribute__((noinline)) int wcslen(void) { return 1; }
static int mkostemp = 1;
LOCAL __attribute__((noinline)) int write(int *At) { return ++*At; }
LOCAL __attribute__((noinline)) void open(int Bytes) { Sink = malloc(Bytes); }
LOCAL int fstat = 3;
#ifdef FOR_ALL
int close, read, stat, lstat, rename, unlink, pwrite;
#endif

int main(int Count, char **Arguments) {
  int Calls = Count;
  Sink = strdup("h\xc3\xa4llo"); // seven with its end
  Sink = strndup("hello", 2);
  Sink = wcsdup(L"wie");
  open(5);
#ifdef COUNTS_CHARACTERS
  Calls += strlen("h\xc3\xa4llo") > 4;
#else
  Calls += strlen("", &Calls) == 0;
#endif
  fstat += write(&Calls) + strnlen("") + wcslen();
#ifdef WITH_OTHER
  fstat += otherFile(Count > 9);
#endif
  return Calls < 3 || fstat < 3 || !mkostemp;
}
#endif
