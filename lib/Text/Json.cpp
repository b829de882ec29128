//===- Json.cpp - JSON that says where a mistake stands -------------------===//
//
// Tests: test/unit/Text/JsonTest.cpp, and those of the files read with it.
//
//===----------------------------------------------------------------------===//
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace popt;

namespace {
/// The first mistake of a file. Exceptions of this type stay in readJson.
struct Mistake {
  std::string message;
};
} // namespace

/// A value as a message shows it.
static std::string shown(const Json &value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

void JsonNode::fail(const std::string &message) const {
  throw Mistake{path + ": " + message};
}

void JsonNode::failType(const std::string &expected) const {
  fail("expected " + expected + ", got " + shown(value));
}

JsonNode JsonNode::at(const std::string &key) const {
  return {value.at(key), path + "." + key};
}

JsonNode JsonNode::quoted(const std::string &key) const {
  return {value.at(key), path + "[\"" + key + "\"]"};
}

JsonNode JsonNode::at(size_t i) const {
  return {value.at(i), path + "[" + std::to_string(i) + "]"};
}

JsonNode JsonNode::required(const std::string &key) const {
  if (!value.contains(key))
    fail("\"" + key + "\" is missing");
  return at(key);
}

const JsonNode &JsonNode::object(const std::vector<std::string> &keys) const {
  anyObject();
  for (auto &[key, _] : value.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end())
      continue;
    std::string meant = suggestName(key, keys);
    if (meant.empty())
      for (const std::string &name : keys)
        meant += (meant.empty() ? "; known are \"" : ", \"") + name + "\"";
    fail("\"" + key + "\" is unknown" + meant);
  }
  return *this;
}

const JsonNode &JsonNode::anyObject() const {
  if (!value.is_object())
    failType("an object");
  return *this;
}

const JsonNode &JsonNode::array() const {
  if (!value.is_array())
    failType("a list");
  return *this;
}

std::vector<JsonNode> JsonNode::entries() const {
  std::vector<JsonNode> list;
  for (size_t i = 0; i < array().value.size(); ++i)
    list.push_back(at(i));
  return list;
}

std::string JsonNode::string() const {
  if (!value.is_string())
    failType("a string");
  return value.get<std::string>();
}

double JsonNode::number() const {
  if (!value.is_number())
    failType("a number");
  return value.get<double>();
}

int64_t JsonNode::integer(int64_t least) const {
  std::string expected = "a whole number";
  if (least != INT64_MIN)
    expected += " from " + std::to_string(least);
  double d = value.is_number() ? value.get<double>() : 0.5;
  if (d != std::floor(d) || std::abs(d) > 9e18)
    failType(expected);
  int64_t number = value.is_number_integer() ? value.get<int64_t>()
                                             : static_cast<int64_t>(d);
  if (number < least)
    failType(expected);
  return number;
}

std::vector<int64_t> JsonNode::integers() const {
  std::vector<int64_t> list;
  for (const JsonNode &entry : entries())
    list.push_back(entry.integer());
  return list;
}

/// Parses the text; what parsers let pass and people do not mean is a mistake.
static Json parse(std::string_view text, const std::string &root) {
  std::vector<std::set<std::string>> keys;
  auto onEvent = [&](int depth, Json::parse_event_t event, Json &value) {
    if (depth > 64)
      throw Mistake{root + ": lists and objects nest deeper than 64"};
    if (event == Json::parse_event_t::object_start)
      keys.emplace_back();
    else if (event == Json::parse_event_t::object_end)
      keys.pop_back();
    else if (event == Json::parse_event_t::key &&
             !keys.back().insert(value.get<std::string>()).second)
      throw Mistake{root + ": \"" + value.get<std::string>() +
                    "\" stands twice in one object"};
    return true;
  };
  return Json::parse(text.begin(), text.end(), onEvent);
}

/// `file:line:column: ` of a byte.
static std::string locate(std::string_view text, const std::string &file,
                          size_t byte) {
  byte = std::min(byte, text.size());
  size_t line = 1 + std::count(text.begin(), text.begin() + byte, '\n');
  size_t start = text.substr(0, byte).rfind('\n');
  size_t column = byte - (start == std::string_view::npos ? -1 : start);
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) +
         ": ";
}

std::string popt::readJson(std::string_view text, const std::string &file,
                           const std::string &root,
                           const std::function<void(const JsonNode &)> &read) {
  try {
    Json json = parse(text, root);
    read({json, root});
  } catch (const Mistake &mistake) {
    return file + ": " + mistake.message;
  } catch (const Json::out_of_range &error) {
    // `... number overflow parsing '1e999'`
    std::string said = error.what();
    size_t quote = said.find('\''), end = said.rfind('\'');
    std::string number =
        quote < end ? said.substr(quote + 1, end - quote - 1) : std::string();
    return locate(text, file, std::min(text.find(number), text.size())) +
           "number " + number + " is too large";
  } catch (const Json::parse_error &error) {
    return locate(text, file, error.byte ? error.byte - 1 : 0) +
           "not valid JSON";
  } catch (const nlohmann::json::exception &) {
    return locate(text, file, text.size()) + "not valid JSON";
  }
  return "";
}
