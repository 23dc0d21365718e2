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
 * Numbers are little-endian and naturally aligned. Positions are offsets from the start
 * of the file, never addresses. C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_PROFILEFORMAT_H
#define ALLOCSITE_PROFILEFORMAT_H

#include "allocsite/Abi.h"

/* "\211ASPROF\n": no text file begins like this, and a transfer as text breaks
   it visibly. */
#define ALLOCSITE_PROFILE_MAGIC UINT64_C(0x0A464F5250534189)
#define ALLOCSITE_PROFILE_VERSION 10u
/* Each that readers read, oldest first, and how many bytes of AllocSiteProfileHeader its
   files have: a later version appends fields, which read as 0 in files of an older one.
   VERSION(Number, HeaderFields). */
#define ALLOCSITE_PROFILE_VERSIONS(VERSION) VERSION(8, 1240) VERSION(9, 1240) VERSION(10, 1240)
/* Contexts are hashes from this version on; of older files companions alone are read. */
#define ALLOCSITE_PROFILE_VERSION_OF_STACKS 9u
/* Points of a timeline have five words from this version on; before, the first three. */
#define ALLOCSITE_PROFILE_VERSION_OF_CHANGES 10u
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
  ALLOCSITE_CHUNK_STACKS = 16,          /* the calls that contexts stand for */
  ALLOCSITE_CHUNK_CHANGES = 17,     /* timeline=1: what records had at its points, by thread */
  ALLOCSITE_CHUNK_RUN = 18,         /* the command line, and how the process has ended */
  ALLOCSITE_CHUNK_GENERATIONS = 19, /* generations=1: the marks that begin them */
  ALLOCSITE_CHUNK_RECORD_GENERATIONS = 20, /* and which one each live record is of */
  ALLOCSITE_CHUNK_KINDS                    /* as many values */
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

/* The header of a chunk. */
struct AllocSiteProfileChunk {
  uint32_t Kind;  /* AllocSiteChunkKind */
  uint32_t State; /* AllocSiteChunkState; written last */
  uint64_t Size;  /* bytes, with this header */
  uint64_t Used;  /* bytes, with this header */
};

#define ALLOCSITE_LOG_TABLE_NAME_BYTES 40

/* The header of a chunk of ALLOCSITE_CHUNK_LOG_TABLE. Its text follows. */
struct AllocSiteProfileLogTable {
  struct AllocSiteProfileChunk Chunk;
  char Name[ALLOCSITE_LOG_TABLE_NAME_BYTES]; /* ends in a zero */
};

/* A module. Its bytes follow as in the object file (Encoding.h), padded with zeros to a
   multiple of 8. */
struct AllocSiteProfileModule {
  uint64_t SiteBase; /* number of site k is SiteBase + k */
  uint64_t CallBase; /* number of call k is CallBase + k */
  uint32_t SiteCount;
  uint32_t CallCount; /* with the 0th */
  uint32_t ByteCount;
  uint32_t Flags; /* as in the module descriptor */
};

/* The program or library of modules. PathBytes follow, padded with zeros to a multiple of 8: the
   path, and if BuildIdBytes is not 0, a zero, at which older readers end the path, and as many
   bytes of the note NT_GNU_BUILD_ID. */
struct AllocSiteProfileObject {
  uint64_t SiteBase;     /* of its first module; it ends at the next object's */
  uint32_t PathBytes;    /* with the zero and the build id; 0: path not known */
  uint32_t BuildIdBytes; /* 0: it has none, or it is not known */
};
/* The path of code that is in no file. */
#define ALLOCSITE_NO_OBJECT "(no object)"

/* The key of a counter. */
struct AllocSiteKey {
  uint64_t Context; /* a hash: its calls are in ALLOCSITE_CHUNK_STACKS */
  uint64_t Site;    /* number, or'ed with ALLOCSITE_SITE_FAILED if calls failed */
  uint64_t Size;    /* bytes of one allocation */
};

/* A call or a site under a context, and the call that led there: StackNodes.h of profile/.
   SameAs: the node that stands for it, since its stack is only longer by rounds of recursion;
   0: none. It may have flags. */
