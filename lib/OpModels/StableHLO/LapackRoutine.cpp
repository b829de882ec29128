//===- LapackRoutine.cpp - Calls of LAPACK that stay calls ----------------===//
//
//   %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a)
//       : (tensor<3x8x4xf32>) -> (tensor<3x8x4xf32>, tensor<3x4xf32>)
// is the runtime's routine "lapack_sgeqrf" with a batch of 3, m = 8, n = 4.
//
// LAPACK ends the process when numbers do not fit each other, so a call whose
// shapes or options the routine does not support is not matched. Tested by
// test/Conversion/emit-step-lapack.mlir, python/tests/test_linalg.py.
//
//===----------------------------------------------------------------------===//
#include "Decompose.h"

#include "popt-rt/lapack.h"
#include "popt/OpModels/Routine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>
#include <map>

using namespace mlir;
using namespace popt;

namespace {
/// Matches the tensors of a call with the words of a routine.
class Matcher {
public:
  Matcher(char letter, bool isLeft, MLIRContext *context)
      : letter(letter), isLeft(isLeft), context(context) {}

  bool matches(ValueRange values, StringRef words);
  int64_t extent(char name) const {
    auto it = extents.find(name);
    return it == extents.end() ? 0 : it->second;
  }
  int64_t batchElements() const {
    int64_t product = 1;
    for (int64_t extent : *batch)
      product *= extent;
    return product;
  }

private:
  bool matches(Value value, StringRef word);
  bool bind(char name, int64_t extent);
  Type elementOf(char kind) const;

  char letter; ///< of the routine's element type
  bool isLeft;
  MLIRContext *context;
  std::optional<SmallVector<int64_t>> batch;
  std::map<char, int64_t> extents;
};
} // namespace

Type Matcher::elementOf(char kind) const {
  if (kind == 'I')
    return IntegerType::get(context, 32);
  Type real = letter == 's' || letter == 'c' ? Type(Float32Type::get(context))
                                             : Float64Type::get(context);
  bool isComplex = letter == 'c' || letter == 'z';
  return kind == 'C' || (kind == 'T' && isComplex)
             ? Type(ComplexType::get(real))
             : real;
}

/// Extents that follow from others must be those; the rest are bound once.
bool Matcher::bind(char name, int64_t value) {
  if (value > std::numeric_limits<int32_t>::max())
    return false;
  switch (name) {
  case 'k':
    return value == std::min(extent('m'), extent('n'));
  case 'p':
    return value == extent('n') - 1;
  case 'q':
    // Of the reflectors, which stand before the matrix that says m and n.
    return bind(isLeft ? 'm' : 'n', value);
  default:
    return extents.try_emplace(name, value).first->second == value;
  }
}

bool Matcher::matches(Value value, StringRef word) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  StringRef dims = word.drop_front();
  if (!type || !type.hasStaticShape() ||
      type.getElementType() != elementOf(word.front()) ||
      type.getRank() < static_cast<int64_t>(dims.size()))
    return false;
  ArrayRef<int64_t> leading = type.getShape().drop_back(dims.size());
  if (!batch)
    batch.emplace(leading);
  return ArrayRef(*batch) == leading &&
         llvm::all_of_zip(dims, type.getShape().take_back(dims.size()),
                          [&](char name, int64_t n) { return bind(name, n); });
}

bool Matcher::matches(ValueRange values, StringRef words) {
  SmallVector<StringRef> list;
  words.split(list, ' ', -1, /*KeepEmpty=*/false);
  return values.size() == list.size() &&
         llvm::all_of_zip(values, list, [&](Value value, StringRef word) {
           return matches(value, word);
         });
}

