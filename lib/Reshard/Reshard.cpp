// The reshard search: which atoms a pair of layouts needs, shortest paths from
// a source (continued on demand, so that asking for many targets costs one
// exploration), and plans from paths. See Reshard.h for the idea and
// docs/Rationale/Reshard.md for what was rejected. Test: test/unit/Reshard.

#include "popt/Reshard/Reshard.h"

#include "Space.h"

#include <algorithm>
#include <cassert>
#include <queue>

namespace popt {

using namespace reshard;

//===----------------------------------------------------------------------===//
// Names and summaries
//===----------------------------------------------------------------------===//

const char *name(ReshardKind kind) {
  switch (kind) {
  case ReshardKind::Slice:
    return "slice";
  case ReshardKind::ToPartial:
    return "to-partial";
  default:
    return name(*collectiveOf(kind));
  }
}

std::optional<Collective> collectiveOf(ReshardKind kind) {
  switch (kind) {
  case ReshardKind::AllGather:
    return Collective::AllGather;
  case ReshardKind::AllToAll:
    return Collective::AllToAll;
  case ReshardKind::ReduceScatter:
    return Collective::ReduceScatter;
  case ReshardKind::AllReduce:
    return Collective::AllReduce;
  case ReshardKind::Permute:
    return Collective::Permute;
  case ReshardKind::Slice:
  case ReshardKind::ToPartial:
    return std::nullopt;
  }
  return std::nullopt;
}

std::string ReshardStep::str(const Mesh &mesh) const {
  std::string s = std::string(popt::name(kind)) + " " + mesh.str(axes);
  if (concatDim >= 0)
    s += " from dimension " + std::to_string(concatDim) + " to " +
         std::to_string(dim);
  else if (dim >= 0)
    s += " of dimension " + std::to_string(dim);
  if (collectiveOf(kind))
    s += " (" + std::to_string(wireBytes) + " B)";
  return s;
}

WireSummary ReshardPlan::summary() const {
  WireSummary summary;
  for (const ReshardStep &step : steps)
    if (std::optional<Collective> kind = collectiveOf(step.kind))
      summary.add(*kind, step.wireBytes);
  return summary;
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

static void dropTrivial(AxisList &axes) {
  axes.erase(std::remove_if(axes.begin(), axes.end(),
                            [](const AxisRef &ref) { return ref.size == 1; }),
             axes.end());
}

/// What a layout says to the search: closed, without axes of size 1.
static Layout normalized(const Layout &layout) {
  Layout l = layout.closed();
  for (DimLayout &dim : l.dims) {
    dropTrivial(dim.axes);
    if (dim.axes.empty())
      dim.granule = 1;
  }
  dropTrivial(l.partial);
  return l;
}

static AxisList allRefs(const Layout &layout) {
  AxisList refs = layout.partial;
  for (const DimLayout &dim : layout.dims)
    refs.insert(refs.end(), dim.axes.begin(), dim.axes.end());
  return refs;
}

/// The atoms of the axis that a set of points (products at which a part begins
/// or ends) leaves, if each point divides the next.
static std::optional<std::vector<Atom>> cut(int axis,
                                            std::vector<int64_t> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<Atom> atoms;
  for (size_t i = 1; i < points.size(); ++i) {
    if (points[i] % points[i - 1] != 0)
      return std::nullopt;
    atoms.push_back({AxisRef{axis, points[i - 1], points[i] / points[i - 1]}});
  }
  return atoms;
}

/// Atoms of the axes that the two layouts use. Digits that neither uses are
/// atoms too.
static std::vector<Atom> usedAtoms(const Mesh &mesh, const Layout &from,
                                   const Layout &to) {
  std::vector<Atom> atoms;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    std::vector<int64_t> points[2];
    bool isUsed = false;
    for (int side = 0; side < 2; ++side) {
      points[side] = {1, mesh.axes[axis].size};
      for (const AxisRef &ref : allRefs(side ? to : from)) {
        if (ref.axis != static_cast<int>(axis))
          continue;
        isUsed = true;
        points[side].insert(points[side].end(), {ref.pre, ref.end()});
      }
    }
    if (!isUsed)
      continue;
    std::vector<int64_t> both = points[0];
    both.insert(both.end(), points[1].begin(), points[1].end());
    std::vector<Atom> found;
    if (std::optional<std::vector<Atom>> common = cut(axis, both)) {
      found = *common;
    } else {
      // Two ways that do not refine each other: the atoms of both.
      for (const std::vector<int64_t> &side : points) {
        std::vector<Atom> own = *cut(static_cast<int>(axis), side);
        for (const Atom &atom : own)
          if (std::find(found.begin(), found.end(), atom) == found.end())
            found.push_back(atom);
      }
    }
    atoms.insert(atoms.end(), found.begin(), found.end());
  }
  return atoms;
}

/// Where two atoms that always stand side by side can be one: `next` follows
/// `atom` in every place of both layouts.
static bool travelTogether(const Mesh &mesh, const std::vector<Atom> &atoms,
                           size_t atom, size_t next, const Layout &from,
                           const Layout &to) {
  for (const Layout *layout : {&from, &to}) {
    bool together = false;
    for (const DimLayout &dim : layout->dims)
      for (size_t i = 0; i < dim.axes.size() && !together; ++i) {
        AxisList tail(dim.axes.begin() + i, dim.axes.end());
        std::optional<AxisList> rest = removePrefix(mesh, tail, atoms[atom]);
        together = rest && removePrefix(mesh, *rest, atoms[next]);
      }
    if (!together)
      return false;
  }
  return true;
}

namespace {
/// A search problem: the space and the two layouts as it sees them.
struct Problem {
  SpaceSpec spec;
  bool solvable = true; ///< false: too many axes even with some kept in place
};
} // namespace

/// Exploring grows fast with the number of atoms: up to this many, all axes of
/// the mesh take part and the answer is exact.
static constexpr size_t exactAtoms = 4;

static Problem makeProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                           const Layout &from, const Layout &to) {
  Problem problem;
  SpaceSpec &spec = problem.spec;
  spec.twoMonoids =
      !from.partial.empty() && !to.partial.empty() && from.monoid != to.monoid;
  Layout a = from, b = to;
  std::vector<AxisList> base(shape.size());

  // Terms over pinned coordinates stay; the caller has seen that they agree.
  auto keepPartial = [&](auto &&keep) {
    AxisList moving;
    for (const AxisRef &ref : a.partial)
      (keep(ref) ? spec.basePartial : moving).push_back(ref);
    a.partial = moving;
    b.partial = removeOverlapping(mesh, b.partial, spec.basePartial);
  };
  auto isPinned = [&](int axis) {
    return std::any_of(from.pins.begin(), from.pins.end(),
                       [&](const Pin &pin) { return pin.axis == axis; });
  };
  keepPartial([&](const AxisRef &ref) { return isPinned(ref.axis); });

  spec.atoms = usedAtoms(mesh, a, b);
  if (spec.atoms.size() > exactAtoms) {
    // Keep what both sides agree on where it is.
    spec.exact = false;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (a.dims[d].granule != b.dims[d].granule)
        continue;
      base[d] = commonPrefix(mesh, a.dims[d].axes, b.dims[d].axes);
      a.dims[d].axes = *removePrefix(mesh, a.dims[d].axes, base[d]);
      b.dims[d].axes = *removePrefix(mesh, b.dims[d].axes, base[d]);
    }
    if (!spec.twoMonoids)
      keepPartial([&](const AxisRef &ref) {
        return std::find(b.partial.begin(), b.partial.end(), ref) !=
               b.partial.end();
      });
    spec.atoms = usedAtoms(mesh, a, b);
    // Parts of an axis that stays need no atoms.
    AxisList kept = spec.basePartial;
    for (const AxisList &axes : base)
      kept.insert(kept.end(), axes.begin(), axes.end());
    spec.atoms.erase(
        std::remove_if(spec.atoms.begin(), spec.atoms.end(),
                       [&](const Atom &atom) {
                         return overlaps(atom, kept) || !overlaps(atom, [&] {
                                  AxisList all = allRefs(a);
                                  AxisList more = allRefs(b);
                                  all.insert(all.end(), more.begin(),
                                             more.end());
                                  return all;
                                }());
                       }),
        spec.atoms.end());
    for (size_t i = 0; i < spec.atoms.size(); ++i)
      for (size_t j = 0; j < spec.atoms.size(); ++j) {
        if (i == j || !travelTogether(mesh, spec.atoms, i, j, a, b))
          continue;
        spec.atoms[i].insert(spec.atoms[i].end(), spec.atoms[j].begin(),
                             spec.atoms[j].end());
        spec.atoms.erase(spec.atoms.begin() + j);
        i = static_cast<size_t>(-1); // begin again
        break;
      }
    if (spec.atoms.size() > maxAtoms)
      problem.solvable = false;
  }

  // Device axes that neither layout mentions can help with reductions.
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    AxisRef whole = mesh.ref(axis);
    if (whole.size == 1 || mesh.axes[axis].kind != AxisKind::Device ||
        isPinned(axis) || overlaps(allRefs(from), {whole}) ||
        overlaps(allRefs(to), {whole}))
      continue;
    if (spec.atoms.size() < exactAtoms)
      spec.atoms.push_back({whole});
    else
      spec.exact = false;
  }
  std::sort(spec.atoms.begin(), spec.atoms.end());

  for (size_t atom = 0; atom < spec.atoms.size(); ++atom)
    for (const AxisRef &ref : b.partial)
      if (ref.contains(spec.atoms[atom][0]))
        spec.creatable |= 1u << atom;

  // Dimensions: those of the layouts first, others while there is room.
  std::vector<bool> taken(shape.size(), false);
  size_t count = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (size_t d = 0; d < shape.size(); ++d) {
      bool needed = !from.dims[d].axes.empty() || !to.dims[d].axes.empty();
      bool wanted = pass == 0 ? needed : !needed && shape[d] > 1;
      bool two = pass == 0 && !a.dims[d].axes.empty() &&
                 !b.dims[d].axes.empty() &&
                 a.dims[d].granule != b.dims[d].granule;
      if (!wanted)
        continue;
      if (count + 1 + two > maxDims) {
        spec.exact = false;
        problem.solvable &= pass == 1;
        continue;
      }
      taken[d] = true;
      count += 1 + two;
    }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!taken[d])
      continue;
    const DimLayout &x = from.dims[d], &y = to.dims[d];
    spec.dims.push_back(
        {static_cast<int>(d), x.axes.empty() ? y.granule : x.granule, base[d]});
    if (!x.axes.empty() && !y.axes.empty() && x.granule != y.granule)
      spec.dims.push_back({static_cast<int>(d), y.granule, {}});
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// Shortest paths
//===----------------------------------------------------------------------===//

