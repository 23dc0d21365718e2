#===- AllocSiteTargets.cmake - The machines that programs are profiled on ===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   ALLOCSITE_MACHINE          what this build is for
#   ALLOCSITE_TARGETS          whose runtime the plugins carry: that one, and each other whose C
#                              library is here to compile with
#   ALLOCSITE_MACHINE_SOURCES  those of all machines
#
# Each is a folder of runtime/arch and of pass/arch. Of each of ALLOCSITE_TARGETS:
#
#   ALLOCSITE_<M>_SOURCES      its part of the runtime
#   ALLOCSITE_<M>_FLAGS        what the runtime is compiled with
#   ALLOCSITE_<M>_TEXT_FLAGS   on top of them, for the embedded one
#   ALLOCSITE_<M>_TARGET       on top of them, where it is not ALLOCSITE_MACHINE
#
#===----------------------------------------------------------------------===#

set(known_machines x86_64 aarch64)

string(REPLACE amd64 x86_64 ALLOCSITE_MACHINE "${CMAKE_SYSTEM_PROCESSOR}")
string(REPLACE arm64 aarch64 ALLOCSITE_MACHINE "${ALLOCSITE_MACHINE}")
if(NOT ALLOCSITE_MACHINE IN_LIST known_machines)
  message(FATAL_ERROR "AllocSite is for x86_64 and aarch64, not for ${CMAKE_SYSTEM_PROCESSOR}")
endif()

# Debian's cross compilers bring the headers, package libc6-dev-arm64-cross.
set(carried ${ALLOCSITE_MACHINE})
foreach(machine IN LISTS known_machines)
  if(NOT machine STREQUAL ALLOCSITE_MACHINE AND EXISTS /usr/${machine}-linux-gnu/include/stdio.h)
    list(APPEND carried ${machine})
  endif()
endforeach()
set(ALLOCSITE_TARGETS "${carried}" CACHE STRING
  "Machines that the plugins carry the runtime for, such as \"x86_64;aarch64\"")
if(NOT ALLOCSITE_MACHINE IN_LIST ALLOCSITE_TARGETS)
  message(FATAL_ERROR "ALLOCSITE_TARGETS: ${ALLOCSITE_MACHINE}, which this build is for, lacks")
endif()

set(ALLOCSITE_MACHINE_SOURCES)
foreach(machine IN LISTS ALLOCSITE_TARGETS)
  if(NOT machine IN_LIST known_machines)
    message(FATAL_ERROR "ALLOCSITE_TARGETS: '${machine}' is none of ${known_machines}")
  endif()
  include(${PROJECT_SOURCE_DIR}/runtime/arch/${machine}/Machine.cmake)
  set(ALLOCSITE_${machine}_SOURCES ${MACHINE_SOURCES})
  set(ALLOCSITE_${machine}_FLAGS ${MACHINE_FLAGS})
  set(ALLOCSITE_${machine}_TEXT_FLAGS ${MACHINE_TEXT_FLAGS})
  set(ALLOCSITE_${machine}_TARGET)
  if(NOT machine STREQUAL ALLOCSITE_MACHINE)
    if(NOT EXISTS /usr/${machine}-linux-gnu/include/stdio.h)
      message(FATAL_ERROR "ALLOCSITE_TARGETS: the C library of ${machine} is not here "
        "(on Debian, package libc6-dev-arm64-cross or libc6-dev-amd64-cross)")
    endif()
    set(ALLOCSITE_${machine}_TARGET
      --target=${machine}-linux-gnu -isystem /usr/${machine}-linux-gnu/include)
  endif()
  list(APPEND ALLOCSITE_MACHINE_SOURCES ${MACHINE_SOURCES})
endforeach()
message(STATUS "Targets: ${ALLOCSITE_TARGETS}")
