//===- HostVersion.h - Which LLVM has opened the plugin ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOADER_HOSTVERSION_H
#define ALLOCSITE_PASS_LOADER_HOSTVERSION_H

namespace allocsite {

/// The major version of the LLVM in this process, or 0 where nothing tells it.
/// Executable is the absolute path of the running program.
unsigned hostMajor(const char *Executable);

} // namespace allocsite

#endif
