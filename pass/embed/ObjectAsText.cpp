//===- ObjectAsText.cpp - An object file as portable assembly -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run by the build: `object-as-text RUNTIME.o RUNTIME.s NAMES`. The runtime is compiled
// once, by the build; the pass appends the text to the unit that defines main, as file-scope
// assembly (pass/embed/Embed.cpp). To keep parsing it cheap, instructions are stored as
// bytes, and only the parts that the linker must fill in stay symbolic:
//
//   .section .text.unlikely.allocsite,"axG",@progbits,__allocsite_runtime_vN,comdat
//   .p2align 6
//   .Lallocsite.1:
//   .weak __allocsite_miss_vN          a symbol that the program refers to
//   .hidden __allocsite_miss_vN
//   __allocsite_miss_vN:
//   .ascii "\363\17\36\372ARAQ"         bytes
//   .long .Lallocsite.4+0x18-.         relocations, in the syntax of the machine
//   .long getpid@PLT-0x4               (arch/Relocations.h)
//   .long .Lallocsite.level            symbols that the pass sets before the text: an
//   …                                  option,
//   .ifdef .Lallocsite.emulated_tls    and whether the runtime has its own words of a
//   …                                  thread; else the pass defines them in the
//   .endif                             program, as lld 14 cannot link thread-local
//                                      variables from assembly
//   _ZN9allocsite4dumpEv.allocsite:    a name for debuggers
//
// Each line costs clang 2,300 instructions and more, a decimal number up to 3,500, a
// hexadecimal one half of that, and a character of a string 26. So a function that the
// code calls more than once is called through one jump (a thunk) behind the code, whose
// distance is known here. The thunk has no unwind table, so no function that calls one may
// stand between a site and the walk of its stack (runtime/Sources.cmake).
//
// Constants follow the code in its section, so the distances to them are known here as
// well and are written as bytes. GNU's linkers put that section before the program's code,
// and not between the object's own functions and the inline ones; there it cost 0.7 % of the
// time of a program without any instrumented code.
//
// There are no instructions and no directives of one assembler only, so any dialect
// (-masm=intel) and GNU as (-fno-integrated-as) accept the text.
//
// All is in one section group: if several objects define main, all weak but one, the linker
// keeps one whole runtime. lld does not compare the groups of objects that link-time
// optimisation has made and keeps both. Since all references to a runtime from outside (the
// program, .preinit_array, the note) name weak symbols, one of them is never reached.
//
// NAMES lists the symbols of other objects that the runtime calls, one a line: in the same
// object file, a local symbol of that name would capture the call (keepApart in
// pass/embed/Embed.cpp).
//
// The input is a relocatable ELF file made by this build; its structure is trusted.
// Relocations that cannot be written here end the build with a message.
//
//===----------------------------------------------------------------------===//
#include "allocsite/Abi.h"
#include "arch/Relocations.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <map>
#include <string>
#include <vector>

using namespace allocsite;

