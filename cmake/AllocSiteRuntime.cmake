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
# runtime/Sources.cmake lists ALLOCSITE_RUNTIME_SOURCES (the whole runtime, for
# executables) and ALLOCSITE_JOIN_SOURCES (what -fPIC code uses to find it).
#
#===----------------------------------------------------------------------===#

# The folder of arch/, of the runtime and of the pass.
set(ALLOCSITE_MACHINE x86_64)

include(${PROJECT_SOURCE_DIR}/runtime/Sources.cmake)

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

# On top of them, for ALLOCSITE_UNWOUND_SOURCES.
set(ALLOCSITE_UNWOUND_FLAGS -fasynchronous-unwind-tables)
list(TRANSFORM ALLOCSITE_UNWOUND_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/
     OUTPUT_VARIABLE unwound_paths)
set_source_files_properties(${unwound_paths} PROPERTIES
  COMPILE_OPTIONS ${ALLOCSITE_UNWOUND_FLAGS})

list(TRANSFORM ALLOCSITE_RUNTIME_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/
     OUTPUT_VARIABLE runtime_paths)

foreach(kind STATIC SHARED)
  string(TOLOWER allocsite_runtime_${kind} target)
  add_library(${target} ${kind} ${runtime_paths})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME allocsite POSITION_INDEPENDENT_CODE OFF)
  target_include_directories(${target} PRIVATE ${ALLOCSITE_RUNTIME_INCLUDES})
  target_compile_options(${target} PRIVATE -O2 ${ALLOCSITE_RUNTIME_FLAGS})
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
# (relative to the top, or absolute), compiled with FLAGS.
function(allocsite_add_module output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;FLAGS")
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
  allocsite_compile(parts ${major} ${output} SOURCES ${arg_SOURCES}
    FLAGS -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${arg_FLAGS} -emit-llvm)
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${parts}
    COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/llvm-link -S ${parts} -o ${output}
    COMMENT "Linking ${output}"
    VERBATIM)
endfunction()

# Adds commands that make OUTPUT, bitcode of SOURCES that the pass links into units, of
# LLVM MAJOR, compiled with FLAGS. What the module says of its own target (flags such
# as wchar_size, target-cpu, ident) is removed: the module that it will be linked into
# decides, and contradictions crash the compiler.
function(allocsite_add_bitcode output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;FLAGS")
  allocsite_add_module(${output}.ll ${major}
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

# The same of what goes into -fPIC units, and into those with main.
function(allocsite_add_joiner output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS")
  allocsite_add_bitcode(${output} ${major} SOURCES ${ALLOCSITE_JOIN_SOURCES}
    FLAGS ${arg_FLAGS})
endfunction()
function(allocsite_add_entries output major)
  allocsite_add_bitcode(${output} ${major} SOURCES ${ALLOCSITE_ENTRY_SOURCES}
    FLAGS -fno-builtin)
endfunction()

# Adds commands that make OUTPUT, the text that the pass appends to a unit with main
# (pass/embed/ObjectAsText.cpp), of the runtime's SOURCES, compiled by LLVM MAJOR with FLAGS, and
# OUTPUT.names, what it calls of others.
# One text serves executables and shared libraries that define main: no address is
# fixed, and the linker turns initial-exec into local-exec where it can.
function(allocsite_add_runtime_text output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;FLAGS")
  set(symbols no_slots miss count count_behind flush register describe control level owner start_early
    dump_last gate_1_of_1 gate_1_of_2 gate_2_of_2 gate_1_of_3 gate_2_of_3 gate_3_of_3 start interposers)
  list(TRANSFORM symbols REPLACE "(.+)" "__allocsite_\\1_v${ALLOCSITE_ABI_VERSION}")
  list(APPEND symbols __allocsite_thread.v${ALLOCSITE_ABI_VERSION})
  list(JOIN symbols "," symbols)
  allocsite_add_module(${output}.ll ${major}
    SOURCES ${arg_SOURCES}
    FLAGS -fPIC ${MACHINE_TEXT_FLAGS}
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
