// Files that are noted while they are read.
#include "popt/Text/Files.h"
#include "gtest/gtest.h"

#include <fstream>
#include <thread>
#include <unistd.h>

using namespace popt;

namespace {

TEST(FilesTest, NotesWhatIsReadMeanwhile) {
  char path[] = "/tmp/popt-files-test.XXXXXX";
  close(mkstemp(path));
  std::ofstream(path) << "one";
  std::string text, error;
  EXPECT_TRUE(readText(path, text, error));
  FilesRead outer;
  EXPECT_TRUE(outer.list()->empty());
  {
    FilesRead inner;
    // By any thread.
    std::thread([&] { EXPECT_TRUE(readText(path, text, error)); }).join();
    EXPECT_EQ(inner.list()->at(path), "one");
    EXPECT_FALSE(readText("/nowhere", text, error));
    EXPECT_EQ(inner.list()->size(), 1u);
  }
  EXPECT_TRUE(readText(path, text, error));
  EXPECT_EQ(outer.list()->size(), 1u);
  // One that has changed is no one text.
  std::ofstream(path) << "two";
  EXPECT_TRUE(readText(path, text, error));
  EXPECT_FALSE(outer.list());
  unlink(path);
}

} // namespace
