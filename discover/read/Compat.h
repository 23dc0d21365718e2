//===- Compat.h - clang 14 to 22 behind one spelling ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discover is built for one LLVM, the newest of the build, and by the headers of
// whichever that is. No other file of it looks at versions.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_COMPAT_H
#define ALLOCSITE_DISCOVER_READ_COMPAT_H

#if __has_include("clang/Options/Options.h")
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace allocsite {

namespace options {
#if __has_include("clang/Options/Options.h")
using namespace clang::options;
using clang::getDriverOptTable;
#else
using namespace clang::driver::options;
using clang::driver::getDriverOptTable;
#endif

/// What clang's driver, not its inner half, makes of arguments.
inline llvm::opt::InputArgList parse(llvm::ArrayRef<const char *> Given,
                                     unsigned &MissingIndex, unsigned &MissingCount) {
#if LLVM_VERSION_MAJOR >= 17
  return getDriverOptTable().ParseArgs(Given, MissingIndex, MissingCount,
                                       llvm::opt::Visibility(ClangOption));
#else
  return getDriverOptTable().ParseArgs(Given, MissingIndex, MissingCount, 0,
                                       NoDriverOption | CLOption);
#endif
}
} // namespace options

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_COMPAT_H
