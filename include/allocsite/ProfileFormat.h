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
 * they stay consistent. The companion of a log is such a file as well, with tables
 * of text in place of counters. C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_PROFILEFORMAT_H
#define ALLOCSITE_PROFILEFORMAT_H

#include "allocsite/Abi.h"

/* "\211ASPROF\n": no text file begins like this, and a transfer as text breaks
   it visibly. */
#define ALLOCSITE_PROFILE_MAGIC UINT64_C(0x0A464F5250534189)
#define ALLOCSITE_PROFILE_VERSION 8u
/* Each that readers read, oldest first, and how many bytes of AllocSiteProfileHeader its
   files have: a later version appends fields, which read as 0 in files of an older one.
   VERSION(Number, HeaderFields). */
#define ALLOCSITE_PROFILE_VERSIONS(VERSION) VERSION(6, 936) VERSION(7, 1232) VERSION(8, 1240)
#define ALLOCSITE_PROFILE_HEADER_BYTES 4096
#define ALLOCSITE_PROFILE_CHUNK_BYTES 64 /* header of a chunk, padded */
#define ALLOCSITE_PROFILE_NAME_BYTES 64  /* program, zero-terminated */
#define ALLOCSITE_PROFILE_PRIVATE_WORDS 8
#define ALLOCSITE_OTHERS 33       /* the last two take what the rest has no room for: */
#define ALLOCSITE_OTHER_FAILED 31 /* calls that have failed; the last all else */

enum AllocSiteChunkKind {
  ALLOCSITE_CHUNK_NONE = 0, /* passed over: modules were there */
  ALLOCSITE_CHUNK_MODULES = 1,
  ALLOCSITE_CHUNK_TABLES = 2,
  ALLOCSITE_CHUNK_COUNTERS = 3,
  ALLOCSITE_CHUNK_LIVE_RECORDS = 4,     /* live=1: what blocks are counted as */
  ALLOCSITE_CHUNK_THREAD_RECORDS = 5,   /* and how many of them, by thread */
  ALLOCSITE_CHUNK_THREAD_LIFETIMES = 6, /* lifetimes=1: the same of how long they lived */
  ALLOCSITE_CHUNK_ARENA_MAKERS = 8,     /* live=arenas: who has made arenas */
  ALLOCSITE_CHUNK_ARENAS = 9,           /* and those that live */
  ALLOCSITE_CHUNK_TIMELINE = 10,        /* timeline=1: how much was alive when */
  ALLOCSITE_CHUNK_MARKS = 11,           /* what was counted from one mark to the next */
  ALLOCSITE_CHUNK_OBJECTS = 12,         /* which programs and libraries modules are of */
  ALLOCSITE_CHUNK_TIMELINE_GROUPS = 13, /* timeline=1: by allocator and by size */
  ALLOCSITE_CHUNK_SITE_PEAKS = 14,      /* own-peaks=1: the most that was alive of each site */
  ALLOCSITE_CHUNK_LOG_TABLE = 15,       /* of a companion: rows that belong to a log */
  ALLOCSITE_CHUNK_KINDS                 /* as many values */
};

#define ALLOCSITE_LIVE_RECORDS 64 /* in a piece of these kinds */

enum AllocSiteChunkState {
  ALLOCSITE_CHUNK_UNFINISHED = 0, /* and nothing follows */
  ALLOCSITE_CHUNK_LIVE = 1
};

