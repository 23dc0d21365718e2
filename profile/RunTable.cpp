//===- RunTable.cpp - The facts of a run as JSON --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RunTable.h"
#include "CsvOutput.h"
#include "allocsite/CsvText.h"

namespace allocsite {

bool RunFacts::setTexts(const char *Texts, size_t Size) {
  auto take = [&](TextRef &To, uint32_t Bytes) {
    const bool Fits = Bytes <= Size;
    if (Fits) {
      To = TextRef(Texts, Bytes);
      Texts += Bytes;
      Size -= Bytes;
    }
    return Fits;
  };
  return take(Program, Its.ProgramBytes) && take(Directory, Its.DirectoryBytes) &&
         take(Command, Its.CommandBytes) && take(Options, Its.OptionsBytes);
}

static const char *const Ends[ALLOCSITE_RUN_ENDS] = {nullptr, "exit", "quick_exit", "_exit",
                                                     "abort", "exec", "sanitizer",  "dump"};

namespace {
/// One member after the other.
class Members {
  CsvOutput &To;
  bool IsFirst = true;

  /// Any bytes as a string of JSON: control characters escaped, and U+FFFD for each byte that
  /// begins no sequence of UTF-8. IsCut: it ends in an ellipsis.
  void string(TextRef Of, bool IsCut = false) {
    static const char Digits[] = "0123456789abcdef";
    const auto *At = reinterpret_cast<const unsigned char *>(Of.Bytes);
    To.add('"');
    for (size_t I = 0; I < Of.Size;) {
      const size_t Length = allocSiteSequenceLength(At + I, Of.Size - I);
      if (!Length) {
        To.add(ALLOCSITE_REPLACEMENT);
      } else if (At[I] < 0x20 || At[I] == 0x7F) {
        const char Escaped[] = {'\\', 'u', '0', '0', Digits[At[I] >> 4], Digits[At[I] & 15]};
        To.add(TextRef(Escaped, sizeof(Escaped)));
      } else {
        if (At[I] == '"' || At[I] == '\\')
          To.add('\\');
        To.add(TextRef(Of.Bytes + I, Length));
      }
      I += Length ? Length : 1;
    }
    if (IsCut)
      To.add(ALLOCSITE_ELLIPSIS);
    To.add('"');
  }

public:
  explicit Members(CsvOutput &To) : To(To) { To.add('{'); }

  void name(TextRef Name) {
    To.add(IsFirst ? "\"" : ",\n \"");
    IsFirst = false;
    To.add(Name);
    To.add("\":");
  }
  void number(TextRef Name, uint64_t Value) {
    if (!Value)
      return;
    name(Name);
    To.number(Value);
  }
  /// Nanoseconds as seconds, in milliseconds.
  void seconds(TextRef Name, uint64_t Nanoseconds) {
    char Digits[32];
    Text Its(Digits, sizeof(Digits));
    name(Name);
    To.add(addSeconds(Its, Nanoseconds, 3).ref());
  }
  void text(TextRef Name, TextRef Value) {
    if (Value.empty())
      return;
    name(Name);
    string(Value);
  }
  void texts(TextRef Name, TextRef All, bool IsCut) {
    if (All.empty())
      return;
    name(Name);
    for (size_t Begin = 0, End; Begin < All.Size; Begin = End + 1) {
      for (End = Begin; End < All.Size && All.Bytes[End];)
        ++End;
      To.add(Begin ? ',' : '[');
      string(TextRef(All.Bytes + Begin, End - Begin), IsCut && End + 1 >= All.Size);
    }
    To.add(']');
  }
};
} // namespace

static bool hasStatus(const AllocSiteProfileRun &Of) { return Of.HasStatus == 1; }

int writeRun(const RunFacts &Of, Unfinished Else, int Descriptor) {
  const AllocSiteProfileRun &Its = Of.Its;
  CsvOutput To(Descriptor);
  Members All(To);
  All.number("version", 1);
  All.text("program", Of.Program);
  All.texts("command", Of.Command, Its.IsCut == 1);
  All.text("directory", Of.Directory);
  All.text("options", Of.Options);
  All.number("process", Of.Process);
  All.number("began", Its.Began);
  const bool HasEnded = Its.How != ALLOCSITE_END_NONE && Its.How < ALLOCSITE_RUN_ENDS;
  if (HasEnded)
    All.seconds("seconds", Its.Ended);
  All.number("threads", Its.Threads);
  if (HasEnded)
    All.number("peak resident bytes", Its.PeakResident);
  // The clock of the peak is a coarse one: it may be late.
  if (Of.PeakAt)
    All.seconds("peak seconds", Of.PeakAt > Its.Clock ? Of.PeakAt - Its.Clock : 0);
  All.name("exit");
  To.add("{\"how\":\"");
  To.add(HasEnded ? Ends[Its.How] : Else == Unfinished::Killed ? "killed" : "running");
  To.add('"');
  if (HasEnded && hasStatus(Its)) {
    char Digits[24];
    Text Status(Digits, sizeof(Digits));
    To.add(",\"status\":");
    To.add(Status.number(int64_t(Its.Status)).ref());
  }
  To.add("}}\n");
  return To.flush();
}

} // namespace allocsite