namespace {

const char Group[] = ALLOCSITE_NAME(ALLOCSITE_SYM_RUNTIME);
const char LevelSymbol[] = ALLOCSITE_NAME(ALLOCSITE_SYM_LEVEL);
const char ThreadSymbol[] = ALLOCSITE_THREAD_NAME;
/// The probes' base symbol: debuggers look for it by this name.
const char ProbeBase[] = ".stapsdt.base";
const char OwnThread[] = "__allocsite_own_thread";

[[noreturn]] void fail(const std::string &What) {
  std::fprintf(stderr, "object-as-text: error: %s\n", What.c_str());
  std::exit(1);
}

std::vector<char> readFile(const char *Path) {
  FILE *File = std::fopen(Path, "rb");
  if (!File)
    fail(std::string(Path) + ": cannot be read");
  std::vector<char> Bytes;
  char Buffer[1 << 16];
  while (size_t Count = std::fread(Buffer, 1, sizeof(Buffer), File))
    Bytes.insert(Bytes.end(), Buffer, Buffer + Count);
  std::fclose(File);
  return Bytes;
}

FILE *create(const char *Path) {
  FILE *Out = std::fopen(Path, "w");
  if (!Out)
    fail(std::string(Path) + ": cannot be written");
  return Out;
}

void close(FILE *Out, const char *Path) {
  if (std::fclose(Out) != 0)
    fail(std::string(Path) + ": cannot be written");
}

bool beginsWith(const std::string &Text, const char *Prefix) {
  return Text.compare(0, std::strlen(Prefix), Prefix) == 0;
}

bool comesBefore(const Elf64_Rela &A, const Elf64_Rela &B) { return A.r_offset < B.r_offset; }

/// A view of the file; pointers into its bytes.
class Object {
public:
  explicit Object(const std::vector<char> &Bytes) : Bytes(Bytes) {
    const auto *Header = at<Elf64_Ehdr>(0);
    if (Bytes.size() < sizeof(*Header) || std::memcmp(Header->e_ident, ELFMAG, SELFMAG) ||
        Header->e_type != ET_REL)
      fail("not a relocatable ELF file");
    Its = findObjectFormat(Header->e_machine);
    if (!Its)
      fail("a machine of number " + std::to_string(Header->e_machine));
    Sections = at<Elf64_Shdr>(Header->e_shoff);
    Count = Header->e_shnum;
    Names = at<char>(Sections[Header->e_shstrndx].sh_offset);
    for (unsigned I = 0; I < Count; ++I)
      if (Sections[I].sh_type == SHT_SYMTAB) {
        Symbols = at<Elf64_Sym>(Sections[I].sh_offset);
        SymbolCount = Sections[I].sh_size / sizeof(Elf64_Sym);
        SymbolNames = at<char>(Sections[Sections[I].sh_link].sh_offset);
      }
  }

  const ObjectFormat &format() const { return *Its; }

  unsigned sectionCount() const { return Count; }
  const Elf64_Shdr &section(unsigned I) const { return Sections[I]; }
  std::string sectionName(unsigned I) const { return Names + Sections[I].sh_name; }
  const unsigned char *contents(unsigned I) const {
    return at<unsigned char>(Sections[I].sh_offset);
  }

  unsigned symbolCount() const { return SymbolCount; }
  const Elf64_Sym &symbol(unsigned I) const { return Symbols[I]; }
  std::string symbolName(unsigned I) const { return SymbolNames + Symbols[I].st_name; }

  /// Relocations of a section in the order of their offsets.
  std::vector<Elf64_Rela> relocations(unsigned Section) const {
    std::vector<Elf64_Rela> Result;
    for (unsigned I = 0; I < Count; ++I)
      if (Sections[I].sh_type == SHT_RELA && Sections[I].sh_info == Section) {
        const auto *First = at<Elf64_Rela>(Sections[I].sh_offset);
        Result.insert(Result.end(), First, First + Sections[I].sh_size / sizeof(Elf64_Rela));
      }
    std::sort(Result.begin(), Result.end(), comesBefore);
    return Result;
  }

private:
  template <typename T> const T *at(uint64_t Offset) const {
    return reinterpret_cast<const T *>(Bytes.data() + Offset);
  }

  const std::vector<char> &Bytes;
  const ObjectFormat *Its = nullptr;
  const Elf64_Shdr *Sections;
  unsigned Count;
  const char *Names;
  const Elf64_Sym *Symbols = nullptr;
  unsigned SymbolCount = 0;
  const char *SymbolNames = nullptr;
};

class Printer {
public:
  Printer(const Object &File, FILE *Out)
      : File(File), Format(File.format()), Out(Out), Places(File.sectionCount()) {
    forEachPart([&](unsigned I) { Places[I].Home = I; });
    forEachPart([&](unsigned I) {
      if (isOnlyRead(I) && isCode(I))
        append(I);
    });
    planThunks();
    Constants = CodeSize;
    forEachPart([&](unsigned I) {
      if (isOnlyRead(I) && !isCode(I))
        append(I);
    });
  }

