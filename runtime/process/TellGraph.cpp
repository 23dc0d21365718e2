//===- TellGraph.cpp - The table that says what points at what ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   HeapGraph ── objects of one type, site and allocator are a group ──▶ rows `group`
//             ── objects of one type                                 ──▶ rows `type`
//             ── objects of one site                                 ──▶ rows `site`
//
// Three times, for what is counted once in a set of objects does not add up over its parts.
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "State.h"
#include "Tell.h"
#include "live/Live.h"
#include "live/Reach.h"
#include "profile/Csv.h"
#include "profile/CsvOutput.h"
#include "store/LogTables.h"
#include "store/OutputFile.h"

namespace allocsite {

/// site ──▶ group: the three names of the site in rows of a CSV: type, site, allocator.
class GraphNames {
public:
  using TextId = uint32_t;
  enum Column { Type, Site, Allocator };
  static constexpr uint32_t NoMemory = ~uint32_t(0);

  /// Names must be loaded before the first groupOf, and stay.
  explicit GraphNames(Expander &Names) : Expanded(Names), Names(Names, {}) {}

  /// The group of a site; sites of equal names are one group. NoMemory if memory is short.
  uint32_t groupOf(uint64_t Context, uint64_t Site);
  size_t groups() const { return Names.Outlines.size(); }
  /// The number of a text; texts are equal if their numbers are.
  TextId id(uint32_t Group, Column Of) const {
    constexpr unsigned Columns[] = {CsvTable::TypeColumn, CsvTable::SiteColumn,
                                    CsvTable::AllocatorColumn};
    return Names.Outlines[Group].Columns[Columns[Of]];
  }
  /// Empty if not known.
  TextRef text(uint32_t Group, Column Of) const {
    const TextId Its = id(Group, Of);
    return Its == CsvTable::Dash ? TextRef() : Names.Texts[Its];
  }
  size_t texts() const { return Names.Texts.size(); }

private:
  struct Known {
    uint64_t Context, Site;
    uint32_t Group;
  };
  Expander &Expanded;
  CsvTable Names; // has no rows; its outlines are the groups
  PageArray<Known> Sites;
  PageIndex SitesByNumber;
};

uint32_t GraphNames::groupOf(uint64_t Context, uint64_t Site) {
  // As in CsvTable::outlineOf(): the place of a site in the C++ library depends on the context.
  const uint64_t Hash = hashWord(hashWord(3, Context), Site);
  uint32_t At = SitesByNumber.find(
      Hash, [&](uint32_t I) { return Sites[I].Site == Site && Sites[I].Context == Context; });
  if (At != PageIndex::None)
    return Sites[At].Group;
  Expansion E;
  if (!Expanded.expand(Site, Context, E))
    return NoMemory;
  // Groups do not depend on functions, and the graph has blocks of every level.
  for (Expansion::FrameKind &Each : E.Kinds)
    Each = Expansion::Missing;
  E.IsInner = false;
  E.Level = 0;
  const uint32_t Made = Names.makeOutline(E, /*IsFailed=*/false);
  At = static_cast<uint32_t>(Sites.size());
  if (Made == CsvTable::Failed || !Sites.push({Context, Site, Made}) ||
      !SitesByNumber.insert(Hash, At))
    return NoMemory;
  return Made;
}

void startGraph() {
  if (!options().Graph || isHeapFollowed())
    return;
  Message Line(Importance::Normal);
  Line.add("allocsite: warning: graph=1: blocks of the heap are not followed");
  if (!options().Live || options().Live == LiveArenas)
    Line.add(" (live=1 or live=heap does)");
  Line.add("; what points at what is not written");
  TheState.Settings.Graph = 0;
}

namespace {

/// What is the same for all objects of a set, its number among those of its kind, and sums.
struct ObjectSet {
  uint32_t Group; // one that it is made of, for its names
  Reached Own, All;
};

/// A way to divide the objects. Sets are numbered from 1 on, the largest first.
struct Division {
  const char *Name; // first cell of its rows
  bool HasType, HasSite;
  SetOfGroup Sets;
  PageArray<ObjectSet> All;             // All[0] is none
  const PageArray<Relation> *Relations; // of its own, or of a division that is the same
  PageArray<Relation> Own;

