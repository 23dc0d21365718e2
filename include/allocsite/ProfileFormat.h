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
 * of text in place of counters.
 *
 * Numbers are little-endian, records are aligned by themselves, and offsets are from
 * the start of the file, never addresses. C-compatible.
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

/* What a chunk begins with. */
struct AllocSiteProfileChunk {
  uint32_t Kind;  /* AllocSiteChunkKind */
  uint32_t State; /* AllocSiteChunkState; written last */
  uint64_t Size;  /* bytes, this header included */
  uint64_t Used;  /* bytes, this header included */
};

#define ALLOCSITE_LOG_TABLE_NAME_BYTES 40

/* The header of a chunk of ALLOCSITE_CHUNK_LOG_TABLE. Its text follows. */
struct AllocSiteProfileLogTable {
  struct AllocSiteProfileChunk Chunk;
  char Name[ALLOCSITE_LOG_TABLE_NAME_BYTES]; /* ends in a zero */
};

/* A module; its bytes follow as they are in the object file (Encoding.h), padded
   with zeros to a multiple of 8. */
struct AllocSiteProfileModule {
  uint64_t SiteBase; /* number of site k is SiteBase + k */
  uint64_t CallBase; /* a call site's id is CallBase + Id; or 0 */
  uint32_t SiteCount;
  uint32_t IdCount; /* ids of call sites, from CallBase */
  uint32_t ByteCount;
  uint32_t Flags; /* as in the module descriptor */
};

/* Where modules are of: PathBytes of text follow, padded with zeros to a multiple of 8. */
struct AllocSiteProfileObject {
  uint64_t SiteBase;  /* that of its first module; up to the next one's */
  uint32_t PathBytes; /* 0: it is not known */
  uint32_t Padding;
};

/* What a counter counts. */
struct AllocSiteKey {
  uint64_t Context; /* the word; bit 63 says nothing */
  uint64_t Site;    /* number; or ALLOCSITE_SITE_FAILED */
  uint64_t Size;    /* bytes of one allocation */
};

/* What had no room: allocations of one site, whatever context and size. */
struct AllocSiteOther {
  uint64_t Site; /* the same; 0 in the last: of any site */
#define ALLOCSITE_COUNTED(Name, Merge) uint64_t Name;
#include "allocsite/Measures.inc" /* Calls */
  uint64_t Bytes;
};

/* A counter: what is counted of a key, each number of Measures.inc that always is. */
struct AllocSiteEntry {
  struct AllocSiteKey Key;
#define ALLOCSITE_COUNTED(Name, Merge) uint64_t Name;
#include "allocsite/Measures.inc" /* Calls; 0: the entry is free */
};

/* What a hash table begins with; 2^Log2Capacity entries follow, and
   one whose Calls are 0 is free. */
struct AllocSiteProfileCounters {
  uint64_t Log2Capacity;
  uint64_t Used;    /* entries; a hint */
  uint64_t Private; /* the process's own; skip it */
  uint64_t Reserved;
};

/* What a thread counts in: this, and then
       AllocSiteSlot Slots[2^n]   AllocSiteThread.Slots points here
       AllocSiteKey Keys[2^n]     of the slots
       AllocSiteOther Others[ALLOCSITE_OTHERS]
   SlotMask stands where the code that counts looks for it. While Sequence is odd, an entry
   moves out of Slots[MoveSlot]: that slot does not count, and the place that MoveTo names
   holds MoveCount (and MoveBytes), whatever it says itself. */
struct AllocSiteProfileTable {
  uint64_t Sequence;
  uint64_t CountersAt; /* offset of the hash table, or 0 */
  uint64_t MoveSlot;   /* index */
  uint64_t MoveTo;     /* AllocSiteMove */
  uint64_t MoveAt;     /* index of the entry or other */
  uint64_t MoveCount;
  uint64_t MoveBytes;
  uint64_t Private[ALLOCSITE_PROFILE_PRIVATE_WORDS]; /* the process's own */
  uint64_t SlotMask; /* (2^n - 1) * sizeof(AllocSiteSlot); 0: no table yet */
};

/* What a block is counted as. This and the next ones are pieces of the kinds that live=1
   makes. */
struct AllocSiteLiveRecord {
  uint64_t Context;
  uint64_t Site;      /* written last; 0: no record yet */
  uint64_t Size;      /* bytes of one block */
  uint64_t Inherited; /* blocks live at the fork that made us */
};

/* What a piece of live records begins with. What is of the process stands in the first
   piece, whose First is 1, and is 0 in the others, but for InArena. */