  void print() {
    for (unsigned I = 1; I < File.symbolCount(); ++I)
      if (isWeakReference(I))
        std::fprintf(Out, ".weak %s\n", File.symbolName(I).c_str());
      else if (Format.DeclaresOthers && isOfOthers(I) &&
               !beginsWith(File.symbolName(I), "__allocsite_")) // the pass defines it
        std::fprintf(Out, ".globl %s\n", File.symbolName(I).c_str());
    for (unsigned I = 1; I < File.sectionCount(); ++I) {
      if (Places[I].Home != I)
        continue;
      const bool OfThread = File.section(I).sh_flags & SHF_TLS;
      if (OfThread)
        std::fprintf(Out, ".ifdef .Lallocsite.emulated_tls\n");
      printSection(I);
      if (OfThread)
        std::fprintf(Out, ".endif\n");
    }
  }

  void printNames(FILE *To) const {
    for (unsigned I = 1; I < File.symbolCount(); ++I)
      if (isOfOthers(I))
        std::fprintf(To, "%s\n", File.symbolName(I).c_str());
  }

private:
  /// The place of a section in the text: the section that contains it (mostly itself; 0:
  /// none), and the offset in that.
  struct Place {
    unsigned Home = 0;
    uint64_t Offset = 0;
  };

  template <typename Function> void forEachPart(Function &&Do) const {
    for (unsigned I = 1; I < File.sectionCount(); ++I)
      if (isPartOfProgram(I))
        Do(I);
  }

  /// Appends a section of the file to the section `Code`, which the first call creates.
  void append(unsigned I) {
    const uint64_t Align = std::max<uint64_t>(File.section(I).sh_addralign, 1);
    if (Align > Format.CodeAlign)
      fail(File.sectionName(I) + ": is aligned to " + std::to_string(Align));
    if (!Code)
      Code = I;
    Places[I] = {Code, (CodeSize + Align - 1) / Align * Align};
    CodeSize = Places[I].Offset + File.section(I).sh_size;
  }

  /// Plans a jump after the code for each function that is called at least twice. Calls of the
  /// jump need no relocation.
  void planThunks() {
    std::map<unsigned, unsigned> Calls;
    forEachPart([&](unsigned I) {
      if (Places[I].Home == Code)
        for (const Elf64_Rela &Relocation : File.relocations(I))
          if (isCallOfOthers(Relocation))
            ++Calls[ELF64_R_SYM(Relocation.r_info)];
    });
    FirstThunk = CodeSize;
    for (auto [Symbol, Count] : Calls)
      if (Count > 1) {
        Thunks[Symbol] = CodeSize;
        CodeSize += Format.jump().Code.size();
      }
  }

  bool isCallOfOthers(const Elf64_Rela &Relocation) const {
    return Format.isCall(ELF64_R_TYPE(Relocation.r_info)) &&
           File.symbol(ELF64_R_SYM(Relocation.r_info)).st_shndx == SHN_UNDEF;
  }

  bool isCode(unsigned I) const { return File.section(I).sh_flags & SHF_EXECINSTR; }

  /// True for code and constants that the loader does not change.
  bool isOnlyRead(unsigned I) const {
    return File.section(I).sh_type == SHT_PROGBITS &&
           !(File.section(I).sh_flags & (SHF_WRITE | SHF_TLS)) &&
           File.sectionName(I) != ".eh_frame" && File.sectionName(I) != ProbeBase;
  }

  /// True for sections that belong in the text. .note.gnu.property is left out: it describes a
  /// whole object file, and the program has its own. The notes of probes, for debuggers, are
  /// kept though they are not loaded.
  bool isPartOfProgram(unsigned Section) const {
    return (File.section(Section).sh_flags & SHF_ALLOC ||
            File.sectionName(Section) == ".note.stapsdt") &&
           File.section(Section).sh_size != 0 &&
           File.sectionName(Section) != ".note.gnu.property";
  }

  bool isOfOthers(unsigned I) const {
    return File.symbol(I).st_shndx == SHN_UNDEF && !isBound(I);
  }
  bool isWeakReference(unsigned I) const {
    return File.symbol(I).st_shndx == SHN_UNDEF &&
           ELF64_ST_BIND(File.symbol(I).st_info) == STB_WEAK;
  }

  bool isFunction(unsigned I) const {
    return ELF64_ST_TYPE(File.symbol(I).st_info) == STT_FUNC;
  }

  /// True for symbols that the program may refer to, and that must be this copy's.
  bool isPublic(unsigned I) const {
    return File.symbol(I).st_shndx != SHN_UNDEF &&
           beginsWith(File.symbolName(I), "__allocsite_");
  }

