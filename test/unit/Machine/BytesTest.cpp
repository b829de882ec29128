// Numbers of bytes as people write them.

#include "popt/Machine/Bytes.h"

#include <gtest/gtest.h>

using namespace popt;

TEST(BytesTest, Units) {
  EXPECT_EQ(parseBytes("4096"), 4096);
  EXPECT_EQ(parseBytes("16G"), 16000000000);
  EXPECT_EQ(parseBytes("80GB"), 80000000000);
  EXPECT_EQ(parseBytes("1.5 GiB"), 3 << 29);
  EXPECT_EQ(parseBytes("2Ki"), 2048);
  EXPECT_EQ(parseBytes("7B"), 7);
}

TEST(BytesTest, Refused) {
  for (const char *wrong :
       {"", "0", "GB", "1X", "-1", "1.2.3", "1e9", "1 GG", "1iB", "99999999TB"})
    EXPECT_EQ(parseBytes(wrong), std::nullopt) << wrong;
}

TEST(BytesTest, Described) {
  EXPECT_EQ(describeBytes(0), "0 B");
  EXPECT_EQ(describeBytes(1023), "1023 B");
  EXPECT_EQ(describeBytes(1536), "1.5 KiB");
  EXPECT_EQ(describeBytes(int64_t(3) << 40), "3 TiB");
  EXPECT_EQ(describeBytes(INT64_MAX), "8 EiB");
}
