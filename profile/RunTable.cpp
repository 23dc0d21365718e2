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
  if (!take(Program, Its.ProgramBytes) || !take(Directory, Its.DirectoryBytes) ||
      !take(Command, Its.CommandBytes) || !take(Options, Its.OptionsBytes))
    return false;
  TextRef *const Others[] = {&Host, &Service, &BuildId};
  for (TextRef *Each : Others)
    if (const void *End = Size ? memchr(Texts, 0, Size) : nullptr) {
      take(*Each, static_cast<uint32_t>(static_cast<const char *>(End) - Texts));
      ++Texts;
      --Size;
    }
  return true;
}

/// Path, without `./`, behind a directory.
static bool isIn(TextRef Whole, TextRef Directory, TextRef Path) {
  if (Path.Size > 2 && Path.Bytes[0] == '.' && Path.Bytes[1] == '/')
    Path = TextRef(Path.Bytes + 2, Path.Size - 2);
  return Whole.Size == Directory.Size + 1 + Path.Size &&
         TextRef(Whole.Bytes, Directory.Size) == Directory &&
         Whole.Bytes[Directory.Size] == '/' &&
         TextRef(Whole.Bytes + Directory.Size + 1, Path.Size) == Path;
}

bool RunFacts::isProgram(TextRef Path) const {
  return Path == Program || (!Directory.empty() && Path.Size && Path.Bytes[0] != '/' &&
                             isIn(Program, Directory, Path));
}

static const char *const Ends[ALLOCSITE_RUN_ENDS] = {nullptr, "exit", "quick_exit", "_exit",
                                                     "abort", "exec", "sanitizer",  "dump"};

namespace {
/// One member after the other.
class Members {
  CsvOutput &To;
  bool IsFirst = true;

  static constexpr char Digits[] = "0123456789abcdef";

  /// Any bytes as a string of JSON: control characters escaped, and U+FFFD for each byte that
  /// begins no sequence of UTF-8. IsCut: it ends in an ellipsis.
  void string(TextRef Of, bool IsCut = false) {
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
  /// The program first.
  void modules(const RunFacts &Of) {
    const char *Before = "[";
    auto begin = [&](TextRef Path) {
      To.add(Before);
      To.add("{\"path\":");
      string(Path);
      Before = ",\n  ";
    };
    auto end = [&](TextRef BuildId, bool IsText) {
      if (!BuildId.empty())
        To.add(",\"build id\":\"");
      for (size_t I = 0; I < BuildId.Size && !IsText; ++I) {
        const auto Byte = static_cast<unsigned char>(BuildId.Bytes[I]);
        To.add(Digits[Byte >> 4]).add(Digits[Byte & 15]);
      }
      if (IsText)
        To.add(BuildId);
      To.add(BuildId.empty() ? "}" : "\"}");
    };
    name("modules");
    const RunObject *Program = nullptr;
    for (size_t I = 0; I < Of.ModuleCount && !Program; ++I)
      if (Of.isProgram(Of.Modules[I].Path))
        Program = &Of.Modules[I];
    if (Program || !Of.Program.empty()) {
      begin(Program ? Program->Path : Of.Program);
      end(Of.BuildId, true);
    }
    for (size_t I = 0; I < Of.ModuleCount; ++I) {
      const RunObject &Each = Of.Modules[I];
      if (Of.isProgram(Each.Path) || Each.Path == ALLOCSITE_NO_OBJECT)
        continue;
      begin(Each.Path);
      end(Each.BuildId, false);
    }
    To.add(Before[0] == '[' ? "[]" : "]");
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
  All.text("host", Of.Host);
  All.text("service", Of.Service);
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
  All.modules(Of);
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
