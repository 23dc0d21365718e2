//===- PprofReader.cpp - Heap profiles in the format of pprof -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records may come in any order: strings and functions mostly follow the samples that refer to
// them. So the whole message is held in memory, split into fields, and read in the order of
// need.
//
//===----------------------------------------------------------------------===//

#include "PprofReader.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <unordered_map>

using namespace allocsite;

namespace {

/// Limits against hostile files: the size of the message, the memory its records take (a
/// record of two bytes takes some dozens), the frames of all samples, the locations of one
/// sample.
constexpr size_t MostBytes = size_t(1) << 30;
constexpr size_t MostFrames = 200'000'000, MostLocations = 1'000'000; // the latter of a sample
/// Memory charged for a table entry: tables double when they grow, and have pointers and
/// padding.
constexpr size_t BytesOfEntry = 64;

namespace field {
enum Profile : uint32_t { SampleType = 1, Sample, Mapping, Location, Function, StringTable };
enum : uint32_t { TimeNanos = 9, PeriodType = 11, Period = 12 };
} // namespace field

struct KnownType {
  std::string_view Type, Unit;
  Measure Of;
};
constexpr KnownType KnownTypes[] = {{"alloc_objects", "count", Measure::Calls},
                                    {"alloc_space", "bytes", Measure::Bytes},
                                    {"inuse_objects", "count", Measure::Live},
                                    {"inuse_space", "bytes", Measure::LiveBytes},
                                    {"objects", "count", Measure::Live},
                                    {"space", "bytes", Measure::LiveBytes},
                                    // Names that `allocsite export` writes.
                                    {"peak_space", "bytes", Measure::PeakBytes},
                                    {"freed_objects", "count", Measure::Freed},
                                    {"temporary_objects", "count", Measure::Temporary}};

/// Thrown for a damaged profile; readPprof() turns it into an Error.
struct Fault {
  std::string What;
};

template <typename... Words> [[noreturn]] void fault(Words &&...Of) {
  throw Fault{fmt::format(std::forward<Words>(Of)...)};
}

struct Line {
  uint64_t Function = 0;
  int64_t Number = 0, Column = 0;
};

/// Counts the memory that records take, and throws beyond MostBytes.
class MemoryBudget {
public:
  void take(size_t Bytes) {
    Taken += Bytes;
    if (Taken > MostBytes)
      fault("its records take more than {} MiB of memory", MostBytes >> 20);
  }

private:
  size_t Taken = 0;
};

/// Records that others refer to by their ids.
struct Location {
  uint64_t Mapping = 0, Address = 0;
  std::vector<Line> Lines; ///< the innermost first
};
struct Function {
  int64_t Name = 0, SystemName = 0, File = 0;
};
struct Mapping {
  uint64_t Start = 0, Offset = 0;
  int64_t File = 0;
};

using View = protozero::data_view;

/// Reads a field and throws if its type is wrong: protozero would only assert.
uint64_t number(protozero::pbf_reader &Of) {
  if (Of.wire_type() != protozero::pbf_wire_type::varint)
    fault("field {} is no number", uint32_t(Of.tag()));
  return Of.get_uint64();
}
View bytesOf(protozero::pbf_reader &Of) {
  if (Of.wire_type() != protozero::pbf_wire_type::length_delimited)
    fault("field {} is a number where a message or a text is expected", uint32_t(Of.tag()));
  return Of.get_view();
}

class PprofFile {
public:
  PprofFile(std::string_view Message, Profile &To, Run &Of) : To(To), Of(Of) { cut(Message); }

  LogShape read() {
    types();
    Process = To.kept().Process ? name(processName(Of)) : NoName;
    for (View Each : Samples)
      sample(Each);
    about();
    return Shape;
  }

private:
  void cut(std::string_view Message);
  void types();
  void sample(View Bytes);
  void about();