  bool fill(const PageArray<Reached> &Groups, const GraphNames &Names);
  bool isSame(uint32_t A, uint32_t B, const GraphNames &Names) const {
    return (!HasType || Names.id(A, GraphNames::Type) == Names.id(B, GraphNames::Type)) &&
           (!HasSite || Names.id(A, GraphNames::Site) == Names.id(B, GraphNames::Site)) &&
           (!HasType || !HasSite ||
            Names.id(A, GraphNames::Allocator) == Names.id(B, GraphNames::Allocator));
  }
};

bool Division::fill(const PageArray<Reached> &Groups, const GraphNames &Names) {
  const uint32_t Count = static_cast<uint32_t>(Groups.size());
  PageArray<ObjectSet> Found; // as they come
  PageArray<uint32_t> FoundOf, Order, Scratch, Rank;
  PageIndex ByNames;
  if (!FoundOf.resize(Count))
    return false;
  for (uint32_t Group = 0; Group < Count; ++Group) {
    uint64_t Hash = hashWord(HasType ? Names.id(Group, GraphNames::Type) : 0,
                             HasSite ? Names.id(Group, GraphNames::Site) : 0);
    uint32_t At =
        ByNames.find(Hash, [&](uint32_t I) { return isSame(Found[I].Group, Group, Names); });
    if (At == PageIndex::None) {
      At = static_cast<uint32_t>(Found.size());
      if (!Found.push({Group, {0, 0}, {0, 0}}) || !ByNames.insert(Hash, At))
        return false;
    }
    FoundOf[Group] = At;
    Found[At].Own.Objects += Groups[Group].Objects;
    Found[At].Own.Bytes += Groups[Group].Bytes;
  }
  if (!Order.resize(Found.size()) || !Scratch.resize(Found.size()) ||
      !Rank.resize(Found.size()) || !All.resize(1) || !Sets.resize(Count))
    return false;
  for (size_t I = 0; I < Found.size(); ++I)
    Order[I] = static_cast<uint32_t>(I);
  mergeSort(Order.begin(), Scratch.begin(), Found.size(),
            [&](uint32_t A, uint32_t B) { return Found[A].Own.Bytes > Found[B].Own.Bytes; });
  for (size_t I = 0; I < Found.size(); ++I) {
    Rank[Order[I]] = static_cast<uint32_t>(I + 1);
    if (!All.push(Found[Order[I]]))
      return false;
  }
  for (uint32_t Group = 0; Group < Count; ++Group)
    Sets[Group] = Rank[FoundOf[Group]];
  return true;
}

/// In its own pages: the thread that calls exit may have a small stack.
class GraphFile {
  HeapGraph Graph;
  GraphNames Names;
  PageArray<Reached> Groups; // what is in each
  Reach Leads{Graph};
  Division Divisions[3]; // the groups, and two coarser ones

  bool setGroups();
  bool count(Division &Of);
  void writeDivision(const Division &Of, CsvOutput &To) const;
  static void addSum(CsvOutput &To, const char *What, uint64_t Objects, uint64_t Bytes,
                     bool HasBytes = true);

public:
  explicit GraphFile(Expander &Expanded) : Names(Expanded) {
    const char *Words[] = {"group", "type", "site"};
    for (unsigned I = 0; I < 3; ++I) {
      Divisions[I].Name = Words[I];
      Divisions[I].HasType = I != 2;
      Divisions[I].HasSite = I != 1;
    }
  }

