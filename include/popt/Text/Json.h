//===- Json.h - JSON that says where a mistake stands ---------------------===//
//
// Files that people write (plan.json, cluster.json) are read through JsonNode,
// a value with its path, so that every error says where:
//
//   plan.json: plan.shardings[1].dims[0]: expected a list, got "tp"
//   plan.json:3:17: not valid JSON
//
// Reading stops at the first mistake: the functions of JsonNode throw, and
// readJson, which calls the reader, catches. No exception leaves it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_TEXT_JSON_H
#define POPT_TEXT_JSON_H

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace popt {

using Json = nlohmann::ordered_json;

/// A value in a JSON file, and its path there.
struct JsonNode {
  const Json &value;
  std::string path;

  /// Ends reading with `path: message`.
  [[noreturn]] void fail(const std::string &message) const;
  /// Ends reading with `path: expected a list, got 3`.
  [[noreturn]] void failType(const std::string &expected) const;

  bool has(const char *key) const { return value.contains(key); }
  JsonNode at(const std::string &key) const;
  /// The same for keys that are texts of the user: their paths have quotes.
  JsonNode quoted(const std::string &key) const;
  JsonNode at(size_t i) const;
  /// An entry that may not be missing.
  JsonNode required(const std::string &key) const;

  /// An object whose keys are all among these.
  const JsonNode &object(const std::vector<std::string> &keys) const;
  const JsonNode &anyObject() const;
  const JsonNode &array() const;
  /// The entries of a list.
  std::vector<JsonNode> entries() const;
  std::string string() const;
  double number() const;
  /// A whole number, which may be written as 8e10.
  int64_t integer(int64_t least = INT64_MIN) const;
  std::vector<int64_t> integers() const;
};

/// Parses `text` and hands its root, whose path is `root`, to `read`. Returns
/// the first mistake, or nothing. A key that occurs twice is an error.
std::string readJson(std::string_view text, const std::string &file,
                     const std::string &root,
                     const std::function<void(const JsonNode &)> &read);

} // namespace popt
#endif // POPT_TEXT_JSON_H
