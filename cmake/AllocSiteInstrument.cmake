#===- AllocSiteInstrument.cmake - Compiles targets with the pass ---------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   allocsite_instrument(TARGET [CONFIG FILE...] [LEVEL N])
#
# compiles the C and C++ sources of a target with the pass. CONFIG names files of rules,
# relative to the current source directory. LEVEL is the least ALLOCSITE=N that turns
# profiling on, where the target defines main.
#
#   allocsite_instrument_directory([CONFIG FILE...] [LEVEL N])
#
# does so for all targets that are made afterwards in this directory and below it.
#
# find_package(AllocSite) reads this file where AllocSite is installed, and AllocSite's own
# CMakeLists.txt where it is a part of another project. Both call _allocsite_define_targets().
#
#===----------------------------------------------------------------------===#

include_guard(GLOBAL)

# What is wrong with the compilers of this project, "" where one can be used. `others` are
# the languages whose compiler cannot.
function(_allocsite_check_compilers problem others)
  get_property(majors GLOBAL PROPERTY ALLOCSITE_LLVM_VERSIONS)
  get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(found FALSE)
  set(unusable)
  set(here)
  foreach(language C CXX)
    if(NOT language IN_LIST enabled)
      continue()
    endif()
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_${language}_COMPILER_VERSION}")
    if("${CMAKE_${language}_COMPILER_ID}" STREQUAL "Clang" AND major IN_LIST majors)
      set(found TRUE)
    else()
      list(APPEND unusable ${language})
    endif()
    string(REPLACE "CXX" "C++" name "${language}")
    list(APPEND here
      "${name}: ${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}")
  endforeach()
  set(text "")
  if(NOT found)
    list(JOIN here ", " here)
    list(JOIN majors ", " majors_text)
    list(SORT majors COMPARE NATURAL ORDER DESCENDING)
    list(GET majors 0 newest)
    set(text "AllocSite is a plugin for Clang ${majors_text}; the compilers here are ${here}. \
Configure an empty build directory with \
-DCMAKE_C_COMPILER=clang-${newest} -DCMAKE_CXX_COMPILER=clang++-${newest}")
  endif()
  set(${problem} "${text}" PARENT_SCOPE)
  set(${others} "${unusable}" PARENT_SCOPE)
endfunction()

# Says on which line of the project what is wrong.
function(_allocsite_require_compiler)
  _allocsite_check_compilers(problem others)
  if(problem)
    message(FATAL_ERROR "${problem}")
  endif()
  foreach(language IN LISTS others)
    message(WARNING "AllocSite: sources in ${language} are not instrumented: "
      "${CMAKE_${language}_COMPILER} is ${CMAKE_${language}_COMPILER_ID} "
      "${CMAKE_${language}_COMPILER_VERSION}")
  endforeach()
endfunction()