struct AllocSiteStackNode {
  uint64_t Context; /* that the call passed, or that the site was counted under */
  uint64_t What;    /* number of the call or of the site; 0: no node yet */
  uint32_t Caller;  /* node of the call that led here; 0: there was none, or it is not known */
  uint32_t Next[4]; /* nodes, by bits of a hash of Context and What; 0: none */
  uint32_t SameAs;
};
#define ALLOCSITE_STACK_STALE                                                                 \
  UINT32_C(0x80000000) /* of a site: the context is not the stack's */
/* Between the node and its caller a signal came, whose handler was called. */
#define ALLOCSITE_STACK_INTERRUPTED UINT32_C(0x40000000)
/* Of a site of calls that a library has made: an allocator whose own site counts called it. */
#define ALLOCSITE_STACK_COUNTED UINT32_C(0x20000000)
#define ALLOCSITE_STACK_FLAGS                                                                 \
  (ALLOCSITE_STACK_STALE | ALLOCSITE_STACK_INTERRUPTED | ALLOCSITE_STACK_COUNTED)
/* A piece of nodes. The first 64 nodes are where look-ups begin, and nothing else. */
struct AllocSiteStacks {
  uint64_t Piece; /* number, from 1; 0: no piece yet */
  uint64_t Count;
  uint64_t Reserved[6];
  /* AllocSiteStackNode Nodes[Count] */
};

/* Allocations that had no room as counters: of one site, with any context and size. */
struct AllocSiteOther {
  uint64_t Site; /* as in a key; 0 in the last one: of any site */
#define ALLOCSITE_COUNTED(Name, Merge) uint64_t Name;
#include "allocsite/Measures.inc" /* Calls */
  uint64_t Bytes;
};

/* A counter: a key, and each ALLOCSITE_COUNTED number of Measures.inc. */
struct AllocSiteEntry {
  struct AllocSiteKey Key;
#define ALLOCSITE_COUNTED(Name, Merge) uint64_t Name;
#include "allocsite/Measures.inc" /* Calls; 0: the entry is free */
};

/* The start of a hash table. 2^Log2Capacity entries follow; an entry with 0 Calls is
   free. */
struct AllocSiteProfileCounters {
  uint64_t Log2Capacity;
  uint64_t Used;    /* entries; a hint */
  uint64_t Private; /* of the process; skip it */
  uint64_t Reserved;
};

/* The start of a thread's table. It is followed by
       AllocSiteSlot Slots[2^n]   AllocSiteThread.Slots points here
       AllocSiteKey Keys[2^n]     of the slots
       AllocSiteOther Others[ALLOCSITE_OTHERS]
   SlotMask is where the code that counts looks for it. While Sequence is odd, an entry is
   being moved out of Slots[MoveSlot]: ignore that slot, and take MoveCount (and MoveBytes)
   as the value of the place that MoveTo names. */
struct AllocSiteProfileTable {
  uint64_t Sequence;
  uint64_t CountersAt; /* offset of the hash table, or 0 */
  uint64_t MoveSlot;   /* index */
  uint64_t MoveTo;     /* AllocSiteMove */
  uint64_t MoveAt;     /* index of the entry or other */
  uint64_t MoveCount;
  uint64_t MoveBytes;
  uint64_t Private[ALLOCSITE_PROFILE_PRIVATE_WORDS]; /* of the process */
  uint64_t SlotMask; /* (2^n - 1) * sizeof(AllocSiteSlot); 0: no table yet */
};

/* The key of live blocks. This record and the next ones are in the pieces of the kinds that
   live=1 makes. */
struct AllocSiteLiveRecord {
  uint64_t Context;
  uint64_t Site;      /* written last; 0: no record yet */
  uint64_t Size;      /* bytes of one block */
  uint64_t Inherited; /* blocks that were live at the fork of this process */
};

/* A piece of live records. Epoch, IsPeak, Threads and LeftAt are of the process: they
   are in the first piece, whose First is 1, and are 0 in the others. */
