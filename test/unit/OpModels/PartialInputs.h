//===- PartialInputs.h - Random values in a layout, as ranks hold them ----===//
#ifndef POPT_TEST_UNIT_OPMODELS_PARTIALINPUTS_H
#define POPT_TEST_UNIT_OPMODELS_PARTIALINPUTS_H

#include "popt/Reference/Distribute.h"
#include "popt/Reference/FromMLIR.h"

#include <random>

namespace popt::reference {

/// What elements are drawn from.
enum class Values { Small, Index, PowersOfTwo, Signs };

/// Draws elements.
struct Drawer {
  std::mt19937 random;

  Tensor draw(mlir::RankedTensorType type, Values values) {
    ElementType element = *elementTypeFromMLIR(type.getElementType());
    Tensor numbers(ElementType::I64, type.getShape());
    for (int64_t i = 0; i < numbers.size(); ++i) {
      int64_t drawn = number(values);
      numbers.mutableData<int64_t>()[i] =
          element == ElementType::I1 ? drawn & 1 : drawn;
    }
    return convert(numbers, element);
  }

private:
  int64_t number(Values values) {
    auto below = [&](int n) { return static_cast<int64_t>(random() % n); };
    switch (values) {
    case Values::Small:
      return below(8) - 3;
    case Values::Index:
      return below(11) - 2;
    case Values::PowersOfTwo:
      return int64_t(1) << below(3);
    case Values::Signs:
      return below(4) == 0 ? 2 : below(2) * 2 - 1;
    }
    return 0;
  }
};

/// A value and what each rank holds of it.
struct Input {
  Tensor global;
  RankTensors ranks;
};

/// A random value in a layout; partial are random, too, and the value is what
/// they combine to. Padding is poison. Nothing if they do not combine.
inline std::optional<Input> makeInput(Drawer &drawer, const Mesh &mesh,
                                      const Layout &layout,
                                      mlir::RankedTensorType type,
                                      Values values) {
  Layout blocks = layout;
  blocks.partial.clear();
  Input input;
  int64_t parts = product(layout.partial);
  for (int64_t part = 0; part < parts; ++part) {
    Tensor value = drawer.draw(type, values);
    RankTensors ranks = distribute(mesh, blocks, value, Padding::Poison);
    if (part == 0) {
      input.global = value;
      input.ranks = ranks;
      continue;
    }
    MaybeTensor both = binary(operationOf(layout.monoid), input.global, value);
    if (!both)
      return std::nullopt;
    input.global = *both;
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
      int64_t index = 0;
      for (const AxisRef &axis : layout.partial)
        index =
            index * axis.size + mesh.coordinate(axis, mesh.coordinates(rank));
      if (index == part)
        input.ranks[rank] = ranks[rank];
    }
  }
  return input;
}

} // namespace popt::reference
#endif // POPT_TEST_UNIT_OPMODELS_PARTIALINPUTS_H
