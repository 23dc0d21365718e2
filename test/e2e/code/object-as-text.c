// What the build makes of an object for any assembler is that object: every byte before
// every kind of character, whatever an assembler thinks of \0 before an 8, and calls,
// which find their functions by way of one jump to each, under the names that are listed.
//
// RUN: %clang -O2 -fPIC -fvisibility=hidden -fno-asynchronous-unwind-tables -DOBJECT -c %s -o %t.o
// RUN: %build/pass/object-as-text %t.o %t.s %t.names
// RUN: %FileCheck --check-prefix=ONCE %s < %t.s
// RUN: sort %t.names | %FileCheck --check-prefix=NAMES --match-full-lines %s
// RUN: %clang %s %t.s -o %t && %t
// RUN: %clang -fno-integrated-as %s %t.s -o %t && %t
// RUN: %clang -static %s %t.s -o %t && %t
// RUN: %clang -c %t.s -o %t.clang.o && %clang -fno-integrated-as -c %t.s -o %t.gnu.o
// RUN: llvm-objcopy -O binary --only-section=.text.unlikely.allocsite %t.clang.o %t.clang
// RUN: llvm-objcopy -O binary --only-section=.text.unlikely.allocsite %t.gnu.o %t.gnu
// RUN: cmp %t.clang %t.gnu
//
// ONCE:     {{^}}calls.allocsite:{{$}}
// ONCE-DAG: {{^(\.long strlen@PLT-0x4|\.reloc \.,R_AARCH64_JUMP26, strlen\+0x0)$}}
// ONCE-DAG: {{^(\.long strcmp@PLT-0x4|\.reloc \.,R_AARCH64_JUMP26, strcmp\+0x0)$}}
// ONCE:     {{^}}constants.allocsite:{{$}}
// ONCE-NOT: {{@PLT|26, str}}
//
//      NAMES:strcmp
// NAMES-NEXT:strlen
//  NAMES-NOT:{{.}}
#include <string.h>

int __allocsite_check(const char *Word, int Fours) __attribute__((visibility("hidden")));

#ifdef OBJECT
#define ONE(N) (N), '0', (N), '7', (N), '8', (N), '9', (N), 'a', (N), '"', (N), '\\', (N), 0,
#define FOUR(N) ONE(N) ONE((N) + 1) ONE((N) + 2) ONE((N) + 3)
#define SIXTEEN(N) FOUR(N) FOUR((N) + 4) FOUR((N) + 8) FOUR((N) + 12)
#define MANY(N) SIXTEEN(N) SIXTEEN((N) + 16) SIXTEEN((N) + 32) SIXTEEN((N) + 48)
static const unsigned char Bytes[256 * 16] = {MANY(0) MANY(64) MANY(128) MANY(192)};

int __allocsite_check(const char *Word, int Fours) {
  static const char After[8] = {'0', '7', '8', '9', 'a', '"', '\\', 0};
  for (int I = 0; I < 256; ++I)
    for (int J = 0; J < 8; ++J) {
      const volatile unsigned char *Pair = Bytes + I * 16 + J * 2;
      if (Pair[0] != I || Pair[1] != (unsigned char)After[J])
        return 1;
    }
  if (strlen(Word) != 4 || strlen(Word + 1) != 3)
    return 2;
  if (strcmp(Word, "word") != 0 || strcmp(Word, "work") >= 0)
    return 3;
  return Fours == 4444 ? 0 : 4;
}
#else
int main(int Count, char **Arguments) {
  (void)Arguments;
  return __allocsite_check("word", 4443 + Count);
}
#endif
