//===- Environment.cpp - Variables of the environment ---------------------===//
#include "Environment.h"
#include <cstdlib>

std::string popt::rt::environmentOfProcess(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}