struct AllocSiteLiveRecords {
  uint64_t First;   /* number of Records[0]; 0: no piece yet */
  uint64_t Epoch;   /* of the peak and the timeline: see AtPeak below */
  uint64_t IsPeak;  /* not 0: the peak is now */
  uint64_t Threads; /* that have counted; 1: the peak is exact */
  uint64_t InArena; /* of each piece; bit i: Records[i] is of objects of arenas */
  uint64_t PeakAt;  /* nanoseconds of CLOCK_MONOTONIC, when the peak was left, or with several
                       threads, reached, to a thousandth of it; of the process; 0: not yet */
  uint64_t LeftAt;  /* the Epoch since which the peak is over; since version 10 */
  uint64_t Reserved;
  struct AllocSiteLiveRecord Records[ALLOCSITE_LIVE_RECORDS];
};

/* The generations of a piece of live records. */
struct AllocSiteRecordGenerations {
  uint64_t First; /* number of the first record; 0: no piece yet */
  uint64_t Reserved[7];
  uint32_t Generations[ALLOCSITE_LIVE_RECORDS];
};

/* One thread's counts for the blocks of a record. A thread may free more than it allocated.
   Its share of the peak is AtPeak if Epoch is at least LeftAt of the process (before version
   10: the process's Epoch) and IsPeak is 0, else its blocks that are live now. One cache line. */
struct AllocSiteThreadRecord {
  uint64_t Allocated;
  uint64_t Freed;
  int64_t AtPeak;
  uint64_t Temporary; /* of those freed */
  uint64_t InPlace;   /* reallocations to this record that kept the address */
  uint64_t Moved;     /* and that did not */
  uint64_t Copied;    /* bytes copied by the latter */
  uint32_t Epoch;     /* in which the record changed last; the lower half of the process's */
  uint32_t Size;      /* private to the process */
};

/* A piece of a thread's records. */
struct AllocSiteThreadRecords {
  uint64_t First;  /* number of Records[0]; 0: no piece yet */
  uint64_t Thread; /* number, from 1; since version 10 */
  uint64_t Reserved[6];
  struct AllocSiteThreadRecord Records[ALLOCSITE_LIVE_RECORDS];
};

/* Lifetimes of the blocks of a record that a thread has freed, in bytes allocated meanwhile. */
struct AllocSiteThreadLifetime {
  uint64_t Sum; /* saturates at UINT64_MAX */
  uint64_t Longest;
  uint64_t Within1K; /* blocks that lived at most 1 KiB */
  uint64_t Within32K;
  uint64_t Within1M;
  uint64_t Reserved[3];
};

