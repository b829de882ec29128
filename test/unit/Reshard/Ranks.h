//===- Ranks.h - Ranks that execute the steps of reshards -----------------===//
//
// Each rank holds its block of a small tensor; a step reads of others what the
// definition of its move says, and `check` compares with the layout after it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_TEST_UNIT_RESHARD_RANKS_H
#define POPT_TEST_UNIT_RESHARD_RANKS_H

#include "Common.h"

namespace popt::test {

/// A box of a tensor and its elements, row-major.
struct Piece {
  std::vector<DimBlock> box;
  std::vector<int64_t> data;

  size_t size() const {
    size_t n = 1;
    for (const DimBlock &b : box)
      n *= b.extent;
    return n;
  }
  size_t offset(const Shape &index) const {
    size_t o = 0;
    for (size_t d = 0; d < box.size(); ++d)
      o = o * box[d].extent + (index[d] - box[d].begin);
    return o;
  }
  bool contains(const Shape &index) const {
    for (size_t d = 0; d < box.size(); ++d)
      if (index[d] < box[d].begin || index[d] >= box[d].end())
        return false;
    return true;
  }
};

/// Calls `visit` with every index of a box.
template <typename Visit>
void forEach(const std::vector<DimBlock> &box, Visit &&visit) {
  Shape index;
  for (const DimBlock &b : box) {
    if (b.extent == 0)
      return;
    index.push_back(b.begin);
  }
  while (true) {
    visit(index);
    size_t d = box.size();
    while (d-- > 0) {
      if (++index[d] < box[d].end())
        break;
      index[d] = box[d].begin;
    }
    if (d == static_cast<size_t>(-1))
      return;
  }
}

/// Marks what no step may read.
constexpr int64_t missing = INT64_MIN;

/// The blocks of one tensor on all ranks of a mesh.
class Ranks {
public:
  Ranks(const Mesh &mesh, const Shape &shape)
      : mesh(mesh), shape(shape), pieces(mesh.numRanks()) {}

  static int64_t identity(Monoid m) {
    return m == Monoid::Max ? INT64_MIN / 2 : 0;
  }
  static int64_t combine(Monoid m, int64_t a, int64_t b) {
    if (a == missing || b == missing)
      return missing;
    return m == Monoid::Max ? std::max(a, b) : a + b;
  }
  int64_t value(const Shape &index) const {
    int64_t v = 0;
    for (size_t d = 0; d < index.size(); ++d)
      v = v * (shape[d] + 3) + index[d] + 1;
    return v;
  }
  std::vector<DimBlock> boxOf(const Layout &layout, int64_t rank) const {
    return blocksAt(mesh, layout, shape, mesh.coordinates(rank));
  }

  bool exists(const Layout &layout, int64_t rank) const {
    std::vector<int64_t> coords = mesh.coordinates(rank);
    for (const Pin &pin : layout.pins)
      if (std::find(pin.coordinates.begin(), pin.coordinates.end(),
                    coords[pin.axis]) == pin.coordinates.end())
        return false;
    return true;
  }
  /// The ranks that hold the partial values of a value.
  std::vector<int64_t> holders(const Layout &layout, int64_t rank) const {
    std::vector<int64_t> result;
    for (int64_t member : mesh.group(layout.partial, rank))
      if (exists(layout, member))
        result.push_back(member);
    return result;
  }

  void distribute(const Layout &layout) {
    for (int64_t r = 0; r < mesh.numRanks(); ++r) {
      Piece &p = pieces[r];
      p.box = boxOf(layout, r);
      p.data.clear();
      if (!exists(layout, r)) {
        p.data.assign(p.size(), missing);
        continue;
      }
      std::vector<int64_t> all = holders(layout, r);
      int64_t parts = static_cast<int64_t>(all.size());
      int64_t part = std::find(all.begin(), all.end(), r) - all.begin();
      forEach(p.box, [&](const Shape &index) {
        // Partial values that differ; the last one completes the value.
        int64_t v = value(index);
        if (parts > 1 && layout.monoid == Monoid::Max)
          v = (part + index[0]) % parts == 0 ? v : v - 1 - part;
        else if (parts > 1)
          v = part + 1 < parts ? 1000 * (part + 1) + index[0]
                               : v - otherParts(parts, index[0]);
        p.data.push_back(v);
      });
    }
  }

