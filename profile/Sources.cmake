# The library that runtime and command share, relative to profile/: from counters to the
# text of a CSV, without a process. libc alone, so that the code that a profiled program
# runs is the code that recovers its log.
set(ALLOCSITE_PROFILE_SOURCES
  ArenaTable.cpp
  ChainReport.cpp
  Changes.cpp
  Companion.cpp
  Csv.cpp
  CsvBeside.cpp
  CsvChanges.cpp
  Decode.cpp
  Expand.cpp
  Functions.cpp
  Mark.cpp
  Pages.cpp
  RunTable.cpp
  StackFrames.cpp
  System.cpp)

# What the command alone links: it reads what a process has left.
set(ALLOCSITE_READER_SOURCES LiveReader.cpp ProfileReader.cpp)