  void printSection(unsigned I) {
    printSectionDirective(I);
    std::fprintf(Out, ".p2align %u\n.Lallocsite.%u:\n", log2Of(alignOf(I)), I);

    const uint64_t Size = I == Code ? CodeSize : File.section(I).sh_size;
    std::vector<unsigned char> Bytes(Size);
    std::multimap<uint64_t, unsigned> Labels;
    std::vector<Elf64_Rela> Open;
    for (unsigned Part = I; Part < File.sectionCount(); ++Part) {
      if (Places[Part].Home != I)
        continue;
      const uint64_t Start = Places[Part].Offset;
      for (unsigned S = 1; S < File.symbolCount(); ++S)
        if (File.symbol(S).st_shndx == Part && (isPublic(S) || isFunction(S)))
          Labels.emplace(Start + File.symbol(S).st_value, S);
      if (File.section(Part).sh_type != SHT_NOBITS)
        std::copy_n(File.contents(Part), File.section(Part).sh_size, Bytes.begin() + Start);
      for (Elf64_Rela Relocation : File.relocations(Part)) {
        Relocation.r_offset += Start;
        if (!resolve(I, Relocation, Bytes))
          Open.push_back(Relocation);
      }
    }
    if (I == Code)
      for (auto [Symbol, Thunk] : Thunks) {
        std::copy(Format.jump().Code.begin(), Format.jump().Code.end(), Bytes.begin() + Thunk);
        Elf64_Rela ToOthers = Format.jump().Relocation;
        ToOthers.r_offset += Thunk;
        ToOthers.r_info += ELF64_R_INFO(uint64_t(Symbol), 0);
        Open.push_back(ToOthers);
      }
    std::sort(Open.begin(), Open.end(), comesBefore);

    auto Label = Labels.begin();
    auto Relocation = Open.begin();
    uint64_t At = 0;
    while (true) {
      bool IsLevel = false;
      for (; Label != Labels.end() && Label->first == At; ++Label) {
        printLabel(Label->second);
        IsLevel = File.symbolName(Label->second) == LevelSymbol;
      }
      if (I == Code && At == FirstThunk && !Thunks.empty())
        printOwnLabel("calls", "function", Constants - FirstThunk);
      if (I == Code && At == Constants)
        printOwnLabel("constants", "object", CodeSize - Constants);
      if (At == Size)
        return;
      unsigned Written = 0;
      if (IsLevel) {
        // An option that the pass sets before this text.
        std::fprintf(Out, ".long .Lallocsite.level\n");
        Written = sizeof(int32_t);
      } else if (Relocation != Open.end() && Relocation->r_offset == At) {
        Written = printRelocation(*Relocation++);
      }
      At += Written;
      if (!Written) {
        uint64_t End = Size;
        if (Label != Labels.end())
          End = std::min(End, Label->first);
        if (Relocation != Open.end())
          End = std::min(End, uint64_t(Relocation->r_offset));
        for (uint64_t Own : {FirstThunk, Constants})
          if (I == Code && At < Own)
            End = std::min(End, Own);
        printBytes(&Bytes[At], End - At);
        At = End;
      }
    }
  }

  uint64_t alignOf(unsigned I) const {
    return I == Code ? Format.CodeAlign : File.section(I).sh_addralign;
  }

  static unsigned log2Of(uint64_t Align) {
    unsigned Log = 0;
    while (uint64_t(1) << Log < Align)
      ++Log;
    return Log;
  }