namespace {
/// Dijkstra from one node, continued until the target asked for is settled.
class Search {
public:
  Search(Space &space, int source) : space(space), source(source) {
    improve(source, {0, 0, -1, 0, 0});
  }

  struct Reached {
    double seconds = 0;
    int steps = -1; ///< -1: not reached yet
    int parent = -1;
    int edge = 0; ///< index into the parent's edges
    int64_t wireBytes = 0;
    bool settled = false;
  };

  const Reached &to(int target) {
    while (!at(target).settled) {
      assert(!queue.empty() && "every layout can be reached");
      Entry entry = queue.top();
      queue.pop();
      if (reached[entry.state].settled)
        continue;
      reached[entry.state].settled = true;
      const std::vector<Edge> &edges = space.edges(entry.state);
      const Reached here = reached[entry.state];
      for (size_t i = 0; i < edges.size(); ++i)
        improve(edges[i].to, {here.seconds + edges[i].cost.seconds,
                              here.steps + 1, entry.state, static_cast<int>(i),
                              here.wireBytes + edges[i].cost.wireBytes});
    }
    return reached[target];
  }

  /// The path as (node, edge index) pairs, from the source on.
  std::vector<std::pair<int, int>> path(int target) {
    std::vector<std::pair<int, int>> result;
    for (to(target); target != source; target = reached[target].parent)
      result.push_back({reached[target].parent, reached[target].edge});
    std::reverse(result.begin(), result.end());
    return result;
  }

private:
  struct Entry {
    double seconds;
    int steps;
    int state;
    bool operator<(const Entry &o) const { // greatest first: reversed
      if (seconds != o.seconds)
        return seconds > o.seconds;
      return steps != o.steps ? steps > o.steps : state > o.state;
    }
  };

