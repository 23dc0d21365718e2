#===- AllocSiteProject.cmake - A whole project with AllocSite ------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Without a change of the project:
#
#   cmake -B build -DALLOCSITE=ON -DCMAKE_PROJECT_INCLUDE=PREFIX/lib/cmake/AllocSite/AllocSiteProject.cmake
#
# or once in its CMakeLists.txt, behind project(), for all who say -DALLOCSITE=ON:
#
#   find_package(AllocSite QUIET)
#   include(AllocSiteProject OPTIONAL)
#
# ALLOCSITE          compile all targets with AllocSite (OFF)
# ALLOCSITE_CONFIG   files of rules, relative to the source directory
# ALLOCSITE_LEVEL    the least ALLOCSITE=N that turns profiling on
#
#===----------------------------------------------------------------------===#

option(ALLOCSITE "Compile this project with AllocSite, a heap profiler" OFF)
set(ALLOCSITE_CONFIG "" CACHE STRING "Files of AllocSite's rules")
set(ALLOCSITE_LEVEL "" CACHE STRING "The least ALLOCSITE=N that turns profiling on")
mark_as_advanced(ALLOCSITE_CONFIG ALLOCSITE_LEVEL)
get_property(_allocsite_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
# CMAKE_PROJECT_INCLUDE comes here for projects without a language as well.
if(ALLOCSITE AND _allocsite_languages MATCHES "C")
  if(NOT COMMAND allocsite_instrument_directory)
    find_package(AllocSite REQUIRED CONFIG PATHS "${CMAKE_CURRENT_LIST_DIR}" NO_DEFAULT_PATH)
  endif()
  set(_allocsite_arguments)
  if(ALLOCSITE_CONFIG)
    list(APPEND _allocsite_arguments CONFIG)
    foreach(_allocsite_file IN LISTS ALLOCSITE_CONFIG)
      get_filename_component(_allocsite_file "${_allocsite_file}" ABSOLUTE
        BASE_DIR "${CMAKE_SOURCE_DIR}")
      list(APPEND _allocsite_arguments "${_allocsite_file}")
    endforeach()
  endif()
  if(NOT ALLOCSITE_LEVEL STREQUAL "")
    list(APPEND _allocsite_arguments LEVEL "${ALLOCSITE_LEVEL}")
  endif()
  allocsite_instrument_directory(${_allocsite_arguments})
endif()