  /// Prints the directive of a section. Constants are not mergeable with those of other
  /// objects: that would take a symbol for each of them.
  void printSectionDirective(unsigned I) {
    const Elf64_Shdr &Section = File.section(I);
    std::string Flags = Section.sh_flags & SHF_ALLOC ? "a" : "";
    if (Section.sh_flags & SHF_WRITE)
      Flags += 'w';
    if (I == Code)
      Flags += 'x';
    if (Section.sh_flags & SHF_TLS)
      Flags += 'T';
    std::string Name = I == Code ? ".text.unlikely" : File.sectionName(I);
    if (Name == ".eh_frame") {
      // Not in the group: linkers drop unwind entries of functions that are gone.
      std::fprintf(Out, ".section %s,\"a\",@%s\n", Name.c_str(), Format.UnwindSection);
      return;
    }
    const char *Type = nullptr;
    switch (Section.sh_type) {
    case SHT_PROGBITS:
      Type = "progbits";
      if (Name != ProbeBase)
        Name += ".allocsite";
      break;
    case SHT_NOBITS:
      Type = "nobits";
      Name += ".allocsite";
      break;
    case SHT_NOTE:
      Type = "note";
      break;
    case SHT_PREINIT_ARRAY:
      Type = "preinit_array";
      break;
    case SHT_INIT_ARRAY:
      Type = "init_array";
      break;
    case SHT_FINI_ARRAY:
      Type = "fini_array";
      break;
    default:
      fail(Name + ": a section of type " + std::to_string(Section.sh_type));
    }
    std::fprintf(Out, ".section %s,\"%sG\",@%s,%s,comdat\n", Name.c_str(), Flags.c_str(), Type,
                 Group);
  }

  void printLabel(unsigned I) {
    const Elf64_Sym &Symbol = File.symbol(I);
    std::string Name = File.symbolName(I);
    if (Name == ThreadSymbol)
      Name = OwnThread;
    // Two symbols of one name in one object are an error: local symbols get a suffix that
    // no name of a program has.
    if (isPublic(I))
      std::fprintf(Out, ".weak %s\n.hidden %s\n", Name.c_str(), Name.c_str());
    else
      Name += ".allocsite";
    const char *Type = isFunction(I) ? "function" : "object";
    if (ELF64_ST_TYPE(Symbol.st_info) == STT_TLS)
      Type = "tls_object";
    std::fprintf(Out, ".type %s,@%s\n.size %s,0x%" PRIx64 "\n%s:\n", Name.c_str(), Type,
                 Name.c_str(), uint64_t(Symbol.st_size), Name.c_str());
  }

  /// Prints a label, so that disassemblers do not take the following bytes for the end of the
  /// last function.
  void printOwnLabel(const char *Name, const char *Type, uint64_t Size) {
    std::fprintf(Out,
                 ".type %s.allocsite,@%s\n.size %s.allocsite,0x%" PRIx64 "\n%s.allocsite:\n",
                 Name, Type, Name, Size, Name);
  }

  /// Computes a distance within a section of the text, mostly of a call. False if the linker
  /// has to fill it in.
  bool resolve(unsigned Home, const Elf64_Rela &Relocation,
               std::vector<unsigned char> &Bytes) const {
    unsigned I = ELF64_R_SYM(Relocation.r_info);
    const auto Thunk = Thunks.find(I);
    if (Home == Code && Thunk != Thunks.end() && isCallOfOthers(Relocation))
      return Format.fillIn(Bytes, Relocation, Thunk->second);
    return homeOf(I) == Home && !isPublic(I) && Format.fillIn(Bytes, Relocation, offsetOf(I));
  }

  /// Prints a relocation. Returns the number of bytes that it fills in.
  unsigned printRelocation(const Elf64_Rela &Relocation) {
    const std::string Name = symbolic(ELF64_R_SYM(Relocation.r_info));
    const uint32_t Type = ELF64_R_TYPE(Relocation.r_info);
    const std::optional<Field> Its = Format.spell(Type, /*IsLocal=*/beginsWith(Name, ".L"));
    if (!Its)
      fail("a relocation of type " + std::to_string(Type) + " with " + Name);
    int64_t Addend = Relocation.r_addend;
    if (beginsWith(Name, ".L"))
      Addend += offsetOf(ELF64_R_SYM(Relocation.r_info));
    const bool OfThread = Name == ThreadSymbol;
    auto PrintWith = [&](const char *Symbol) {
      std::fprintf(Out, "%s %s%s%c0x%" PRIx64 "%s\n", Its->Directive, Symbol, Its->Modifier,
                   Addend < 0 ? '-' : '+', std::abs(Addend), Its->From);
    };
    if (OfThread) {
      std::fprintf(Out, ".ifdef .Lallocsite.emulated_tls\n");
      PrintWith(OwnThread);
      std::fprintf(Out, ".else\n");
    }
    PrintWith(Name.c_str());
    if (OfThread)
      std::fprintf(Out, ".endif\n");
    return Its->Bytes;
  }

