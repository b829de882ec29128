// Ranges of an order get bytes, and are asked for their most, in logarithmic time
// (a segment tree). Tests: test/unit/Memory/MemoryAheadTest.cpp,
// test/Memory/overlap-budget.mlir.

#include "MemoryAhead.h"

#include <algorithm>
#include <cassert>

using namespace popt;

/// Of a place whose operation is taken.
static constexpr int64_t kNothing = INT64_MIN / 4;

MemoryAhead::MemoryAhead(TouchedMemory given, const std::vector<int> &order)
    : memory(std::move(given)), places(order.size()), beside(order.size()),
      isTaken(order.size()), touches(memory.pieces.size()) {
  while (width < order.size())
    width *= 2;
  most.assign(2 * width, kNothing);
  added.assign(2 * width, 0);
  for (int op : order)
    for (int piece : memory.touched[op])
      touches[piece].ops.push_back(op);
  for (size_t piece = 0; piece < touches.size(); ++piece) {
    touches[piece].end = touches[piece].ops.size();
    touches[piece].left = touches[piece].end + memory.pieces[piece].outlives;
  }
  std::vector<Touches> untouched = touches;
  for (size_t place = 0; place < order.size(); ++place) {
    int op = order[place];
    places[op] = place;
    most[width + place] = memory.alive[op];
    beside[op] = memory.alive[op] - alive - bytesBegun(op);
    alive += growthBy(op);
    for (int piece : memory.touched[op]) {
      --touches[piece].left;
      touches[piece].hasBegun = true;
    }
  }
  touches = std::move(untouched);
  alive = 0;
  for (size_t node = width - 1; node > 0; --node)
    most[node] = std::max(most[2 * node], most[2 * node + 1]);
}

/// Of pieces that the operation is the first to touch.
int64_t MemoryAhead::bytesBegun(int op) const {
  int64_t bytes = 0;
  for (int piece : memory.touched[op])
    bytes += touches[piece].hasBegun ? 0 : memory.pieces[piece].bytes;
  return bytes;
}

/// Bytes that are alive after it but not before.
int64_t MemoryAhead::growthBy(int op) const {
  int64_t bytes = bytesBegun(op);
  for (int piece : memory.touched[op])
    bytes -= touches[piece].left == 1 ? memory.pieces[piece].bytes : 0;
  return bytes;
}

int64_t MemoryAhead::mostIfNext(int op) const {
  return std::max(alive + bytesBegun(op) + beside[op],
                  mostBefore(places[op]) + growthBy(op));
}

void MemoryAhead::take(int op) {
  assert(!isTaken[op] && "an operation is taken once");
  size_t place = places[op];
  add(place, place + 1, kNothing);
  isTaken[op] = true;
  alive += growthBy(op);
  for (int number : memory.touched[op]) {
    const TouchedMemory::Piece &piece = memory.pieces[number];
    Touches &its = touches[number];
    // It was to begin at the first place of those that are left.
    if (!std::exchange(its.hasBegun, true))
      add(0, places[its.ops[its.first]], piece.bytes);
    while (its.first < its.end && isTaken[its.ops[its.first]])
      ++its.first;
    --its.left;
    if (piece.outlives || its.ops[its.end - 1] != op)
      continue;
    // It was the last: the piece ends after another one now, or here.
    while (its.end > its.first && isTaken[its.ops[its.end - 1]])
      --its.end;
    size_t last = its.end > its.first ? places[its.ops[its.end - 1]] + 1 : 0;
    add(last, place, -piece.bytes);
  }
}

/// Of the places [0, end).
int64_t MemoryAhead::mostBefore(size_t end) const {
  if (end == width)
    return most[1];
  // Nodes to the left of the path up from `end` make up the range.
  int64_t found = 2 * kNothing;
  for (size_t node = width + end; node > 1; node /= 2) {
    if (node % 2)
      found = std::max(found, most[node - 1]);
    found += added[node / 2];
  }
  return found;
}

/// To the places [begin, end).
void MemoryAhead::add(size_t begin, size_t end, int64_t bytes) {
  if (begin >= end)
    return;
  auto addTo = [&](size_t node) {
    most[node] += bytes;
    added[node] += bytes;
  };
  size_t left = width + begin, right = width + end;
  for (; left < right; left /= 2, right /= 2) {
    if (left % 2)
      addTo(left++);
    if (right % 2)
      addTo(--right);
  }
  for (size_t leaf : {width + begin, width + end - 1})
    for (size_t node = leaf / 2; node > 0; node /= 2)
      most[node] = std::max(most[2 * node], most[2 * node + 1]) + added[node];
}