  Reached &at(int state) {
    if (reached.size() <= static_cast<size_t>(state))
      reached.resize(state + 1);
    return reached[state];
  }

  void improve(int state, Reached candidate) {
    Reached &known = at(state);
    if (known.settled)
      return;
    if (known.steps >= 0 && (known.seconds < candidate.seconds ||
                             (known.seconds == candidate.seconds &&
                              known.steps <= candidate.steps)))
      return;
    known = candidate;
    queue.push({candidate.seconds, candidate.steps, state});
  }

  Space &space;
  int source;
  std::vector<Reached> reached;
  std::priority_queue<Entry> queue;
};
} // namespace

//===----------------------------------------------------------------------===//
// ReshardCosts
//===----------------------------------------------------------------------===//

struct ReshardCosts::Impl {
  const Mesh &mesh;
  const Machine &machine;
  std::vector<int64_t> shape;
  int elementBits, partialBits;

  struct Explored {
    Space space;
    std::map<int, Search> searches; ///< by source node
  };
  std::map<std::vector<int64_t>, std::unique_ptr<Explored>> spaces;

  /// A pair of layouts as nodes of a space; `explored` is null if the space
  /// cannot be searched.
  struct Query {
    Explored *explored = nullptr;
    Search *search = nullptr;
    int source = 0, target = 0;
  };

