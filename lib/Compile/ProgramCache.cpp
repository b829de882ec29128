//===- ProgramCache.cpp - Compiled programs on disk -----------------------===//
//
// Tests: ProgramCacheTest (every option changes the key), python/tests/test_cache.py.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/ProgramCache.h"
#include "popt/Compile/Options.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Support/Inputs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>
#include <link.h>

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// Bytes of an entry
//===----------------------------------------------------------------------===//

namespace {

/// Texts one after the other, each after its length.
struct Writer {
  void put(uint64_t number) {
    char bytes[8];
    llvm::support::endian::write64le(bytes, number);
    out.append(bytes, sizeof bytes);
  }
  void put(StringRef text) {
    put(static_cast<uint64_t>(text.size()));
    out += text;
  }
  std::string out;
};

/// Of bytes whose checksum is right; what does not fit is none the less no crash.
struct Reader {
  uint64_t number() {
    StringRef bytes = take(8);
    return isGood ? llvm::support::endian::read64le(bytes.data()) : 0;
  }
  StringRef text() { return take(number()); }
  StringRef take(uint64_t count) {
    isGood &= count <= in.size();
    if (!isGood)
      return "";
    StringRef bytes = in.take_front(count);
    in = in.drop_front(count);
    return bytes;
  }
  bool isDone() const { return isGood && in.empty(); }

  StringRef in;
  bool isGood = true;
};

} // namespace

static std::string hashOf(StringRef bytes) {
  return llvm::toHex(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes)),
                     /*LowerCase=*/true);
}

static StringRef toText(ArrayRef<uint8_t> bytes) {
  return llvm::toStringRef(bytes);
}

static std::string encode(const ProgramCache::Entry &entry,
                          const Writer &files) {
  Writer out;
  out.put(files.out);
  out.put(entry.messages.size());
  for (const auto &[severity, text] : entry.messages) {
    out.put(static_cast<uint64_t>(severity));
    out.put(text);
  }
  const ReportTexts &report = entry.built.report;
  for (StringRef text : {StringRef(report.screen), StringRef(report.page),
                         StringRef(report.prediction)})
    out.put(text);
  rt::PackageParts parts = packageParts(entry.built.program);
  out.put(toText(parts.table));
  out.put(toText(parts.kernels));
  return std::move(out.out);
}

/// Whether the files that the compilation read have the same contents now.
static bool areUnchanged(Reader files) {
  while (!files.in.empty()) {
    StringRef path = files.text(), hash = files.text();
    std::string unread;
    std::unique_ptr<llvm::MemoryBuffer> now = readInput(path, unread);
    if (!files.isGood || !now || hashOf(now->getBuffer()) != hash)
      return false;
  }
  return true;
}

static bool decode(Reader in, ProgramCache::Entry &out_entry) {
  uint64_t numMessages = in.number();
  for (uint64_t i = 0; i < numMessages && in.isGood; ++i) {
    auto severity = static_cast<DiagnosticSeverity>(in.number());
    out_entry.messages.push_back({severity, in.text().str()});
  }
  ReportTexts &report = out_entry.built.report;
  for (std::string *text : {&report.screen, &report.page, &report.prediction})
    *text = in.text().str();
  StringRef table = in.text(), kernels = in.text();
  CompiledProgram &program = out_entry.built.program;
  std::string error;
  if (!in.isDone() ||
      !rt::deserialize(table.data(), table.size(), program.table, error))
    return false;
  if (program.table.target.isGpu && !kernels.empty())
    return rt::unpackImages(kernels.bytes_begin(), kernels.size(),
                            program.images, error);
  program.sharedObject.assign(kernels.begin(), kernels.end());
  return true;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static bool holds(const dl_phdr_info &info, uintptr_t at) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info.dlpi_phdr[i];
    uintptr_t begin = info.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && at >= begin && at < begin + part.p_memsz)
      return true;
  }
  return false;
}

/// The note NT_GNU_BUILD_ID, in hexadecimal.
static std::string noteOf(const dl_phdr_info &info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info.dlpi_phdr[i];
    if (part.p_type != PT_NOTE)
      continue;
    auto *at = reinterpret_cast<const char *>(info.dlpi_addr + part.p_vaddr);
    StringRef notes(at, part.p_memsz);
    auto padded = [&](uint64_t size) {
      return notes.take_front(llvm::alignTo(size, 4));
    };
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) note;
      std::memcpy(&note, notes.data(), sizeof note);
      notes = notes.drop_front(sizeof note);
      StringRef name = padded(note.n_namesz).take_front(note.n_namesz);
      notes = notes.drop_front(padded(note.n_namesz).size());
      StringRef words = padded(note.n_descsz).take_front(note.n_descsz);
      notes = notes.drop_front(padded(note.n_descsz).size());
      if (note.n_type == NT_GNU_BUILD_ID && name == StringRef("GNU\0", 4))
        return llvm::toHex(words, /*LowerCase=*/true);
    }
  }
  return "";
}

