#===- AllocSiteInstall.cmake - What is installed, and the CMake package --===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# pass/ and report/ install what they make; here are the libraries, the headers, the
# package that find_package(AllocSite) reads, and the one of pkg-config.
#
#===----------------------------------------------------------------------===#

include(CMakePackageConfigHelpers)

set(ALLOCSITE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/AllocSite)

install(TARGETS allocsite_runtime_static allocsite_runtime_shared
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/allocsite
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig "${prefix_from_pkgconfig}")
list(JOIN ALLOCSITE_LLVM_VERSIONS ", " majors_text)
configure_file(${PROJECT_SOURCE_DIR}/cmake/allocsite.pc.in
  ${PROJECT_BINARY_DIR}/package/allocsite.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/allocsite.pc DESTINATION ${pkgconfig_dir})

set(include_dir ${CMAKE_INSTALL_INCLUDEDIR})
set(library_dir ${CMAKE_INSTALL_LIBDIR})
set(binary_dir ${CMAKE_INSTALL_BINDIR})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/AllocSiteConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/AllocSiteConfig.cmake
  INSTALL_DESTINATION ${ALLOCSITE_PACKAGE_DIR}
  PATH_VARS include_dir library_dir binary_dir)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/package/AllocSiteConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/AllocSiteConfig.cmake
  ${PROJECT_BINARY_DIR}/package/AllocSiteConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/AllocSiteInstrument.cmake
  ${PROJECT_SOURCE_DIR}/cmake/AllocSiteProject.cmake
  DESTINATION ${ALLOCSITE_PACKAGE_DIR})
