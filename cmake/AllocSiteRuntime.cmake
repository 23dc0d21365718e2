#===- AllocSiteRuntime.cmake - The runtime, as library and for the pass --===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   runtime/, profile/ ──clang++──▶ liballocsite.a, liballocsite.so
#        │
#        └──clang++ -emit-llvm──▶ llvm-link ──▶ Runtime.bc     with the newest LLVM
#                        llc ──▶ object-as-text ──▶ Runtime.s ────┐
#   runtime/process/Join.cpp ─────────────────────▶ Join-N.bc ────┤
#                                          .incbin in AllocSite-N.so
#
# The second row and the third are made for each of ALLOCSITE_TARGETS, the first for the machine
# that the build is for; the libraries of others are in lib/allocsite/MACHINE.
#
# runtime/Sources.cmake lists ALLOCSITE_RUNTIME_SOURCES (the whole runtime, for
# executables, but for the machine's own) and ALLOCSITE_JOIN_SOURCES (what -fPIC code uses to
# find it).
#
#===----------------------------------------------------------------------===#

include(${PROJECT_SOURCE_DIR}/runtime/Sources.cmake)
include(AllocSiteTargets)

# Part of the symbols' names.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/allocsite/Abi.h ALLOCSITE_ABI_VERSION
  REGEX "^#define ALLOCSITE_ABI_VERSION [0-9]+$")
string(REGEX REPLACE ".* " "" ALLOCSITE_ABI_VERSION "${ALLOCSITE_ABI_VERSION}")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/allocsite/Abi.h)
# The names that headers spell, since users include those alone.
foreach(spelling allocsite.h:describe control.h:control)
  string(REPLACE ":" ";" spelling ${spelling})
  list(GET spelling 0 header)
  list(GET spelling 1 name)
  file(STRINGS ${PROJECT_SOURCE_DIR}/include/allocsite/${header} spelled
    REGEX "__allocsite_${name}_v${ALLOCSITE_ABI_VERSION}\\(")
  if(NOT spelled)
    message(FATAL_ERROR "include/allocsite/${header} does not declare "
      "__allocsite_${name}_v${ALLOCSITE_ABI_VERSION}: ALLOCSITE_ABI_VERSION has been raised")
  endif()
endforeach()

# libc alone: nothing that pulls in a C++ library, an unwinder or a guard, and no
# frame that a profiler or a sanitizer would have to know about.
set(ALLOCSITE_RUNTIME_FLAGS
  -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics
  -fno-stack-protector -fvisibility=hidden -fno-asynchronous-unwind-tables
  -Wall -Wextra)

set(ALLOCSITE_RUNTIME_INCLUDES
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/runtime ${PROJECT_SOURCE_DIR}/include)

# On top of them, for ALLOCSITE_UNWOUND_SOURCES and those of machines.
set(ALLOCSITE_UNWOUND_FLAGS -fasynchronous-unwind-tables)
set(native_sources ${ALLOCSITE_RUNTIME_SOURCES} ${ALLOCSITE_${ALLOCSITE_MACHINE}_SOURCES})
list(APPEND ALLOCSITE_UNWOUND_SOURCES ${ALLOCSITE_MACHINE_SOURCES})
list(TRANSFORM ALLOCSITE_UNWOUND_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/
     OUTPUT_VARIABLE unwound_paths)
set_source_files_properties(${unwound_paths} PROPERTIES
  COMPILE_OPTIONS ${ALLOCSITE_UNWOUND_FLAGS})

list(TRANSFORM native_sources PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE runtime_paths)

foreach(kind STATIC SHARED)
  string(TOLOWER allocsite_runtime_${kind} target)
  add_library(${target} ${kind} ${runtime_paths})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME allocsite POSITION_INDEPENDENT_CODE OFF)
  target_include_directories(${target} PRIVATE ${ALLOCSITE_RUNTIME_INCLUDES})
  target_compile_options(${target} PRIVATE
    -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${ALLOCSITE_${ALLOCSITE_MACHINE}_FLAGS})
endforeach()
target_compile_options(allocsite_runtime_static PRIVATE -fPIE)
target_compile_options(allocsite_runtime_shared PRIVATE -fPIC)
target_compile_definitions(allocsite_runtime_shared PRIVATE ALLOCSITE_SHARED)
list(TRANSFORM ALLOCSITE_ENTRY_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/
     OUTPUT_VARIABLE entry_paths)
target_sources(allocsite_runtime_shared PRIVATE ${entry_paths})
target_sources(allocsite_runtime_static PRIVATE ${PROJECT_SOURCE_DIR}/runtime/interpose/Next.cpp)
set_source_files_properties(${entry_paths} PROPERTIES COMPILE_OPTIONS -fno-builtin)
target_link_options(allocsite_runtime_shared PRIVATE -nostdlib++ -Wl,--as-needed,-z,defs,-z,nodelete)

