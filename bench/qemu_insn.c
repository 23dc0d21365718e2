/*===- qemu_insn.c - Counts the instructions that qemu runs ------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * A plugin of qemu-user, as its own `insn` is, which distributions leave out. At the end it
 * writes `instructions: N` to stderr. (Of qemu-plugin.h of QEMU 4.2 and later this is what is
 * needed: version 1 of the interface.)
 *
 *===------------------------------------------------------------------------===*/
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t Id;
struct Block; /* of code that is translated together */
enum { AddU64 = 0 };

extern size_t qemu_plugin_tb_n_insns(const struct Block *Of);
extern void qemu_plugin_register_vcpu_tb_trans_cb(Id, void (*)(Id, struct Block *));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct Block *, int, void *, uint64_t);
extern void qemu_plugin_register_atexit_cb(Id, void (*)(Id, void *), void *);

EXPORT int qemu_plugin_version = 1;

static uint64_t Count; /* of one thread; several may lose some */

static void translated(Id Self, struct Block *Its) {
  (void)Self;
  qemu_plugin_register_vcpu_tb_exec_inline(Its, AddU64, &Count, qemu_plugin_tb_n_insns(Its));
}

static void atEnd(Id Self, void *Nothing) {
  (void)Self, (void)Nothing;
  fprintf(stderr, "instructions: %llu\n", (unsigned long long)Count);
}

EXPORT int qemu_plugin_install(Id Self, const void *Info, int Arguments, char **Given) {
  (void)Info, (void)Arguments, (void)Given;
  qemu_plugin_register_vcpu_tb_trans_cb(Self, translated);
  qemu_plugin_register_atexit_cb(Self, atEnd, NULL);
  return 0;
}