struct AllocSiteLiveRecords {
  uint64_t First;   /* number of Records[0]; 0: no piece yet */
  uint64_t Epoch;   /* of the peak: see AtPeak below */
  uint64_t IsPeak;  /* not 0: what is live now is the peak */
  uint64_t Threads; /* that have counted; 1: the peak is exact */
  uint64_t InArena; /* of each piece: bit i: Records[i] are of arenas */
  uint64_t Reserved[3];
  struct AllocSiteLiveRecord Records[ALLOCSITE_LIVE_RECORDS];
};

/* What one thread did with the blocks of a record. It may free more than it allocated. Its
   share of the peak is AtPeak where Epoch is the process's and IsPeak is 0, else what it has
   live now. One line of a cache. */
struct AllocSiteThreadRecord {
  uint64_t Allocated;
  uint64_t Freed;
  int64_t AtPeak;
  uint64_t Temporary; /* of those freed */
  uint64_t InPlace;   /* reallocations to here: address kept, */
  uint64_t Moved;     /* or not */
  uint64_t Copied;    /* bytes, by those */
  uint32_t Epoch;     /* in which AtPeak was saved */
  uint32_t Size;      /* the process's own */
};

/* What a piece of a thread's records begins with. */
struct AllocSiteThreadRecords {
  uint64_t First; /* number of Records[0]; 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteThreadRecord Records[ALLOCSITE_LIVE_RECORDS];
};

/* Of the blocks of a record that a thread has freed: how many bytes were allocated meanwhile. */
struct AllocSiteThreadLifetime {
  uint64_t Sum; /* up to UINT64_MAX */
  uint64_t Longest;
  uint64_t Within1K; /* blocks: of at most as many bytes */
  uint64_t Within32K;
  uint64_t Within1M;
  uint64_t Reserved[3];
};

/* What a piece of a thread's lifetimes begins with: as that of its records. */
struct AllocSiteThreadLifetimes {
  uint64_t First; /* number of Lifetimes[0]; 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteThreadLifetime Lifetimes[ALLOCSITE_LIVE_RECORDS];
};

/* Of the process: bytes of a site. */
struct AllocSiteSitePeak {
  uint64_t Site; /* hash of names; written last; 0: none */
  int64_t Live;
  int64_t Peak; /* the most that Live has been */
  uint64_t Reserved;
};

/* What a piece of the sites' own peaks begins with. */
struct AllocSiteSitePeaks {
  uint64_t IsPiece; /* 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteSitePeak Peaks[ALLOCSITE_LIVE_RECORDS];
};

/* A piece of ALLOCSITE_CHUNK_ARENA_MAKERS, and of ALLOCSITE_CHUNK_ARENAS. */
#define ALLOCSITE_ARENAS 64 /* in a piece of either kind */

/* Who has made arenas, and what those of them counted that have ended. Where nobody was seen
   to make one, the maker is who first allocated in it. */
struct AllocSiteArenaMaker {
  uint64_t Context;
  uint64_t Site; /* written last; 0: no maker yet */
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) uint64_t Name;
#include "allocsite/ArenaMeasures.inc"
};

/* What a piece of makers begins with. */
struct AllocSiteArenaMakers {
  uint64_t First; /* number of Makers[0]; 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteArenaMaker Makers[ALLOCSITE_ARENAS];
};

/* An arena that lives. What it has now is its present cycle; the rest is of earlier ones. */
struct AllocSiteArena {
  uint64_t Maker;   /* number; written last; 0: no arena */
  uint64_t Objects; /* allocated since it was empty */
  uint64_t Bytes;
  uint64_t Resets;     /* that found something in it */
  uint64_t OldObjects; /* of earlier cycles */
  uint64_t OldBytes;
  uint64_t LeastCycle; /* bytes, of those; 0: none */
  uint64_t MostCycle;
  uint64_t Freed; /* of Objects, one by one */
  uint64_t FreedBytes;
  uint64_t Held;         /* the most bytes before one was freed */
  uint64_t Chunks;       /* blocks that its objects lay in */
  uint64_t Reserved;     /* the most bytes of these in this cycle */
  uint64_t OldReserved;  /* the sum of that of earlier cycles, */
  uint64_t MostReserved; /* and the most; and the sum of */
  uint64_t OldWasted;    /* what no object had taken of them */
};

/* What a piece of arenas begins with. */
struct AllocSiteArenas {
  uint64_t IsPiece; /* 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteArena Arenas[ALLOCSITE_ARENAS];
};

/* What had come and gone when: bytes of all blocks that were followed. Each is at least what it
   is in the point before. */
struct AllocSiteTimelinePoint {
  uint64_t Microseconds; /* since start-up, or the fork */
  uint64_t Allocated;
  uint64_t Freed;
};

#define ALLOCSITE_TIMELINE_POINTS 512 /* in an array; even */

/* The one piece of ALLOCSITE_CHUNK_TIMELINE. */
struct AllocSiteTimeline {
  uint64_t State;    /* array (0 or 1) << 32 | points in it */
  uint64_t Interval; /* bytes that come and go between points */
  uint64_t Reserved[6];
  struct AllocSiteTimelinePoint Points[2][ALLOCSITE_TIMELINE_POINTS];
};

enum AllocSiteGroupBy {
  ALLOCSITE_GROUP_NONE = 0, /* no piece yet */
  ALLOCSITE_GROUP_BY_ALLOCATOR = 1,
  ALLOCSITE_GROUP_BY_SIZE = 2
};

#define ALLOCSITE_TIMELINE_SIZES 40      /* classes; the last takes all that is larger */
#define ALLOCSITE_TIMELINE_ALLOCATORS 24 /* two of them for all others: blocks, and objects */

/* What was alive of a group at a point of the timeline. */
struct AllocSiteGroupPoint {
  uint64_t Blocks;
  uint64_t Bytes;
};

/* A piece of ALLOCSITE_CHUNK_TIMELINE_GROUPS. Its points are those of the timeline: State there
   tells which count. A group is blocks of one allocator, or of one class of sizes. */
struct AllocSiteTimelineGroup {
  uint64_t By;        /* AllocSiteGroupBy; written last */
  uint64_t InArena;   /* 1: its blocks are objects of arenas */
  uint64_t Site;      /* one of its allocator; 0: all others */
  uint64_t SizeClass; /* blocks of up to 2^SizeClass bytes */
  uint64_t Reserved[4];
  struct AllocSiteGroupPoint Points[2][ALLOCSITE_TIMELINE_POINTS];
};

enum AllocSiteMarkFlag {
  ALLOCSITE_MARK_RESET = 1 /* counts begin from zero there */
};

/* A piece of ALLOCSITE_CHUNK_MARKS: this, NameBytes of text padded to 8 bytes,
       AllocSiteEntry Entries[EntryCount]  what was counted since the mark before
       AllocSiteOther Others[OtherCount] */
struct AllocSiteProfileMark {
  uint64_t Number;      /* from 1; written last: 0 is no mark yet */
  uint64_t Nanoseconds; /* since the process began to count */
  uint32_t Flags;       /* AllocSiteMarkFlag */
  uint32_t NameBytes;
  uint64_t EntryCount;
  uint64_t OtherCount;
};

#define ALLOCSITE_CONTROL_TEXT_BYTES 256

/* What a process is asked to do from outside, in its header: `allocsite mark` writes the text
   and the operation, and raises Request; a thread of the process carries it out and lets Done
   follow. Both are futexes. One asks at a time: the file is locked with flock(). */
struct AllocSiteProfileControl {
  uint32_t Listens;   /* 1: a thread waits for requests */
  uint32_t Request;   /* how many there were */
  uint32_t Done;      /* how many of them are carried out */
  uint32_t Operation; /* of control.h: start, stop or mark */
  int32_t Result;     /* of the last: 0 or an errno value */
  uint32_t TextBytes; /* of the name of a mark */
  char Text[ALLOCSITE_CONTROL_TEXT_BYTES];
};

/* Which blocks the process follows; all zeros: all of them. See profile/Sampling.h. */
struct AllocSiteProfileSampling {
  uint64_t Mean;    /* bytes from one point to the next, on average */
  uint64_t OfCalls; /* 1: each call is 2^20 of them */
};

/* At offset 0. */
struct AllocSiteProfileHeader {
  uint64_t Magic;        /* ALLOCSITE_PROFILE_MAGIC */
  uint32_t Version;      /* ALLOCSITE_PROFILE_VERSION */
  uint32_t HeaderBytes;  /* where the first chunk is */
  uint64_t Process;      /* its id */
  uint64_t ProcessSpace; /* inode of its pid namespace, or 0 */
  uint64_t StartTime;    /* clock ticks after boot, or 0 */
  uint64_t BootHigh;     /* the kernel's boot_id, or 0 */
  uint64_t BootLow;
  uint64_t Created;    /* seconds after 1970 */
  uint32_t Csv;        /* option csv=: 0 full, 1 skip */
  uint32_t Allocators; /* option allocators=: 0 all, 1 arena */
  uint32_t Incomplete; /* 1: a part is in memory alone */
  uint32_t Level;      /* SKIP_HEAP_PROFILE; 0: not known */
  char Program[ALLOCSITE_PROFILE_NAME_BYTES];
  /* Of threads that have no table. */
  struct AllocSiteOther Others[ALLOCSITE_OTHERS];
  struct AllocSiteProfileControl Control; /* since version 7 */
  struct AllocSiteProfileSampling Sampling;
  uint64_t Content; /* AllocSiteProfileContent; since version 8 */
};

#endif