# The words for clang, as a list for target_compile_options: `caller` is for messages.
function(_allocsite_words variable caller)
  cmake_parse_arguments(PARSE_ARGV 2 given "" "LEVEL" "CONFIG")
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${caller}: unknown argument ${given_UNPARSED_ARGUMENTS} "
      "(known are CONFIG FILE... and LEVEL N)")
  endif()
  # An empty CONFIG is a list without files.
  if((DEFINED given_LEVEL OR "LEVEL" IN_LIST given_KEYWORDS_MISSING_VALUES)
      AND NOT "${given_LEVEL}" MATCHES "^[0-9]+$")
    message(FATAL_ERROR "${caller}: LEVEL needs a whole number, not '${given_LEVEL}'")
  endif()
  get_property(plugin GLOBAL PROPERTY ALLOCSITE_PLUGIN)
  # The flags of lib/allocsite/allocsite.cfg, which says what each is for.
  set(words -fplugin=${plugin} -fpass-plugin=${plugin} -Rpass=__none__)
  set(hash "")
  set(rules)
  if(EXISTS "${plugin}") # else it is built with the project
    file(SHA256 "${plugin}" hash)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${plugin}")
  endif()
  foreach(file IN LISTS given_CONFIG)
    get_filename_component(file "${file}" ABSOLUTE)
    if(NOT EXISTS "${file}" OR IS_DIRECTORY "${file}")
      message(FATAL_ERROR "${caller}: there is no file ${file}")
    endif()
    file(SHA256 "${file}" file_hash)
    string(SHA256 hash "${hash}${file_hash}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    list(APPEND rules "${file}")
  endforeach()
  # As one option: CMake drops a second -mllvm.
  if(rules)
    list(JOIN rules "," rules)
    list(APPEND words "SHELL:-mllvm \"-allocsite-config=${rules}\"")
  endif()
  if(DEFINED given_LEVEL)
    list(APPEND words "SHELL:-mllvm -allocsite-level=${given_LEVEL}")
  endif()
  # Nothing reads it. It changes with the plugins and the rules, so that every build system
  # and every cache of objects sees a change of them.
  if(hash)
    list(APPEND words -fplugin-arg-allocsite-hash=${hash})
  endif()
  set(${variable} "${words}" PARENT_SCOPE)
endfunction()

# Restricted to sources that clang compiles.
function(_allocsite_for_clang variable words)
  set(${variable} "$<$<OR:$<COMPILE_LANG_AND_ID:C,Clang>,$<COMPILE_LANG_AND_ID:CXX,Clang>>:${words}>"
    PARENT_SCOPE)
endfunction()

function(allocsite_instrument target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "allocsite_instrument: there is no target ${target}")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(imported OR NOT type MATCHES "EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY")
    message(FATAL_ERROR "allocsite_instrument: target ${target} compiles no sources")
  endif()
  _allocsite_require_compiler()
  _allocsite_words(words "allocsite_instrument" ${ARGN})
  _allocsite_for_clang(words "${words}")
  get_property(include GLOBAL PROPERTY ALLOCSITE_INCLUDE)
  target_compile_options(${target} PRIVATE "${words}")
  target_include_directories(${target} SYSTEM PRIVATE "${include}")
  get_property(built_by GLOBAL PROPERTY ALLOCSITE_BUILT_BY)
  if(built_by)
    add_dependencies(${target} ${built_by})
  endif()
endfunction()

function(allocsite_instrument_directory)
  _allocsite_require_compiler()
  _allocsite_words(words "allocsite_instrument_directory" ${ARGN})
  # As options of the directory: they reach no exported target, and no probe of configure.
  get_property(plugin GLOBAL PROPERTY ALLOCSITE_PLUGIN)
  get_directory_property(present COMPILE_OPTIONS)
  string(FIND "${present}" "-fplugin=${plugin}" at)
  if(NOT at EQUAL -1)
    return() # by the directory above, or another project() here
  endif()
  _allocsite_for_clang(words "${words}")
  get_property(include GLOBAL PROPERTY ALLOCSITE_INCLUDE)
  add_compile_options("${words}")
  include_directories(SYSTEM "${include}")
  get_property(built_by GLOBAL PROPERTY ALLOCSITE_BUILT_BY)
  if(built_by)
    link_libraries(AllocSite::built)
  endif()
endfunction()

# Makes AllocSite::headers, and where a compiler can be used AllocSite::pass, with the files
# of rules RULES, and the runtimes. `built_by` is the target that makes the plugin, "" where
# it is installed. `words` gets the flags of AllocSite::pass.
function(_allocsite_define_targets words majors plugin include libraries built_by)
  cmake_parse_arguments(PARSE_ARGV 6 given "" "" "RULES")
  set_property(GLOBAL PROPERTY ALLOCSITE_LLVM_VERSIONS ${majors})
  set_property(GLOBAL PROPERTY ALLOCSITE_PLUGIN "${plugin}")
  set_property(GLOBAL PROPERTY ALLOCSITE_INCLUDE "${include}")
  set_property(GLOBAL PROPERTY ALLOCSITE_BUILT_BY "${built_by}")
  set(scope)
  if(built_by)
    set(scope GLOBAL)
  endif()
  _allocsite_words(flags "AllocSite_RULES" CONFIG ${given_RULES})
  set(${words} "${flags}" PARENT_SCOPE)
  if(NOT TARGET AllocSite::headers)
    add_library(AllocSite::headers INTERFACE IMPORTED ${scope})
    set_target_properties(AllocSite::headers PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${include}")
  endif()
  if(TARGET AllocSite::pass)
    return()
  endif()
  _allocsite_for_clang(options "${flags}")
  add_library(AllocSite::pass INTERFACE IMPORTED ${scope})
  set_target_properties(AllocSite::pass PROPERTIES
    INTERFACE_COMPILE_OPTIONS "${options}"
    INTERFACE_INCLUDE_DIRECTORIES "${include}")
  if(built_by)
    add_dependencies(AllocSite::pass ${built_by})
    # Nothing but the order: for targets whose flags are those of the directory.
    add_library(AllocSite::built INTERFACE IMPORTED GLOBAL)
    add_dependencies(AllocSite::built ${built_by})
  endif()

  add_library(AllocSite::runtime SHARED IMPORTED ${scope})
  set_target_properties(AllocSite::runtime PROPERTIES
    IMPORTED_LOCATION "${libraries}/liballocsite.so"
    IMPORTED_SONAME liballocsite.so
    INTERFACE_INCLUDE_DIRECTORIES "${include}")

  add_library(AllocSite::runtime_static STATIC IMPORTED ${scope})
  set_target_properties(AllocSite::runtime_static PROPERTIES
    IMPORTED_LOCATION "${libraries}/liballocsite.a"
    INTERFACE_INCLUDE_DIRECTORIES "${include}")
  if(built_by)
    add_dependencies(AllocSite::runtime allocsite_runtime_shared)
    add_dependencies(AllocSite::runtime_static allocsite_runtime_static)
  endif()
endfunction()
