// The reshard search: which atoms a pair of layouts needs, shortest paths from
// a source (continued on demand, so that asking for many targets costs one
// exploration), and plans from paths. See Reshard.h for the idea and
// docs/Rationale/Reshard.md for what was rejected. Test: test/unit/Reshard.

#include "popt/Reshard/Reshard.h"

#include "DirectedSearch.h"
#include "Estimate.h"
#include "Problem.h"
#include "Symmetry.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

namespace popt {

using namespace reshard;

//===----------------------------------------------------------------------===//
// Shortest paths
//===----------------------------------------------------------------------===//

namespace {
/// Dijkstra from one node, continued until the target asked for is settled.
class Search {
public:
  Search(Space &space, int source) : space(space), source(source) {
    at(source).steps = 0;
    queue.push({0, 0, space.orderOf(source), source});
  }
  Search(const Search &) = delete;

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
      // The edges may lead to new nodes.
      reached.resize(std::max(reached.size(), space.size()));
      const Reached here = reached[entry.state];
      for (size_t i = 0; i < edges.size(); ++i)
        improve(here, entry.state, edges[i], static_cast<int>(i));
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
    uint64_t order; ///< of the layout, whatever was asked before
    int state;
    bool operator<(const Entry &o) const { // greatest first: reversed
      if (seconds != o.seconds)
        return seconds > o.seconds;
      return std::tie(steps, order, state) >
             std::tie(o.steps, o.order, o.state);
    }
  };

  Reached &at(int state) {
    if (reached.size() <= static_cast<size_t>(state))
      reached.resize(state + 1);
    return reached[state];
  }

