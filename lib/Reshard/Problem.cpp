// From two layouts to a search problem: which parts of which axes move as one,
// which dims take part, and which have to stay in place where a mesh has more
// axes than an exact search takes. Test: test/unit/Reshard.

#include "Problem.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace popt::reshard {

bool exclude(const AxisList &a, const AxisList &b) {
  for (const AxisRef &x : a)
    for (const AxisRef &y : b) {
      if (x.axis != y.axis)
        continue;
      const AxisRef &major = x.pre < y.pre ? x : y;
      const AxisRef &minor = x.pre < y.pre ? y : x;
      if (minor.pre % major.end() != 0)
        return true;
    }
  return false;
}

AxisList keptPrefix(const Mesh &mesh, const DimLayout &from,
                    const DimLayout &to, int64_t extent) {
  if (from.granule != to.granule)
    return {};
  // Whole axes of the list, or any part of it where all blocks are equal.
  auto splits = [&](const DimLayout &dim, const AxisList &prefix) {
    return isEven(dim, extent) ||
           (prefix.size() <= dim.axes.size() &&
            std::equal(prefix.begin(), prefix.end(), dim.axes.begin()));
  };
  AxisList kept = commonPrefix(mesh, from.axes, to.axes);
  while (!kept.empty() && !(splits(from, kept) && splits(to, kept)))
    kept.pop_back();
  return kept;
}

