//===- PlanDiff.cpp - What differs between two plans ----------------------===//
//
// Compares plans as they are written. Tests: test/unit/Annotate/PlanDiffTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/PlanDiff.h"
#include "popt/Text/Json.h"

#include <algorithm>
#include <cstdio>

using namespace popt;

static std::string describe(const Json *value) {
  return value ? value->dump(-1, ' ', false, Json::error_handler_t::replace)
               : "nothing";
}

/// ` (-25.0%)`, of numbers.
static std::string changeOf(const Json *a, const Json *b) {
  if (!a || !b || !a->is_number() || !b->is_number() || a->get<double>() == 0)
    return "";
  char text[64];
  std::snprintf(text, sizeof(text), " (%+.1f%%)",
                100 * (b->get<double>() / a->get<double>() - 1));
  return text;
}

/// True of `shardings` and `recompute`: entries with patterns, on which order bears.
static bool isListOfEntries(const Json *value) {
  return !value ||
         (value->is_array() && !value->empty() &&
          std::all_of(value->begin(), value->end(),
                      [](const Json &entry) { return entry.is_object(); }));
}

static void compareEntries(const std::string &path, const Json &a,
                           const Json &b, std::vector<std::string> &lines) {
  auto has = [](const Json &list, const Json &entry) {
    return std::find(list.begin(), list.end(), entry) != list.end();
  };
  Json onlyA = Json::array(), onlyB = Json::array(), bothA = Json::array(),
       bothB = Json::array();
  for (const Json &entry : a)
    (has(b, entry) ? bothA : onlyA).push_back(entry);
  for (const Json &entry : b)
    (has(a, entry) ? bothB : onlyB).push_back(entry);
  for (const Json &entry : onlyA)
    lines.push_back(path + ": - " + describe(&entry));
  for (const Json &entry : onlyB)
    lines.push_back(path + ": + " + describe(&entry));
  if (bothA != bothB)
    lines.push_back(path + ": equal entries in another order");
}

static void compareValues(const std::string &path, const Json *a, const Json *b,
                          std::vector<std::string> &lines) {
  if (a && b && *a == *b)
    return;
  auto isObject = [](const Json *value) {
    return !value || value->is_object();
  };
  if (isObject(a) && isObject(b)) {
    auto find = [](const Json *object, const std::string &key) {
      return object && object->contains(key) ? &(*object)[key] : nullptr;
    };
    auto nested = [&](const std::string &key) {
      return path.empty() ? key : path + "." + key;
    };
    if (a)
      for (auto &[key, value] : a->items())
        compareValues(nested(key), &value, find(b, key), lines);
    if (b)
      for (auto &[key, value] : b->items())
        if (!find(a, key))
          compareValues(nested(key), nullptr, &value, lines);
    return;
  }
  if (isListOfEntries(a) && isListOfEntries(b)) {
    const Json none = Json::array();
    return compareEntries(path, a ? *a : none, b ? *b : none, lines);
  }
  lines.push_back(path + ": " + describe(a) + " -> " + describe(b) +
                  changeOf(a, b));
}

std::optional<std::vector<std::string>>
popt::differencesOf(const Plan &a, const Plan &b, std::string &error) {
  std::vector<std::string> lines;
  std::optional<std::string> textOfA = writePlan(a, error);
  std::optional<std::string> textOfB =
      textOfA ? writePlan(b, error) : std::nullopt;
  if (!textOfB)
    return std::nullopt;
  Json jsonOfA = Json::parse(*textOfA), jsonOfB = Json::parse(*textOfB);
  // Decisions first, figures after them.
  Json figures[2];
  for (auto [json, own] :
       {std::pair(&jsonOfA, &figures[0]), std::pair(&jsonOfB, &figures[1])}) {
    *own = Json::object();
    if (json->contains("predicted"))
      (*own)["predicted"] = (*json)["predicted"];
    json->erase("predicted");
  }
  compareValues("", &jsonOfA, &jsonOfB, lines);
  compareValues("", &figures[0], &figures[1], lines);
  return lines;
}