  /// Returns 0 or an errno value; so does write.
  int scan() {
    if (int Failed = Graph.scan(options().GraphObjects))
      return Failed;
    return setGroups() && Leads.start() ? 0 : ENOMEM;
  }
  int write(int Descriptor);
  void sayLimit() const;
};

/// By record, in the order in which records were made: so is that of equals in the file.
bool GraphFile::setGroups() {
  PageArray<uint32_t> GroupOf; // by record: number and one
  PageArray<char> IsSeen;
  const uint32_t Count = liveRecords().count() + 1;
  if (!GroupOf.resize(Count) || !IsSeen.resize(Count))
    return false;
  for (size_t I = 0; I < Graph.Objects.size(); ++I)
    IsSeen[Graph.Objects[I].Record] = 1;
  for (uint32_t Record = 1; Record < Count; ++Record) {
    if (!IsSeen[Record])
      continue;
    const LiveKey &Its = liveRecords().key(Record);
    const uint32_t Group = Names.groupOf(Its.Context, Its.Site);
    if (Group == GraphNames::NoMemory || (Group >= Groups.size() && !Groups.resize(Group + 1)))
      return false;
    GroupOf[Record] = Group;
  }
  for (size_t I = 0; I < Graph.Objects.size(); ++I) {
    HeapObject &Each = Graph.Objects[I];
    Each.Group = GroupOf[Each.Record];
    ++Groups[Each.Group].Objects;
    Groups[Each.Group].Bytes += Each.Bytes;
  }
  return true;
}

void GraphFile::addSum(CsvOutput &To, const char *What, uint64_t Objects, uint64_t Bytes,
                       bool HasBytes) {
  To.add(What);
  To.add(",-,-,-,-,-,-,-,");
  To.number(Objects);
  To.add(',');
  if (HasBytes)
    To.number(Bytes);
  else
    To.add('-');
  To.add(",-,-\n");
}

bool GraphFile::count(Division &Of) {
  PageArray<Reached> Its;
  if (!Of.fill(Groups, Names) || !Its.resize(Of.All.size()))
    return false;
  const uint32_t Count = static_cast<uint32_t>(Of.All.size());
  const Division &First = Divisions[0];
  if (&Of != &First && First.All.size() == Count) {
    // Each set is one group, and has its number.
    for (uint32_t I = 1; I < Count; ++I)
      Of.All[I].All = First.All[I].All;
    Of.Relations = &First.Own;
    return true;
  }
  Of.Relations = &Of.Own;
  if (!Leads.ofSets(Of.Sets, Count, options().GraphLevels, Its.begin()) ||
      !relate(Graph, Of.Sets, Count, Of.Own))
    return false;
  for (uint32_t I = 1; I < Count; ++I)
    Of.All[I].All = Its[I];
  return true;
}

void GraphFile::writeDivision(const Division &Of, CsvOutput &To) const {
  const uint32_t Count = static_cast<uint32_t>(Of.All.size());
  auto name = [&](uint32_t Set, bool Has, GraphNames::Column Column) {
    const TextRef Text = Has ? Names.text(Of.All[Set].Group, Column) : TextRef();
    To.add(',');
    if (Text.empty())
      To.add('-');
    else
      To.quoted(Text);
  };
  for (uint32_t I = 1; I < Count; ++I) {
    To.add(Of.Name);
    To.add(",-,");
    To.number(I);
    name(I, Of.HasType, GraphNames::Type);
    name(I, Of.HasSite, GraphNames::Site);
    name(I, Of.HasType && Of.HasSite, GraphNames::Allocator);
    To.add(",-,-,");
    To.number(Of.All[I].Own.Objects);
    To.add(',').number(Of.All[I].Own.Bytes);
    To.add(',').number(Of.All[I].All.Objects);
    To.add(',').number(Of.All[I].All.Bytes);
    To.add('\n');
  }
  for (size_t I = 0; I < Of.Relations->size(); ++I) {
    const Relation &Each = (*Of.Relations)[I];
    To.add(Of.Name);
    To.add(',').number(Each.From);
    To.add(',').number(Each.To);
    To.add(",-,-,-,");
    To.number(Each.Pointers);
    To.add(',');
    if (Each.From)
      To.number(Each.Sources);
    else
      To.add('-');
    To.add(',').number(Each.Targets);
    To.add(',').number(Each.TargetBytes);
    To.add(",-,-\n");
  }
}

int GraphFile::write(int Descriptor) {
  CsvOutput To(Descriptor);
  To.add("by,from,to,type,site,allocator,pointers,sources,objects,bytes,reached objects,"
         "reached bytes\n");
  addSum(To, "live", Graph.LiveObjects, Graph.LiveBytes);
  Reached Scanned = {Graph.Objects.size(), 0};
  for (size_t I = 0; I < Graph.Objects.size(); ++I)
    Scanned.Bytes += Graph.Objects[I].Bytes;
  addSum(To, "scanned", Scanned.Objects, Scanned.Bytes);
  const Reached FromRoots = Leads.ofRoots();
  addSum(To, "roots", FromRoots.Objects, FromRoots.Bytes);
  if (options().GraphLevels)
    addSum(To, "levels", options().GraphLevels, 0, /*HasBytes=*/false);
  for (Division &Each : Divisions) {
    if (!count(Each))
      return ENOMEM;
    writeDivision(Each, To);
  }
  return To.flush();
}

void GraphFile::sayLimit() const {
  if (Graph.Objects.size() < Graph.LiveObjects)
    Message(Importance::Normal)
        .add("allocsite: warning: graph=1: looked at ")
        .number(uint64_t(Graph.Objects.size()))
        .add(" blocks of ")
        .number(Graph.LiveObjects)
        .add(", those of the lowest addresses (graph-objects=)");
  if (Graph.Unreadable)
    Message(Importance::Normal)
        .add("allocsite: warning: graph=1: ")
        .number(Graph.Unreadable)
        .add(" bytes of blocks were freed before they were read, or cannot be read");
}

} // namespace

void tellGraph(Expander &Names) {
  if (!options().Graph)
    return;
  InPages<GraphFile> Its(Names);
  if (!Its)
    return;
  const int Failed = Its->scan();
  if (!Failed) {
    Its->sayLimit();
    addTable("graph", [&](int Descriptor) { return Its->write(Descriptor); });
    return;
  }
  Message Line(Importance::Error);
  Line.add("allocsite: graph=1: what points at what is not written beside ");
  Line.add(outputPath()).add(": ");
  if (Failed == EPERM || Failed == ENOSYS)
    Line.add("the process may not call process_vm_readv: ");
  Line.error(Failed);
}

} // namespace allocsite