# Adds commands that compile SOURCES with the clang of LLVM MAJOR and FLAGS, to
# files that begin with PREFIX; their names go into the variable RESULT. The header
# PRECOMPILED, if given, is compiled once, and each source begins with it.
function(allocsite_compile result major prefix)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "PRECOMPILED" "SOURCES;FLAGS")
  set(compiler ${ALLOCSITE_LLVM_${major}_BIN}/clang++)
  set(outputs)
  set(precompiled)
  set(begin)
  if(arg_PRECOMPILED)
    set(precompiled ${prefix}.pch)
    set(begin -include-pch ${precompiled})
    add_custom_command(
      OUTPUT ${precompiled}
      DEPENDS ${arg_PRECOMPILED} ${compiler}
      COMMAND ${compiler} ${arg_FLAGS} -x c++-header ${arg_PRECOMPILED} -o ${precompiled}
      VERBATIM COMMAND_EXPAND_LISTS)
  endif()
  list(TRANSFORM ALLOCSITE_RUNTIME_INCLUDES PREPEND -I OUTPUT_VARIABLE includes)
  foreach(source IN LISTS arg_SOURCES)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    set(flags ${arg_FLAGS})
    if(name IN_LIST ALLOCSITE_UNWOUND_SOURCES)
      list(APPEND flags ${ALLOCSITE_UNWOUND_FLAGS})
    endif()
    # All files that begin with one header are optimised alike.
    if(name IN_LIST ALLOCSITE_SMALL_SOURCES AND NOT arg_PRECOMPILED)
      list(APPEND flags -Os)
    endif()
    string(MAKE_C_IDENTIFIER ${name} name)
    set(output ${prefix}.${name}.o)
    add_custom_command(
      OUTPUT ${output}
      DEPENDS ${source} ${compiler} ${precompiled}
      DEPFILE ${output}.d
      COMMAND ${compiler} ${flags} ${includes} ${begin}
        -MD -MF ${output}.d -MT ${output} -c ${source} -o ${output}
      COMMENT "Compiling ${output} with LLVM ${major}"
      VERBATIM COMMAND_EXPAND_LISTS)
    list(APPEND outputs ${output})
  endforeach()
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()

# Adds commands that make OUTPUT, a module of LLVM MAJOR as textual IR, of SOURCES
# (relative to the top, or absolute), compiled for MACHINE with FLAGS.
function(allocsite_add_module output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "MACHINE" "SOURCES;FLAGS")
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
  allocsite_compile(parts ${major} ${output} SOURCES ${arg_SOURCES}
    FLAGS -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${ALLOCSITE_${arg_MACHINE}_TARGET}
      ${ALLOCSITE_${arg_MACHINE}_FLAGS} ${arg_FLAGS} -emit-llvm)
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${parts}
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/llvm-link -S ${parts} -o ${output}
    COMMENT "Linking ${output}"
    VERBATIM)
endfunction()

# Adds commands that make OUTPUT, bitcode of SOURCES that the pass links into units for MACHINE,
# of LLVM MAJOR, compiled with FLAGS. What the module says of its own target (flags such
# as wchar_size, target-cpu, ident) is removed: the module that it will be linked into
# decides, and contradictions crash the compiler.
function(allocsite_add_bitcode output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "MACHINE" "SOURCES;FLAGS")
  allocsite_add_module(${output}.ll ${major} MACHINE ${arg_MACHINE}
    SOURCES ${arg_SOURCES} FLAGS -fPIC ${arg_FLAGS})
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${output}.ll ${PROJECT_SOURCE_DIR}/cmake/strip-target.sed
    COMMAND sed -f ${PROJECT_SOURCE_DIR}/cmake/strip-target.sed
      ${output}.ll > ${output}.stripped.ll
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/llvm-as ${output}.stripped.ll -o ${output}
    BYPRODUCTS ${output}.stripped.ll
    VERBATIM)
endfunction()

# Adds commands that make OUTPUT, the text that the pass appends to a unit with main
# (pass/embed/ObjectAsText.cpp), of the runtime's SOURCES, compiled for MACHINE by LLVM MAJOR with
# FLAGS, and OUTPUT.names, what it calls of others.
# One text serves executables and shared libraries that define main: no address is
# fixed, and the linker turns initial-exec into local-exec where it can.
function(allocsite_add_runtime_text output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "MACHINE" "SOURCES;FLAGS")
  set(symbols no_slots miss count count_behind flush register describe control level owner start_early
    dump_last gate_1_of_1 gate_1_of_2 gate_2_of_2 gate_1_of_3 gate_2_of_3 gate_3_of_3 start interposers)
  list(TRANSFORM symbols REPLACE "(.+)" "__allocsite_\\1_v${ALLOCSITE_ABI_VERSION}")
  list(APPEND symbols __allocsite_thread.v${ALLOCSITE_ABI_VERSION})
  list(JOIN symbols "," symbols)
  allocsite_add_module(${output}.ll ${major} MACHINE ${arg_MACHINE}
    SOURCES ${arg_SOURCES}
    FLAGS -fPIC ${ALLOCSITE_${arg_MACHINE}_TEXT_FLAGS}
      "-DALLOCSITE_TLS_MODEL=\"initial-exec\"" ${arg_FLAGS})
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${output}.ll object-as-text
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/opt -passes=internalize,globaldce
      -internalize-public-api-list=${symbols} ${output}.ll -o ${output}.bc
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/llc -O2 -relocation-model=pic
      -filetype=obj ${output}.bc -o ${output}.o
    COMMAND object-as-text ${output}.o ${output} ${output}.names
    BYPRODUCTS ${output}.bc ${output}.o ${output}.names
    COMMENT "Making ${output}"
    VERBATIM)
