// Renamings of axes and dims that keep all costs. Symmetry.h has the idea.
// Test: test/unit/Reshard/SymmetryTest.cpp.

#include "Symmetry.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace popt::reshard {

Symmetry::Symmetry(const Space &space) : numDims(space.spec.dims.size()) {
  std::map<std::vector<int64_t>, std::vector<uint8_t>> classes;
  for (size_t v = 0; v < numDims; ++v)
    classes[space.dimKind(static_cast<int>(v))].push_back(
        static_cast<uint8_t>(v));
  for (auto &entry : classes)
    dimClasses.push_back(std::move(entry.second));

  int count = static_cast<int>(space.spec.atoms.size());
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int64_t>> kinds;
  for (int a = 0; a < count; ++a)
    kinds.push_back(space.atomKind(a));
  do {
    bool keeps = true;
    for (int a = 0; a < count; ++a)
      keeps = keeps && kinds[a] == kinds[order[a]];
    if (!keeps)
      continue;
    AtomPermutation permutation;
    permutation.lists = space.renameLists(order);
    for (uint32_t mask = 0; mask < (1u << count); ++mask) {
      uint32_t renamed = 0;
      for (int a = 0; a < count; ++a)
        renamed |= (mask >> a & 1u) << order[a];
      permutation.masks.push_back(static_cast<uint16_t>(renamed));
    }
    permutations.push_back(std::move(permutation));
  } while (std::next_permutation(order.begin(), order.end()));
}

State Symmetry::apply(const Renaming &renaming, const State &state) const {
  const AtomPermutation &atoms = permutations[renaming.atoms];
  State result;
  for (size_t v = 0; v < numDims; ++v)
    result.lists[v] = atoms.lists[state.lists[renaming.dims[v]]];
  result.partial = atoms.masks[state.partial];
  result.second = state.second;
  result.pins = state.pins; // their atoms keep their names
  return result;
}

Symmetry::Renaming Symmetry::canonical(const State &state) const {
  Renaming best;
  State least;
  for (size_t p = 0; p < permutations.size(); ++p) {
    Renaming candidate;
    candidate.atoms = static_cast<int>(p);
    for (const std::vector<uint8_t> &dims : dimClasses) {
      std::vector<uint8_t> sorted = dims;
      std::stable_sort(sorted.begin(), sorted.end(), [&](uint8_t a, uint8_t b) {
        return permutations[p].lists[state.lists[a]] <
               permutations[p].lists[state.lists[b]];
      });
      for (size_t i = 0; i < dims.size(); ++i)
        candidate.dims[dims[i]] = sorted[i];
    }
    State renamed = apply(candidate, state);
    if (p && !(std::tie(renamed.partial, renamed.lists) <
               std::tie(least.partial, least.lists)))
      continue;
    best = candidate;
    least = renamed;
  }
  return best;
}

} // namespace popt::reshard