/// The axes that a layout mentions.
static AxisList allRefs(const Mesh &mesh, const Layout &layout) {
  AxisList refs = layout.partial;
  for (const DimLayout &dim : layout.dims)
    refs.insert(refs.end(), dim.axes.begin(), dim.axes.end());
  for (const Pin &pin : layout.pins)
    refs.push_back(mesh.ref(pin.axis));
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
      for (const AxisRef &ref : allRefs(mesh, side ? to : from)) {
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

/// True if two atoms can be one: in each layout `next` follows `atom` in a dim,
/// or, if `unsplit`, both hold copies or both are partial.
static bool travelTogether(const Mesh &mesh, const Atom &atom, const Atom &next,
                           const Layout &from, const Layout &to, bool unsplit) {
  for (const Layout *layout : {&from, &to}) {
    for (const Pin &pin : layout->pins)
      if (overlaps(atom, {mesh.ref(pin.axis)}) ||
          overlaps(next, {mesh.ref(pin.axis)}))
        return false;
    bool together = false;
    AxisList inDims;
    for (const DimLayout &dim : layout->dims) {
      inDims.insert(inDims.end(), dim.axes.begin(), dim.axes.end());
      for (size_t i = 0; i < dim.axes.size() && !together; ++i) {
        AxisList tail(dim.axes.begin() + i, dim.axes.end());
        std::optional<AxisList> rest = removePrefix(mesh, tail, atom);
        together = rest && removePrefix(mesh, *rest, next);
      }
    }
    bool bothUnsplit =
        !overlaps(inDims, atom) && !overlaps(inDims, next) &&
        overlaps(layout->partial, atom) == overlaps(layout->partial, next);
    if (!together && !(unsplit && bothUnsplit))
      return false;
  }
  return true;
}

/// Joins atoms that travel together while there are more than `enough`.
static void joinAtoms(const Mesh &mesh, const Layout &from, const Layout &to,
                      bool unsplit, size_t enough, std::vector<Atom> &atoms) {
  for (size_t i = 0; i < atoms.size() && atoms.size() > enough;) {
    size_t j = 0;
    while (j < atoms.size() &&
           (i == j ||
            !travelTogether(mesh, atoms[i], atoms[j], from, to, unsplit)))
      ++j;
    if (j == atoms.size()) {
      ++i;
      continue;
    }
    atoms[i].insert(atoms[i].end(), atoms[j].begin(), atoms[j].end());
    atoms.erase(atoms.begin() + j);
    i = 0;
  }
}

bool replacesAxes(const Mesh &mesh, const Layout &from, const Layout &to) {
  for (size_t d = 0; d < from.dims.size(); ++d) {
    const AxisList &x = from.dims[d].axes, &y = to.dims[d].axes;
    AxisList both = commonPrefix(mesh, x, y);
    if (both != x && both != y)
      return true;
  }
  return false;
}

/// Cuts each atom so that what is left of it without its minor part is as large
/// as the largest common divisor with another, as long as there are no more
/// than `most`. True if it cut any.
static bool cutAtCommonDivisors(const Mesh &mesh, size_t most,
                                std::vector<Atom> &atoms) {
  std::vector<Atom> result;
  size_t count = atoms.size();
  for (const Atom &atom : atoms) {
    const AxisRef ref = atom[0];
    std::vector<int64_t> points{ref.pre};
    if (atom.size() == 1 && mesh.axes[ref.axis].kind == AxisKind::Device) {
      std::set<int64_t> divisors;
      for (const Atom &other : atoms)
        divisors.insert(std::gcd(ref.size, product(other)));
      for (int64_t part : divisors)
        if (part > 1 && part < ref.size && count < most &&
            ref.pre * part % points.back() == 0) {
          points.push_back(ref.pre * part);
          ++count;
        }
    }
    if (points.size() == 1) {
      result.push_back(atom);
      continue;
    }
    points.push_back(ref.end());
    std::vector<Atom> parts = *cut(ref.axis, points);
    result.insert(result.end(), parts.begin(), parts.end());
  }
  // Of two ways to cut an axis both may have a part.
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::sort(atoms.begin(), atoms.end());
  std::swap(atoms, result);
  return atoms != result;
}

static constexpr int64_t maxBlocks = int64_t(1) << 20;

namespace {

/// Makes a search problem of at most `most` atoms, or of more where an exact
/// one needs them. What stays in place is taken out of `a` and `b`, which are
/// `from` and `to` at first.
class ProblemMaker {
public:
  ProblemMaker(const Mesh &mesh, const std::vector<int64_t> &shape,
               const Layout &from, const Layout &to, size_t most)
      : mesh(mesh), shape(shape), from(from), to(to), most(most), a(from),
        b(to), base(shape.size()) {}

  Problem make();

private:
  template <typename Keeps> void keepPins(Keeps &&keeps);
  template <typename Keeps> void keepPartial(Keeps &&keeps);
  void keepDim(size_t dim, const AxisList &axes);
  template <typename Drop> void dropAtoms(Drop &&drop);

  void keepTime();
  void findAtoms();
  void keepWhatAgrees();
  void addIdleAxes();
  void choosePins();
  void chooseDims();
  void makeDims(const std::vector<bool> &isTaken);

  bool isTime(const AxisRef &ref) const {
    return mesh.axes[ref.axis].kind == AxisKind::Time;
  }
  bool isInTarget(const AxisRef &ref) const {
    return std::find(b.partial.begin(), b.partial.end(), ref) !=
               b.partial.end() &&
           !a.findPin(ref.axis) && !b.findPin(ref.axis);
  }

  const Mesh &mesh;
  const std::vector<int64_t> &shape;
  const Layout &from, &to;
  const size_t most;
  Problem problem;
  SpaceSpec &spec = problem.spec;
  Layout a, b;
  std::vector<AxisList> base; ///< by dim: what stays
};

} // namespace

//===----------------------------------------------------------------------===//
// What stays in place
//===----------------------------------------------------------------------===//

/// Removes from the problem the pins that `keeps` names, which both sides
/// share, and the partial axes over them.
template <typename Keeps> void ProblemMaker::keepPins(Keeps &&keeps) {
  auto takeOut = [&](Layout &layout, const Pin &pin) {
    AxisList partials;
    for (const AxisRef &ref : layout.partial)
      if (ref.axis == pin.axis)
        partials.push_back(ref);
    layout.partial = removeOverlapping(mesh, layout.partial, partials);
    layout.pins.erase(std::find(layout.pins.begin(), layout.pins.end(), pin));
    return partials;
  };
  std::vector<Pin> pins = a.pins;
  for (const Pin &pin : pins) {
    if (!keeps(pin))
      continue;
    AxisList partials = takeOut(a, pin);
    spec.basePartial.insert(spec.basePartial.end(), partials.begin(),
                            partials.end());
    takeOut(b, pin);
    spec.basePins.push_back(pin);
  }
}

/// The same for axes over which both sides are partial.
template <typename Keeps> void ProblemMaker::keepPartial(Keeps &&keeps) {
  AxisList moving;
  for (const AxisRef &ref : a.partial)
    (keeps(ref) ? spec.basePartial : moving).push_back(ref);
  a.partial = moving;
  b.partial = removeOverlapping(mesh, b.partial, spec.basePartial);
}

void ProblemMaker::keepDim(size_t dim, const AxisList &axes) {
  base[dim].insert(base[dim].end(), axes.begin(), axes.end());
  a.dims[dim].axes = *removePrefix(mesh, a.dims[dim].axes, axes);
  b.dims[dim].axes = *removePrefix(mesh, b.dims[dim].axes, axes);
}

/// A value that varies over time in the same way on both sides does so on the
/// whole path: otherwise every time step would wait for all.
void ProblemMaker::keepTime() {
  for (size_t d = 0; d < shape.size(); ++d) {
    AxisList kept = keptPrefix(mesh, a.dims[d], b.dims[d], shape[d]);
    while (!kept.empty() && !isTime(kept.back()))
      kept.pop_back();
    keepDim(d, kept);
  }
  if (!spec.twoMonoids)
    keepPartial(
        [&](const AxisRef &ref) { return isTime(ref) && isInTarget(ref); });
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

template <typename Drop> void ProblemMaker::dropAtoms(Drop &&drop) {
  spec.atoms.erase(std::remove_if(spec.atoms.begin(), spec.atoms.end(), drop),
                   spec.atoms.end());
}

void ProblemMaker::findAtoms() {
  // Parts of axes that stay need none.
  AxisList kept = spec.basePartial;
  for (const AxisList &axes : base)
    kept.insert(kept.end(), axes.begin(), axes.end());
  spec.atoms = usedAtoms(mesh, a, b);
  dropAtoms([&](const Atom &atom) { return overlaps(atom, kept); });
}

/// Fewer atoms: what both sides agree on stays where it is, and what travels
/// together is one.
void ProblemMaker::keepWhatAgrees() {
  spec.exact = false;
  keepPins([&](const Pin &pin) {
    auto isPartial = [&](const Layout &layout) {
      return overlaps(layout.partial, {mesh.ref(pin.axis)});
    };
    const Pin *other = b.findPin(pin.axis);
    return other && *other == pin && isPartial(a) == isPartial(b) &&
           !(isPartial(a) && spec.twoMonoids);
  });
  for (size_t d = 0; d < shape.size(); ++d)
    keepDim(d, keptPrefix(mesh, a.dims[d], b.dims[d], shape[d]));
  if (!spec.twoMonoids)
    keepPartial([&](const AxisRef &ref) { return isInTarget(ref); });
  findAtoms();
  // Digits that neither uses need no atoms.
  AxisList used = allRefs(mesh, a), more = allRefs(mesh, b);
  used.insert(used.end(), more.begin(), more.end());
  dropAtoms([&](const Atom &atom) { return !overlaps(atom, used); });
  // Axes that travel together become one; further ones only if need be.
  joinAtoms(mesh, a, b, false, most, spec.atoms);
  joinAtoms(mesh, a, b, true, most, spec.atoms);
  if (spec.atoms.size() > most)
    problem.solvable = false;
}

/// Device axes that neither layout mentions can help with reductions.
void ProblemMaker::addIdleAxes() {
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    AxisRef whole = mesh.ref(axis);
    if (whole.size == 1 || mesh.axes[axis].kind != AxisKind::Device ||
        overlaps(allRefs(mesh, from), {whole}) ||
        overlaps(allRefs(mesh, to), {whole}))
      continue;
    if (spec.atoms.size() < maxAtoms)
      spec.atoms.push_back({whole});
    else
      spec.exact = false;
  }
  std::sort(spec.atoms.begin(), spec.atoms.end());
}

//===----------------------------------------------------------------------===//
// Pins and dimensions that take part
//===----------------------------------------------------------------------===//

void ProblemMaker::choosePins() {
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    PinnedAxis pinned;
    pinned.axis = static_cast<int>(i);
    auto add = [&](const std::vector<int64_t> &choice) {
      if (std::find(pinned.choices.begin(), pinned.choices.end(), choice) ==
          pinned.choices.end())
        pinned.choices.push_back(choice);
    };
    for (const Layout *layout : {&a, &b})
      if (const Pin *pin = layout->findPin(pinned.axis))
        add(pin->coordinates);
    // A value that is partial over some coordinates may first exist at one of
    // them.
    if (const Pin *pin = b.findPin(pinned.axis);
        pin && overlaps(b.partial, {mesh.ref(pinned.axis)}))
      add({pin->coordinates.front()});
    if (pinned.choices.empty())
      continue;
    for (size_t atom = 0; atom < spec.atoms.size(); ++atom)
      if (spec.atoms[atom][0].axis == pinned.axis)
        pinned.atoms |= 1u << atom;
    // The same whichever way the question is put.
    std::sort(pinned.choices.begin(), pinned.choices.end());
    spec.pinned.push_back(std::move(pinned));
  }
}

/// Those of the layouts first, others while there is room (four atoms on ten
/// dims are 17,160 placements).
void ProblemMaker::chooseDims() {
  const size_t room[mostAtoms + 1] = {maxDims, maxDims, maxDims, maxDims,
                                      10,      4,       3};
  std::vector<bool> isTaken(shape.size(), false);
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
      size_t limit = pass == 0 || !problem.solvable ? size_t(maxDims)
                                                    : room[spec.atoms.size()];
      if (count + 1 + two > limit) {
        spec.exact = false;
        problem.solvable &= pass == 1;
        continue;
      }
      isTaken[d] = true;
      count += 1 + two;
    }
  makeDims(isTaken);
}

