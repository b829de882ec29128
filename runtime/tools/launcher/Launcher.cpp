//===- Launcher.cpp - What compiled programs are appended to --------------===//
//
// Opens its own file, loads the program at its end (package.h), and hands over
// to the run driver. Alone it only explains that it carries nothing. Tests:
// PackageTest, test/Flow/usage.test.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <cstdio>
#include <cstring>
#include <new>

using namespace popt::rt;

/// What is wrong with the program of this executable; empty if nothing is.
static std::string load(LoadedProgram &program) {
  const std::string self = "/proc/self/exe";
  std::string error;
  try {
    if (loadPackage(self, program, error))
      return "";
  } catch (const std::bad_alloc &) {
    return "out of memory";
  }
  bool namesFile = error.compare(0, self.size() + 2, self + ": ") == 0;
  return namesFile ? error.substr(self.size() + 2) : error;
}

int main(int argc, char **argv) {
  LoadedProgram program;
  std::string error = load(program);
  if (error.empty())
    return runMain(argc, argv, std::move(program));
  if (argc > 1 && std::strcmp(argv[1], "--help") == 0) {
    std::printf("usage: poptc MODEL.mlir -o PROGRAM\n"
                "       PROGRAM [flags]\n"
                "poptc appends each program to a copy of this executable, "
                "which runs it. The flags of a program:\n%s",
                runHelp());
    return 0;
  }
  if (argc > 1 && std::strcmp(argv[1], "--help-env") == 0) {
    std::printf("%s", environmentHelp());
    return 0;
  }
  const char *name = argc > 0 ? argv[0] : "popt-launch";
  if (const char *slash = std::strrchr(name, '/'))
    name = slash + 1;
  std::fprintf(stderr, "%s: error: %s\n", name, error.c_str());
  return 1;
}
