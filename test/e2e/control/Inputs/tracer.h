//===- tracer.h - A program that traces its own probes ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the kernel, which needs privileges: reads the notes of the probes of OpenTelemetry from its own
// file, puts a breakpoint in the place of each nop, and calls onAlloc() and onFree() with the registers of
// the arguments. They run in a signal handler, one at a time.
//
//===----------------------------------------------------------------------===//
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

static void onAlloc(const void *Block, uint64_t Size, uint64_t Weighted);
static void onFree(const void *Block);

static uintptr_t AllocProbe, FreeProbe;

static void onTrap(int, siginfo_t *, void *Context) {
  static bool IsTaken;
  while (__atomic_test_and_set(&IsTaken, __ATOMIC_ACQUIRE)) {
  }
#ifdef __x86_64__
  auto *Registers = static_cast<ucontext_t *>(Context)->uc_mcontext.gregs;
  const uintptr_t At = uintptr_t(Registers[REG_RIP]) - 1; // behind it
  const uint64_t First = uint64_t(Registers[REG_RDI]), Second = uint64_t(Registers[REG_RSI]),
                 Third = uint64_t(Registers[REG_RDX]);
#else
  auto &Its = static_cast<ucontext_t *>(Context)->uc_mcontext;
  const uintptr_t At = Its.pc;
  const uint64_t First = Its.regs[0], Second = Its.regs[1], Third = Its.regs[2];
  Its.pc += 4;
#endif
  if (At == AllocProbe)
    onAlloc(reinterpret_cast<void *>(First), Second, Third);
  else if (At == FreeProbe)
    onFree(reinterpret_cast<void *>(First));
  else
    abort();
  __atomic_clear(&IsTaken, __ATOMIC_RELEASE);
}

static void breakAt(uintptr_t Address) {
#ifdef __x86_64__
  const unsigned char Nop[] = {0x90}, Break[] = {0xCC};
#else
  const unsigned char Nop[] = {0x1F, 0x20, 0x03, 0xD5}, Break[] = {0, 0, 0x20, 0xD4};
#endif
  auto *Code = reinterpret_cast<unsigned char *>(Address);
  if (memcmp(Code, Nop, sizeof(Nop)) != 0) {
    puts("no nop");
    abort();
  }
  const uintptr_t Page = uintptr_t(sysconf(_SC_PAGESIZE)), Begin = Address & -Page;
  mprotect(reinterpret_cast<void *>(Begin), 2 * Page, PROT_READ | PROT_WRITE | PROT_EXEC);
  memcpy(Code, Break, sizeof(Break));
  __builtin___clear_cache(reinterpret_cast<char *>(Code), reinterpret_cast<char *>(Code) + 4);
  mprotect(reinterpret_cast<void *>(Begin), 2 * Page, PROT_READ | PROT_EXEC);
}

/// From here on the functions are called.
static void traceProbes() {
  const int File = open("/proc/self/exe", O_RDONLY);
  struct stat Its;
  fstat(File, &Its);
  const char *All = static_cast<const char *>(
      mmap(nullptr, size_t(Its.st_size), PROT_READ, MAP_PRIVATE, File, 0));
  close(File);
  const auto *Header = reinterpret_cast<const Elf64_Ehdr *>(All);
  const auto *Sections = reinterpret_cast<const Elf64_Shdr *>(All + Header->e_shoff);
  const char *Names = All + Sections[Header->e_shstrndx].sh_offset;
  uintptr_t Loaded = 0; // of the first object, the program
  dl_iterate_phdr(
      [](dl_phdr_info *Object, size_t, void *To) {
        *static_cast<uintptr_t *>(To) = Object->dlpi_addr;
        return 1;
      },
      &Loaded);
  for (unsigned I = 0; I < Header->e_shnum; ++I) {
    if (strcmp(Names + Sections[I].sh_name, ".note.stapsdt") != 0)
      continue;
    const char *At = All + Sections[I].sh_offset, *End = At + Sections[I].sh_size;
    while (At < End) {
      const auto *Note = reinterpret_cast<const Elf64_Nhdr *>(At);
      const char *About = At + sizeof(*Note) + ((Note->n_namesz + 3) & ~3u);
      uint64_t Addresses[3];
      memcpy(Addresses, About, sizeof(Addresses));
      const char *Provider = About + sizeof(Addresses);
      const char *Name = Provider + strlen(Provider) + 1;
      if (!strcmp(Provider, "otel_memory"))
        (strcmp(Name, "free") ? AllocProbe : FreeProbe) = Loaded + Addresses[0];
      At = About + ((Note->n_descsz + 3) & ~3u);
    }
  }
  if (!AllocProbe || !FreeProbe) {
    puts("no probes");
    abort();
  }
  struct sigaction Action = {};
  Action.sa_sigaction = onTrap;
  Action.sa_flags = SA_SIGINFO;
  sigfillset(&Action.sa_mask);
  sigaction(SIGTRAP, &Action, nullptr);
  breakAt(AllocProbe);
  breakAt(FreeProbe);
}
