//===- Launcher.cpp - What compiled programs are appended to --------------===//
//
// Opens its own file, loads the program at its end (package.h), and hands over
// to the run driver. Alone it only says that it carries nothing.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <cstdio>

int main(int argc, char **argv) {
  popt::rt::LoadedProgram program;
  std::string error;
  if (!popt::rt::loadPackage("/proc/self/exe", program, error)) {
    std::fprintf(stderr, "%s: error: %s\n", argc > 0 ? argv[0] : "popt-launch",
                 error.c_str());
    return 1;
  }
  return popt::rt::runMain(argc, argv, std::move(program));
}