  bool comparable(const Layout &from, const Layout &to) const;
  Query query(const Layout &from, const Layout &to);
  ReshardPlan gatherAndSlice(const Layout &from, const Layout &to) const;
  ReshardPlan planBetween(const Layout &from, const Layout &to);
};

/// False if the two differ in what this search does not move.
bool ReshardCosts::Impl::comparable(const Layout &from,
                                    const Layout &to) const {
  assert(from.dims.size() == shape.size() && to.dims.size() == shape.size() &&
         "rank mismatch");
  if (from.pins != to.pins || from.memory != to.memory)
    return false;
  auto pinned = [&](const Layout &layout) {
    AxisList terms;
    for (const AxisRef &ref : layout.partial)
      for (const Pin &pin : layout.pins)
        if (pin.axis == ref.axis)
          terms.push_back(ref);
    return terms;
  };
  AxisList terms = pinned(from);
  return terms == pinned(to) && (terms.empty() || from.monoid == to.monoid);
}

ReshardCosts::Impl::Query ReshardCosts::Impl::query(const Layout &from,
                                                    const Layout &to) {
  Problem problem = makeProblem(mesh, shape, from, to);
  Query query;
  if (!problem.solvable)
    return query;
  std::unique_ptr<Explored> &explored = spaces[problem.spec.key()];
  if (!explored)
    explored.reset(new Explored{Space(mesh, machine, shape, elementBits,
                                      partialBits, std::move(problem.spec)),
                                {}});
  Space &space = explored->space;
  std::optional<int> source = space.find(from, false);
  std::optional<int> target = space.find(to, space.spec.twoMonoids);
  if (!source || !target)
    return query;
  query.explored = explored.get();
  query.source = *source;
  query.target = *target;
  query.search =
      &explored->searches.try_emplace(*source, space, *source).first->second;
  return query;
}

/// For meshes with more moving axes than the search takes: correct, not least.
ReshardPlan ReshardCosts::Impl::gatherAndSlice(const Layout &from,
                                               const Layout &to) const {
  ReshardPlan plan;
  plan.exact = false;
  Layout now = from;
  auto bytes = [&](const Layout &layout) {
    int64_t bits =
        layout.partial.empty() || !partialBits ? elementBits : partialBits;
    for (int64_t extent : localShape(layout, shape))
      bits *= extent;
    return (bits + 7) / 8;
  };
  auto add = [&](ReshardKind kind, AxisList axes, int dim, CommCost cost) {
    ReshardStep step;
    step.kind = kind;
    step.axes = std::move(axes);
    step.dim = dim;
    step.monoid = kind == ReshardKind::ToPartial ? to.monoid : from.monoid;
    step.after = now;
    step.seconds = cost.seconds;
    step.wireBytes = cost.wireBytes;
    plan.steps.push_back(std::move(step));
  };
  bool keepTerms = from.monoid == to.monoid;
  AxisList reduced = keepTerms
                         ? removeOverlapping(mesh, from.partial, to.partial)
                         : from.partial;
  if (!reduced.empty()) {
    CommCost cost =
        machine.collective(Collective::AllReduce, mesh, reduced, bytes(now));
    now.partial = removeOverlapping(mesh, now.partial, reduced);
    add(ReshardKind::AllReduce, reduced, -1, cost);
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (now.dims[d] == to.dims[d] || now.dims[d].axes.empty())
      continue;
    AxisList axes = now.dims[d].axes;
    now.dims[d] = DimLayout();
    add(ReshardKind::AllGather, axes, d,
        machine.collective(Collective::AllGather, mesh, axes, bytes(now)));
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (now.dims[d] == to.dims[d])
      continue;
    now.dims[d] = to.dims[d];
    add(ReshardKind::Slice, to.dims[d].axes, d,
        {machine.copySeconds(bytes(now)), 0});
  }
  AxisList terms = removeOverlapping(mesh, to.partial, now.partial);
  if (!terms.empty()) {
    now = to;
    add(ReshardKind::ToPartial, terms, -1,
        {machine.copySeconds(bytes(now)), 0});
  }
  for (const ReshardStep &step : plan.steps) {
    plan.seconds += step.seconds;
    plan.wireBytes += step.wireBytes;
  }
  return plan;
}