std::string buildIdentity() {
  struct Search {
    std::string own, libraries;
    bool isComplete = true;
  } search;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *context) {
        auto &search = *static_cast<Search *>(context);
        bool isOwn = holds(*info, reinterpret_cast<uintptr_t>(&buildIdentity));
        StringRef path = info->dlpi_name ? info->dlpi_name : "";
        bool isLibrary = path.contains("libLLVM") || path.contains("libMLIR");
        if (!isOwn && !isLibrary)
          return 0;
        std::string note = noteOf(*info);
        search.isComplete &= !note.empty();
        (isOwn ? search.own : search.libraries) += note;
        return 0;
      },
      &search);
  return search.isComplete && !search.own.empty()
             ? search.own + search.libraries
             : "";
}

/// The assembler is a program, which is not read: its place, size and time.
static std::string describePtxas(StringRef words) {
  std::string path = words == "off" ? "" : findPtxas(words);
  llvm::sys::fs::file_status status;
  if (path.empty() || llvm::sys::fs::status(path, status))
    return path;
  return path + " " + std::to_string(status.getSize()) + " " +
         std::to_string(
             status.getLastModificationTime().time_since_epoch().count());
}

static std::string keyOf(StringRef text, StringRef name,
                         const FlowOptions &options, bool withReport,
                         StringRef build) {
  Writer key;
  key.put(build);
  key.put(rt::kStepTableVersion);
  std::string unread;
  std::optional<KernelTarget> host = KernelTarget::create({}, unread);
  key.put(host ? host->triple + " " + host->cpu + " " + host->features : "");
  for (const CompileOption &option : compileOptions())
    if (option.effect == OptionEffect::Program) {
      auto given = options.given.find(option.name.str());
      key.put(option.name);
      key.put(given != options.given.end());
      key.put(given != options.given.end() ? given->second : "");
    }
  key.put(describePtxas(options.ptxas));
  const char *libclc = std::getenv("POPT_LIBCLC");
  key.put(libclc ? libclc : "");
  key.put(withReport);
  key.put(name);
  key.put(text);
  return hashOf(key.out);
}

static bool wantsNone(const FlowOptions &options) {
  return !options.cache || options.decisions ||
         options.format != Format::Dist ||
         llvm::any_of(compileOptions(), [&](const CompileOption &option) {
           return option.effect == OptionEffect::Files &&
                  options.given.count(option.name.str());
         });
}

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

std::optional<ProgramCache> ProgramCache::open(StringRef text, StringRef name,
                                               const FlowOptions &options,
                                               bool withReport,
                                               std::string &out_problem) {
  if (wantsNone(options))
    return std::nullopt;
  std::optional<CacheFolder> folder = CacheFolder::ofEnvironment(out_problem);
  std::string build = folder ? buildIdentity() : "";
  if (build.empty())
    return std::nullopt;
  return ProgramCache(*folder, keyOf(text, name, options, withReport, build));
}

std::optional<ProgramCache::Entry> ProgramCache::find() const {
  std::optional<Entry> found;
  folder.find(hash, [&](StringRef bytes) {
    Reader in{bytes};
    if (!areUnchanged({in.text()}))
      return CacheFolder::Verdict::Other;
    found.emplace();
    if (decode(in, *found))
      return CacheFolder::Verdict::Taken;
    found.reset();
    return CacheFolder::Verdict::Damaged;
  });
  return found;
}

std::string
ProgramCache::keep(const Entry &entry,
                   const std::map<std::string, std::string> &files) const {
  Writer inputs;
  for (const auto &[path, text] : files) {
    inputs.put(path);
    inputs.put(hashOf(text));
  }
  std::string why = folder.keep(hash, hashOf(inputs.out).substr(0, 16),
                                encode(entry, inputs));
  return why.empty() ? why
                     : "the cache of compiled programs in " + folder.where() +
                           " cannot be written: " + why +
                           "; POPT_CACHE_DIR names another folder, and "
                           "--no-cache does without";
}

} // namespace popt
