//===- NumberWatch.h - The command that made the first NaN ------*- C++ -*-===//
//
// Looks at what each command reads and writes, if asked to. The first whose results
// have a NaN though its operands have none made it. Whether that matters the results
// of the step tell: padding and branches that are not taken may have NaN as well.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_NUMBERWATCH_H
#define POPT_RT_LIB_EXEC_NUMBERWATCH_H

#include "../tensor/NumberRange.h"
#include "popt-rt/exec.h"

namespace popt::rt {

class NumberWatch {
public:
  NumberWatch(const StepTable &table, int32_t rank)
      : table(table), rank(rank) {}
  void start(bool infinities) {
    isWatching = true;
    counts = infinities;
  }
  bool isOn() const { return isWatching; }
  void beginStep() { made = {}; }
  /// An argument of the step: what the rank has of it, not padding.
  void look(size_t argument, const void *block);
  /// A command's operands, before it runs and after that.
  void before(const Command &command, void *const *pointers);
  void after(const Program &program, int32_t index, void *const *pointers);
  const MadeNumber &first() const { return made; }

private:
  NumberRange range(const Operand &operand, const void *at) const;
  void keep(std::string text);

  const StepTable &table;
  const int32_t rank;
  bool isWatching = false, counts = false;
  bool isClean = false; ///< the command at hand reads numbers
  std::vector<NumberRange> read;
  MadeNumber made;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_NUMBERWATCH_H
