# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run by the build: writes to TO the name and the build id of each of FILES, as Loader.cpp
# says. The id is read from its note, which linkers put in front: header (4 bytes of name,
# 20 of id, type 3), "GNU", id.

set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} start LIMIT 65536 HEX)
  if(NOT start MATCHES "040000001400000003000000474e5500(........................................)")
    message(FATAL_ERROR "${file} has no build id (linked with --build-id=sha1?)")
  endif()
  set(id ${CMAKE_MATCH_1})
  get_filename_component(name ${file} NAME)
  string(APPEND text "PLUGIN(\"${name}\", \"${id}\")\n")
endforeach()
file(WRITE ${TO} "${text}")
