//===- Symmetry.h - Layouts that differ only in names ---------------------===//
//
// The cost of a move depends on the number of blocks of a dim and on the links
// that a group crosses, not on the names of dims and axes: [{"x"}, {}, {}] to
// [{}, {}, {"x"}] costs what [{"y"}, {}, {}] to [{}, {"y"}, {}] does, if "x"
// and "y" are alike and the dims divide evenly. So one exploration serves all
// sources that differ in names alone (up to k! r! of them for k alike axes and
// r even dims), and costs stay the same to the last bit: the least sum over all
// paths does not depend on the order in which they are found.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_SYMMETRY_H
#define POPT_LIB_RESHARD_SYMMETRY_H

#include "Space.h"

namespace popt::reshard {

/// Changes of names that keep all costs.
class Symmetry {
public:
  explicit Symmetry(const Space &space);

  /// A change of names: of atoms (an index into the permutations that keep all
  /// costs) and of virtual dims (entry v: which dim becomes dim v).
  struct Renaming {
    int atoms = 0;
    std::array<uint8_t, maxDims> dims{};
  };
  /// The renaming that makes the node the least of its kind.
  Renaming canonical(const State &state) const;
  State apply(const Renaming &renaming, const State &state) const;

private:
  /// The effect of renaming atoms on sets and lists.
  struct AtomPermutation {
    std::vector<uint16_t> lists; ///< list -> list
    std::vector<uint16_t> masks; ///< set of atoms -> set of atoms
  };
  size_t numDims;
  std::vector<AtomPermutation> permutations; ///< the identity first
  /// Dims of one class, ascending, may change places.
  std::vector<std::vector<uint8_t>> dimClasses;
};

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_SYMMETRY_H