/// The options' values, or nothing if one is missing or none of those known.
static std::optional<std::vector<int64_t>> readOptions(DictionaryAttr attrs,
                                                       StringRef words) {
  SmallVector<StringRef> list;
  words.split(list, ' ', -1, /*KeepEmpty=*/false);
  std::vector<int64_t> values;
  for (StringRef word : list) {
    auto [name, known] = word.split(':');
    Attribute attr = attrs ? attrs.get(name) : Attribute();
    auto number = dyn_cast_or_null<IntegerAttr>(attr);
    if (!number || number.getValue().getActiveBits() > 31)
      return std::nullopt;
    auto value = static_cast<int64_t>(number.getValue().getZExtValue());
    if (known != "#" && known != "?" &&
        !known.contains(static_cast<char>(value)))
      return std::nullopt;
    values.push_back(value);
  }
  return values;
}

/// LAPACK's requirements that do not follow from shapes alone.
static bool fits(StringRef name, const Matcher &m,
                 const std::vector<int64_t> &options) {
  int64_t rows = m.extent('m'), columns = m.extent('n');
  int64_t small = std::min(rows, columns);
  if (name.ends_with("gqr")) // orgqr, ungqr
    return m.extent('r') <= columns && columns <= rows;
  if (name.ends_with("mqr")) // ormqr, unmqr
    return m.extent('r') <= (options[0] ? rows : columns);
  if (name == "gesdd" || name == "gesvd") {
    bool all = options[0] == 'A';
    return options[0] == 'N' || (m.extent('u') == (all ? rows : small) &&
                                 m.extent('v') == (all ? columns : small));
  }
  if (name == "gehrd")
    return 1 <= options[0] && options[0] <= options[1] && options[1] <= columns;
  return true;
}

std::optional<RoutineCall> popt::routineOf(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call || call.getHasSideEffect())
    return std::nullopt;
  StringRef name = call.getCallTargetName();
  if (!name.consume_front("lapack_") || !name.consume_back("_ffi"))
    return std::nullopt;
  const rt::LapackRoutine *routine = rt::findLapackRoutine(name.str());
  if (!routine)
    return std::nullopt;
  auto attrs = call->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!attrs)
    attrs = dyn_cast_or_null<DictionaryAttr>(call.getBackendConfigAttr());
  std::optional<std::vector<int64_t>> options =
      readOptions(attrs, routine->options);
  if (!options)
    return std::nullopt;
  bool isLeft =
      !StringRef(routine->options).starts_with("left") || options->front() != 0;
  Matcher matcher(name.front(), isLeft, call.getContext());
  if (!matcher.matches(call.getOperands(), routine->operands) ||
      !matcher.matches(call.getResults(), routine->results) ||
      !fits(routine->name, matcher, *options))
    return std::nullopt;
  RoutineCall result{"lapack_" + name.str(), {matcher.batchElements()}};
  for (char extent : {'m', 'n', 'r', 'u', 'v'})
    result.scalars.push_back(matcher.extent(extent));
  llvm::append_range(result.scalars, *options);
  return result;
}

/// Operations on a matrix of m x n, in m n min(m, n), with all vectors that a
/// routine can make. Source: Golub and Van Loan, Matrix Computations, 4th edition,
/// chapters 3, 5, 7 and 8.
static double workOf(StringRef routine) {
  return llvm::StringSwitch<double>(routine)
      .Case("getrf", 2.0 / 3)
      .Cases({"geqrf", "geqp3", "orgqr", "ungqr", "sytrd", "hetrd"}, 4.0 / 3)
      .Cases({"ormqr", "unmqr"}, 2)
      .Case("gehrd", 10.0 / 3)
      .Cases({"syevd", "heevd"}, 9)
      .Cases({"gesdd", "gesvd"}, 17)
      .Cases({"geev", "gees"}, 25)
      .Default(0);
}

double popt::lapackFlops(stablehlo::CustomCallOp call,
                         ArrayRef<RankedTensorType> operands) {
  StringRef name = call.getCallTargetName();
  if (!name.consume_front("lapack_") || !name.consume_back("_ffi") ||
      operands.empty() || operands.front().getRank() < 2)
    return 0;
  ArrayRef<int64_t> matrix = operands.front().getShape().take_back(2);
  return workOf(name.drop_front()) *
         static_cast<double>(operands.front().getNumElements()) *
         static_cast<double>(std::min(matrix[0], matrix[1]));
}
