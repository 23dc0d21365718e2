# The translation units of the runtime, relative to the top. All but Join.cpp make
# up liballocsite and the text that the plugin carries, with those of the machine
# (arch/*/Machine.cmake); Join.cpp alone goes into -fPIC objects.

include(${PROJECT_SOURCE_DIR}/profile/Sources.cmake)

# Those of which programs carry little code rather than fast code: what neither hits nor
# misses run, and an exit not for each row.
set(ALLOCSITE_SMALL_SOURCES
  profile/ArenaTable.cpp
  profile/ChainReport.cpp
  profile/Changes.cpp
  profile/Companion.cpp
  profile/CsvBeside.cpp
  profile/CsvChanges.cpp
  profile/Functions.cpp
  profile/Mark.cpp
  profile/Pages.cpp
  profile/RunTable.cpp
  profile/System.cpp
  runtime/Mappings.cpp
  runtime/Message.cpp
  runtime/Options.cpp
  runtime/Platform.cpp
  runtime/State.cpp
  runtime/count/FrameRules.cpp
  runtime/count/FrameSteps.cpp
  runtime/count/Labels.cpp
  runtime/count/Threads.cpp
  runtime/count/ThroughSites.cpp
  runtime/live/ArenaEvents.cpp
  runtime/live/ArenaObjects.cpp
  runtime/live/ArenaRoom.cpp
  runtime/live/ArenaSet.cpp
  runtime/live/BlockGenerations.cpp
  runtime/live/FreeSites.cpp
  runtime/live/HeapGraph.cpp
  runtime/live/Live.cpp
  runtime/live/MappedRanges.cpp
  runtime/live/ObjectCells.cpp
  runtime/live/PassedBlocks.cpp
  runtime/live/Reach.cpp
  runtime/live/Records.cpp
  runtime/live/Resident.cpp
  runtime/live/Shadow.cpp
  runtime/live/ShownSites.cpp
  runtime/live/SiteBlocks.cpp
  runtime/live/SitePeaks.cpp
  runtime/live/SystemHeap.cpp
  runtime/live/TimelineGroups.cpp
  runtime/process/Control.cpp
  runtime/process/ControlThread.cpp
  runtime/process/Coverage.cpp
  runtime/process/Dump.cpp
  runtime/process/DumpFiles.cpp
  runtime/process/Fork.cpp
  runtime/process/LoadedObjects.cpp
  runtime/process/Marks.cpp
  runtime/process/Modules.cpp
  runtime/process/NoAlloc.cpp
  runtime/process/Objects.cpp
  runtime/process/Sample.cpp
  runtime/process/Schedule.cpp
  runtime/process/Start.cpp
  runtime/process/TellFreeSites.cpp
  runtime/process/TellGraph.cpp
  runtime/process/TellLive.cpp
  runtime/process/TellRun.cpp
  runtime/process/TellThreads.cpp
  runtime/process/TellTimeline.cpp
  runtime/process/Watch.cpp
  runtime/store/KeptPath.cpp
  runtime/store/LoadedModules.cpp
  runtime/store/LogTables.cpp
  runtime/store/OutputFile.cpp
  runtime/store/Profile.cpp
  runtime/store/ProfileFile.cpp
  runtime/store/RunFacts.cpp)

list(TRANSFORM ALLOCSITE_PROFILE_SOURCES PREPEND profile/ OUTPUT_VARIABLE ALLOCSITE_RUNTIME_SOURCES)
list(APPEND ALLOCSITE_RUNTIME_SOURCES
  ${ALLOCSITE_SMALL_SOURCES}
  runtime/count/Called.cpp
  runtime/count/Count.cpp
  runtime/count/Hooks.cpp
  runtime/count/Moves.cpp
  runtime/count/Stacks.cpp
  runtime/count/Stop.cpp
  runtime/count/Tables.cpp
  runtime/count/Walk.cpp
  runtime/interpose/Behind.cpp
  runtime/interpose/Through.cpp
  runtime/interpose/ThroughMappings.cpp
  runtime/live/AllocatedBlocks.cpp
  runtime/live/AllocatedObjects.cpp
  runtime/live/Arenas.cpp
  runtime/live/FreedBlocks.cpp
  runtime/live/FreedObjects.cpp
  runtime/live/HeapBlocks.cpp
  runtime/live/Lifetimes.cpp
  runtime/live/LiveMappings.cpp
  runtime/live/LiveSums.cpp
  runtime/live/LiveThread.cpp
  runtime/live/OnThread.cpp
  runtime/live/Peak.cpp
  runtime/live/Timeline.cpp
  runtime/live/TimelineChanges.cpp
  runtime/process/Describe.cpp)
list(REMOVE_DUPLICATES ALLOCSITE_RUNTIME_SOURCES)
list(SORT ALLOCSITE_RUNTIME_SOURCES)

# Of them, with unwind tables: what is on the stack where a stack is learnt, or often enough
# that a signal's handler that looks at it must find its way up, or what calls the program's
# code.
set(ALLOCSITE_UNWOUND_SOURCES
  runtime/count/Count.cpp
  runtime/count/Hooks.cpp
  runtime/count/Stacks.cpp
  runtime/interpose/Behind.cpp
  runtime/interpose/Through.cpp
  runtime/interpose/ThroughMappings.cpp
  runtime/live/AllocatedBlocks.cpp
  runtime/live/AllocatedObjects.cpp
  runtime/live/ArenaEvents.cpp
  runtime/live/Arenas.cpp
  runtime/live/FreedBlocks.cpp
  runtime/live/FreedObjects.cpp
  runtime/live/LiveMappings.cpp
  runtime/live/OnThread.cpp
  runtime/live/PassedBlocks.cpp
  runtime/process/Describe.cpp)

set(ALLOCSITE_JOIN_SOURCES runtime/process/Join.cpp)

# What stands in front of malloc: in liballocsite.so, and in executables as bitcode.
set(ALLOCSITE_ENTRY_SOURCES runtime/interpose/Entries.cpp)