  /// Empty if every rank holds what the layout says.
  std::string check(const Layout &layout) const {
    for (int64_t r = 0; r < mesh.numRanks(); ++r) {
      std::string who = "rank " + std::to_string(r);
      if (!(pieces[r].box == boxOf(layout, r)))
        return who + " holds another block";
      if (pieces[r].data.size() != pieces[r].size())
        return who + " holds another number of elements";
      if (!exists(layout, r))
        continue;
      std::vector<int64_t> group = holders(layout, r);
      std::string error;
      forEach(pieces[r].box, [&](const Shape &index) {
        size_t o = pieces[r].offset(index);
        int64_t v = identity(layout.monoid);
        for (int64_t m : group)
          v = combine(layout.monoid, v, pieces[m].data[o]);
        if (layout.partial.empty())
          v = pieces[r].data[o];
        if (v != value(index))
          error = who + " holds " + std::to_string(v) + " instead of " +
                  std::to_string(value(index));
      });
      if (!error.empty())
        return error;
    }
    return "";
  }

  /// Executes one step; empty if it could be done.
  std::string run(const ReshardStep &step, const Layout &before) {
    std::vector<Piece> next(pieces.size());
    for (int64_t r = 0; r < mesh.numRanks(); ++r)
      if (std::string error = runOn(r, step, before, next[r]); !error.empty())
        return "rank " + std::to_string(r) + ": " + error;
    pieces = std::move(next);
    // Where nothing begins does not matter.
    for (int64_t r = 0; r < mesh.numRanks(); ++r) {
      std::vector<DimBlock> box = boxOf(step.after, r);
      for (size_t d = 0; d < box.size(); ++d)
        if (box[d].extent == 0 && pieces[r].box[d].extent == 0)
          pieces[r].box[d] = box[d];
    }
    return "";
  }

private:
  const Mesh &mesh;
  Shape shape;
  std::vector<Piece> pieces;

  static int64_t otherParts(int64_t parts, int64_t first) {
    int64_t sum = 0;
    for (int64_t t = 0; t + 1 < parts; ++t)
      sum += 1000 * (t + 1) + first;
    return sum;
  }
  /// The rank's share of a box that `axes` split along `dim`.
  std::vector<DimBlock> share(std::vector<DimBlock> box,
                              const ReshardStep &step, int64_t rank) const {
    for (const AxisRef &ref : step.axes)
      box[step.dim] = splitBlock(box[step.dim], ref.size,
                                 mesh.coordinate(ref, mesh.coordinates(rank)),
                                 step.after.dims[step.dim].granule);
    return box;
  }
  static void copyFrom(const Piece &from, Piece &to) {
    forEach(to.box, [&](const Shape &index) {
      if (from.contains(index))
        to.data[to.offset(index)] = from.data[from.offset(index)];
    });
  }
  /// The union of boxes that follow each other along `dim`, in this order.
  static std::string join(const std::vector<std::vector<DimBlock>> &boxes,
                          int dim, std::vector<DimBlock> &joined) {
    joined = boxes[0];
    for (size_t i = 1; i < boxes.size(); ++i) {
      if (boxes[i][dim].begin != joined[dim].end())
        return "the blocks of the group do not follow each other";
      joined[dim].extent += boxes[i][dim].extent;
      for (size_t d = 0; d < joined.size(); ++d)
        if (static_cast<int>(d) != dim && !(boxes[i][d] == joined[d]))
          return "the blocks of the group differ in another dimension";
    }
    return "";
  }

  static void allocate(Piece &out, std::vector<DimBlock> box, int64_t fill) {
    out.box = std::move(box);
    out.data.assign(out.size(), fill);
  }
  /// A box that joins those of the members along `dim`.
  template <typename BoxOf>
  static std::string allocateJoined(const std::vector<int64_t> &group, int dim,
                                    int64_t fill, BoxOf boxOf, Piece &out) {
    std::vector<std::vector<DimBlock>> boxes;
    for (int64_t member : group)
      boxes.push_back(boxOf(member));
    std::vector<DimBlock> joined;
    if (std::string error = join(boxes, dim, joined); !error.empty())
      return error;
    allocate(out, joined, fill);
    return "";
  }

  std::string send(int64_t r, const ReshardStep &step, const Layout &before,
                   Piece &out) const {
    allocate(out, pieces[r].box, missing);
    std::vector<bool> sent(pieces.size(), false), got = sent;
    for (auto [source, target] : sendPairs(mesh, before, step.after)) {
      if (sent[source] || got[target])
        return "a rank sends or receives twice";
      sent[source] = got[target] = true;
      if (target == r)
        out = pieces[source];
    }
    return "";
  }

  /// `isTarget`: a rank that gets something.
  std::string gather(bool isTarget, const std::vector<int64_t> &group,
                     const ReshardStep &step, Piece &out) const {
    auto boxOf = [&](int64_t member) { return pieces[member].box; };
    std::string error = allocateJoined(group, step.dim, missing, boxOf, out);
    for (int64_t member : group)
      if (error.empty() && isTarget)
        copyFrom(pieces[member], out);
    return error;
  }

