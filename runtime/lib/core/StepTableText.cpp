//===- StepTableText.cpp - Operands and library calls as text -------------===//
//
// For messages: `arena[4096] : f32[4x8]{8,1}`. Indices that are out of range
// print as they are. Products and convolutions are called by their text in files of
// measured choices. The printed form of whole tables is the compiler's `step`
// dialect.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/step_table.h"
#include <sstream>

using namespace popt::rt;

template <typename T>
static std::string join(const std::vector<T> &list, const char *separator) {
  std::ostringstream os;
  for (size_t i = 0; i < list.size(); ++i)
    os << (i ? separator : "") << list[i];
  return os.str();
}

static std::string regionName(const Program &program, int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= program.regions.size())
    return "region" + std::to_string(index);
  const Region &region = program.regions[index];
  if (!region.name.empty())
    return region.name;
  static const char *const kinds[] = {"arena", "host", "constants"};
  size_t kind = static_cast<size_t>(region.kind);
  return (kind < 3 ? kinds[kind] : "region") + std::to_string(index);
}

std::string popt::rt::toString(const Operand &operand, const Program &program) {
  std::ostringstream os;
  os << regionName(program, operand.region) << "[" << operand.offset;
  if (operand.slots >= 0)
    os << " + " << operand.slotStride << "*slot" << operand.slots;
  for (const Term &term : operand.terms) {
    os << " + " << term.bytes << "*";
    if (term.loop < 0)
      os << "microbatch";
    else
      os << "loop" << term.loop;
  }
  if (operand.rankOffset >= 0)
    os << " + table" << operand.rankOffset << "[rank]";
  os << "] : " << popt_rt_element_type_name(operand.type) << "["
     << join(operand.shape, "x") << "]";
  if (!operand.isDense())
    os << "{" << join(operand.strides, ",") << "}";
  for (const RankExtent &e : operand.rankExtents)
    os << " dim" << e.dim << "<table" << e.rankTable << "[rank]";
  return os.str();
}

static void print(std::ostringstream &os, const char *sort,
                  const std::vector<ProductLoop> &loops) {
  if (loops.empty())
    return;
  os << ", " << sort << " [";
  for (size_t i = 0; i < loops.size(); ++i) {
    const ProductLoop &loop = loops[i];
    os << (i ? ", " : "") << loop.extent << " by (" << loop.lhs << ", "
       << loop.rhs << ", " << loop.out << ")";
  }
  os << "]";
}

static void print(std::ostringstream &os, const char *name,
                  const ConvolutionOperand &operand) {
  os << ", " << name << " [";
  for (size_t i = 0; i < operand.shape.size(); ++i)
    os << (i ? ", " : "") << operand.shape[i] << " by " << operand.strides[i];
  os << "]";
}

std::string Convolution::toString() const {
  std::ostringstream os;
  os << lhs.operand << " * " << rhs.operand << " -> " << out.operand << " : "
     << popt_rt_element_type_name(lhs.type) << " -> "
     << popt_rt_element_type_name(out.type) << (isTf32 ? " tf32" : "");
  print(os, "lhs", lhs);
  print(os, "rhs", rhs);
  print(os, "out", out);
  os << ", window [";
  for (size_t i = 0; i < window.windowStrides.size(); ++i)
    os << (i ? ", " : "") << "by " << window.windowStrides[i] << " pad "
       << window.padLow[i] << " " << window.padHigh[i] << " dilation "
       << window.lhsDilation[i] << " " << window.rhsDilation[i]
       << (window.windowReversal[i] ? " reversed" : "");
  os << "]";
  if (window.featureGroups != 1)
    os << ", feature_groups " << window.featureGroups;
  if (window.batchGroups != 1)
    os << ", batch_groups " << window.batchGroups;
  return os.str();
}

std::string Product::toString() const {
  std::ostringstream os;
  os << lhs << " * " << rhs << " -> " << out << " : "
     << popt_rt_element_type_name(lhsType);
  if (rhsType != lhsType)
    os << " * " << popt_rt_element_type_name(rhsType);
  os << " -> " << popt_rt_element_type_name(outType) << (isTf32 ? " tf32" : "")
     << loopsToString();
  return os.str();
}

std::string Product::loopsToString() const {
  std::ostringstream os;
  if (added >= 0)
    os << ", added " << added;
  print(os, "batch", batch);
  print(os, "rows", rows);
  print(os, "columns", columns);
  print(os, "contracted", contracted);
  return os.str();
}
