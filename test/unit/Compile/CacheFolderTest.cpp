// A folder that keeps bytes by key: what is found, what is not used, what is removed
// when it is full.
#include "popt/Compile/CacheFolder.h"
#include "gtest/gtest.h"

#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt;
using Verdict = CacheFolder::Verdict;

namespace {

const std::string kKey(64, 'a'), kOther = "aa" + std::string(62, 'b');
const std::string kOne(16, '1'), kTwo(16, '2');

struct CacheFolderTest : testing::Test {
  CacheFolderTest() {
    char made[] = "/tmp/popt-cache-test.XXXXXX";
    root = mkdtemp(made);
  }
  ~CacheFolderTest() override {
    chmod(root.c_str(), 0700);
    std::string command = "rm -rf " + root;
    EXPECT_EQ(system(command.c_str()), 0);
  }
  CacheFolder folder(int64_t bytes = 1 << 20) const { return {root, bytes}; }
  std::string entry(const std::string &key, const std::string &variant) const {
    return root + "/" + key.substr(0, 2) + "/" + key + "." + variant;
  }
  /// What find() shows; it takes nothing.
  static std::vector<std::string> shown(const CacheFolder &folder,
                                        const std::string &key,
                                        Verdict verdict = Verdict::Other) {
    std::vector<std::string> all;
    folder.find(key, [&](llvm::StringRef bytes) {
      all.push_back(bytes.str());
      return verdict;
    });
    std::sort(all.begin(), all.end());
    return all;
  }
  static bool exists(const std::string &path) {
    return access(path.c_str(), F_OK) == 0;
  }
  static void setAge(const std::string &path, int64_t seconds) {
    timespec times[2] = {{time(nullptr) - seconds, 0},
                         {time(nullptr) - seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }
  static std::vector<std::string> names(const std::string &path) {
    std::vector<std::string> all;
    DIR *folder = opendir(path.c_str());
    while (dirent *found = folder ? readdir(folder) : nullptr)
      if (found->d_name != std::string(".") &&
          found->d_name != std::string(".."))
        all.push_back(found->d_name);
    if (folder)
      closedir(folder);
    return all;
  }

  std::string root;
};

TEST_F(CacheFolderTest, FindsTheVariantsOfAKey) {
  EXPECT_TRUE(shown(folder(), kKey).empty());
  EXPECT_EQ(folder().keep(kKey, kOne, "one"), "");
  EXPECT_EQ(folder().keep(kKey, kTwo, ""), "");
  EXPECT_EQ(folder().keep(kOther, kOne, "of another key"), "");
  EXPECT_EQ(shown(folder(), kKey), (std::vector<std::string>{"", "one"}));
  EXPECT_EQ(folder().keep(kKey, kOne, "replaced"), "");
  EXPECT_EQ(shown(folder(), kKey), (std::vector<std::string>{"", "replaced"}));
  EXPECT_EQ(shown(folder(), kKey, Verdict::Taken).size(), 1u);
}

// A byte more, less or another one anywhere: not shown, and gone.
TEST_F(CacheFolderTest, RemovesWhatIsNotWhole) {
  EXPECT_EQ(folder().keep(kKey, kOne, "some bytes"), "");
  std::ifstream file(entry(kKey, kOne), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  auto isRefused = [&](const std::string &bytes) {
    std::ofstream(entry(kKey, kOne), std::ios::binary) << bytes;
    return shown(folder(), kKey).empty() && !exists(entry(kKey, kOne));
  };
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(isRefused(whole.substr(0, size))) << size;
  EXPECT_TRUE(isRefused(whole + "x"));
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string other = whole;
    other[at] ^= 1;
    EXPECT_TRUE(isRefused(other)) << at;
  }
  std::ofstream(entry(kKey, kOne), std::ios::binary) << whole;
  EXPECT_EQ(shown(folder(), kKey).size(), 1u);
}

TEST_F(CacheFolderTest, RemovesWhatItsReaderRefuses) {
  EXPECT_EQ(folder().keep(kKey, kOne, "one"), "");
  EXPECT_EQ(shown(folder(), kKey, Verdict::Damaged).size(), 1u);
  EXPECT_FALSE(exists(entry(kKey, kOne)));
}

// Entries that others may write, and names that are no files of this user.
TEST_F(CacheFolderTest, IgnoresWhatOthersCouldChange) {
  EXPECT_EQ(folder().keep(kKey, kOne, "one"), "");
  chmod(entry(kKey, kOne).c_str(), 0622);
  EXPECT_TRUE(shown(folder(), kKey).empty());
  chmod(entry(kKey, kOne).c_str(), 0600);
  std::string kept = root + "/kept";
  ASSERT_EQ(rename(entry(kKey, kOne).c_str(), kept.c_str()), 0);
  ASSERT_EQ(symlink(kept.c_str(), entry(kKey, kOne).c_str()), 0);
  EXPECT_TRUE(shown(folder(), kKey).empty());
  unlink(entry(kKey, kOne).c_str());
  ASSERT_EQ(mkfifo(entry(kKey, kOne).c_str(), 0600), 0);
  EXPECT_TRUE(shown(folder(), kKey).empty());
  EXPECT_EQ(folder().keep(kKey, kOne, "in its place"), "");
  EXPECT_EQ(shown(folder(), kKey).size(), 1u);
}

TEST_F(CacheFolderTest, WhatIsUnusedForLongestGoesFirst) {
  const std::string bytes(1000, 'x');
  std::vector<std::string> keys;
  for (char digit : {'0', '1', '2', '3'}) {
    keys.push_back(std::string(64, digit));
    EXPECT_EQ(folder().keep(keys.back(), kOne, bytes), "");
    setAge(entry(keys.back(), kOne), 100 - (digit - '0'));
  }
  EXPECT_EQ(shown(folder(), keys[0], Verdict::Taken).size(), 1u); // used now
  // Three have room.
  EXPECT_EQ(folder(3500).keep(kKey, kOne, bytes), "");
  EXPECT_TRUE(exists(entry(keys[0], kOne)));
  EXPECT_FALSE(exists(entry(keys[1], kOne)));
  EXPECT_FALSE(exists(entry(keys[2], kOne)));
  EXPECT_TRUE(exists(entry(keys[3], kOne)));
  EXPECT_TRUE(exists(entry(kKey, kOne)));
  // What is larger than all removes nothing.
  EXPECT_EQ(folder(500).keep(kOther, kOne, bytes), "");
  EXPECT_FALSE(exists(entry(kOther, kOne)));
  EXPECT_TRUE(exists(entry(kKey, kOne)));
}

// Files that are not the cache's stay; drafts of a process that was killed do not.
TEST_F(CacheFolderTest, RemovesNoFileOfOthers) {
  EXPECT_EQ(folder().keep(kKey, kOne, "one"), "");
  std::string own = root + "/aa/notes.txt", draft = root + "/aa/.new.1.0",
              young = root + "/aa/.new.2.0", outside = root + "/photo";
  for (const std::string &path : {own, draft, young, outside})
    std::ofstream(path) << std::string(1 << 20, 'x');
  for (const std::string &path : {own, draft, outside})
    setAge(path, 7200);
  EXPECT_EQ(folder(5000).keep(kOther, kOne, "two"), "");
  EXPECT_TRUE(exists(own));
  EXPECT_TRUE(exists(outside));
  EXPECT_TRUE(exists(young));
  EXPECT_FALSE(exists(draft));
}

TEST_F(CacheFolderTest, SaysWhyNothingCanBeWritten) {
  std::ofstream(root + "/file") << "x";
  CacheFolder below(root + "/file/folder", 1 << 20);
  EXPECT_EQ(below.keep(kKey, kOne, "one"), "Not a directory");
  EXPECT_TRUE(shown(below, kKey).empty());
}

// The limit of file sizes stands for a disk that is full: both end a write early.
TEST_F(CacheFolderTest, AFullDiskIsNoError) {
  pid_t child = fork();
  if (child == 0) {
    rlimit limit = {2000, 2000};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool isOk = folder().keep(kKey, kOne, std::string(5000, 'x')).empty() &&
                folder().keep(kOther, kOne, "one").empty();
    // The signal is not left for later.
    sigset_t pending;
    sigpending(&pending);
    _exit(isOk && !sigismember(&pending, SIGXFSZ) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(names(root + "/aa"), std::vector<std::string>{kOther + "." + kOne});
}

/// The variables of one test.
struct Variables {
  Variables(
      std::initializer_list<std::pair<const char *, const char *>> given) {
    for (const char *name :
         {"POPT_CACHE_DIR", "POPT_CACHE_BYTES", "XDG_CACHE_HOME", "HOME"})
      unsetenv(name);
    for (auto [name, value] : given)
      setenv(name, value, 1);
    if (std::optional<CacheFolder> folder = CacheFolder::ofEnvironment(problem))
      where = folder->where();
  }
  std::string where, problem;
};

TEST(CacheFolderEnvironment, NamesTheFolder) {
  EXPECT_EQ(Variables({{"HOME", "/h"}}).where, "/h/.cache/popt");
  EXPECT_EQ(Variables({{"HOME", "/h"}, {"XDG_CACHE_HOME", "/x"}}).where,
            "/x/popt");
  EXPECT_EQ(Variables({{"HOME", "/h"}, {"XDG_CACHE_HOME", "x"}}).where,
            "/h/.cache/popt");
  EXPECT_EQ(Variables({{"HOME", "/h"}, {"POPT_CACHE_DIR", "/c"}}).where, "/c");
  EXPECT_EQ(Variables({{"HOME", "/h"}, {"POPT_CACHE_DIR", ""}}).where, "");
  EXPECT_EQ(Variables({}).where, "");
}

TEST(CacheFolderEnvironment, LimitsItsSize) {
  Variables wrong({{"HOME", "/h"}, {"POPT_CACHE_BYTES", "lots"}});
  EXPECT_EQ(wrong.where, "/h/.cache/popt");
  EXPECT_EQ(wrong.problem,
            "POPT_CACHE_BYTES is \"lots\": expected a number of bytes, such as "
            "4GiB; the limit is 4GiB");
  EXPECT_EQ(Variables({{"HOME", "/h"}, {"POPT_CACHE_BYTES", "1GB"}}).problem,
            "");
}

} // namespace
