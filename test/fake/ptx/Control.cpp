//===- Control.cpp - Branches, calls, barriers of the block ---------------===//

#include "Decoder.h"
#include "Ops.h"

namespace popt::fake {

static void decodeBarrier(Decoder &d) {
  d.take("cta");
  d.take("aligned");
  bool isRed = d.take("red");
  if (!isRed && !d.take("sync"))
    return d.fail("\"" + std::string(d.mnemonic()) + "\" is not known");
  int64_t kind = 0;
  if (isRed)
    kind = d.take("popc") ? 'p' : d.take("and") ? 'a' : d.take("or") ? 'o' : 0;
  d.takeType();
  if (isRed && !kind)
    return d.fail("bar.red needs .popc, .and or .or");
  size_t at = isRed ? 1 : 0;
  // bar.red has its predicate last.
  size_t sources = d.operandCount() - (isRed ? 1 : 0);
  d.source(at, Type::U32);
  if (sources > at + 1)
    d.source(at + 1, Type::U32);
  else
    d.add(kNoRegister);
  bool negated = false;
  if (isRed) {
    d.source(d.operandCount() - 1, Type::Pred);
    negated = d.operand(d.operandCount() - 1).negated;
    d.destination(0, kind == 'p' ? Type::U32 : Type::Pred);
  }
  Instruction &i = d.emit(nullptr, Instruction::Barrier);
  i.immediate = kind;
  i.target = negated;
}

bool decodeControl(Decoder &d) {
  if (d.is("bra")) {
    d.take("uni");
    if (!d.hasOperand(0))
      d.fail("bra needs a label");
    else
      d.branchTo(d.operand(0).name);
    return true;
  }
  if (d.is("brx")) {
    d.ignore({"idx", "uni"});
    if (!d.hasOperand(1))
      d.fail("brx.idx needs a table");
    else
      d.branchByTable(d.operand(0), d.operand(1).name);
    return true;
  }
  if (d.is("ret")) {
    d.take("uni");
    d.leave();
    return true;
  }
  if (d.is("exit")) {
    d.emit(nullptr, Instruction::Exit);
    return true;
  }
  if (d.is("trap") || d.is("brkpt")) {
    d.emit(nullptr, Instruction::Trap);
    return true;
  }
  if (d.is("call")) {
    d.call();
    return true;
  }
  if (d.is("bar") || d.is("barrier")) {
    decodeBarrier(d);
    return true;
  }
  if (d.is("nanosleep") || d.is("griddepcontrol") || d.is("pmevent")) {
    while (!d.takeAny().empty()) {
    }
    d.emit([](Block &, const Instruction &, const Active &) {});
    return true;
  }
  return false;
}

} // namespace popt::fake
