//===- Launcher.cpp - What compiled programs are appended to --------------===//
//
// Opens its own file, loads the program at its end (package.h), and hands over
// to the run driver. Alone it runs the package that its first argument names.
// Tests: PackageTest, test/Flow/usage.test, test/Flow/flags.test.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/limits.h"
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <cstdio>
#include <cstring>
#include <new>

using namespace popt::rt;

/// Loads a program; what is wrong with it, empty if nothing is.
static std::string load(const std::string &path, LoadedProgram &program) {
  std::string error;
  try {
    return loadPackage(path, program, error) ? "" : error;
  } catch (const std::bad_alloc &) {
    return "out of memory";
  }
}

static int launch(int argc, char **argv) {
  const std::string self = "/proc/self/exe";
  LoadedProgram program;
  std::string error = load(self, program);
  if (error.empty())
    return runMain(argc, argv, std::move(program));
  if (argc > 1 && argv[1][0] != '-') {
    error = load(argv[1], program);
    if (error.empty())
      return runMain(argc - 1, argv + 1, std::move(program));
  }
  if (argc > 1 && std::strcmp(argv[1], "--help") == 0) {
    std::printf("usage: poptc MODEL.mlir -o PROGRAM\n"
                "       PROGRAM [flags]\n"
                "       poptc MODEL.mlir --emit=package -o PACKAGE\n"
                "       popt-launch PACKAGE [flags]\n"
                "poptc appends each program to a copy of this executable, "
                "which runs it; a package\nis a program alone. The flags of a "
                "program:\n%s",
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
  bool namesSelf = error.compare(0, self.size() + 2, self + ": ") == 0;
  std::fprintf(stderr, "%s: error: %s\n", name,
               error.c_str() + (namesSelf ? self.size() + 2 : 0));
  return 1;
}

int main(int argc, char **argv) { return runWithinLimits(argc, argv, launch); }