  void improve(const Reached &here, int from, const Edge &edge, int index) {
    Reached &known = reached[edge.to];
    if (known.settled)
      return;
    const double seconds = here.seconds + edge.cost.seconds;
    if (known.steps >= 0 &&
        (known.seconds < seconds ||
         (known.seconds == seconds && known.steps <= here.steps + 1)))
      return;
    known = {seconds, here.steps + 1, from, index,
             here.wireBytes + edge.cost.wireBytes};
    queue.push({seconds, known.steps, space.orderOf(edge.to), edge.to});
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

namespace {
/// A space and the searches in it.
struct Explored {
  explicit Explored(Space given) : space(std::move(given)), symmetry(space) {}

  Space space;
  Symmetry symmetry;
  std::map<int, Search> searches; ///< by source node
  /// Whose searches are asked for costs: another one's, if extents of even dims
  /// are all that differs.
  Explored *model = this;
  int number = 0; ///< in its Impl

  Search &searchFrom(int source) {
    return searches.try_emplace(source, space, source).first->second;
  }
};

/// A layout that is asked about often, and its node in each space.
struct Known {
  Layout layout; ///< normalized
  bool isPlain = false;
  uint64_t partialAxes = 0; ///< set of its partial axes, if it is plain
  struct Coded {
    State state;
    Symmetry::Renaming canonical;
    Search *search = nullptr; ///< from the canonical node; null if not coded
  };
  std::vector<Coded> coded;   ///< by number of the space
  std::optional<Brief> brief; ///< on meshes of many axes
};
} // namespace

struct reshard::Pool {
  /// One space for all that are equal except for the extents of even dims.
  std::map<std::vector<int64_t>, std::shared_ptr<Explored>> models;
  MeasuredDims measured;
};

/// True if parts of some axis are as large as another or its parts.
static bool haveCommonDivisors(const Mesh &mesh) {
  for (const MeshAxis &a : mesh.axes)
    for (const MeshAxis &b : mesh.axes)
      if (a.size < b.size && std::gcd(a.size, b.size) > 1)
        return true;
  return false;
}

struct ReshardCosts::Impl {
  const Mesh &mesh;
  const Machine &machine;
  std::vector<int64_t> shape;
  int elementBits, partialBits;
  std::shared_ptr<Pool> pool;

  std::map<std::vector<int64_t>, std::shared_ptr<Explored>> spaces = {};
  /// Spaces of pairs of plain layouts, by the target's partial axes and whether
  /// there are two monoids: nothing else of such a pair tells spaces apart.
  std::map<std::pair<uint64_t, bool>, Explored *> plainSpaces = {};
  std::vector<Known> known = {};

  /// A pair of layouts as nodes of a space; `explored` is null if the space
  /// cannot be searched.
  struct Query {
    Explored *explored = nullptr;
    Search *search = nullptr;
    int source = 0, target = 0;
  };

  bool comparable(const Layout &from, const Layout &to) const;
  bool isPlain(const Layout &layout) const;
  Explored *spaceOf(const Layout &from, const Layout &to);
  Known::Coded &codedIn(Explored &explored, Known &layout);
  Query query(const Layout &from, const Layout &to);
  ReshardPlan planOf(Space &space,
                     const std::vector<std::pair<int, Edge>> &path,
                     const Layout &from, const Layout &to) const;
  ReshardPlan findPlan(const Layout &from, const Layout &to);
  ReshardPlan findFinerPlan(const Layout &from, const Layout &to);
  ReshardPlan refine(const Layout &from, const ReshardPlan &plan, bool finer,
                     int depth);
  ReshardPlan planBetween(const Layout &from, const Layout &to, bool finer,
                          int depth = 0);
  const CommCost &costByPlan(const Layout &from, const Layout &to);

  using Pair = std::pair<std::string, std::string>;
  std::map<Pair, CommCost> costsByPlan = {};
  std::map<Pair, ReshardPlan> finerPlans = {};
  const bool canCut = haveCommonDivisors(mesh);
  std::optional<Estimator> estimator = {}; ///< on meshes of many axes
};

/// False if the two differ in something that this search does not move.
bool ReshardCosts::Impl::comparable(const Layout &from,
                                    const Layout &to) const {
  assert(from.dims.size() == shape.size() && to.dims.size() == shape.size() &&
         "rank mismatch");
  if (from.memory != to.memory)
    return false;
  // Pins on other axes than those of devices, and partial axes over them.
  auto isFixed = [&](const Pin &pin) {
    return mesh.axes[pin.axis].kind != AxisKind::Device;
  };
  auto fixed = [&](const Layout &layout) {
    std::pair<std::vector<Pin>, AxisList> result;
    for (const Pin &pin : layout.pins) {
      if (!isFixed(pin))
        continue;
      result.first.push_back(pin);
      for (const AxisRef &ref : layout.partial)
        if (pin.axis == ref.axis)
          result.second.push_back(ref);
    }
    return result;
  };
  auto stays = fixed(from);
  return stays == fixed(to) &&
         (stays.second.empty() || from.monoid == to.monoid);
}

static bool hasFewAxes(const Mesh &mesh) {
  auto isUsed = [](const MeshAxis &axis) {
    return axis.size > 1 && axis.kind != AxisKind::Stage;
  };
  return std::count_if(mesh.axes.begin(), mesh.axes.end(), isUsed) <=
         mostSearchedAxes;
}

/// True if whole device axes split dims of more than one element and nothing is
/// pinned, on a mesh small enough for a search among all pairs.
bool ReshardCosts::Impl::isPlain(const Layout &layout) const {
  if (!layout.pins.empty() || layout.dims.size() > 10 || !hasFewAxes(mesh))
    return false;
  auto isWhole = [&](const AxisRef &ref) {
    return ref == mesh.ref(ref.axis) &&
           mesh.axes[ref.axis].kind == AxisKind::Device;
  };
  auto areWhole = [&](const AxisList &axes) {
    return std::all_of(axes.begin(), axes.end(), isWhole);
  };
  for (size_t d = 0; d < layout.dims.size(); ++d)
    if (layout.dims[d].granule != 1 || !areWhole(layout.dims[d].axes) ||
        (shape[d] <= 1 && !layout.dims[d].axes.empty()))
      return false;
  return areWhole(layout.partial);
}

/// The space in which to search, or null if it is too large.
Explored *ReshardCosts::Impl::spaceOf(const Layout &from, const Layout &to) {
  Explored **plain = nullptr;
  if (isPlain(from) && isPlain(to)) {
    uint64_t partialAxes = 0;
    for (const AxisRef &ref : to.partial)
      partialAxes |= uint64_t(1) << ref.axis;
    bool two = !from.partial.empty() && partialAxes && from.monoid != to.monoid;
    plain = &plainSpaces[{partialAxes, two}];
    if (*plain)
      return *plain;
  }
  Problem problem = makeProblem(mesh, shape, from, to);
  if (!problem.solvable)
    return nullptr;
  std::shared_ptr<Explored> &explored = spaces[problem.spec.key()];
  if (!explored) {
    explored = std::make_shared<Explored>(
        Space(mesh, machine, shape, elementBits, partialBits,
              std::move(problem.spec), pool->measured));
    explored->number = static_cast<int>(spaces.size()) - 1;
    if (std::vector<int64_t> kind = explored->space.evenKind(); !kind.empty())
      explored->model = pool->models.try_emplace(std::move(kind), explored)
                            .first->second.get();
  }
  if (plain)
    *plain = explored.get();
  return explored.get();
}

ReshardCosts::Impl::Query ReshardCosts::Impl::query(const Layout &from,
                                                    const Layout &to) {
  Query query;
  Explored *explored = spaceOf(from, to);
  if (!explored)
    return query;
  Space &space = explored->space;
  std::optional<int> source = space.find(from, false);
  std::optional<int> target = space.find(to, space.spec.twoMonoids);
  if (!source || !target)
    return query;
  query.explored = explored;
  query.source = *source;
  query.target = *target;
  query.search = &explored->searchFrom(*source);
  return query;
}

/// The node of a plain layout in the space.
Known::Coded &ReshardCosts::Impl::codedIn(Explored &explored, Known &layout) {
  if (layout.coded.size() <= static_cast<size_t>(explored.number))
    layout.coded.resize(spaces.size());
  Known::Coded &coded = layout.coded[explored.number];
  if (!coded.search) {
    std::optional<State> state = explored.space.code(layout.layout, false);
    assert(state && "plain layouts are nodes of every plain space");
    coded.state = *state;
    coded.canonical = explored.symmetry.canonical(*state);
    Explored &model = *explored.model;
    coded.search = &model.searchFrom(
        model.space.intern(explored.symmetry.apply(coded.canonical, *state)));
  }
  return coded;
}

/// The member of the group over `axes` at which a value pinned along them is;
/// of several the first.
static int64_t rootOf(const Mesh &mesh, const AxisList &axes,
                      const Layout &pinned) {
  std::vector<int64_t> coordinates(mesh.axes.size(), 0);
  for (const Pin &pin : pinned.pins)
    coordinates[pin.axis] = pin.coordinates.front();
  int64_t root = 0;
  for (const AxisRef &ref : axes)
    root = root * ref.size + mesh.coordinate(ref, coordinates);
  return root;
}

/// The steps that a path of (node, move) pairs stands for.
ReshardPlan
ReshardCosts::Impl::planOf(Space &space,
                           const std::vector<std::pair<int, Edge>> &path,
                           const Layout &from, const Layout &to) const {
  ReshardPlan plan;
  plan.exact = space.spec.exact;
  Layout before = from;
  for (const auto &[node, edge] : path) {
    ReshardStep step;
    step.kind = edge.kind;
    step.axes = space.axesOf(edge);
    if (step.axes.empty()) // the same blocks under another granule
      continue;
    step.dim = edge.dim;
    step.concatDim = edge.concatDim;
    // Partial values over pinned coordinates are partial already.
    bool isMade = edge.kind == ReshardKind::ToPartial &&
                  !overlaps(before.partial, step.axes);
    bool second = isMade || space.isSecond(node);
    bool targetOnly = from.partial.empty();
    step.monoid = second || targetOnly ? to.monoid : from.monoid;
    step.after = space.layout(edge.to, from,
                              targetOnly ? to.monoid : from.monoid, to.monoid);
    if (step.kind == ReshardKind::Broadcast ||
        step.kind == ReshardKind::Scatter)
      step.root = rootOf(mesh, step.axes, before);
    if (step.kind == ReshardKind::Gather || step.kind == ReshardKind::Reduce)
      step.root = rootOf(mesh, step.axes, step.after);
    before = step.after;
    step.seconds = edge.cost.seconds;
    step.wireBytes = edge.cost.wireBytes;
    plan.seconds += step.seconds;
    plan.wireBytes += step.wireBytes;
    plan.fullGather |= edge.kind == ReshardKind::AllGather &&
                       !space.isSplit(edge.to) &&
                       space.isSplit(path.back().second.to);
    plan.steps.push_back(std::move(step));
  }
  return plan;
}

/// One search from end to end.
ReshardPlan ReshardCosts::Impl::findPlan(const Layout &from, const Layout &to) {
  Query q = query(from, to);
  if (!q.explored)
    return planWithoutSearch(mesh, machine, shape, elementBits, partialBits,
                             from, to);
  Space &space = q.explored->space;
  std::vector<std::pair<int, Edge>> path;
  for (auto [node, index] : q.search->path(q.target))
    path.push_back({node, space.edges(node)[index]});
  return planOf(space, path, from, to);
}

/// The same, or a cheaper plan of a search among finer atoms.
ReshardPlan ReshardCosts::Impl::findFinerPlan(const Layout &from,
                                              const Layout &to) {
  if (isPlain(from) && isPlain(to) &&
      (!canCut || !replacesAxes(mesh, from, to)))
    return findPlan(from, to);
  Problem problem = makeFinerProblem(mesh, shape, from, to);
  if (!problem.solvable ||
      (!problem.isCut && problem.spec.atoms.size() <= maxAtoms))
    return findPlan(from, to);
  auto [known, isNew] = finerPlans.try_emplace({from.str(mesh), to.str(mesh)});
  ReshardPlan &plan = known->second;
  if (!isNew)
    return plan;
  plan = planBetween(from, to, /*finer=*/false);
  Space space(mesh, machine, shape, elementBits, partialBits,
              std::move(problem.spec), pool->measured);
  std::optional<int> source = space.find(from, false);
  std::optional<int> target = space.find(to, space.spec.twoMonoids);
  if (!source || !target)
    return plan;
  DirectedPath path = searchBetween(space, *source, *target, plan.seconds);
  if (!path.moves.empty())
    plan = planOf(space, path.moves, from, to);
  plan.exact = space.spec.exact && path.complete;
  return plan;
}

/// Replaces each step by the plan between its own two layouts, until all are
/// single moves: Partition asks for each again. Where a mesh has more axes than
/// one search takes, that is also cheaper: what the whole had to keep in place
/// or move as one has its own axes in a part.
ReshardPlan ReshardCosts::Impl::refine(const Layout &from,
                                       const ReshardPlan &plan, bool finer,
                                       int depth) {
  ReshardPlan refined;
  refined.exact = plan.exact;
  refined.fullGather = plan.fullGather;
  Layout before = from;
  for (const ReshardStep &step : plan.steps) {
    Layout after = normalized(mesh, step.after);
    if (before == after) // an axis cut in another way
      continue;
    ReshardPlan part = planBetween(before, after, finer, depth + 1);
    if (part.steps.empty())
      continue;
    refined.seconds += part.seconds;
    refined.wireBytes += part.wireBytes;
    std::move(part.steps.begin(), part.steps.end(),
              std::back_inserter(refined.steps));
    before = std::move(after);
  }
  return refined;
}

ReshardPlan ReshardCosts::Impl::planBetween(const Layout &from,
                                            const Layout &to, bool finer,
                                            int depth) {
  // Parts are cheaper than the whole, so this ends; searches that leave axes
  // out give no such promise.
  constexpr int deepest = 16;
  ReshardPlan plan = finer ? findFinerPlan(from, to) : findPlan(from, to);
  return plan.steps.size() <= 1 || depth == deepest
             ? plan
             : refine(from, plan, finer, depth);
}

const CommCost &ReshardCosts::Impl::costByPlan(const Layout &from,
                                               const Layout &to) {
  auto [known, isNew] = costsByPlan.try_emplace({from.str(mesh), to.str(mesh)});
  if (isNew) {
    ReshardPlan plan = planBetween(from, to, /*finer=*/false);
    known->second = {plan.seconds, plan.wireBytes};
  }
  return known->second;
}

ReshardCosts::ReshardCosts(const Mesh &mesh, const Machine &machine,
                           std::vector<int64_t> shape, int elementBits,
                           int partialBits, std::shared_ptr<Pool> pool)
    : impl(new Impl{mesh, machine, std::move(shape), elementBits, partialBits,
                    pool ? std::move(pool) : std::make_shared<Pool>()}) {
  if (!hasFewAxes(mesh))
    impl->estimator.emplace(mesh, machine, impl->shape, elementBits,
                            partialBits);
}
ReshardCosts::~ReshardCosts() = default;
ReshardCosts::ReshardCosts(ReshardCosts &&) noexcept = default;

std::optional<CommCost> ReshardCosts::cost(const Layout &from,
                                           const Layout &to) {
  Layout a = normalized(impl->mesh, from), b = normalized(impl->mesh, to);
  if (!impl->comparable(a, b))
    return std::nullopt;
  if (a == b)
    return CommCost();
  Impl::Query q = impl->query(a, b);
  if (!q.explored || !q.explored->space.spec.exact)
    return impl->costByPlan(a, b);
  const Search::Reached &reached = q.search->to(q.target);
  return CommCost{reached.seconds, reached.wireBytes};
}

int ReshardCosts::number(const Layout &layout) {
  Known known;
  known.layout = normalized(impl->mesh, layout);
  known.isPlain = impl->isPlain(known.layout);
  if (impl->estimator)
    known.brief = impl->estimator->brief(known.layout);
  for (const AxisRef &ref : known.layout.partial)
    known.partialAxes |= uint64_t(1) << ref.axis % 64;
  impl->known.push_back(std::move(known));
  return static_cast<int>(impl->known.size()) - 1;
}

double ReshardCosts::seconds(int from, int to) {
  Known &a = impl->known[from], &b = impl->known[to];
  if (impl->estimator && a.brief && b.brief &&
      a.layout.memory == b.layout.memory)
    return impl->estimator->seconds(*a.brief, *b.brief);
  if (impl->estimator)
    return impl->comparable(a.layout, b.layout)
               ? planWithoutSearch(impl->mesh, impl->machine, impl->shape,
                                   impl->elementBits, impl->partialBits,
                                   a.layout, b.layout)
                     .seconds
               : std::numeric_limits<double>::infinity();
  if (!a.isPlain || !b.isPlain || a.layout.memory != b.layout.memory) {
    std::optional<CommCost> known = cost(a.layout, b.layout);
    return known ? known->seconds : std::numeric_limits<double>::infinity();
  }
  bool two =
      a.partialAxes && b.partialAxes && a.layout.monoid != b.layout.monoid;
  Explored *&explored = impl->plainSpaces[{b.partialAxes, two}];
  if (!explored)
    explored = impl->spaceOf(a.layout, b.layout);
  if (!explored)
    return cost(a.layout, b.layout)->seconds;
  State target = impl->codedIn(*explored, b).state;
  target.second = two;
  const Known::Coded &source = impl->codedIn(*explored, a);
  int node = explored->model->space.intern(
      explored->symmetry.apply(source.canonical, target));
  return source.search->to(node).seconds;
}

std::optional<ReshardPlan> ReshardCosts::plan(const Layout &from,
                                              const Layout &to) {
  Layout a = normalized(impl->mesh, from), b = normalized(impl->mesh, to);
  if (!impl->comparable(a, b))
    return std::nullopt;
  if (a == b)
    return ReshardPlan();
  ReshardPlan plan = impl->planBetween(a, b, /*finer=*/true);
  // Axes of size 1, which the search leaves out, come back.
  if (!plan.steps.empty())
    plan.steps.back().after = to.closed();
  return plan;
}

ReshardCache::ReshardCache(const Mesh &mesh, const Machine &machine)
    : mesh(mesh), machine(machine), pool(std::make_shared<Pool>()) {}

ReshardCosts &ReshardCache::get(const std::vector<int64_t> &shape,
                                int elementBits, int partialBits) {
  std::vector<int64_t> key = shape;
  key.insert(key.end(), {elementBits, partialBits});
  auto it = costs.find(key);
  if (it == costs.end())
    it = costs
             .emplace(std::move(key),
                      ReshardCosts(mesh, machine, shape, elementBits,
                                   partialBits, pool))
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
