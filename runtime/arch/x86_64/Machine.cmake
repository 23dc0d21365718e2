# What runtime/arch/Machine.h asks of a machine's folder.

set(MACHINE_SOURCES
  runtime/arch/x86_64/Callee.cpp
  runtime/arch/x86_64/Gates.cpp
  runtime/arch/x86_64/Hit.cpp)

set(MACHINE_FLAGS)

# Indirect calls may end at symbols of the runtime; other functions are local, so that
# endbr64 costs them nothing.
set(MACHINE_TEXT_FLAGS -fcf-protection=branch)
