// bpftrace finds the probes of OpenTelemetry by provider and name, and gets what the program allocates: each of
// 400 blocks of 100,000 bytes is passed with probability 1 - e^(-100000/65536) = 0.7826, and then stands for
// 127,784 bytes; half of those are freed. The sum is within four deviations, 33 blocks, of 40,000,000.
//
// REQUIRES: bpftrace
// UNSUPPORTED: sanitized
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=probes=otel:sample=64K:sample-seed=1:verbosity=0:output=%t.csv bpftrace -c %t -e 'usdt:%t:otel_memory:alloc { @allocs = count(); @bytes = sum(arg1); @weighted = sum(arg2); @live[arg0] = 1; } usdt:%t:otel_memory:free { @frees = count(); if (@live[arg0] != 1) { @unknown = count(); } delete(@live[arg0]); } END { clear(@live); }' > %t.out 2>/dev/null
// RUN: %python -c 'import re; \
// RUN:   its = {name: int(number) for name, number in re.findall(r"@(\w+): (\d+)", open("%t.out").read())}; \
// RUN:   n = its["allocs"]; \
// RUN:   assert its["bytes"] == n * 100000 and abs(n - 313.03) < 33 and abs(its["weighted"] - n * 127784.07) < n, its; \
// RUN:   assert 100 < its["frees"] < n and not its.get("unknown"), its'
#include <stdlib.h>

static void *volatile Kept[200];

int main(void) {
  for (int I = 0; I < 400; ++I) {
    free(Kept[I % 200]);
    Kept[I % 200] = malloc(100000);
  }
}