  std::string_view string(int64_t At) const {
    if (At < 0 || uint64_t(At) >= Strings.size())
      fault("string {} where the table has {}", At, Strings.size());
    return Strings[size_t(At)];
  }
  NameId name(std::string_view Text) {
    const size_t Before = To.Names.size();
    auto Id = To.Names.intern(Text.empty() ? "-" : Text);
    if (!Id)
      fault("more distinct names than fit in {} GiB", NameTable::MaxBytes >> 30);
    if (To.Names.size() != Before)
      Memory.take(Text.size() + BytesOfEntry);
    return *Id;
  }
  template <typename Message>
  const Message &named(const std::unordered_map<uint64_t, Message> &In, uint64_t Id,
                       const char *What) const {
    auto Found = In.find(Id);
    if (Found == In.end())
      fault("sample {}: no {} {}", SampleNumber, What, Id);
    return Found->second;
  }
  const std::vector<FrameId> &framesOf(uint64_t LocationId);
  /// The column of the location's innermost line; 0: not known.
  int64_t innermostColumn(uint64_t LocationId) const {
    const std::vector<Line> &Lines = Locations.at(LocationId).Lines;
    return Lines.empty() ? 0 : Lines.front().Column;
  }
  std::string addressText(const Location &Of) const;
  NameId moduleOf(const Location &Of) {
    auto Found = Mappings.find(Of.Mapping);
    return Found == Mappings.end() ? NoName : name(string(Found->second.File));
  }

