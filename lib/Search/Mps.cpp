//===- Mps.cpp - A pairwise problem as an integer program -----------------===//
//
// Tests: test/Compile/mps.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Search/Mps.h"

#include <cmath>
#include <iomanip>
#include <limits>

namespace popt {

void writeMps(const PairwiseProblem &problem, const std::string &comment,
              std::ostream &os) {
  os << "* " << comment << "\nNAME popt\nROWS\n N cost\n";
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    os << " E n" << i << "\n";
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    for (int r = 0; r < problem.edges[e].table->rows; ++r)
      os << " E a" << e << "_" << r << "\n";
    for (int c = 0; c < problem.edges[e].table->columns; ++c)
      os << " E b" << e << "_" << c << "\n";
  }
  std::vector<std::vector<std::pair<size_t, bool>>> ends(problem.nodes.size());
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    ends[problem.edges[e].a].push_back({e, true});
    ends[problem.edges[e].b].push_back({e, false});
  }
  os << std::setprecision(std::numeric_limits<double>::max_digits10)
     << "COLUMNS\n M1 'MARKER' 'INTORG'\n";
  auto isAllowed = [&](size_t node, size_t label) {
    return std::isfinite(problem.nodes[node][label]);
  };
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    for (size_t l = 0; l < problem.nodes[i].size(); ++l) {
      if (!isAllowed(i, l))
        continue;
      auto column = [&]() -> std::ostream & {
        return os << " x" << i << "_" << l << " ";
      };
      column() << "cost " << problem.nodes[i][l] << "\n";
      column() << "n" << i << " 1\n";
      for (auto [e, isA] : ends[i]) {
        const PairwiseProblem::Edge &edge = problem.edges[e];
        column() << (isA ? "a" : "b") << e << "_"
                 << (isA ? edge.classOfA : edge.classOfB)[l] << " -1\n";
      }
    }
  os << " M2 'MARKER' 'INTEND'\n";
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const PairwiseProblem::Table &table = *problem.edges[e].table;
    for (int r = 0; r < table.rows; ++r)
      for (int c = 0; c < table.columns; ++c)
        if (double cost = table.at(r, c); std::isfinite(cost))
          os << " y" << e << "_" << r << "_" << c << " cost " << cost << "\n y"
             << e << "_" << r << "_" << c << " a" << e << "_" << r << " 1\n y"
             << e << "_" << r << "_" << c << " b" << e << "_" << c << " 1\n";
  }
  os << "RHS\n";
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    os << " RHS n" << i << " 1\n";
  os << "BOUNDS\n";
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    for (size_t l = 0; l < problem.nodes[i].size(); ++l)
      if (isAllowed(i, l))
        os << " UP BND x" << i << "_" << l << " 1\n";
  os << "ENDATA\n";
}

} // namespace popt
