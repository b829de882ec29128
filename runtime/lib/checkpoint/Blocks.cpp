//===- Blocks.cpp - Which rank saves and loads which part of the state ----===//
//
// Tests: CheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Blocks.h"
#include "../tensor/Shards.h"
#include "../tensor/Strided.h"
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace popt::rt;

/// The boxes of the ranks that `holds`.
template <typename Value, typename Holds>
static Holders collect(const StepTable &table, const Value &value,
                       Holds holds) {
  Holders holders;
  for (int64_t rank = 0; rank < table.numRanks(); ++rank) {
    if (!holds(rank))
      continue;
    Box box = boxOf(table, value, rank);
    if (box.numElements() > 0)
      holders[box].push_back(rank);
  }
  return holders;
}

Holders popt::rt::holdersOf(const StepTable &table, const Result &result) {
  size_t index = static_cast<size_t>(&result - table.results.data());
  return collect(table, result,
                 [&](int64_t rank) { return holdsResult(table, index, rank); });
}

Holders popt::rt::holdersOf(const StepTable &table, const Argument &argument) {
  size_t index = static_cast<size_t>(&argument - table.arguments.data());
  return collect(table, argument, [&](int64_t rank) {
    return table.programOf(rank).argumentAddresses[index].region >= 0 &&
           keepsValue(table.mesh, argument.layout, rank);
  });
}

bool popt::rt::isFirstHolder(const StepTable &table, const Argument &argument,
                             int64_t rank) {
  Holders holders = holdersOf(table, argument);
  auto mine = holders.find(boxOf(table, argument, rank));
  return mine != holders.end() && mine->second.front() == rank;
}

std::vector<size_t> popt::rt::stateOf(const StepTable &table) {
  std::vector<size_t> state;
  for (size_t i = 0; i < table.arguments.size(); ++i)
    if (table.arguments[i].stateResult >= 0)
      state.push_back(i);
  std::stable_sort(state.begin(), state.end(), [&](size_t a, size_t b) {
    return popt_rt_element_size(table.arguments[a].type) >
           popt_rt_element_size(table.arguments[b].type);
  });
  return state;
}

/// JSON holds UTF-8 only.
static bool isJson(const std::string &text) {
  using nlohmann::json;
  json copy(text);
  return json::parse(
             copy.dump(-1, ' ', false, json::error_handler_t::replace)) == copy;
}

std::string popt::rt::savedName(const StepTable &table, size_t argument) {
  argument = userIndex(table.arguments, argument);
  const std::string &name = table.arguments[argument].name;
  auto isSame = [&](const Argument &other) { return other.name == name; };
  auto end = table.arguments.begin() +
             static_cast<std::ptrdiff_t>(numOfUser(table.arguments));
  if (name.empty() || std::count_if(table.arguments.begin(), end, isSame) > 1 ||
      !isJson(name))
    return "arg" + std::to_string(argument);
  return name;
}

/// A box in at most so many pieces, along the first dimension that has
/// several elements.
static std::vector<Box> cut(const Box &box, int64_t parts) {
  size_t dim = 0;
  while (dim < box.extent.size() && box.extent[dim] < 2)
    ++dim;
  if (dim == box.extent.size() || parts < 2)
    return {box};
  std::vector<Box> pieces;
  for (int64_t p = 0; p < parts; ++p) {
    DimBlock block =
        popt::splitBlock({box.begin[dim], box.extent[dim]}, parts, p);
    if (block.extent == 0)
      continue;
    pieces.push_back(box);
    pieces.back().begin[dim] = block.begin;
    pieces.back().extent[dim] = block.extent;
  }
  return pieces;
}

SavePlan popt::rt::planSave(const StepTable &table, int64_t cutBytes) {
  struct Candidate {
    SavedPiece piece;
    const std::vector<int64_t> *ranks;
  };
  std::vector<size_t> state = stateOf(table);
  std::vector<Holders> holders;
  std::vector<Candidate> candidates;
  for (size_t argument : state)
    holders.push_back(
        holdersOf(table, table.results[table.arguments[argument].stateResult]));
  for (size_t s = 0; s < state.size(); ++s) {
    auto width = static_cast<int64_t>(
        popt_rt_element_size(table.arguments[state[s]].type));
    for (const auto &[box, ranks] : holders[s]) {
      bool isLarge = box.numElements() * width >= cutBytes;
      for (Box &piece :
           cut(box, isLarge ? static_cast<int64_t>(ranks.size()) : 1)) {
        auto bytes = static_cast<uint64_t>(piece.numElements() * width);
        candidates.push_back({{state[s], std::move(piece), 0, bytes}, &ranks});
      }
    }
  }
  // Large ones first, each to the rank that has least.
  std::vector<size_t> order(candidates.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return candidates[a].piece.bytes > candidates[b].piece.bytes;
  });
  std::vector<uint64_t> load(table.numRanks());
  std::vector<int64_t> writer(candidates.size());
  for (size_t i : order) {
    const std::vector<int64_t> &ranks = *candidates[i].ranks;
    writer[i] = *std::min_element(
        ranks.begin(), ranks.end(),
        [&](int64_t a, int64_t b) { return load[a] < load[b]; });
    load[writer[i]] += candidates[i].piece.bytes;
  }
  SavePlan plan(table.numRanks());
  std::vector<uint64_t> offset(table.numRanks());
  for (size_t i = 0; i < candidates.size(); ++i) {
    SavedPiece &piece = candidates[i].piece;
    piece.offset = offset[writer[i]];
    offset[writer[i]] += piece.bytes;
    plan[writer[i]].push_back(std::move(piece));
  }
  return plan;
}

void popt::rt::packPiece(const StepTable &table, const SavedPiece &piece,
                         int64_t rank, const void *block, void *out_data) {
  const Result &result =
      table.results[table.arguments[piece.argument].stateResult];
  size_t width = popt_rt_element_size(result.type);
  Box mine = boxOf(table, result, rank);
  std::vector<int64_t> strides = denseStrides(result.localShape);
  int64_t start = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    start += (piece.box.begin[d] - mine.begin[d]) * strides[d];
  StridedCopy(piece.box.extent, denseStrides(piece.box.extent), strides, width)
      .run(out_data, static_cast<const char *>(block) +
                         start * static_cast<int64_t>(width));
}
