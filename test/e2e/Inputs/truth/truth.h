//===- truth.h - A program whose profile is known ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// leaf.c and main.cpp are one program; rows.txt is its profile, however it is
// compiled and linked. Nothing stays allocated, so that a leak checker is silent.
//
//===----------------------------------------------------------------------===//
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

extern void *volatile Sink;
void leaf(size_t Size);
void other(void);
void sorter(void);

#ifdef __cplusplus
}
#endif

static inline void use(void *Memory) {
  Sink = Memory;
  free(Memory);
  Sink = NULL;
}