  Profile &To;
  Run &Of;
  NameId Process = NoName; ///< of samples without such a label
  LogShape Shape;
  MemoryBudget Memory;
  std::vector<View> Types, Samples;
  std::vector<std::string_view> Strings;
  std::unordered_map<uint64_t, Location> Locations;
  std::unordered_map<uint64_t, Function> Functions;
  std::unordered_map<uint64_t, Mapping> Mappings;
  std::unordered_map<uint64_t, std::vector<FrameId>>
      Frames; ///< of locations, the innermost first
  int64_t TimeNanos = 0, Period = 0;
  View PeriodType;
  std::vector<Measure> Measures; ///< of each value of a sample
  std::vector<ColumnId> Columns; ///< of each value of a sample
  std::optional<ColumnId> NotFollowed;
  bool FollowsBlocks = false; ///< live memory is among the sample types
  size_t SampleNumber = 0, FrameCount = 0;
};

/// Reads fields that are numbers, each a pair of its tag and where it goes; skips all others.
template <typename... Fields> void readNumbers(View Bytes, Fields... Of) {
  protozero::pbf_reader Message(Bytes);
  while (Message.next()) {
    auto read = [&](uint32_t Tag, auto *To) {
      if (Message.tag() != Tag)
        return false;
      *To = std::remove_pointer_t<decltype(To)>(number(Message));
      return true;
    };
    if (!(read(Of.first, Of.second) || ...))
      Message.skip();
  }
}

Location locationOf(View Bytes, uint64_t &Id, MemoryBudget &Memory) {
  Location Read;
  protozero::pbf_reader Message(Bytes);
  while (Message.next()) {
    if (Message.tag() == 1) {
      Id = number(Message);
    } else if (Message.tag() == 2) {
      Read.Mapping = number(Message);
    } else if (Message.tag() == 3) {
      Read.Address = number(Message);
    } else if (Message.tag() == 4) {
      Line Its;
      readNumbers(bytesOf(Message), std::pair(1, &Its.Function), std::pair(2, &Its.Number),
                  std::pair(3, &Its.Column));
      Memory.take(BytesOfEntry);
      Read.Lines.push_back(Its);
    } else {
      Message.skip();
    }
  }
  return Read;
}

/// The two strings of a ValueType.
std::pair<int64_t, int64_t> valueTypeOf(View Bytes) {
  std::pair<int64_t, int64_t> Read;
  readNumbers(Bytes, std::pair(1, &Read.first), std::pair(2, &Read.second));
  return Read;
}

void PprofFile::cut(std::string_view Bytes) {
  protozero::pbf_reader Message(Bytes.data(), Bytes.size());
  while (Message.next()) {
    uint64_t Id = 0;
    Memory.take(BytesOfEntry);
    switch (Message.tag()) {
    case field::SampleType:
      Types.push_back(bytesOf(Message));
      break;
    case field::Sample:
      Samples.push_back(bytesOf(Message));
      break;
    case field::Mapping: {
      Mapping Read;
      readNumbers(bytesOf(Message), std::pair(1, &Id), std::pair(2, &Read.Start),
                  std::pair(4, &Read.Offset), std::pair(5, &Read.File));
      Mappings.emplace(Id, Read);
      break;
    }
    case field::Location: {
      Location Read = locationOf(bytesOf(Message), Id, Memory);
      Locations.emplace(Id, std::move(Read));
      break;
    }
    case field::Function: {
      Function Read;
      readNumbers(bytesOf(Message), std::pair(1, &Id), std::pair(2, &Read.Name),
                  std::pair(3, &Read.SystemName), std::pair(4, &Read.File));
      Functions.emplace(Id, Read);
      break;
    }
    case field::StringTable: {
      const View Text = bytesOf(Message);
      Strings.emplace_back(Text.data(), Text.size());
      break;
    }
    case field::TimeNanos:
      TimeNanos = number(Message);
      break;
    case field::PeriodType:
      PeriodType = bytesOf(Message);
      break;
    case field::Period:
      Period = number(Message);
      break;
    default:
      Message.skip();
    }
  }
}

/// Finds a measure by the name other profilers use, or by its own, which `allocsite export`
/// writes for the remaining measures.
static std::optional<Measure> measureOf(std::string_view Type, std::string_view Unit) {
  for (const KnownType &Each : KnownTypes)
    if (Each.Type == Type && Each.Unit == Unit)
      return Each.Of;
  std::string Word(Type);
  std::replace(Word.begin(), Word.end(), '_', '-');
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (const MeasureColumn &Its = MeasureColumns[I];
        Its.Word == Word && Its.Modes && Its.Merge == MeasureMerge::Sum &&
        Unit == (Its.Unit == MeasureUnit::Bytes ? "bytes" : "count"))
      return Measure(I);
  return {};
}

void PprofFile::types() {
  if (Types.empty())
    fault("no sample types");
  for (View Each : Types) {
    const auto [TypeAt, UnitAt] = valueTypeOf(Each);
    const std::string_view Type = string(TypeAt), Unit = string(UnitAt);
    const std::optional<Measure> Known = measureOf(Type, Unit);
    if (!Known)
      fault("sample type \"{}\" in \"{}\" is none of a heap profile (alloc_objects, "
            "alloc_space, "
            "inuse_objects, inuse_space)",
            shortenMiddle(displayText(Type.substr(0, 200)), 40),
            shortenMiddle(displayText(Unit.substr(0, 200)), 40));
    if (std::find(Measures.begin(), Measures.end(), *Known) != Measures.end())
      fault("two sample types of {}", columnOf(*Known).Word);
    const MeasureColumn &Its = columnOf(*Known);
    if (Its.isOfBlocks())
      To.internNotFollowed();
    Measures.push_back(*Known);
    Columns.push_back(*Known == Measure::NotFollowed ? To.internNotFollowed()
                                                     : To.internColumn(*Known));
    Shape.Measures.set(size_t(*Known));
  }
  FollowsBlocks = hasMeasure(Shape.Measures, Measure::Live);
  if (FollowsBlocks)
    Shape.Measures.set(size_t(Measure::NotFollowed));
  NotFollowed = To.column(Measure::NotFollowed);
}

/// `libc.so.6+0x1b2c4`, or the address if the module is not known.
std::string PprofFile::addressText(const Location &At) const {
  auto Found = Mappings.find(At.Mapping);
  if (Found == Mappings.end() || At.Address < Found->second.Start)
    return fmt::format("{:#x}", At.Address);
  const std::string_view File = string(Found->second.File);
  const std::string_view Base = File.substr(File.rfind('/') + 1);
  if (Base.empty())
    return fmt::format("{:#x}", At.Address);
  return fmt::format("{}+{:#x}", Base,
                     At.Address - Found->second.Start + Found->second.Offset);
}

const std::vector<FrameId> &PprofFile::framesOf(uint64_t LocationId) {
  auto [At, IsNew] = Frames.try_emplace(LocationId);
  if (!IsNew)
    return At->second;
  const Location &Its = named(Locations, LocationId, "location");
  for (const Line &Each : Its.Lines) {
    const Function &Called = named(Functions, Each.Function, "function");
    std::string_view Name = string(Called.Name);
    if (Name.empty())
      Name = string(Called.SystemName);
    Frame Made{name(Name)};
    Made.IsInlined = &Each != &Its.Lines.back();
    Made.File = name(string(Called.File));
    Made.Module = moduleOf(Its);
    if (Each.Number > 0 && Each.Number <= UINT32_MAX)
      Made.Line = uint32_t(Each.Number);
    At->second.push_back(To.internFrame(Made));
  }
  if (Its.Lines.empty()) {
    Frame Made{name(addressText(Its))};
    Made.Module = moduleOf(Its);
    At->second.push_back(To.internFrame(Made));
  }
  return At->second;
}

void PprofFile::sample(View Bytes) {
  ++SampleNumber;
  std::vector<uint64_t> Stack;
  std::vector<int64_t> Values;
  RowKey Key;
  uint64_t Size = 0;
  auto addLocation = [&](uint64_t Id) {
    if (Stack.size() == MostLocations)
      fault("sample {}: more than {} locations", SampleNumber, MostLocations);
    Stack.push_back(Id);
  };
  size_t ValueCount = 0;
  auto addValue = [&](int64_t Value) {
    if (ValueCount++ < Columns.size()) // else a fault below
      Values.push_back(Value);
  };
  protozero::pbf_reader Message(Bytes);
  while (Message.next()) {
    // Numbers may stand alone or packed.
    const bool IsPacked = Message.wire_type() == protozero::pbf_wire_type::length_delimited;
    if (Message.tag() == 1 && IsPacked) {
      for (uint64_t Each : Message.get_packed_uint64())
        addLocation(Each);
    } else if (Message.tag() == 1) {
      addLocation(number(Message));
    } else if (Message.tag() == 2 && IsPacked) {
      for (int64_t Each : Message.get_packed_int64())
        addValue(Each);
    } else if (Message.tag() == 2) {
      addValue(int64_t(number(Message)));
    } else if (Message.tag() == 3) {
      int64_t LabelKey = 0, Text = 0, Number = 0;
      readNumbers(bytesOf(Message), std::pair(1, &LabelKey), std::pair(2, &Text),
                  std::pair(3, &Number));
      const std::string_view Word = string(LabelKey);
      if (Word == "allocator")
        Key.Allocator = name(string(Text));
      else if (Word == "type")
        Key.Type = name(string(Text));
      else if (Word == "through")
        Key.Through = name(string(Text));
      else if (Word == "process")
        Key.Process = name(string(Text));
      else if (Word == "thread")
        Key.Thread = name(string(Text));
      else if ((Word == "size" || Word == "bytes") && Number > 0) // ours, and Go's
        Size = uint64_t(Number);
    } else {
      Message.skip();
    }
  }
  if (ValueCount != Columns.size())
    fault("sample {}: {} value{} of {} sample type{}", SampleNumber, ValueCount,
          ValueCount == 1 ? "" : "s", Columns.size(), Columns.size() == 1 ? "" : "s");

  std::vector<FrameId> Chain; // the innermost first
  for (uint64_t Each : Stack) {
    const std::vector<FrameId> &Its = framesOf(Each);
    if ((FrameCount += Its.size()) > MostFrames)
      fault("more than {} frames in all samples", MostFrames);
    Chain.insert(Chain.end(), Its.begin(), Its.end());
  }
  const size_t Before = To.chainCount() + To.rowCount();
  for (size_t I = Chain.size(); I--;)
    Key.Chain = To.internChain(Chain[I], Key.Chain);
  Key.setSize(Size);
  if (!Chain.empty()) {
    const Frame &Leaf = To.frame(Chain[0]);
    const int64_t Column = innermostColumn(Stack.front());
    if (Leaf.File != NoName && Leaf.Line)
      Key.Site = name(fmt::format("{}:{}", To.Names[Leaf.File], Leaf.Line) +
                      (Column > 0 ? fmt::format(":{}", Column) : ""));
  }
  Shape.HasAllocator |= Key.Allocator != NoName;
  Shape.HasType |= Key.Type != NoName;
  if (Key.Process == NoName)
    Key.Process = Process;
  Of.HasThreads |= Key.Thread != NoName;
  Shape.HasThrough |= Key.Through != NoName;
  Shape.HasSite |= Key.Site != NoName;
  auto Row = To.internRow(Key);
  if (!Row)
    fault("{}", Row.error().What);
  Memory.take((To.chainCount() + To.rowCount() - Before) *
              (BytesOfEntry + Columns.size() * sizeof(uint64_t)));
  for (size_t I = 0; I != Values.size(); ++I) {
    if (Values[I] < 0)
      fault("sample {}: {} is less than 0 (is it a difference of two profiles?)", SampleNumber,
            Values[I]);
    To.add(*Row, Columns[I], Of.Side, uint64_t(Values[I]));
    if (NotFollowed && !FollowsBlocks && Measures[I] == Measure::Calls)
      To.add(*Row, *NotFollowed, Of.Side, uint64_t(Values[I]));
  }
}

void PprofFile::about() {
  constexpr int64_t Nanoseconds = 1'000'000'000;
  Of.Began = TimeNanos > 0 ? uint64_t(TimeNanos / Nanoseconds) : 0;
  if (!Mappings.empty()) // the first is that of the program
    if (auto First = Mappings.find(1); First != Mappings.end()) {
      const std::string_view File = string(First->second.File);
      Of.Program = displayText(File.substr(File.rfind('/') + 1));
    }
  if (Period > 1 && PeriodType.data())
    if (string(valueTypeOf(PeriodType).second) == "bytes")
      Of.Lacks.push_back(fmt::format(
          "Sampled, one allocation in {} bytes: its numbers are estimates", Period));
  Of.HasStacks = true;
  Of.HasAllocators = Shape.HasAllocator;
  Of.HasTypes = Shape.HasType;
  Of.HasThrough = Shape.HasThrough;
  Of.HasSites = Shape.HasSite;
}

} // namespace

bool allocsite::beginsAsPprof(std::string_view First) {
  // The message begins with a sample type: a few bytes, the first of which is the tag of its
  // type.
  return First.size() >= 4 && First[0] == (field::SampleType << 3 | 2) && First[1] >= 2 &&
         First[1] <= 20 && First[2] == 0x08;
}

Expected<LogShape> allocsite::readPprof(ByteSource &Source, const std::string &FileName,
                                        Profile &To, Run &Of) {
  auto inFile = [&](const std::string &What) {
    return Error{fmt::format("{}: {}", displayText(FileName), What)};
  };
  auto Message = readText(Source, FileName, MostBytes, "pprof profile");
  if (!Message)
    return Message.error();
  try {
    return PprofFile(*Message, To, Of).read();
  } catch (const Fault &Failure) {
    return inFile("pprof: " + Failure.What);
  } catch (const protozero::exception &) {
    return inFile("no whole profile of pprof (is the file cut off?)");
  }
}
