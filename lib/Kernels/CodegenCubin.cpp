//===- CodegenCubin.cpp - Machine code of GPUs, where ptxas is found ------===//
//
// PTX alone runs everywhere: the driver compiles it when a program starts.
// NVIDIA's assembler does the same beforehand, so that a program starts at once.
//
// Covered by test/Kernels/cubin.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
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
  // The names of what it reads, makes and says.
  llvm::SmallString<128> paths[3];
  llvm::FileRemover removers[3];
  for (auto [path, remover, suffix] :
       llvm::zip(paths, removers, llvm::ArrayRef({"ptx", "cubin", "txt"}))) {
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("popt", suffix, path)) {
      error = "no temporary file can be made (TMPDIR): " + code.message();
      return std::nullopt;
    }
    remover.setFile(path);
  }
  std::error_code code;
  llvm::raw_fd_ostream stream(paths[0], code);
  stream << ptx;
  stream.close();
  if (!code)
    code = stream.error();
  if (code) {
    stream.clear_error();
    error = "temporary file \"" + paths[0].str().str() +
            "\" cannot be written: " + code.message();
    return std::nullopt;
  }
  std::string target = ("-arch=" + architecture).str(), problem;
  int status = llvm::sys::ExecuteAndWait(
      ptxas, {ptxas, target, paths[0], "-o", paths[1]}, std::nullopt,
      {std::nullopt, llvm::StringRef(paths[2]), llvm::StringRef(paths[2])}, 0,
      0, &problem);
  auto read = [](llvm::StringRef path) -> std::string {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  };
  std::string cubin = read(paths[1]);
  if (status == 0 && !cubin.empty())
    return std::vector<uint8_t>(cubin.begin(), cubin.end());
  std::string said = problem + read(paths[2]);
  error = "\"" + ptxas.str() + "\" does not assemble kernels for " +
          architecture.str() + ": " + llvm::StringRef(said).trim().str();
  return std::nullopt;
}
