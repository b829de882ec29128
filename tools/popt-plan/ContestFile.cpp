//===- ContestFile.cpp - Instances of the ASPLOS 2025 contest -------------===//
//
//   {"problem": {"name": "example",
//     "nodes": {"intervals": [[0, 2], [1, 3]], "costs": [[1, 2], [3]],
//               "usages": [[5, 4], [6]]},
//     "edges": {"nodes": [[0, 1]], "costs": [[0, 7]]},
//     "usage_limit": 10}}
//
// Files have hundreds of megabytes, so numbers go into flat lists as they are read.
// Tests: test/unit/Search/ContestFileTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "ContestFile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <zlib.h>

namespace popt {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::string_view kName = "problem.name";
/// From this cost on a choice is not allowed.
constexpr double kNotAllowed = 1e18;

/// A list of lists of numbers.
struct Lists {
  std::vector<double> values;
  std::vector<size_t> ends; ///< of each list in `values`
  size_t size() const { return ends.size(); }
  const double *list(size_t i) const {
    return values.data() + (i ? ends[i - 1] : 0);
  }
  size_t length(size_t i) const { return ends[i] - (i ? ends[i - 1] : 0); }
};

/// What the parser calls.
class Reader : public nlohmann::json_sax<nlohmann::json> {
public:
  std::map<std::string, Lists> lists = {{"problem.nodes.intervals", {}},
                                        {"problem.nodes.costs", {}},
                                        {"problem.nodes.usages", {}},
                                        {"problem.edges.nodes", {}},
                                        {"problem.edges.costs", {}}};
  double limit = kInfinity;
  std::string error;

  bool null() override { return refuse("null"); }
  bool boolean(bool) override { return refuse("a truth value"); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t &) override {
    return number(value);
  }
  bool string(string_t &) override {
    return current == kName || refuse("a text");
  }
  bool binary(binary_t &) override { return refuse("bytes"); }
  bool start_object(size_t) override {
    if (depth > 0)
      return refuse("an object");
    path.push_back("");
    return true;
  }
  bool key(string_t &name) override {
    path.back() = name;
    current.clear();
    for (const std::string &part : path)
      current += (current.empty() ? "" : ".") + part;
    auto it = lists.find(current);
    list = it == lists.end() ? nullptr : &it->second;
    return true;
  }
  bool end_object() override {
    path.pop_back();
    list = nullptr;
    current = "?";
    return true;
  }
  bool start_array(size_t) override {
    if (!list || depth == 2)
      return refuse("a list");
    ++depth;
    return true;
  }
  bool end_array() override {
    if (depth-- == 2)
      list->ends.push_back(list->values.size());
    return true;
  }
  bool parse_error(size_t at, const std::string &,
                   const nlohmann::json::exception &) override {
    error = "byte " + std::to_string(at) + ": not valid JSON";
    return false;
  }

private:
  bool refuse(const std::string &what) {
    error = (current.empty() ? "the file" : current) + ": " + what +
            " is not expected there";
    return false;
  }
  bool number(double value) {
    if (list && depth == 2) {
      list->values.push_back(value);
      return true;
    }
    if (current != "problem.usage_limit" || depth)
      return refuse("a number");
    limit = value;
    return true;
  }

  std::vector<std::string> path; ///< keys of open objects
  std::string current;           ///< the same, with dots
  Lists *list = nullptr;         ///< of this path
  int depth = 0;                 ///< of arrays
};

/// The text of a file that may be compressed; nothing if it can't be read.
std::string readText(const std::string &path, std::string &text) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file)
    return "cannot open '" + path + "'";
  constexpr size_t kPiece = size_t(1) << 22;
  int got = 0;
  do {
    size_t before = text.size();
    text.resize(before + kPiece);
    got = gzread(file, &text[before], kPiece);
    text.resize(before + static_cast<size_t>(std::max(got, 0)));
  } while (got > 0);
  int status = gzclose(file);
  return got < 0 || status != Z_OK ? path + ": it can't be decompressed" : "";
}

std::string describe(const char *list, size_t i) {
  return "problem." + std::string(list) + "[" + std::to_string(i) + "]";
}

