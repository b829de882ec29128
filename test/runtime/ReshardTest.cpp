//===- ReshardTest.cpp - Checkpoints between meshes -----------------------===//
//
// State that is saved on one mesh loads on any other: every rank gets its block
// bit by bit, and reads no byte that it does not need.
//
//===----------------------------------------------------------------------===//
#include "MemoryFiles.h"
#include "SavedState.h"

using namespace popt::rt;

namespace {
using Dims = std::vector<std::vector<int32_t>>;

/// A program with state of several shapes; `w`, `e`, `m` name the axes of their
/// dimensions.
StepTable
program(std::vector<MeshAxis> axes, const Dims &w = {}, const Dims &e = {},
        const Dims &m = {},
        const std::function<void(std::vector<Layout *>)> &change = {}) {
  TableBuilder b(std::move(axes));
  auto add = [&](const char *name, ElementType type, std::vector<int64_t> shape,
                 const Dims &dims) {
    Operand o = b.argument(name, type, shape, dims);
    b.result(name, o, shape, dims);
    auto last = static_cast<int32_t>(b.table.arguments.size()) - 1;
    b.state(last, last);
  };
  add("w", POPT_RT_F32, {7, 10}, w);
  add("e", POPT_RT_BF16, {24}, e);
  add("m", POPT_RT_I8, {3, 5, 4}, m);
  add("n", POPT_RT_I32, {}, {});
  add("z", POPT_RT_C128, {2, 2}, {});
  add("nothing", POPT_RT_F32, {0, 3}, {});
  if (change)
    for (size_t i = 0; i < 3; ++i) {
      change({&b.table.arguments[i].layout, &b.table.results[i].layout});
    }
  for (size_t i = 0; i < b.table.arguments.size(); ++i) {
    Argument &a = b.table.arguments[i];
    Result &r = b.table.results[i];
    EXPECT_EQ(a.layout.check(b.table.mesh, a.shape), "");
    a.localShape = r.localShape = localShape(a.layout, a.shape);
  }
  return b.table;
}

constexpr AxisKind kDevice = AxisKind::Device, kStage = AxisKind::Stage;

std::vector<StepTable> programs() {
  auto pinned = [](int axis, std::vector<int64_t> coordinates) {
    return [=](std::vector<Layout *> layouts) {
      for (Layout *layout : layouts)
        layout->pins.push_back({axis, coordinates});
    };
  };
  auto partial = [](AxisRef axis) {
    return [=](std::vector<Layout *> layouts) {
      for (Layout *layout : layouts)
        layout->partial.push_back(axis);
    };
  };
  auto both = [](auto one, auto other) {
    return [=](std::vector<Layout *> layouts) {
      one(layouts);
      other(layouts);
    };
  };
  auto parts = [](std::vector<Layout *> layouts) {
    for (Layout *layout : layouts)
      layout->dims.back().axes = {{0, 2, 2}};
  };
  auto granules = [](std::vector<Layout *> layouts) {
    for (Layout *layout : layouts)
      layout->dims[0].granule = 3;
  };
  return {
      program({}),
      program({{"a", 2, kDevice}}),
      program({{"a", 2, kDevice}}, {{0}}, {{0}}, {{}, {}, {0}}),
      program({{"a", 3, kDevice}}, {{}, {0}}, {{0}}, {{0}}),
      program({{"a", 4, kDevice}}, {}, {}, {}, parts),
      program({{"a", 5, kDevice}}, {{0}}, {{0}}, {{0}}),
      program({{"a", 6, kDevice}}, {{0}}, {{}}, {{}, {}, {0}}, granules),
      program({{"a", 7, kDevice}}, {{}, {0}}, {{0}}),
      program({{"a", 8, kDevice}}, {{0}}, {{0}}, {{0}}),
      program({{"a", 2, kDevice}, {"b", 2, kDevice}}, {{0}, {1}}, {{1}}, {{1}}),
      program({{"a", 2, kDevice}, {"b", 2, kDevice}}, {{0, 1}}, {{1, 0}},
              {{}, {0}, {1}}),
      program({{"a", 2, kDevice}, {"b", 3, kDevice}}, {{}, {0}}, {{0}}, {},
              partial({1, 1, 3})),
      program({{"a", 2, kDevice}, {"b", 2, kDevice}, {"c", 2, kDevice}},
              {{0}, {2}}, {{0, 1, 2}}, {{2}, {1}, {0}}),
      program({{"p", 2, kStage}}, {}, {}, {}, pinned(0, {1})),
      program({{"p", 2, kStage}, {"a", 4, kDevice}}, {{1}}, {{}}, {{}, {1}},
              pinned(0, {0})),
      program({{"p", 4, kStage}, {"a", 2, kDevice}}, {{}, {1}}, {{1}}, {},
              pinned(0, {1, 3})),
      program({{"p", 4, kStage}}, {}, {}, {},
              both(pinned(0, {1, 2}), partial({0, 1, 4}))),
  };
}
} // namespace

