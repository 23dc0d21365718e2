#===- AllocSiteByFolder.cmake - Compiles the files of a folder as one ----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# Most of what a file costs is its headers' templates, which the files of a folder share: a
# folder compiled as one unit takes a third. `static` names of one folder then have to
# differ. Where one file is compiled again and again, -DALLOCSITE_BY_FOLDER=OFF (the preset
# `work`) is quicker; clang-tidy wants that, too.
#
#===----------------------------------------------------------------------===#

option(ALLOCSITE_BY_FOLDER "Compile the files of a folder as one" ON)

# Joins the sources of TARGET by folder, except those in the folders named behind it, which
# have `static` functions of one name.
function(allocsite_compile_by_folder target)
  if(NOT ALLOCSITE_BY_FOLDER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    file(RELATIVE_PATH made ${PROJECT_BINARY_DIR} ${source})
    if(made MATCHES "^\\.\\./" AND NOT folder IN_LIST ARGN)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()
endfunction()

# The same for commands: sets `result` to the sources, joined to files in PLACE, one a folder.
# What is named behind EXCEPT stays by itself.
#   allocsite_join_by_folder(RESULT PLACE SOURCE… EXCEPT FOLDER-OR-SOURCE…)
function(allocsite_join_by_folder result place)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "EXCEPT")
  set(left)
  set(folders)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    if(folder IN_LIST arg_EXCEPT OR source IN_LIST arg_EXCEPT OR NOT ALLOCSITE_BY_FOLDER)
      list(APPEND left ${source})
    else()
      list(APPEND folders ${folder})
      string(APPEND joined_${folder} "#include \"${source}\"\n")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    file(CONFIGURE OUTPUT ${place}/${folder}.cpp CONTENT "${joined_${folder}}")
    list(APPEND left ${place}/${folder}.cpp)
  endforeach()
  set(${result} ${left} PARENT_SCOPE)
endfunction()
