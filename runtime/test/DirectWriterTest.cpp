//===- DirectWriterTest.cpp - Files that are written past the page cache --===//
#include "data/DirectWriter.h"
#include "Fault.h"
#include "data/Files.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
constexpr size_t kBlock = 4 << 20;

struct DirectWriterTest : testing::Test {
  std::string path = testing::TempDir() + "direct." + std::to_string(getpid());
  int file = -1;

  void SetUp() override {
    file = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    ASSERT_GE(file, 0);
  }
  void TearDown() override {
    close(file);
    unlink(path.c_str());
  }
  static std::string numbers(size_t size) {
    std::string text(size, 0);
    for (size_t i = 0; i < size; ++i)
      text[i] = static_cast<char>(i * 7 + i / 4096);
    return text;
  }
  /// Writes it in pieces of `part` bytes.
  int write(const std::string &text, size_t part) const {
    DirectWriter writer(file);
    for (size_t at = 0; at < text.size(); at += part)
      if (int error =
              writer.append(text.data() + at, std::min(part, text.size() - at)))
        return error;
    return writer.flush();
  }
  std::string written() const {
    std::vector<uint8_t> bytes;
    std::string error;
    EXPECT_TRUE(readFile(path, bytes, error)) << error;
    return {bytes.begin(), bytes.end()};
  }
};
} // namespace

TEST_F(DirectWriterTest, AnySize) {
  for (size_t size : {size_t(0), size_t(1), kBlock - 1, kBlock, kBlock + 1,
                      2 * kBlock, 3 * kBlock + 4097})
    for (size_t part : {size_t(88), size_t(300000), 9 * kBlock}) {
      TearDown();
      SetUp();
      std::string text = numbers(size);
      EXPECT_EQ(write(text, part), 0);
      EXPECT_TRUE(written() == text) << size << " in parts of " << part;
    }
}

// A file system without such writes, one that finds out late, and writes that
// end in the middle of a page.
TEST_F(DirectWriterTest, AnyFileSystem) {
  std::string text = numbers(3 * kBlock + 5);
  for (const char *fault : {"call=fcntl,times=all,do=fail:EINVAL",
                            "call=write,after=1,do=fail:EINVAL",
                            "call=write,after=1,times=14,do=short"}) {
    TearDown();
    SetUp();
    Fault wrong(fault);
    EXPECT_EQ(write(text, 100000), 0) << fault;
    EXPECT_TRUE(written() == text) << fault;
  }
}

TEST_F(DirectWriterTest, Failures) {
  std::string text = numbers(kBlock + 5);
  {
    Fault wrong("call=write,do=fail:ENOSPC");
    EXPECT_EQ(write(text, kBlock), ENOSPC);
  }
  {
    Fault wrong("call=write,after=1,do=fail:EIO");
    EXPECT_EQ(write(text, kBlock), EIO);
  }
  // The flag for such writes cannot be taken back: its end cannot be written.
  Fault wrong("call=fcntl,after=2,do=fail:EBADF");
  EXPECT_EQ(write(text, kBlock), EBADF);
}
