# The runtime's translation units, relative to runtime/. All but Join.cpp make
# up liballocsite and the text that the plugin carries; Join.cpp alone goes
# into -fPIC objects.

# Those of which programs carry little code rather than fast code: what neither hits nor
# misses run, and an exit not for each row.
set(ALLOCSITE_SMALL_SOURCES
  Dump.cpp
  Functions.cpp
  Message.cpp
  Modules.cpp
  Options.cpp
  OutputFile.cpp
  Pages.cpp
  Platform.cpp
  PlatformPages.cpp
  Profile.cpp
  ProfileFile.cpp
  SharedCalls.cpp
  Start.cpp)

set(ALLOCSITE_RUNTIME_SOURCES
  ${ALLOCSITE_SMALL_SOURCES}
  Count.cpp
  Csv.cpp
  Decode.cpp
  Describe.cpp
  Expand.cpp
  Gates.cpp
  Hit.cpp
  Moves.cpp
  Tables.cpp)
list(SORT ALLOCSITE_RUNTIME_SOURCES)

# Of them, with unwind tables: what is on the stack often enough that a signal's handler
# that looks at it must find its way up, or what calls the program's code.
set(ALLOCSITE_UNWOUND_SOURCES Gates.cpp Hit.cpp)

set(ALLOCSITE_JOIN_SOURCES Join.cpp)

# What the command allocsite links: from counters to a CSV, without a process.
set(ALLOCSITE_WRITER_SOURCES
  Csv.cpp
  Decode.cpp
  Expand.cpp
  Functions.cpp
  Pages.cpp
  PlatformPages.cpp
  SharedCalls.cpp)
