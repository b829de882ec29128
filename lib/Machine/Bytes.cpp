// Numbers of bytes in flags and reports. Test: test/unit/Machine/BytesTest.cpp.

#include "popt/Machine/Bytes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

namespace popt {

std::optional<int64_t> parseBytes(std::string_view text) {
  size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string number(text.substr(0, end));
  std::string_view unit = text.substr(end);
  if (!unit.empty() && unit.front() == ' ')
    unit.remove_prefix(1);
  if (!unit.empty() && unit.back() == 'B')
    unit.remove_suffix(1);
  double scale = 1;
  if (!unit.empty()) {
    bool isBinary = unit.size() == 2 && unit[1] == 'i';
    size_t power = std::string_view("KMGT").find(unit[0]);
    if (power == std::string_view::npos || (unit.size() > 1 && !isBinary))
      return std::nullopt;
    scale = std::pow(isBinary ? 1024.0 : 1000.0, power + 1);
  }
  char *rest = nullptr;
  double bytes = std::strtod(number.c_str(), &rest) * scale;
  if (number.empty() || *rest || !(bytes >= 1) || bytes >= 9e18)
    return std::nullopt;
  return static_cast<int64_t>(bytes);
}

std::string describeBytes(int64_t bytes) {
  const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
    value /= 1024;
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g %s", value, units[unit]);
  return buffer;
}

} // namespace popt
