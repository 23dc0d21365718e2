//===- fib.h - One function in three ----------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_FIB_H
#define BENCH_FIB_H

#include <cstdint>

// Each calls the next one.
uint64_t fibFirst(uint64_t N);
uint64_t fibSecond(uint64_t N);
uint64_t fibThird(uint64_t N);

#endif
