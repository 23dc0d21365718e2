#===- AllocSiteLLVM.cmake - Finds the LLVMs to build the pass for --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# find_package(LLVM) can find one version a project. This asks llvm-config-N of
# each major N and sets
#
#   ALLOCSITE_LLVM_<N>_INCLUDE   directory of its headers
#   ALLOCSITE_LLVM_<N>_BIN       directory of clang, opt, llvm-link …
#   ALLOCSITE_LLVM_<N>_CLANG_HEADERS   true where clang's headers are there too
#   ALLOCSITE_LLVM_NEWEST        the newest major
#   ALLOCSITE_CLANG_NEWEST       the newest whose clang can be linked, "" for none; of it
#   ALLOCSITE_LLVM_<N>_LIBRARY, _CLANG_LIBRARY   libLLVM and libclang-cpp, shared
#   ALLOCSITE_LLVM_<N>_RESOURCES   directory of clang's own headers, as -resource-dir=
#
# allocsite_add_plugin() is for what one LLVM alone can open, allocsite_link_llvm() for
# programs that use it.
#
#===----------------------------------------------------------------------===#

# CONTRIBUTING.md, "To support a new LLVM".
set(tested_llvms 14 16 19 22)

foreach(major IN LISTS ALLOCSITE_LLVM_VERSIONS)
  if(NOT major MATCHES "^[0-9]+$")
    message(FATAL_ERROR "ALLOCSITE_LLVM_VERSIONS: '${major}' is not a major version of LLVM")
  endif()
  if(major LESS 14)
    message(FATAL_ERROR "LLVM ${major}: AllocSite is for LLVM 14 and later")
  elseif(NOT major IN_LIST tested_llvms)
    message(STATUS "LLVM ${major}: not tested; if it does not build, what differs goes to "
      "pass/support/Compat.h, pass/ast/Compat.h and discover/read/Compat.h (CONTRIBUTING.md, "
      "To support a new LLVM)")
  endif()
  find_program(ALLOCSITE_LLVM_CONFIG_${major}
    NAMES llvm-config-${major} HINTS /usr/lib/llvm-${major}/bin)
  if(NOT ALLOCSITE_LLVM_CONFIG_${major})
    message(FATAL_ERROR
      "llvm-config-${major} not found (packages clang-${major} and llvm-${major}-dev; "
      "wanted by ALLOCSITE_LLVM_VERSIONS=\"${ALLOCSITE_LLVM_VERSIONS}\")")
  endif()
  execute_process(
    COMMAND ${ALLOCSITE_LLVM_CONFIG_${major}} --includedir --bindir --version
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" answer "${answer}")
  list(GET answer 0 ALLOCSITE_LLVM_${major}_INCLUDE)
  list(GET answer 1 ALLOCSITE_LLVM_${major}_BIN)
  list(GET answer 2 version)
  foreach(tool clang++ llvm-link llvm-dis llvm-as)
    if(NOT EXISTS ${ALLOCSITE_LLVM_${major}_BIN}/${tool})
      message(FATAL_ERROR "${ALLOCSITE_LLVM_${major}_BIN}/${tool} not found "
        "(packages clang-${major} and llvm-${major})")
    endif()
  endforeach()
  message(STATUS "LLVM ${major}: ${version}, ${ALLOCSITE_LLVM_${major}_BIN}")
  set(ALLOCSITE_LLVM_${major}_CLANG_HEADERS FALSE)
  if(EXISTS ${ALLOCSITE_LLVM_${major}_INCLUDE}/clang/AST/RecursiveASTVisitor.h)
    set(ALLOCSITE_LLVM_${major}_CLANG_HEADERS TRUE)
  else()
    message(STATUS "LLVM ${major}: no headers of clang (package libclang-${major}-dev): "
      "profiles will have no types")
  endif()
endforeach()

set(ALLOCSITE_LLVM_NEWEST 0)
foreach(major IN LISTS ALLOCSITE_LLVM_VERSIONS)
  if(major GREATER ALLOCSITE_LLVM_NEWEST)
    set(ALLOCSITE_LLVM_NEWEST ${major})
  endif()
endforeach()

# Compiles `target` with the headers of LLVM `major`, and the pass's own.
function(allocsite_use_llvm target major)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/pass ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(${target} SYSTEM PRIVATE
    ${ALLOCSITE_LLVM_${major}_INCLUDE})
  target_compile_definitions(${target} PRIVATE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  # No RTTI and no exceptions, as LLVM itself is built.
  target_compile_options(${target} PRIVATE
    -fno-rtti -fno-exceptions -Wall -Wextra)
endfunction()

# The same for a program that the build runs, which is linked with LLVM's own classes of
# texts and containers: shared, where LLVM is.
function(allocsite_link_llvm program major)
  allocsite_use_llvm(${program} ${major})
  execute_process(
    COMMAND ${ALLOCSITE_LLVM_CONFIG_${major}} --libdir --libs --system-libs support demangle
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "[ \n]+" ";" answer "${answer}")
  list(POP_FRONT answer libraries)
  target_link_options(${program} PRIVATE -L${libraries} LINKER:-rpath,${libraries})
  target_link_libraries(${program} PRIVATE ${answer})
endfunction()

# A module for LLVM `major`, in lib/allocsite, built with target `allocsite_plugins` and installed.
# LLVM's symbols stay undefined: they are those of the program that opens it.
function(allocsite_add_plugin plugin major)
  add_library(${plugin} MODULE ${ARGN})
  set_target_properties(${plugin} PROPERTIES
    PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/allocsite)
  allocsite_use_llvm(${plugin} ${major})
  # Instances of LLVM's and clang's templates are its own: each that is looked up in the
  # compiler costs every compilation.
  target_link_options(${plugin} PRIVATE LINKER:-Bsymbolic-functions)
  # By which the loader knows it.
  target_link_options(${plugin} PRIVATE LINKER:--build-id=sha1)
  if(ALLOCSITE_ASSERTIONS)
    target_compile_options(${plugin} PRIVATE -UNDEBUG)
  endif()
  add_dependencies(allocsite_plugins ${plugin})
  install(TARGETS ${plugin} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/allocsite)
endfunction()

# What links clang as a library is built once, for the newest.
set(ALLOCSITE_CLANG_NEWEST "")
foreach(major IN LISTS ALLOCSITE_LLVM_VERSIONS)
  if(NOT ALLOCSITE_LLVM_${major}_CLANG_HEADERS OR
     (ALLOCSITE_CLANG_NEWEST AND major LESS ALLOCSITE_CLANG_NEWEST))
    continue()
  endif()
  # Packages of libclang-cpp bring no plain .so.
  file(GLOB clang_library ${ALLOCSITE_LLVM_${major}_BIN}/../lib/libclang-cpp.so*)
  file(GLOB llvm_library ${ALLOCSITE_LLVM_${major}_BIN}/../lib/libLLVM.so*
    ${ALLOCSITE_LLVM_${major}_BIN}/../lib/libLLVM-${major}.so*)
  execute_process(COMMAND ${ALLOCSITE_LLVM_${major}_BIN}/clang++ -print-resource-dir
    OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  if(clang_library AND llvm_library)
    list(GET clang_library 0 ALLOCSITE_LLVM_${major}_CLANG_LIBRARY)
    list(GET llvm_library 0 ALLOCSITE_LLVM_${major}_LIBRARY)
    set(ALLOCSITE_LLVM_${major}_RESOURCES ${resources})
    set(ALLOCSITE_CLANG_NEWEST ${major})
  endif()
endforeach()