/* A piece of a thread's lifetimes, like that of its records. */
struct AllocSiteThreadLifetimes {
  uint64_t First; /* number of Lifetimes[0]; 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteThreadLifetime Lifetimes[ALLOCSITE_LIVE_RECORDS];
};

/* Live bytes of a site, over all threads of the process. */
struct AllocSiteSitePeak {
  uint64_t Site; /* hash of names; written last; 0: none */
  int64_t Live;
  int64_t Peak; /* the maximum of Live */
  uint64_t Reserved;
};

/* A piece of the sites' own peaks. */
struct AllocSiteSitePeaks {
  uint64_t IsPiece; /* 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteSitePeak Peaks[ALLOCSITE_LIVE_RECORDS];
};

/* A piece of ALLOCSITE_CHUNK_ARENA_MAKERS, and of ALLOCSITE_CHUNK_ARENAS. */
#define ALLOCSITE_ARENAS 64 /* in a piece of either kind */

/* A context and site that makes arenas, and the counts of its arenas that have ended. If the
   creation of an arena was not seen, the maker is the first that allocated in it. */
struct AllocSiteArenaMaker {
  uint64_t Context;
  uint64_t Site; /* written last; 0: no maker yet */
#define ALLOCSITE_ARENA_MEASURE(Name, Title, Word, Unit, Merge) uint64_t Name;
#include "allocsite/ArenaMeasures.inc"
};

/* A piece of makers. */
struct AllocSiteArenaMakers {
  uint64_t First; /* number of Makers[0]; 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteArenaMaker Makers[ALLOCSITE_ARENAS];
};

/* A live arena: the counts of its current cycle, and of earlier ones. */
struct AllocSiteArena {
  uint64_t Maker;   /* number; written last; 0: no arena */
  uint64_t Objects; /* allocated in the current cycle */
  uint64_t Bytes;
  uint64_t Resets;     /* of a non-empty arena */
  uint64_t OldObjects; /* of earlier cycles */
  uint64_t OldBytes;
  uint64_t LeastCycle; /* bytes, of earlier cycles; 0: none */
  uint64_t MostCycle;
  uint64_t Freed; /* of Objects, one by one */
  uint64_t FreedBytes;
  uint64_t Held;         /* the most bytes held before an object was freed */
  uint64_t Chunks;       /* blocks that held its objects */
  uint64_t Reserved;     /* the most bytes of chunks in this cycle */
  uint64_t OldReserved;  /* the sum of Reserved over earlier cycles */
  uint64_t MostReserved; /* the largest Reserved of an earlier cycle */
  uint64_t OldWasted;    /* the sum of their bytes that no object used */
};

/* A piece of arenas. */
struct AllocSiteArenas {
  uint64_t IsPiece; /* 0: no piece yet */
  uint64_t Reserved[7];
  struct AllocSiteArena Arenas[ALLOCSITE_ARENAS];
};

/* A point of the timeline: bytes of all followed blocks so far. No number is smaller than in the
   point before. */
struct AllocSiteTimelinePoint {
  uint64_t Microseconds; /* since start-up, or the fork */
  uint64_t Allocated;
  uint64_t Freed;
  uint64_t Sequence; /* from 1: how many points were made, with those that are gone */
  uint64_t Resets;   /* of arenas, so far */
};

#define ALLOCSITE_TIMELINE_POINTS 512 /* in an array; even */

/* The one piece of ALLOCSITE_CHUNK_TIMELINE. */
struct AllocSiteTimeline {
  uint64_t State;        /* array (0 or 1) << 32 | points in it */
  uint64_t Interval;     /* bytes allocated and freed between points */
  uint64_t Log2Stride;   /* changes are kept of one point in 2^Log2Stride, and of the last */
  uint64_t LacksChanges; /* 1: some had no room */
  uint64_t Reserved[4];
  struct AllocSiteTimelinePoint Points[2][ALLOCSITE_TIMELINE_POINTS];
};

/* What a thread's record had before it changed for the first time since a point, so also at that
   point, and at each earlier one since the entry of this record before. The numbers of blocks are
   modulo 2^ALLOCSITE_CHANGE_BITS. */
struct AllocSiteChange {
  uint64_t Allocated; /* with the record's number above them; 0: not written */
  uint64_t Freed;     /* with the point's Sequence above them; 0: not written */
};
#define ALLOCSITE_CHANGE_BITS 44

/* A piece of ALLOCSITE_CHUNK_CHANGES. */
struct AllocSiteChanges {
  uint64_t Thread; /* as in AllocSiteThreadRecords; written last; 0: no piece yet */
  uint64_t Capacity;
  uint64_t Used; /* entries that are taken; may be more than Capacity */
  uint64_t Reserved[5];
  /* struct AllocSiteChange Changes[Capacity] */
};

enum AllocSiteGroupBy {
  ALLOCSITE_GROUP_NONE = 0, /* no piece yet */
  ALLOCSITE_GROUP_BY_ALLOCATOR = 1,
  ALLOCSITE_GROUP_BY_SIZE = 2
};

#define ALLOCSITE_TIMELINE_SIZES 40      /* classes; the last takes all that is larger */
#define ALLOCSITE_TIMELINE_ALLOCATORS 24 /* two of them for all others: blocks, and objects */

/* The live blocks of a group at a point of the timeline. */
struct AllocSiteGroupPoint {
  uint64_t Blocks;
  uint64_t Bytes;
};

/* A piece of ALLOCSITE_CHUNK_TIMELINE_GROUPS. Its points are those of the timeline: State there
   tells which count. A group is blocks of one allocator, or of one class of sizes. */
struct AllocSiteTimelineGroup {
  uint64_t By;        /* AllocSiteGroupBy; written last */
  uint64_t InArena;   /* 1: its blocks are objects of arenas */
  uint64_t Site;      /* a site of its allocator; 0: of all others */
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

/* A generation of blocks: what is allocated from a mark to the next one. NameBytes of text
   and a zero follow, padded with zeros to a multiple of 64 bytes. What is allocated before the first mark is
   of generation 0, which has no piece. */
struct AllocSiteGeneration {
  uint64_t Number;      /* from 1; written last: 0 is none yet */
  uint64_t Nanoseconds; /* of the mark, since the process began to count */
  uint32_t NameBytes;
  uint32_t Padding;
};

#define ALLOCSITE_CONTROL_TEXT_BYTES 256

/* A request from outside, in the header of the process's profile: `allocsite mark` writes the
   text and the operation, and increments Request. A thread of the process carries it out and
   sets Done to the same number. Both are futexes. flock() on the file serialises requests. */
struct AllocSiteProfileControl {
  uint32_t Listens;   /* 1: a thread waits for requests */
  uint32_t Request;   /* number of requests so far */
  uint32_t Done;      /* number of them that are carried out */
  uint32_t Operation; /* of control.h: start, stop or mark */
  int32_t Result;     /* of the last request: 0 or an errno value */
  uint32_t TextBytes; /* of the name of a mark */
  char Text[ALLOCSITE_CONTROL_TEXT_BYTES];
};

/* The sampling of blocks; zeros if the process follows all blocks. See profile/Sampling.h. */
struct AllocSiteProfileSampling {
  uint64_t Mean;    /* bytes from one point to the next, on average */
  uint64_t OfCalls; /* 1: each call counts as 2^20 bytes */
};

/* What is known of the run, behind the header of the chunk ALLOCSITE_CHUNK_RUN, which is the first
   one of the file. Texts follow: Program, Directory, Command (arguments, each ended by a zero) and
   Options; and, each ended by a zero, the name of the machine, OTEL_SERVICE_NAME and the build id of
   the program in hexadecimal, which older files do not have and older readers do not look at. */
struct AllocSiteProfileRun {
  uint64_t Began;        /* seconds since 1970; of a forked child the fork */
  uint64_t Clock;        /* nanoseconds of CLOCK_MONOTONIC then */
  uint64_t Threads;      /* that have counted */
  uint64_t Ended;        /* nanoseconds since then, when the log was written */
  uint64_t PeakResident; /* bytes, then; 0: not known */
  uint32_t How;          /* AllocSiteRunEnd */
  int32_t Status;        /* of the exit, where HasStatus is 1 */
  uint32_t HasStatus;
  uint32_t IsCut; /* 1: the command line was longer than Command */
  uint32_t ProgramBytes;
  uint32_t DirectoryBytes;
  uint32_t CommandBytes;
  uint32_t OptionsBytes;
};

/* At offset 0. */
struct AllocSiteProfileHeader {
  uint64_t Magic;        /* ALLOCSITE_PROFILE_MAGIC */
  uint32_t Version;      /* ALLOCSITE_PROFILE_VERSION */
  uint32_t HeaderBytes;  /* offset of the first chunk */
  uint64_t Process;      /* process id */
  uint64_t ProcessSpace; /* inode of its pid namespace, or 0 */
  uint64_t StartTime;    /* clock ticks after boot, or 0 */
  uint64_t BootHigh;     /* the kernel's boot_id, or 0 */
  uint64_t BootLow;
  uint64_t Created;    /* seconds after 1970 */
  uint32_t Csv;        /* option csv=: 0 full, 1 skip */
  uint32_t Allocators; /* option allocators=: 0 all, 1 arena */
  uint32_t Incomplete; /* 1: a part is only in memory */
  uint32_t Level;      /* SKIP_HEAP_PROFILE; 0: not known */
  char Program[ALLOCSITE_PROFILE_NAME_BYTES];
  /* Of threads that have no table. */
  struct AllocSiteOther Others[ALLOCSITE_OTHERS];
  struct AllocSiteProfileControl Control; /* since version 7 */
  struct AllocSiteProfileSampling Sampling;
  uint64_t Content; /* AllocSiteProfileContent; since version 8 */
};

/* Where the first chunk begins, and where the second: header and first chunk are mapped as one. */
#define ALLOCSITE_PROFILE_HEADER_BYTES                                                        \
  ((sizeof(struct AllocSiteProfileHeader) + 63) & ~(size_t)63)
#define ALLOCSITE_PROFILE_START_BYTES 12288

#endif
