#===- AllocSiteRuntime.cmake - The runtime, as library and as bitcode ----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   runtime/*.cpp ──clang++──▶ liballocsite.a, liballocsite.so
#        │
#        └──clang++-N -emit-llvm──▶ llvm-link-N ──▶ Runtime-N.bc ─┐
#   runtime/Join.cpp ──────────────────────────────▶ Join-N.bc ───┤
#                                          .incbin in AllocSite-N.so
#
# runtime/Sources.cmake lists ALLOCSITE_RUNTIME_SOURCES (the whole runtime, for
# executables) and ALLOCSITE_JOIN_SOURCES (what -fPIC code uses to find it).
#
#===----------------------------------------------------------------------===#

include(${PROJECT_SOURCE_DIR}/runtime/Sources.cmake)

# libc alone: nothing that pulls in a C++ library, an unwinder or a guard, and no
# frame that a profiler or a sanitizer would have to know about.
set(ALLOCSITE_RUNTIME_FLAGS
  -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics
  -fno-stack-protector -fvisibility=hidden -fno-asynchronous-unwind-tables
  -Wall -Wextra)

list(TRANSFORM ALLOCSITE_RUNTIME_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/runtime/
     OUTPUT_VARIABLE runtime_paths)

foreach(kind STATIC SHARED)
  string(TOLOWER allocsite_runtime_${kind} target)
  add_library(${target} ${kind} ${runtime_paths})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME allocsite POSITION_INDEPENDENT_CODE OFF)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${target} PRIVATE -O2 ${ALLOCSITE_RUNTIME_FLAGS})
endforeach()
target_compile_options(allocsite_runtime_static PRIVATE -fPIE)
target_compile_options(allocsite_runtime_shared PRIVATE -fPIC)
target_compile_definitions(allocsite_runtime_shared PRIVATE ALLOCSITE_SHARED)
target_link_options(allocsite_runtime_shared PRIVATE -nostdlib++ -Wl,--as-needed,-z,defs,-z,nodelete)

# Adds commands that compile SOURCES with the clang of LLVM MAJOR and FLAGS, to
# files that begin with PREFIX; their names go into the variable RESULT.
function(allocsite_compile result major prefix)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES;FLAGS")
  set(compiler ${ALLOCSITE_LLVM_${major}_BIN}/clang++)
  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(name ${source} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    set(output ${prefix}.${name}.o)
    add_custom_command(
      OUTPUT ${output}
      DEPENDS ${source} ${compiler}
      DEPFILE ${output}.d
      COMMAND ${compiler} ${arg_FLAGS} -I${PROJECT_SOURCE_DIR}/include
        -MD -MF ${output}.d -MT ${output} -c ${source} -o ${output}
      COMMENT "Compiling ${output} with LLVM ${major}"
      VERBATIM COMMAND_EXPAND_LISTS)
    list(APPEND outputs ${output})
  endforeach()
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()

# Adds a command that makes OUTPUT, a module of LLVM MAJOR, of SOURCES (relative
# to runtime/), compiled with FLAGS. What the module says of its own target
# (flags such as wchar_size, target-cpu, ident) is removed: the module that it
# will be linked into decides, and contradictions crash the compiler.
function(allocsite_add_bitcode output major)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;FLAGS")
  set(bin ${ALLOCSITE_LLVM_${major}_BIN})
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/runtime/)
  allocsite_compile(parts ${major} ${output} SOURCES ${arg_SOURCES}
    FLAGS -O2 ${ALLOCSITE_RUNTIME_FLAGS} ${arg_FLAGS} -emit-llvm)
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/cmake/strip-target.sed
    COMMAND ${bin}/llvm-link -S ${parts} -o ${output}.ll
    COMMAND sed -f ${PROJECT_SOURCE_DIR}/cmake/strip-target.sed
      ${output}.ll > ${output}.stripped.ll
    COMMAND ${bin}/llvm-as ${output}.stripped.ll -o ${output}
    BYPRODUCTS ${output}.ll ${output}.stripped.ll
    COMMENT "Linking ${output}"
    VERBATIM)
endfunction()