  std::string allToAll(int64_t r, const std::vector<int64_t> &group,
                       const ReshardStep &step, Piece &out) const {
    auto boxOf = [&](int64_t member) {
      return share(pieces[member].box, step, r);
    };
    std::string error =
        allocateJoined(group, step.concatDim, missing, boxOf, out);
    for (int64_t member : group)
      if (error.empty())
        copyFrom(pieces[member], out);
    return error;
  }

  std::string reduce(int64_t r, bool isTarget,
                     const std::vector<int64_t> &group, const ReshardStep &step,
                     Piece &out) const {
    const Piece &own = pieces[r];
    if (!isTarget) {
      allocate(out, own.box, missing);
      return "";
    }
    bool isScattered = step.kind == ReshardKind::ReduceScatter;
    allocate(out, isScattered ? share(own.box, step, r) : own.box,
             identity(step.monoid));
    for (int64_t m : group) {
      if (!(pieces[m].box == own.box))
        return "the partial values have different blocks";
      forEach(out.box, [&](const Shape &index) {
        int64_t &v = out.data[out.offset(index)];
        v = combine(step.monoid, v, pieces[m].data[pieces[m].offset(index)]);
      });
    }
    return "";
  }

  std::string permute(int64_t r, const ReshardStep &step, const Layout &before,
                      Piece &out) const {
    std::vector<int64_t> sources =
        permuteSources(mesh, shape, before, step.after);
    std::vector<int64_t> sorted = sources;
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < sorted.size(); ++i)
      if (sorted[i] != static_cast<int64_t>(i))
        return "the sources are no permutation";
    // The traffic stays within the axes that the step names.
    std::vector<int64_t> a = mesh.coordinates(sources[r]),
                         b = mesh.coordinates(r);
    for (size_t axis = 0; axis < a.size(); ++axis)
      if (a[axis] != b[axis] && !overlaps(step.axes, {mesh.ref(axis)}))
        return "the sources cross an axis that the step does not name";
    out = pieces[sources[r]];
    return "";
  }

  std::string toPartial(int64_t r, const std::vector<int64_t> &group,
                        const ReshardStep &step, const Layout &before,
                        Piece &out) const {
    if (step.dim < 0) {
      allocate(out, pieces[r].box, identity(step.monoid));
      for (int64_t member : keptPartials(mesh, step.axes, before))
        if (group[member] == r)
          copyFrom(pieces[r], out);
      return "";
    }
    auto boxOf = [&](int64_t member) { return pieces[member].box; };
    std::string error =
        allocateJoined(group, step.dim, identity(step.monoid), boxOf, out);
    if (error.empty())
      copyFrom(pieces[r], out);
    return error;
  }

  std::string runOn(int64_t r, const ReshardStep &step, const Layout &before,
                    Piece &out) const {
    const Piece &own = pieces[r];
    std::vector<int64_t> group = mesh.group(step.axes, r);
    if (step.root >= 0 && step.root >= static_cast<int64_t>(group.size()))
      return "the root is no member of the group";
    const bool isTarget = step.root < 0 || group[step.root] == r;
    switch (step.kind) {
    case ReshardKind::Restrict:
      allocate(out, own.box, missing);
      if (exists(step.after, r))
        copyFrom(own, out);
      return "";
    case ReshardKind::Broadcast:
      out = pieces[group[step.root]];
      return "";
    case ReshardKind::Scatter: {
      const Piece &whole = pieces[group[step.root]];
      allocate(out, share(whole.box, step, r), missing);
      copyFrom(whole, out);
      return "";
    }
    case ReshardKind::Send:
      return send(r, step, before, out);
    case ReshardKind::Slice:
      allocate(out, share(own.box, step, r), missing);
      copyFrom(own, out);
      return "";
    case ReshardKind::Gather:
    case ReshardKind::AllGather:
      return gather(isTarget, group, step, out);
    case ReshardKind::AllToAll:
      return allToAll(r, group, step, out);
    case ReshardKind::Reduce:
    case ReshardKind::AllReduce:
    case ReshardKind::ReduceScatter:
      return reduce(r, isTarget, group, step, out);
    case ReshardKind::Permute:
      return permute(r, step, before, out);
    case ReshardKind::ToPartial:
      return toPartial(r, group, step, before, out);
    }
    return "the kind of the step is unknown";
  }
};

} // namespace popt::test
#endif // POPT_TEST_UNIT_RESHARD_RANKS_H
