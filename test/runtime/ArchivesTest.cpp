//===- ArchivesTest.cpp - Archives that hold more than they say -----------===//
//
// A member ends where its header says, and what is not asked for is not unpacked:
// a small file must not become gigabytes. What else is wrong with files:
// DataTest.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "Zip.h"
#include "data/Files.h"

using namespace popt::rt;

namespace {
using ArchivesTest = RunFixture;

/// An npy array of 16 numbers, with zeros after them.
std::vector<uint8_t> npyWithMore(size_t more) {
  std::vector<uint8_t> bytes = formatNpy(Tensor(POPT_RT_F32, {16}));
  bytes.resize(bytes.size() + more);
  return bytes;
}
} // namespace

// The directory says 4 GB, the header 64 bytes. The rest is no deflate stream,
// which who unpacks it would say.
TEST_F(ArchivesTest, MembersEndWhereTheirHeaderSays) {
  std::string error;
  TensorMap map;
  auto problem = [&](const std::vector<uint8_t> &bytes,
                     const std::string &name) {
    EXPECT_TRUE(writeFile(file(name), {{bytes.data(), bytes.size()}}, error));
    EXPECT_FALSE(readTensors(file(name), map, error));
    return error.substr(file(name).size() + 2);
  };
  const std::vector<uint8_t> begin = npyWithMore(1 << 16);
  const uint32_t claimed = 4'000'000'000;
  EXPECT_EQ(problem(zipOf({{"w.npy", deflated(begin, 4 << 20), claimed, 0}}),
                    "bomb.npz"),
            "key \"w\": its header says f32[16], 64 bytes, and 3999999808 more "
            "follow them");
  // The bomb is in the header.
  std::vector<uint8_t> zeros(1 << 20);
  std::copy(begin.begin(), begin.begin() + 8, zeros.begin());
  zeros[6] = 2; // longer headers
  zeros[9] = zeros[10] = 255;
  EXPECT_EQ(problem(zipOf({{"w.npy", deflated(zeros, 4 << 20), claimed, 0}}),
                    "header.npz"),
            "key \"w\": it ends within its header");
  // Fewer bytes in the directory than there are.
  const std::vector<uint8_t> whole = npyWithMore(0);
  EXPECT_EQ(problem(zipOf({{"w.npy", deflated(begin, 0),
                            static_cast<uint32_t>(whole.size()),
                            crc32(whole.data(), whole.size())}}),
                    "short.npz"),
            "key \"w\": its compressed data is damaged");
  // Stored, and alone in a file.
  EXPECT_EQ(problem(npyWithMore(8), "w.npy"),
            "its header says f32[16], 64 bytes, and 8 more follow them");
}

TEST_F(ArchivesTest, WhatNobodyAsksForIsNotUnpacked) {
  // A tensor of 4 GB in a stream that is damaged behind its header.
  std::vector<uint8_t> header = formatNpy(Tensor(POPT_RT_F32, {1}));
  std::string text(header.begin(), header.end());
  text.replace(text.find("(1,), }             "), 20, "(1000,1000,1000), } ");
  header.assign(text.begin(), text.end());
  header.resize(header.size() + 4096);
  const ZipMember large = {"large.npy", deflated(header, 4 << 20),
                           4'000'000'128, 0};
  auto archive = [&](const std::string &name, const TensorMap &tensors) {
    std::vector<ZipMember> members = {large};
    for (const auto &[key, tensor] : tensors) {
      std::vector<uint8_t> bytes = formatNpy(tensor);
      members.push_back({key + ".npy", deflated(bytes, 0),
                         static_cast<uint32_t>(bytes.size()),
                         crc32(bytes.data(), bytes.size())});
    }
    std::vector<uint8_t> bytes = zipOf(members);
    std::string error;
    EXPECT_TRUE(writeFile(file(name), {{bytes.data(), bytes.size()}}, error));
  };
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--outputs", file("out.npz")})
                .status,
            0);
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
  archive("in-packed.npz", inputs);
  archive("batches-packed.npz", batches);
  archive("out-packed.npz", out);
  for (const char *way : {"--transport=threads", "--processes"}) {
    Outcome outcome =
        run({way, "--inputs", file("in-packed.npz"), "--batches",
             file("batches-packed.npz"), "--expect", file("out-packed.npz")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expectSays(outcome, "is not read: \"large\"");
    expectSays(outcome, "results are as expected");
  }
}