std::string addNodes(const std::map<std::string, Lists> &lists,
                     LimitedProblem &problem) {
  const Lists &intervals = lists.at("problem.nodes.intervals"),
              &costs = lists.at("problem.nodes.costs"),
              &usages = lists.at("problem.nodes.usages");
  if (intervals.size() != costs.size() || usages.size() != costs.size())
    return "problem.nodes: " + std::to_string(intervals.size()) +
           " intervals, " + std::to_string(costs.size()) + " lists of costs, " +
           std::to_string(usages.size()) + " of usages";
  for (size_t i = 0; i < costs.size(); ++i) {
    if (intervals.length(i) != 2)
      return describe("nodes.intervals", i) + ": expected two numbers";
    const double *interval = intervals.list(i);
    constexpr double kFar = 1e15;
    if (!(std::abs(interval[0]) < kFar) || !(std::abs(interval[1]) < kFar))
      return describe("nodes.intervals", i) + ": too far away";
    problem.intervals.push_back(
        {static_cast<int64_t>(interval[0]), static_cast<int64_t>(interval[1])});
    std::vector<double> own(costs.list(i), costs.list(i) + costs.length(i));
    for (double &cost : own)
      if (cost >= kNotAllowed)
        cost = kInfinity;
    problem.pairs.nodes.push_back(std::move(own));
    problem.usages.emplace_back(usages.list(i),
                                usages.list(i) + usages.length(i));
  }
  return "";
}

std::string addEdges(const std::map<std::string, Lists> &lists,
                     LimitedProblem &problem) {
  const Lists &nodes = lists.at("problem.edges.nodes"),
              &costs = lists.at("problem.edges.costs");
  if (nodes.size() != costs.size())
    return "problem.edges: " + std::to_string(nodes.size()) +
           " pairs of nodes, " + std::to_string(costs.size()) +
           " lists of costs";
  auto count = static_cast<double>(problem.pairs.nodes.size());
  // Of equal tables there is one.
  std::unordered_multimap<size_t, std::shared_ptr<const PairwiseProblem::Table>>
      known;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const double *ends = nodes.list(i);
    if (nodes.length(i) != 2)
      return describe("edges.nodes", i) + ": expected two nodes";
    for (int k = 0; k < 2; ++k)
      if (!(ends[k] >= 0 && ends[k] < count))
        return describe("edges.nodes", i) + ": there is no such node";
    PairwiseProblem::Edge edge;
    edge.a = static_cast<int>(ends[0]);
    edge.b = static_cast<int>(ends[1]);
    size_t rows = problem.pairs.nodes[edge.a].size(),
           columns = problem.pairs.nodes[edge.b].size();
    if (costs.length(i) != rows * columns)
      return describe("edges.costs", i) + ": expected " + std::to_string(rows) +
             " x " + std::to_string(columns) + " numbers, got " +
             std::to_string(costs.length(i));
    std::vector<double> own(costs.list(i), costs.list(i) + costs.length(i));
    for (double &cost : own)
      if (cost >= kNotAllowed)
        cost = kInfinity;
    for (size_t l = 0; l < rows; ++l)
      edge.classOfA.push_back(static_cast<int>(l));
    for (size_t l = 0; l < columns; ++l)
      edge.classOfB.push_back(static_cast<int>(l));
    size_t hash = std::hash<std::string_view>()(
        {reinterpret_cast<const char *>(own.data()),
         own.size() * sizeof(double)});
    auto [first, last] = known.equal_range(hash);
    for (auto it = first; it != last && !edge.table; ++it)
      if (it->second->costs == own &&
          it->second->rows == static_cast<int>(rows))
        edge.table = it->second;
    if (!edge.table) {
      edge.table = std::make_shared<PairwiseProblem::Table>(
          PairwiseProblem::Table{static_cast<int>(rows),
                                 static_cast<int>(columns), std::move(own)});
      known.emplace_hint(last, hash, edge.table);
    }
    problem.pairs.edges.push_back(std::move(edge));
  }
  return "";
}

} // namespace

std::string readContestFile(const std::string &path, LimitedProblem &problem) {
  Reader reader;
  {
    std::string text;
    std::string wrong = readText(path, text);
    if (!wrong.empty())
      return wrong;
    if (!nlohmann::json::sax_parse(text, &reader) && reader.error.empty())
      reader.error = "not valid JSON";
  }
  std::string wrong = reader.error;
  problem.limit = reader.limit;
  if (wrong.empty())
    wrong = addNodes(reader.lists, problem);
  if (wrong.empty())
    wrong = addEdges(reader.lists, problem);
  if (wrong.empty())
    wrong = problem.check();
  return wrong.empty() ? "" : path + ": " + wrong;
}

} // namespace popt
