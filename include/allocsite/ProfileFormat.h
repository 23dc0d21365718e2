/*===- ProfileFormat.h - The profile file, as structs -------------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 *   +--------+-------+------------------+-------+-----------------+
 *   | header | Chunk | module module …  | Chunk | table table …   | …
 *   +--------+-------+------------------+-------+-----------------+
 *   0        HeaderBytes                 + Size
 *
 * The file is mapped by the process that counts, so it is at every instant what
 * the process has counted. docs/profile-format.md draws the bytes and tells how
 * they stay consistent. C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_PROFILEFORMAT_H
#define ALLOCSITE_PROFILEFORMAT_H

#include "allocsite/Abi.h"

/* "\211ASPROF\n": no text file begins like this, and a transfer as text breaks
   it visibly. */
#define ALLOCSITE_PROFILE_MAGIC UINT64_C(0x0A464F5250534189)
#define ALLOCSITE_PROFILE_VERSION 6u
/* Each that readers read, oldest first, and how many bytes of AllocSiteProfileHeader its
   files have: a later version appends fields, which read as 0 in files of an older one.
   VERSION(Number, HeaderFields). */
#define ALLOCSITE_PROFILE_VERSIONS(VERSION) VERSION(6, 936)
#define ALLOCSITE_PROFILE_HEADER_BYTES 4096
#define ALLOCSITE_PROFILE_CHUNK_BYTES 64 /* header of a chunk, padded */
#define ALLOCSITE_PROFILE_NAME_BYTES 64  /* program, zero-terminated */
#define ALLOCSITE_PROFILE_PRIVATE_WORDS 8
#define ALLOCSITE_OTHERS 33 /* the last two take what the rest has no room for: */
#define ALLOCSITE_OTHER_FAILED 31 /* calls that have failed; the last all else */

enum AllocSiteChunkKind {
  ALLOCSITE_CHUNK_NONE = 0, /* passed over: modules were there */
  ALLOCSITE_CHUNK_MODULES = 1,
  ALLOCSITE_CHUNK_TABLES = 2,
  ALLOCSITE_CHUNK_COUNTERS = 3,
  ALLOCSITE_CHUNK_LIVE_RECORDS = 4, /* live=1: what blocks are counted as */
  ALLOCSITE_CHUNK_THREAD_RECORDS = 5 /* and how many of them, by thread */
};

#define ALLOCSITE_LIVE_RECORDS 64 /* in a piece of either kind */

enum AllocSiteChunkState {
  ALLOCSITE_CHUNK_UNFINISHED = 0, /* and nothing follows */
  ALLOCSITE_CHUNK_LIVE = 1
};

enum AllocSiteMove {
  ALLOCSITE_MOVE_NOWHERE = 0,    /* the slot was empty */
  ALLOCSITE_MOVE_TO_COUNTER = 1, /* entry MoveAt of the table at CountersAt */
  ALLOCSITE_MOVE_TO_OTHER = 2,   /* Others[MoveAt] */
  ALLOCSITE_MOVE_TO_MEMORY = 3   /* a table that is not in the file */
};

struct AllocSiteProfileChunk {
#define ALLOCSITE_PROFILE_CHUNK(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteProfileModule {
#define ALLOCSITE_PROFILE_MODULE(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteKey {
#define ALLOCSITE_PROFILE_KEY(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteOther {
#define ALLOCSITE_PROFILE_OTHER(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteEntry {
#define ALLOCSITE_PROFILE_ENTRY(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteProfileCounters {
#define ALLOCSITE_PROFILE_COUNTERS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

/* What a thread counts in: this, and then
       AllocSiteSlot Slots[2^n]   AllocSiteThread.Slots points here
       AllocSiteKey Keys[2^n]     of the slots
       AllocSiteOther Others[ALLOCSITE_OTHERS]
   SlotMask stands where the code that counts looks for it. */
struct AllocSiteProfileTable {
#define ALLOCSITE_PROFILE_TABLE(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  uint64_t Private[ALLOCSITE_PROFILE_PRIVATE_WORDS]; /* the process's own */
  uint64_t SlotMask; /* (2^n - 1) * sizeof(AllocSiteSlot); 0: no table yet */
};

/* A piece of ALLOCSITE_CHUNK_LIVE_RECORDS, and of ALLOCSITE_CHUNK_THREAD_RECORDS. */
struct AllocSiteLiveRecord {
#define ALLOCSITE_PROFILE_LIVE_RECORD(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteLiveRecords {
#define ALLOCSITE_PROFILE_LIVE_RECORDS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteLiveRecord Records[ALLOCSITE_LIVE_RECORDS];
};

struct AllocSiteThreadRecord {
#define ALLOCSITE_PROFILE_THREAD_RECORD(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteThreadRecords {
#define ALLOCSITE_PROFILE_THREAD_RECORDS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteThreadRecord Records[ALLOCSITE_LIVE_RECORDS];
};

struct AllocSiteProfileHeader {
#define ALLOCSITE_PROFILE_HEADER(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  char Program[ALLOCSITE_PROFILE_NAME_BYTES];
  /* Of threads that have no table. */
  struct AllocSiteOther Others[ALLOCSITE_OTHERS];
};

#endif