TEST(ReshardTest, AllPairs) {
  std::vector<StepTable> all = programs();
  Wholes wholes = randomWholes(all.front(), 1);
  for (size_t from = 0; from < all.size(); ++from) {
    MemoryFiles files;
    ASSERT_EQ(saveState(files, all[from], wholes, "/ck", 5), "");
    CheckpointIndex index = newest(files, "/ck");
    ASSERT_EQ(index.step, 5);
    for (size_t to = 0; to < all.size(); ++to)
      EXPECT_EQ(loadState(files, all[to], index, wholes), "")
          << from << " to " << to;
  }
}

// One changed byte shows wherever it is, on whatever mesh it is read.
TEST(ReshardTest, DamageShows) {
  std::vector<StepTable> all = programs();
  Wholes wholes = randomWholes(all.front(), 1);
  for (size_t from : {0, 9, 12, 15}) {
    MemoryFiles files;
    ASSERT_EQ(saveState(files, all[from], wholes, "/ck", 5), "");
    CheckpointIndex index = newest(files, "/ck");
    for (const SavedTensor &tensor : index.tensors)
      for (const SavedBlock &block : tensor.blocks) {
        std::string path = index.folder + "/" + index.files[block.file].name;
        char &byte =
            files.contentsOf(path)[block.offset + tensor.bytesOf(block) - 1];
        byte = static_cast<char>(byte ^ 0x10);
        for (const StepTable &to : all) {
          // The block that a rank has is another one, too.
          std::string said = loadState(files, to, index, wholes);
          EXPECT_NE(said, "");
        }
        // Bits that a rank does not know: what was read decides.
        Wholes changed = wholes;
        for (size_t i = 0; i < changed.size(); ++i)
          if (all[0].arguments[i].name == tensor.name) {
            BoxReader reader(files, index);
            std::string error;
            ASSERT_TRUE(reader.read(tensor, wholeBox(tensor.shape),
                                    tensor.shape, changed[i].data.data(), false,
                                    error));
          }
        for (const StepTable &to : all) {
          std::string said = loadState(files, to, index, changed);
          EXPECT_EQ(said.find(path + " is damaged: " + block.box.str() +
                              " of \"" + tensor.name + "\""),
                    0u)
              << said;
        }
        byte = static_cast<char>(byte ^ 0x10);
      }
  }
}

// Copies are written once, and ranks write about as much as each other.
TEST(ReshardTest, CopiesAreSpread) {
  StepTable table = program({{"a", 2, kDevice}, {"b", 4, kDevice}}, {{0}});
  SavePlan plan = planSave(table, 16);
  std::vector<uint64_t> bytes;
  for (const std::vector<SavedPiece> &pieces : plan) {
    bytes.push_back(0);
    for (const SavedPiece &piece : pieces) {
      EXPECT_EQ(piece.offset, bytes.back());
      bytes.back() += piece.bytes;
    }
  }
  uint64_t total = std::accumulate(bytes.begin(), bytes.end(), uint64_t(0));
  EXPECT_EQ(total, 7u * 10 * 4 + 24 * 2 + 60 + 4 + 64);
  EXPECT_LE(*std::max_element(bytes.begin(), bytes.end()), total / 8 + 40);
  // Small boxes stay whole.
  size_t pieces = 0;
  for (const std::vector<SavedPiece> &list : planSave(table))
    pieces += list.size();
  EXPECT_EQ(pieces, 2u + 4);
}

// More ranks than there is to write, and nothing at all.
TEST(ReshardTest, LittleState) {
  for (std::vector<int64_t> shape : {std::vector<int64_t>{}, {0}, {3, 0}}) {
    TableBuilder b({{"a", 3, kDevice}});
    Operand o = b.argument("n", POPT_RT_F32, shape);
    b.result("n", o, shape);
    b.state(0, 0);
    Wholes wholes = randomWholes(b.table, 3);
    MemoryFiles files;
    ASSERT_EQ(saveState(files, b.table, wholes, "/ck", 1), "");
    CheckpointIndex index = newest(files, "/ck");
    EXPECT_EQ(index.files.size(), shape.empty() ? 1u : 0u);
    EXPECT_EQ(loadState(files, b.table, index, wholes), "");
  }
}

// Names that a file can't hold, or that two arguments have.
TEST(ReshardTest, Names) {
  StepTable table = program({{"a", 2, kDevice}});
  table.arguments[0].name = "e";
  table.arguments[2].name = "";
  table.arguments[3].name = "\xff";
  table.arguments[4].name = "z['\"\xce\xb2\"']";
  Wholes wholes = randomWholes(table, 2);
  MemoryFiles files;
  ASSERT_EQ(saveState(files, table, wholes, "/ck", 1), "");
  CheckpointIndex index = newest(files, "/ck");
  std::vector<std::string> names;
  for (const SavedTensor &tensor : index.tensors)
    names.push_back(tensor.name);
  EXPECT_EQ(names, (std::vector<std::string>{"arg0", "arg1", "arg2", "arg3",
                                             "z['\"\xce\xb2\"']", "nothing"}));
  EXPECT_EQ(loadState(files, table, index, wholes), "");
}
