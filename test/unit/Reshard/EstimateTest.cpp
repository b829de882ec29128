// Costs of numbered layouts on meshes of more than three axes: those of the
// plan that is made without a search, and how far above the least that is.

#include "Common.h"

#include "../../../lib/Reshard/Problem.h"

using namespace popt;
using namespace popt::test;

static uint32_t draw(uint32_t &seed, size_t n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % n;
}

// Time axes, uneven dims, partial values, more axes than a search takes.
// Rings and other algorithms.
TEST(EstimateTest, PlansWithoutSearch) {
  uint32_t seed = 1;
  Machine rings = Machine::builtin(), several = rings;
  rings.links.push_back({"network", 0, 1e-5, 1e9, {"c"}});
  several.links[0].devices = 4;
  several.links.push_back({"network", 0, 1e-5, 1e9});
  several.links[1].algorithms = {Algorithm::MultiRing, Algorithm::Hierarchical,
                                 Algorithm::Staged};
  for (const Machine &machine : {rings, several})
    for (const Mesh &mesh :
         {Mesh({{"a", 2}, {"b", 3}, {"c", 2}, {"d", 2}}),
          Mesh({{"a", 2}, {"b", 4}, {"c", 2}, {"t", 4, AxisKind::Time}}),
          Mesh({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}, {"f", 2}})})
      for (const Shape &shape : {Shape{64, 24}, Shape{7, 96, 5}}) {
        ReshardCosts costs(mesh, machine, shape, 16, 32);
        auto layout = [&] {
          Layout l = Layout::replicate(shape.size());
          for (const AxisRef &ref : wholeAxes(mesh))
            if (size_t d = draw(seed, shape.size() + 2); d < shape.size()) {
              AxisList &axes = l.dims[d].axes;
              axes.insert(axes.begin() + draw(seed, axes.size() + 1), ref);
            } else if (d == shape.size()) {
              l.partial.push_back(ref);
            }
          if (draw(seed, 2) && !l.partial.empty())
            l.monoid = Monoid::Max;
          return l;
        };
        for (int i = 0; i < 2000; ++i) {
          Layout from = layout(), to = layout();
          double seconds = costs.seconds(costs.number(from), costs.number(to));
          ReshardPlan plan = reshard::planWithoutSearch(mesh, machine, shape,
                                                        16, 32, from, to);
          ASSERT_DOUBLE_EQ(seconds, plan.seconds)
              << mesh.str() << " " << from.str(mesh) << " to " << to.str(mesh);
        }
      }
}

// Never less than the search finds. How much more is printed, not limited: of
// these pairs, most of which put axes in another order, 2.7 to 3.8 times as
// much under builtin:bytes, 1.4 to 1.6 times under the built-in machine.
TEST(EstimateTest, NeverLess) {
  Mesh mesh({{"a", 2}, {"b", 3}, {"c", 2}, {"d", 2}});
  uint32_t seed = 1;
  for (const Machine &machine : {Machine::builtinBytes(), Machine::builtin()})
    for (const Shape &shape : {Shape{48, 24}, Shape{7, 96}, Shape{24, 48, 4}}) {
      std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
      ReshardCosts costs(mesh, machine, shape, 32);
      double estimated = 0, least = 0;
      for (int i = 0; i < 300; ++i) {
        const Layout &from = layouts[draw(seed, layouts.size())];
        const Layout &to = layouts[draw(seed, layouts.size())];
        double seconds = costs.seconds(costs.number(from), costs.number(to));
        double exact = costs.cost(from, to)->seconds;
        EXPECT_GE(seconds, exact * (1 - 1e-6) - 1e-12)
            << from.str(mesh) << " to " << to.str(mesh);
        estimated += seconds;
        least += exact;
      }
      printf("%s, rank %zu: %.3f times the least\n", machine.name.c_str(),
             shape.size(), estimated / least);
    }
}
