//===- CompileOnce.cpp - One process of a host compiles for all -----------===//
//
// Where a launcher has started several processes of popt-run, the first of each
// host compiles and hands the package to the others, which wait for it to
// listen. When they run, they have another rendezvous (Joined.cpp). Test:
// test/Execute/joined.test.
//
//===----------------------------------------------------------------------===//
#include "Farewell.h"
#include "Meeting.h"
#include "ParseOptions.h"
#include "popt-rt/run.h"
#include <unistd.h>

using namespace popt::rt;

bool popt::rt::compileOnce(int argc, const char *const *argv,
                           const std::string &flags, const Compile &compile,
                           LoadedProgram &out_program, std::string &out_error) {
  Placement placement;
  Options options;
  std::string unread;
  // What is wrong with variables or flags is said where they are used, and also
  // to the others: nothing is compiled for that.
  if (!parseOptions(argc, argv, options, unread) ||
      !findPlacement(environmentOfProcess, placement, unread))
    return true;
  bool isShared = placement.isJoined();
  // With several hosts each compiles for itself, if its ranks are known.
  RendezvousGroup group = isShared ? allOf(placement) : RendezvousGroup();
  if (isShared && !placement.isOnOneHost()) {
    isShared = placement.localRank >= 0;
    group.ranks.resize(static_cast<size_t>(placement.localSize));
    group.rank = placement.localRank;
  }
  std::vector<int> files;
  if (!isShared)
    return compile(out_program, nullptr);

  bool isCompiler = group.rank == 0, hasCompiled = false;
  auto prepare = [&](std::vector<int> &out_files, std::string &error) {
    PackageParts parts;
    hasCompiled = compile(out_program, &parts);
    int file = hasCompiled ? packageInMemory(parts, error) : -1;
    if (file >= 0)
      out_files.push_back(file);
    else if (!hasCompiled)
      error = "rank 0 could not compile the program, and says why";
    return file >= 0;
  };
  bool ok = meet(group, "compile", {{"flags", flags}}, options.timeout, files,
                 out_error, prepare);
  if (isCompiler && !hasCompiled) {
    out_error.clear(); // it has said so
    if (placement.mayCrossHosts())
      leaveJob(placement, options, "its host could not compile the program",
               /*isCompiling=*/false);
  }
  if (ok && !isCompiler)
    ok = !files.empty() &&
         loadPackage("/proc/self/fd/" + std::to_string(files[0]), out_program,
                     out_error);
  for (int file : files)
    close(file);
  return ok;
}