  /// A name by which the text can refer to a symbol; for a local one, that of its section.
  std::string symbolic(unsigned I) const {
    if ((File.symbol(I).st_shndx == SHN_UNDEF && !isBound(I)) || isPublic(I))
      return File.symbolName(I);
    if (!homeOf(I))
      fail(File.symbolName(I) + ": is in no section that is kept");
    return ".Lallocsite." + std::to_string(homeOf(I));
  }

  /// True for the bounds of the section whose name is a C identifier, which linkers define: here
  /// it is a part of the code.
  bool isBound(unsigned I) const {
    return File.symbol(I).st_shndx == SHN_UNDEF &&
           (File.symbolName(I) == Begin || File.symbolName(I) == End);
  }
  /// The section of code of that name.
  unsigned boundedSection() const {
    for (unsigned I = 1; I < File.sectionCount(); ++I)
      if (File.sectionName(I) == Bounded)
        return I;
    fail(std::string("no section ") + Bounded);
  }

  /// The section of the text that a symbol is in; 0: none.
  unsigned homeOf(unsigned I) const {
    if (isBound(I))
      return Code;
    const unsigned Section = File.symbol(I).st_shndx;
    return Section < Places.size() ? Places[Section].Home : 0;
  }

  /// The offset of a symbol from the start of that section.
  uint64_t offsetOf(unsigned I) const {
    if (isBound(I)) {
      const unsigned Section = boundedSection();
      return Places[Section].Offset +
             (File.symbolName(I) == End ? File.section(Section).sh_size : 0);
    }
    return Places[File.symbol(I).st_shndx].Offset + File.symbol(I).st_value;
  }

  void printBytes(const unsigned char *Bytes, uint64_t Count) {
    if (std::all_of(Bytes, Bytes + Count, [](unsigned char Byte) { return Byte == 0; })) {
      std::fprintf(Out, ".zero %" PRIu64 "\n", Count);
      return;
    }
    // One line, however long: numbers of 8 bytes take three times as long to parse.
    std::fprintf(Out, ".ascii \"");
    for (uint64_t I = 0; I < Count; ++I)
      printByte(Bytes[I], I + 1 < Count ? Bytes[I + 1] : 0);
    std::fprintf(Out, "\"\n");
  }

  /// Uses the fewest characters that every assembler understands: each costs some 26
  /// instructions. GNU as reads up to three digits as an octal number, clang those below 8.
  void printByte(unsigned char Byte, unsigned char Next) {
    static const char Short[] = "\b\f\n\r\t\"\\";
    const char *Found = Byte ? std::strchr(Short, Byte) : nullptr;
    if (Found)
      std::fprintf(Out, "\\%c", "bfnrt\"\\"[Found - Short]);
    else if (Byte >= ' ' && Byte <= '~')
      std::fputc(Byte, Out);
    else
      std::fprintf(Out, Next >= '0' && Next <= '9' ? "\\%03o" : "\\%o", Byte);
  }

  static constexpr char Bounded[] = "allocsite_counts"; // runtime/arch/OwnCode.h
  static constexpr char Begin[] = "__start_allocsite_counts";
  static constexpr char End[] = "__stop_allocsite_counts";

  const Object &File;
  const ObjectFormat &Format;
  FILE *const Out;
  std::vector<Place> Places;           ///< By section.
  unsigned Code = 0;                   ///< The section of code and constants,
  uint64_t CodeSize = 0;               ///< its size in bytes,
  uint64_t FirstThunk = 0;             ///< the offset of its first thunk,
  uint64_t Constants = 0;              ///< and of its first constant.
  std::map<unsigned, uint64_t> Thunks; ///< The offset of each jump, by symbol.
};

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 4)
    fail("usage: object-as-text OBJECT TEXT NAMES");
  const std::vector<char> Bytes = readFile(Arguments[1]);
  const Object File(Bytes);
  FILE *Out = create(Arguments[2]), *Names = create(Arguments[3]);
  Printer Printed(File, Out);
  Printed.print();
  Printed.printNames(Names);
  close(Out, Arguments[2]);
  close(Names, Arguments[3]);
}
