# The translation units of the runtime, relative to the top. All but Join.cpp make
# up liballocsite and the text that the plugin carries; Join.cpp alone goes
# into -fPIC objects.

include(${PROJECT_SOURCE_DIR}/profile/Sources.cmake)

# Those of which programs carry little code rather than fast code: what neither hits nor
# misses run, and an exit not for each row.
set(ALLOCSITE_SMALL_SOURCES
  profile/Functions.cpp
  profile/Pages.cpp
  profile/SharedCalls.cpp
  profile/System.cpp
  runtime/Message.cpp
  runtime/Options.cpp
  runtime/Platform.cpp
  runtime/State.cpp
  runtime/live/Records.cpp
  runtime/live/Shadow.cpp
  runtime/live/SiteBlocks.cpp
  runtime/process/Coverage.cpp
  runtime/process/Dump.cpp
  runtime/process/LoadedObjects.cpp
  runtime/process/Modules.cpp
  runtime/process/Start.cpp
  runtime/process/TellLive.cpp
  runtime/store/LoadedModules.cpp
  runtime/store/OutputFile.cpp
  runtime/store/Profile.cpp
  runtime/store/ProfileFile.cpp)

list(TRANSFORM ALLOCSITE_PROFILE_SOURCES PREPEND profile/ OUTPUT_VARIABLE ALLOCSITE_RUNTIME_SOURCES)
list(APPEND ALLOCSITE_RUNTIME_SOURCES
  ${ALLOCSITE_SMALL_SOURCES}
  runtime/count/Count.cpp
  runtime/count/Gates.cpp
  runtime/count/Hit.cpp
  runtime/count/Moves.cpp
  runtime/count/Tables.cpp
  runtime/live/Live.cpp
  runtime/live/LiveGates.cpp
  runtime/live/LiveThread.cpp
  runtime/live/Peak.cpp
  runtime/process/Describe.cpp)
list(REMOVE_DUPLICATES ALLOCSITE_RUNTIME_SOURCES)
list(SORT ALLOCSITE_RUNTIME_SOURCES)

# Of them, with unwind tables: what is on the stack often enough that a signal's handler
# that looks at it must find its way up, or what calls the program's code.
set(ALLOCSITE_UNWOUND_SOURCES runtime/count/Gates.cpp runtime/count/Hit.cpp
  runtime/live/LiveGates.cpp)

set(ALLOCSITE_JOIN_SOURCES runtime/process/Join.cpp)

# Libraries of their own, to be preloaded; the second goes into programs as bitcode, too.
set(ALLOCSITE_UNCOUNTED_SOURCES runtime/interpose/Callers.cpp runtime/interpose/Entries.cpp)
set(ALLOCSITE_FREES_SOURCES runtime/interpose/Frees.cpp)
