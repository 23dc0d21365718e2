#===- AllocSitePackages.cmake - A .deb, and an archive that may lie anywhere ===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   cd build && cpack            makes both in build/packages
#   cd build && cpack -G TZST    the archive alone
#
# test/package/chroot.sh installs, tries and removes both in a fresh Debian.
#
#===----------------------------------------------------------------------===#

set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_NAME allocsite)
set(CPACK_PACKAGE_CONTACT "The AllocSite authors <maintainers@users.noreply.a-seed-aeba7c13.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "heap profiler that sees inside arenas")
set(CPACK_PACKAGE_DESCRIPTION
"A plugin of clang numbers each call of an allocator, of malloc and of
pools and arenas alike. A small runtime counts calls and bytes exactly, and a
report names the source line and its callers.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_FILE_NAME allocsite-${PROJECT_VERSION}-linux-${ALLOCSITE_MACHINE})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
string(REPLACE x86_64 amd64 CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${ALLOCSITE_MACHINE})
string(REPLACE aarch64 arm64 CPACK_DEBIAN_PACKAGE_ARCHITECTURE
  ${CPACK_DEBIAN_PACKAGE_ARCHITECTURE})
# dpkg-shlibdeps finds the libraries, also those of clang that allocsite-discover links.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# One clang with a plugin is needed, the newest first. It brings the headers of C and C++.
set(clangs ${ALLOCSITE_LLVM_VERSIONS})
list(SORT clangs COMPARE NATURAL ORDER DESCENDING)
list(TRANSFORM clangs PREPEND clang-)
list(JOIN clangs " | " CPACK_DEBIAN_PACKAGE_DEPENDS)
# What Debian wants of a package and other places do not: copyright, changelog, compressed pages.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/AllocSiteDebian.cmake)
file(WRITE ${PROJECT_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/triggers)
include(CPack)