ReshardPlan ReshardCosts::Impl::planBetween(const Layout &from,
                                            const Layout &to) {
  Query q = query(from, to);
  if (!q.explored)
    return gatherAndSlice(from, to);
  Space &space = q.explored->space;
  ReshardPlan plan;
  plan.exact = space.spec.exact;
  for (auto [node, index] : q.search->path(q.target)) {
    Edge edge = space.edges(node)[index];
    ReshardStep step;
    step.kind = edge.kind;
    step.axes = space.axesOf(edge);
    if (step.axes.empty()) // the same blocks under another granule
      continue;
    step.dim = edge.dim;
    step.concatDim = edge.concatDim;
    bool second =
        edge.kind == ReshardKind::ToPartial ? true : space.isSecond(node);
    bool targetOnly = from.partial.empty();
    step.monoid = second || targetOnly ? to.monoid : from.monoid;
    step.after = space.layout(edge.to, from,
                              targetOnly ? to.monoid : from.monoid, to.monoid);
    step.seconds = edge.cost.seconds;
    step.wireBytes = edge.cost.wireBytes;
    plan.seconds += step.seconds;
    plan.wireBytes += step.wireBytes;
    plan.fullGather |= edge.kind == ReshardKind::AllGather &&
                       !space.isSplit(edge.to) && space.isSplit(q.target);
    plan.steps.push_back(std::move(step));
  }
  return plan;
}

ReshardCosts::ReshardCosts(const Mesh &mesh, const Machine &machine,
                           std::vector<int64_t> shape, int elementBits,
                           int partialBits)
    : impl(new Impl{
          mesh, machine, std::move(shape), elementBits, partialBits, {}}) {}
ReshardCosts::~ReshardCosts() = default;
ReshardCosts::ReshardCosts(ReshardCosts &&) noexcept = default;

std::optional<CommCost> ReshardCosts::cost(const Layout &from,
                                           const Layout &to) {
  Layout a = normalized(from), b = normalized(to);
  if (!impl->comparable(a, b))
    return std::nullopt;
  if (a == b)
    return CommCost();
  Impl::Query q = impl->query(a, b);
  if (!q.explored) {
    ReshardPlan plan = impl->gatherAndSlice(a, b);
    return CommCost{plan.seconds, plan.wireBytes};
  }
  const Search::Reached &reached = q.search->to(q.target);
  return CommCost{reached.seconds, reached.wireBytes};
}

std::optional<ReshardPlan> ReshardCosts::plan(const Layout &from,
                                              const Layout &to) {
  Layout a = normalized(from), b = normalized(to);
  if (!impl->comparable(a, b))
    return std::nullopt;
  if (a == b)
    return ReshardPlan();
  ReshardPlan plan = impl->planBetween(a, b);
  // Axes of size 1, which the search leaves out, come back.
  if (!plan.steps.empty())
    plan.steps.back().after = to.closed();
  return plan;
}

ReshardCosts &ReshardCache::get(const std::vector<int64_t> &shape,
                                int elementBits, int partialBits) {
  std::vector<int64_t> key = shape;
  key.insert(key.end(), {elementBits, partialBits});
  auto it = costs.find(key);
  if (it == costs.end())
    it = costs
             .emplace(std::move(key), ReshardCosts(mesh, machine, shape,
                                                   elementBits, partialBits))
             .first;
  return it->second;
}

std::optional<ReshardPlan> planReshard(const Mesh &mesh, const Machine &machine,
                                       const std::vector<int64_t> &shape,
                                       int elementBits, const Layout &from,
                                       const Layout &to, int partialBits) {
  return ReshardCosts(mesh, machine, shape, elementBits, partialBits)
      .plan(from, to);
}

} // namespace popt