endfunction()

# Adds commands that make all that a plugin carries (pass/embed/Embedded.cpp.in), in the directory
# PLACE, of the runtime's SOURCES and those of each of MACHINES, with FLAGS; bitcode of LLVM MAJOR,
# and the text of TEXT_MAJOR, whose commands another plugin may have. Sets RESULT to the rows of a
# list of files, and RESULT_DEPENDS to the files.
function(allocsite_add_embedded result place major text_major)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "MACHINES;SOURCES;FLAGS")
  set(rows "")
  set(files)
  foreach(machine IN LISTS arg_MACHINES)
    set(text ${place}/Runtime-${machine}.s)
    set(joiner ${place}/Join-${machine}-${major}.bc)
    set(entries ${place}/Entries-${machine}-${major}.bc)
    if(major STREQUAL text_major)
      allocsite_add_runtime_text(${text} ${major} MACHINE ${machine}
        SOURCES ${arg_SOURCES} ${ALLOCSITE_${machine}_SOURCES} FLAGS ${arg_FLAGS})
    endif()
    allocsite_add_bitcode(${joiner} ${major} MACHINE ${machine}
      SOURCES ${ALLOCSITE_JOIN_SOURCES} FLAGS ${arg_FLAGS})
    allocsite_add_bitcode(${entries} ${major} MACHINE ${machine}
      SOURCES ${ALLOCSITE_ENTRY_SOURCES} FLAGS -fno-builtin)
    string(APPEND rows
      "RUNTIME(${machine}, \"${text}\", \"${joiner}\", \"${entries}\") ")
    list(APPEND files ${text} ${joiner} ${entries})
  endforeach()
  set(${result} "${rows}" PARENT_SCOPE)
  set(${result}_DEPENDS ${files} PARENT_SCOPE)
endfunction()

# The libraries for the other machines; the shared one where there is a linker for it.
function(allocsite_add_libraries machine)
  set(major ${ALLOCSITE_LLVM_NEWEST})
  set(place ${PROJECT_BINARY_DIR}/lib/allocsite/${machine})
  set(objects ${PROJECT_BINARY_DIR}/libraries-${machine})
  file(MAKE_DIRECTORY ${place} ${objects})
  set(flags -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${ALLOCSITE_${machine}_TARGET} ${ALLOCSITE_${machine}_FLAGS})
  set(sources ${ALLOCSITE_RUNTIME_SOURCES} ${ALLOCSITE_${machine}_SOURCES})
  set(static_sources ${sources} runtime/interpose/Next.cpp)
  set(shared_sources ${sources} ${ALLOCSITE_ENTRY_SOURCES})
  list(TRANSFORM static_sources PREPEND ${PROJECT_SOURCE_DIR}/)
  list(TRANSFORM shared_sources PREPEND ${PROJECT_SOURCE_DIR}/)
  allocsite_compile(static_objects ${major} ${objects}/static
    SOURCES ${static_sources} FLAGS ${flags} -fPIE)
  allocsite_compile(shared_objects ${major} ${objects}/shared
    SOURCES ${shared_sources} FLAGS ${flags} -fPIC -fno-builtin -DALLOCSITE_SHARED)
  set(bin ${ALLOCSITE_LLVM_${major}_BIN})
  add_custom_command(
    OUTPUT ${place}/liballocsite.a
    DEPENDS ${static_objects}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${place}/liballocsite.a
    COMMAND ${bin}/llvm-ar cr ${place}/liballocsite.a ${static_objects}
    VERBATIM)
  set(libraries ${place}/liballocsite.a)
  find_program(ALLOCSITE_${machine}_LINKER NAMES ld.lld ${machine}-linux-gnu-ld HINTS ${bin})
  if(ALLOCSITE_${machine}_LINKER)
    list(APPEND libraries ${place}/liballocsite.so)
  endif()
  add_custom_command(
    OUTPUT ${place}/liballocsite.so
    DEPENDS ${shared_objects}
    COMMAND ${bin}/clang++ ${ALLOCSITE_${machine}_TARGET}
      --ld-path=${ALLOCSITE_${machine}_LINKER} -shared -nostdlib
      -Wl,--as-needed,-z,defs,-z,nodelete,-soname,liballocsite.so
      ${shared_objects} -L/usr/${machine}-linux-gnu/lib -lc -o ${place}/liballocsite.so
    VERBATIM)
  add_custom_target(allocsite_libraries_${machine} ALL DEPENDS ${libraries})
  # What is preloaded there comes with the package for that machine.
  install(FILES ${place}/liballocsite.a
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/allocsite/${machine})
endfunction()

foreach(machine IN LISTS ALLOCSITE_TARGETS)
  if(NOT machine STREQUAL ALLOCSITE_MACHINE)
    allocsite_add_libraries(${machine})
  endif()
endforeach()