void ProblemMaker::makeDims(const std::vector<bool> &isTaken) {
  int64_t blocks = 1; // of a dim that all atoms split
  for (const Atom &atom : spec.atoms)
    blocks *= product(atom);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!isTaken[d])
      continue;
    const DimLayout &x = from.dims[d], &y = to.dims[d];
    // Blocks of uneven dims are counted one by one.
    if (blocks > maxBlocks && shape[d] % blocks != 0)
      problem.solvable = false;
    spec.dims.push_back(
        {static_cast<int>(d), x.axes.empty() ? y.granule : x.granule, base[d]});
    if (!x.axes.empty() && !y.axes.empty() && x.granule != y.granule)
      spec.dims.push_back({static_cast<int>(d), y.granule, {}});
  }
}

Problem ProblemMaker::make() {
  spec.twoMonoids =
      !from.partial.empty() && !to.partial.empty() && from.monoid != to.monoid;
  // Only along device axes values move to other coordinates; the caller has
  // seen that the others agree.
  keepPins([&](const Pin &pin) {
    return mesh.axes[pin.axis].kind != AxisKind::Device;
  });
  keepTime();
  findAtoms();
  if (spec.atoms.size() > most)
    keepWhatAgrees();
  if (most > maxAtoms && replacesAxes(mesh, a, b))
    problem.isCut = cutAtCommonDivisors(mesh, most, spec.atoms);
  addIdleAxes();
  choosePins();
  for (size_t atom = 0; atom < spec.atoms.size(); ++atom)
    for (const AxisRef &ref : b.partial)
      if (ref.contains(spec.atoms[atom][0]))
        spec.creatable |= 1u << atom;
  chooseDims();
  return std::move(problem);
}

Problem makeProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                    const Layout &from, const Layout &to) {
  return ProblemMaker(mesh, shape, from, to, maxAtoms).make();
}

Problem makeFinerProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                         const Layout &from, const Layout &to) {
  return ProblemMaker(mesh, shape, from, to, mostAtoms).make();
}

} // namespace popt::reshard
