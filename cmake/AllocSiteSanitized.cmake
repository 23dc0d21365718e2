#===- AllocSiteSanitized.cmake - AllocSite itself under sanitizers -------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# For tests: everything that runs in a profiled program, and the command, compiled
# with a sanitizer by the newest LLVM that has one. `ninja sanitized` makes them.
#
#   build/sanitized/address/liballocsite.{a,so}   AddressSanitizer and
#                   .       AllocSite.so          UndefinedBehaviorSanitizer
#                   .       allocsite, and fuzzers: its readers under libFuzzer
#                   thread/ likewise, but for the command: ThreadSanitizer
#
# AllocSite.so is the plugin of that one LLVM; the runtime that it carries is
# instrumented. Sets ALLOCSITE_SANITIZED_LLVM, 0 where no LLVM has sanitizers.
#
#===----------------------------------------------------------------------===#

set(ALLOCSITE_SANITIZED_LLVM 0)
foreach(major IN LISTS ALLOCSITE_LLVM_VERSIONS)
  execute_process(
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/clang -print-resource-dir
    OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(GLOB sanitizer_libraries ${resources}/lib/*/libclang_rt.tsan*.a)
  if(sanitizer_libraries AND major GREATER ALLOCSITE_SANITIZED_LLVM)
    set(ALLOCSITE_SANITIZED_LLVM ${major})
  endif()
endforeach()
if(NOT ALLOCSITE_SANITIZED_LLVM)
  message(STATUS "compiler-rt not found (package libclang-rt-19-dev): "
    "no tests of AllocSite itself under sanitizers")
  return()
endif()

set(major ${ALLOCSITE_SANITIZED_LLVM})
set(compiler ${ALLOCSITE_LLVM_${major}_BIN}/clang++)
# Lines: so that a report says where.
set(sanitize_address -fsanitize=address,undefined -fno-sanitize-recover=all -gline-tables-only)
set(sanitize_thread -fsanitize=thread -gline-tables-only)

set(sanitized_products)
# The small sources are joined, but for those with a static name of another. Each of the others
# has unwind tables, or is optimised, by itself.
set(alone ${ALLOCSITE_RUNTIME_SOURCES})
list(REMOVE_ITEM alone ${ALLOCSITE_SMALL_SOURCES})
list(APPEND alone
  runtime/live/FreeSites.cpp runtime/live/Records.cpp runtime/live/ShownSites.cpp
  runtime/live/SitePeaks.cpp runtime/live/TimelineGroups.cpp runtime/process/LoadedObjects.cpp
  runtime/process/Schedule.cpp runtime/process/TellGraph.cpp runtime/process/TellThreads.cpp
  runtime/store/LogTables.cpp runtime/store/ProfileFile.cpp)
list(TRANSFORM alone PREPEND ${PROJECT_SOURCE_DIR}/)
list(TRANSFORM ALLOCSITE_RUNTIME_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/
     OUTPUT_VARIABLE runtime_paths)
allocsite_join_by_folder(runtime_paths ${PROJECT_BINARY_DIR}/sanitized/runtime ${runtime_paths}
  EXCEPT ${alone})

# The sanitizer's own library stands in front of malloc.
set(without_entries runtime/interpose/Next.cpp ${ALLOCSITE_${ALLOCSITE_MACHINE}_SOURCES})
list(TRANSFORM without_entries PREPEND ${PROJECT_SOURCE_DIR}/)
foreach(sanitizer address thread)
  set(place ${PROJECT_BINARY_DIR}/sanitized/${sanitizer})
  file(MAKE_DIRECTORY ${place}/objects)
  set(sanitize ${sanitize_${sanitizer}})
  set(flags -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${ALLOCSITE_${ALLOCSITE_MACHINE}_FLAGS} ${sanitize})

  allocsite_compile(static_objects ${major} ${place}/objects/static
    SOURCES ${runtime_paths} ${without_entries} FLAGS ${flags} -fPIE)
  add_custom_command(
    OUTPUT ${place}/liballocsite.a
    DEPENDS ${static_objects}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${place}/liballocsite.a
    COMMAND ${CMAKE_AR} cr ${place}/liballocsite.a ${static_objects}
    VERBATIM)

  # No -z defs: the sanitizer's own library is in the executable.
  allocsite_compile(shared_objects ${major} ${place}/objects/shared
    SOURCES ${runtime_paths} ${without_entries} FLAGS ${flags} -fPIC -DALLOCSITE_SHARED)
  add_custom_command(
    OUTPUT ${place}/liballocsite.so
    DEPENDS ${shared_objects}
    COMMAND ${compiler} ${sanitize} -shared -nostdlib++ -Wl,--as-needed,-z,nodelete
      ${shared_objects} -o ${place}/liballocsite.so
    VERBATIM)

  set(allocators ${PROJECT_SOURCE_DIR}/pass/rules/allocators.cfg)
  # AddressSanitizer's list of globals is made of sections that are not of one group.
  if(sanitizer STREQUAL "address")
    list(APPEND sanitize -mllvm -asan-globals=0)
  endif()
  allocsite_add_embedded(embedded_runtimes ${place}/objects ${major} ${major}
    MACHINES ${ALLOCSITE_MACHINE} SOURCES ${runtime_paths} FLAGS ${sanitize})
  set(embedded ${place}/objects/Embedded.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/pass/embed/Embedded.cpp.in ${embedded} @ONLY)
  set_source_files_properties(${embedded} PROPERTIES
    OBJECT_DEPENDS "${embedded_runtimes_DEPENDS};${allocators}")
  set_property(SOURCE ${embedded} PROPERTY INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/pass)
  # The pass is the same, and so are its objects.
  set(plugin allocsite_plugin_${sanitizer})
  add_library(${plugin} MODULE EXCLUDE_FROM_ALL ${embedded}
    $<FILTER:$<TARGET_OBJECTS:AllocSite-${major}>,EXCLUDE,/Embedded-[^/]*$|[.]pch$>)
  set_target_properties(${plugin} PROPERTIES
    PREFIX "" OUTPUT_NAME AllocSite LIBRARY_OUTPUT_DIRECTORY ${place})

  list(APPEND sanitized_products
    ${place}/liballocsite.a ${place}/liballocsite.so ${plugin})
endforeach()

# The command: from the sources that its libraries name. Its own files, which read options, are
# taken as they are: sanitized, the templates of CLI11 take half a minute a file. So do the checks
# that stand at every use of a pointer; AddressSanitizer has most of what they find.
set(place ${PROJECT_BINARY_DIR}/sanitized/address)
set(command_sources)
foreach(target allocsite-report allocsite-toolchain)
  get_target_property(sources ${target} SOURCES)
  get_target_property(place_of_sources ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE
      BASE_DIR ${place_of_sources})
    list(APPEND command_sources ${source})
  endforeach()
endforeach()
find_package(fmt REQUIRED)
# The command finds what it loads beside it, as elsewhere.
file(CREATE_LINK ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}
  ${PROJECT_BINARY_DIR}/sanitized/${CMAKE_INSTALL_LIBDIR} SYMBOLIC)
find_package(ZLIB REQUIRED)
find_library(NCURSES_LIBRARY ncursesw)
find_library(ZSTD_LIBRARY zstd)
get_target_property(fmt_includes fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
list(TRANSFORM fmt_includes PREPEND -I)
allocsite_join_by_folder(command_sources ${place}/objects ${command_sources}
  EXCEPT driver inventory read show support write)
set(command_flags -std=c++17 -O1 ${sanitize_address}
  -fno-sanitize=alignment,null,object-size,vptr -D_GLIBCXX_ASSERTIONS
  -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/not-sanitized.txt
  -fsanitize=fuzzer-no-link
  -I${PROJECT_SOURCE_DIR}/report -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/test/report/fuzz
  ${fmt_includes}
  -DALLOCSITE_MACHINE="${ALLOCSITE_MACHINE}"
  -DALLOCSITE_LIBRARY_DIR="${CMAKE_INSTALL_LIBDIR}"
  -DALLOCSITE_INCLUDE_DIR="${CMAKE_INSTALL_INCLUDEDIR}")
allocsite_compile(command_objects ${major}
  ${place}/objects/command
  SOURCES ${command_sources}
  PRECOMPILED ${PROJECT_SOURCE_DIR}/report/support/Precompiled.h
  FLAGS ${command_flags})
# Without the precompiled header, which one version of clang alone can read.
set(own_objects $<FILTER:$<TARGET_OBJECTS:allocsite>,EXCLUDE,[.]pch$>)
set(command_libraries $<TARGET_FILE:fmt::fmt> $<TARGET_FILE:ZLIB::ZLIB> ${ZSTD_LIBRARY}
  ${NCURSES_LIBRARY})
add_custom_command(
  OUTPUT ${place}/allocsite
  DEPENDS ${command_objects} allocsite ${own_objects}
  COMMAND ${compiler} ${sanitize_address} ${command_objects} ${own_objects}
    ${command_libraries} -o ${place}/allocsite
  VERBATIM COMMAND_EXPAND_LISTS)

file(GLOB fuzzer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/report/fuzz/*.cpp)
allocsite_compile(fuzzer_objects ${major} ${place}/objects/fuzzers
  SOURCES ${fuzzer_sources} FLAGS ${command_flags})
add_custom_command(
  OUTPUT ${place}/fuzzers
  DEPENDS ${command_objects} ${fuzzer_objects}
  COMMAND ${compiler} ${sanitize_address} -fsanitize=fuzzer ${command_objects} ${fuzzer_objects}
    ${command_libraries} -o ${place}/fuzzers
  VERBATIM COMMAND_EXPAND_LISTS)

add_custom_target(sanitized
  DEPENDS ${sanitized_products} ${place}/allocsite ${place}/fuzzers)
