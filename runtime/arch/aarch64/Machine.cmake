# What runtime/arch/Machine.h asks of a machine's folder.

set(MACHINE_SOURCES
  runtime/arch/aarch64/Callee.cpp
  runtime/arch/aarch64/Gates.cpp
  runtime/arch/aarch64/Hit.cpp)

# Atomic operations are exclusive pairs, which each processor has: no calls of libgcc's, which
# not each program is linked with. x18 is left alone: a program may have its shadow stack there.
set(MACHINE_FLAGS -mno-outline-atomics -ffixed-x18)

# Indirect calls may end at symbols of the runtime.
set(MACHINE_TEXT_FLAGS -mbranch-protection=bti)
