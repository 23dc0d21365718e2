#===- AllocSiteDebian.cmake - What makes an installation a Debian package ----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# cpack runs it on the files that go into the .deb, before it packs them: documents lie in
# share/doc/allocsite, with a copyright and a changelog; every command has a man page; pages
# are compressed, and no file may be executed that is no program.
#
#===------------------------------------------------------------------------===#

if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(documents ${usr}/share/doc/allocsite)
file(RENAME ${usr}/share/doc/AllocSite ${documents})

# Debian has the text of the licence; the exception is what stands behind it.
file(READ ${documents}/LICENSE licence)
file(REMOVE ${documents}/LICENSE)
string(FIND "${licence}" "---- LLVM Exceptions" at)
string(SUBSTRING "${licence}" ${at} -1 exception)
string(STRIP "${exception}" exception)
string(REGEX REPLACE "\n\n+" "\n.\n" exception "${exception}")
string(REPLACE "\n" "\n " exception "${exception}")
string(TIMESTAMP year "%Y" UTC)
file(WRITE ${documents}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: AllocSite

Files: *
Copyright: ${year} the AllocSite authors
License: Apache-2.0-with-LLVM-exception
 The Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
 .
 ${exception}
")

string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog
"allocsite (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What is new is in CHANGELOG.md of the source.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")

set(pages ${usr}/share/man/man1)
file(GLOB commands RELATIVE ${usr}/bin ${usr}/bin/allocsite-*)
foreach(command IN LISTS commands)
  file(WRITE ${pages}/${command}.1 ".so man1/allocsite-clang.1\n")
endforeach()
file(WRITE ${pages}/allocsite-clang.1
".TH ALLOCSITE-CLANG 1
.SH NAME
allocsite-clang, allocsite-clang++ \\- clang and clang++ with AllocSite
.SH SYNOPSIS
.B allocsite-clang
.RI [ \"arguments of clang\" ]
.SH DESCRIPTION
Hands all arguments to clang, and adds the plugin of AllocSite where code is made, and its
runtime where an executable is linked. With a number, as allocsite-clang-19, it is that clang.
.SH ENVIRONMENT
.TP
.B ALLOCSITE_CLANG
the clang to use
.TP
.B ALLOCSITE_PASS_OPTIONS
options of the plugin
.SH SEE ALSO
.BR allocsite (1),
.BR clang (1)
")
file(WRITE ${pages}/allocsite-rustc.1
".TH ALLOCSITE-RUSTC 1
.SH NAME
allocsite-rustc \\- rustc with AllocSite
.SH SYNOPSIS
.B allocsite-rustc
.RI [ rustc ]
.RI [ \"arguments of rustc\" ]
.SH DESCRIPTION
Hands all arguments to rustc, and adds the plugin of AllocSite where code is made for programs
and libraries. The first argument may be the rustc to run, as cargo calls a RUSTC_WRAPPER.
.SH ENVIRONMENT
.TP
.B ALLOCSITE_PASS_OPTIONS
options of the plugin
.SH SEE ALSO
.BR allocsite (1),
.BR cargo (1),
.BR rustc (1)
")
file(GLOB compressed ${pages}/*.1 ${documents}/changelog)
execute_process(COMMAND gzip -9n ${compressed} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE libraries ${usr}/lib/*.so)
file(CHMOD ${libraries}
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)

# Plugins and libraries that are preloaded have no version; discover finds its LLVM by RUNPATH.
file(WRITE ${usr}/share/lintian/overrides/allocsite
"allocsite: custom-library-search-path
allocsite: package-name-doesnt-match-sonames
allocsite: pkg-config-unavailable-for-cross-compilation
allocsite: shared-library-lacks-version
allocsite: sharedobject-in-library-directory-missing-soname
")
