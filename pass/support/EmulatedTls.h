//===- EmulatedTls.h - How code generation reaches variables of threads -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_EMULATEDTLS_H
#define ALLOCSITE_PASS_SUPPORT_EMULATEDTLS_H

namespace llvm {
class PassBuilder;
}

namespace allocsite {

/// True where code generation will make calls of __emutls_get_address of accesses
/// to variables of threads (-femulated-tls). No module says so; the target machine
/// that `Builder` was made for does.
bool usesEmulatedTls(llvm::PassBuilder &Builder);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_EMULATEDTLS_H