enum AllocSiteProfileContent {
  ALLOCSITE_CONTENT_COUNTERS = 0,
  ALLOCSITE_CONTENT_LOG_TABLES = 1 /* the companion of a log: tables alone */
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

#define ALLOCSITE_LOG_TABLE_NAME_BYTES 40

/* The header of a chunk of ALLOCSITE_CHUNK_LOG_TABLE. Its text follows. */
struct AllocSiteProfileLogTable {
  struct AllocSiteProfileChunk Chunk;
  char Name[ALLOCSITE_LOG_TABLE_NAME_BYTES]; /* ends in a zero */
};

struct AllocSiteProfileModule {
#define ALLOCSITE_PROFILE_MODULE(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteProfileObject {
#define ALLOCSITE_PROFILE_OBJECT(CType, Name) CType Name;
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

/* A piece of each of the kinds that live=1 makes. */
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

struct AllocSiteThreadLifetime {
#define ALLOCSITE_PROFILE_THREAD_LIFETIME(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteThreadLifetimes {
#define ALLOCSITE_PROFILE_THREAD_LIFETIMES(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteThreadLifetime Lifetimes[ALLOCSITE_LIVE_RECORDS];
};

struct AllocSiteSitePeak {
#define ALLOCSITE_PROFILE_SITE_PEAK(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteSitePeaks {
#define ALLOCSITE_PROFILE_SITE_PEAKS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteSitePeak Peaks[ALLOCSITE_LIVE_RECORDS];
};

/* A piece of ALLOCSITE_CHUNK_ARENA_MAKERS, and of ALLOCSITE_CHUNK_ARENAS. */
#define ALLOCSITE_ARENAS 64 /* in a piece of either kind */

struct AllocSiteArenaMaker {
#define ALLOCSITE_PROFILE_ARENA_MAKER(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteArenaMakers {
#define ALLOCSITE_PROFILE_ARENA_MAKERS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteArenaMaker Makers[ALLOCSITE_ARENAS];
};

struct AllocSiteArena {
#define ALLOCSITE_PROFILE_ARENA(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteArenas {
#define ALLOCSITE_PROFILE_ARENAS(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteArena Arenas[ALLOCSITE_ARENAS];
};

struct AllocSiteTimelinePoint {
#define ALLOCSITE_PROFILE_TIMELINE_POINT(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

#define ALLOCSITE_TIMELINE_POINTS 512 /* in an array; even */

/* The one piece of ALLOCSITE_CHUNK_TIMELINE. */
struct AllocSiteTimeline {
#define ALLOCSITE_PROFILE_TIMELINE(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteTimelinePoint Points[2][ALLOCSITE_TIMELINE_POINTS];
};

enum AllocSiteGroupBy {
  ALLOCSITE_GROUP_NONE = 0, /* no piece yet */
  ALLOCSITE_GROUP_BY_ALLOCATOR = 1,
  ALLOCSITE_GROUP_BY_SIZE = 2
};

#define ALLOCSITE_TIMELINE_SIZES 40      /* classes; the last takes all that is larger */
#define ALLOCSITE_TIMELINE_ALLOCATORS 24 /* two of them for all others: blocks, and objects */

struct AllocSiteGroupPoint {
#define ALLOCSITE_PROFILE_GROUP_POINT(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

/* A piece of ALLOCSITE_CHUNK_TIMELINE_GROUPS. Its points are those of the timeline: State there
   tells which count. */
struct AllocSiteTimelineGroup {
#define ALLOCSITE_PROFILE_TIMELINE_GROUP(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  struct AllocSiteGroupPoint Points[2][ALLOCSITE_TIMELINE_POINTS];
};

enum AllocSiteMarkFlag {
  ALLOCSITE_MARK_RESET = 1 /* counts begin from zero there */
};

/* A piece of ALLOCSITE_CHUNK_MARKS: this, NameBytes of text padded to 8 bytes,
       AllocSiteEntry Entries[EntryCount]  what was counted since the mark before
       AllocSiteOther Others[OtherCount] */
struct AllocSiteProfileMark {
#define ALLOCSITE_PROFILE_MARK(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

#define ALLOCSITE_CONTROL_TEXT_BYTES 256

struct AllocSiteProfileControl {
#define ALLOCSITE_PROFILE_CONTROL(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  char Text[ALLOCSITE_CONTROL_TEXT_BYTES];
};

struct AllocSiteProfileSampling {
#define ALLOCSITE_PROFILE_SAMPLING(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
};

struct AllocSiteProfileHeader {
#define ALLOCSITE_PROFILE_HEADER(CType, Name) CType Name;
#include "allocsite/ProfileFormat.inc"
  char Program[ALLOCSITE_PROFILE_NAME_BYTES];
  /* Of threads that have no table. */
  struct AllocSiteOther Others[ALLOCSITE_OTHERS];
  struct AllocSiteProfileControl Control; /* since version 7 */
  struct AllocSiteProfileSampling Sampling;
  uint64_t Content; /* AllocSiteProfileContent; since version 8 */
};

#endif
