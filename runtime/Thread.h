//===- Thread.h - The two words of a thread ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its context, and where it counts. The address also tells threads apart, as the lock of
// Platform.h does.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_THREAD_H
#define ALLOCSITE_RUNTIME_THREAD_H

#include "allocsite/Abi.h"

#ifndef ALLOCSITE_TLS_MODEL
#ifdef ALLOCSITE_SHARED
#define ALLOCSITE_TLS_MODEL "initial-exec"
#else
#define ALLOCSITE_TLS_MODEL "local-exec"
#endif
#endif

extern "C" __thread AllocSiteThread ALLOCSITE_SYM_THREAD __asm__(ALLOCSITE_THREAD_NAME)
    __attribute__((tls_model(ALLOCSITE_TLS_MODEL), visibility("hidden")));

#endif
