// Writes a CSV with the columns of the mode Tested, reads it back, sums its rows, and
// shows what a table would: all by the list, with no measure of the test named.
#include "profile/Csv.h"
#include "read/AllocationLog.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace allocsite;

int main(int, char **Arguments) {
  StackNodes Stacks;
  Expander Names;
  CsvTable Table(Names, {false, false, ~0u, ModeTested});
  Tally Counted;
  Counted.Calls = 3;
  Counted.Twice = 6;
  // Of no module: a site that is not known. The second one joins the first.
  if (!Names.load(nullptr, 0, Stacks) || !Table.add({0, 7, 16}, Counted) ||
      !Table.add({0, 7, 16}, Counted) || !Table.add({0, 7, 100}, Counted) ||
      !Table.add({0, 7 | ALLOCSITE_SITE_FAILED, 100}, Counted) || !Table.sort())
    return 1;
  int Log = open(Arguments[1], O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (Log < 0 || Table.write(Log) != 0)
    return 1;
  close(Log);

  auto Input = InputFile::open(Arguments[1]);
  NameTable Texts;
  LogRow Sum;
  auto Shape = readAllocationLog(*Input, Arguments[1], Texts, [&](const LogRow *Rows, size_t Count) {
    for (size_t Row = 0; Row != Count; ++Row)
      for (unsigned I = 0; I != MeasureCount; ++I)
        Sum.Values[I] = merged(MeasureColumns[I].Merge, Sum.Values[I], Rows[Row].Values[I]);
    return MaybeError();
  });
  if (!Shape) {
    std::printf("%s\n", Shape.error().What.c_str());
    return 1;
  }
  for (const std::string &Column : Shape->UnknownColumns)
    std::printf("unknown: %s\n", Column.c_str());
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (Shape->Measures[I] && Measure(I) != Measure::Size)
      std::printf("%s %llu\n", MeasureColumns[I].Word, (unsigned long long)Sum.Values[I]);
}
