// Two hundred thousand rows: every counter that left its slot is found again, in order.
//
// One thread, and a long way for ThreadSanitizer.
// UNSUPPORTED: sanitizer-thread
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s
// RUN: head -n 3 %t.csv | %FileCheck %s --check-prefix=TOP
// RUN: %python -c "import csv; r=list(csv.reader(open('%t.csv')))[1:]; t=[int(x[6]) for x in r]; assert t==sorted(t,reverse=True) and sum(t)==2*sum(range(200000)) and len(r)==200000"

// CHECK: Dumping log of size 200000
// TOP: "main",-,-,-,199999,2,399998,
// TOP-NEXT: "main",-,-,-,199998,2,399996,
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t Size = 0; Size < 200000; ++Size)
      Module.allocate(Size);
}
