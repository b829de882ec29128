//===- CodegenCubin.cpp - Machine code of GPUs, where ptxas is found ------===//
//
// PTX alone runs everywhere: the driver compiles it when a program starts.
// NVIDIA's assembler does the same beforehand, so that a program starts at once.
//
// Covered by test/Kernels/cubin.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"

#include "MemoryFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace popt;

std::string popt::findPtxas(llvm::StringRef words) {
  if (words != "auto")
    return llvm::sys::fs::can_execute(words) ? words.str() : "";
  if (auto found = llvm::sys::findProgramByName("ptxas"))
    return *found;
  const char *toolkit = std::getenv("CUDA_PATH");
  for (llvm::StringRef folder : {toolkit ? toolkit : "", "/usr/local/cuda"}) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "bin", "ptxas");
    if (!folder.empty() && llvm::sys::fs::can_execute(path))
      return path.str().str();
  }
  return "";
}

std::optional<std::vector<uint8_t>> popt::assemble(llvm::StringRef ptxas,
                                                   llvm::StringRef architecture,
                                                   llvm::StringRef ptx,
                                                   std::string &error) {
  // It makes a file of its own, which a kill of this process may leave.
  llvm::SmallString<128> made;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("popt", "cubin", made)) {
    error = "no temporary file can be made (TMPDIR): " + code.message();
    return std::nullopt;
  }
  llvm::FileRemover remover(made);
  MemoryFile source, words;
  if (!source.create(ptx, error) || !words.create("", error))
    return std::nullopt;
  std::string from = source.path(), said = words.path();
  std::string target = ("-arch=" + architecture).str(), problem;
  int status = llvm::sys::ExecuteAndWait(
      ptxas, {ptxas, target, from, "-o", made}, std::nullopt,
      {std::nullopt, llvm::StringRef(said), llvm::StringRef(said)}, 0, 0,
      &problem);
  auto read = [](llvm::StringRef path) -> std::string {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  };
  std::string cubin = read(made);
  if (status == 0 && !cubin.empty())
    return std::vector<uint8_t>(cubin.begin(), cubin.end());
  problem += read(said);
  error = "\"" + ptxas.str() + "\" does not assemble kernels for " +
          architecture.str() + ": " + llvm::StringRef(problem).trim().str();
  return std::nullopt;
}
