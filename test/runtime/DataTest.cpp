//===- DataTest.cpp - npz and safetensors files ---------------------------===//
#include "Tables.h"
#include "data/Files.h"
#include <cmath>
#include <unistd.h>

using namespace popt::rt;

static TensorMap everyType() {
  TensorMap map;
  std::mt19937 random(1);
  for (unsigned type = 0; type < POPT_RT_NUM_ELEMENT_TYPES; ++type)
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {0}, {3}, {2, 3}, {2, 0, 3}}) {
      Tensor t(static_cast<ElementType>(type), shape);
      for (uint8_t &byte : t.data)
        byte =
            static_cast<uint8_t>(type == POPT_RT_I1 ? random() & 1 : random());
      std::string key = std::string(popt_rt_element_type_name(t.type)) + "['" +
                        std::to_string(shape.size()) + "']" +
                        (t.data.empty() ? "e" : "");
      map[key] = t;
    }
  return map;
}

static void expectSame(const TensorMap &got, const TensorMap &want,
                       bool types = true) {
  ASSERT_EQ(got.size(), want.size());
  for (const auto &[key, tensor] : want) {
    ASSERT_TRUE(got.count(key)) << key;
    const Tensor &other = got.at(key);
    EXPECT_EQ(other.shape, tensor.shape) << key;
    EXPECT_EQ(other.data, tensor.data) << key;
    // Types without a name in safetensors are bytes there.
    bool isByte = tensor.type > POPT_RT_F8E5M2 && other.type == POPT_RT_UI8;
    EXPECT_TRUE(types && !isByte ? other.type == tensor.type
                                 : holdsBitsOf(other.type, tensor.type))
        << key;
  }
}

static void write(const std::string &path, const std::vector<uint8_t> &bytes) {
  std::string error;
  ASSERT_TRUE(writeFile(path, {{bytes.data(), bytes.size()}}, error)) << error;
}

TEST(Npz, RoundTrip) {
  TemporaryFolder folder;
  TensorMap map = everyType(), back;
  std::string error;
  ASSERT_TRUE(writeNpz(folder.file("a.npz"), map, error)) << error;
  ASSERT_TRUE(readTensors(folder.file("a.npz"), back, error)) << error;
  expectSame(back, map, /*types=*/false);
}

/// A python that has numpy, or nothing.
static std::string pythonWithNumpy() {
  for (std::string python : {"python3", POPT_SOURCE "/.venv/bin/python"})
    if (std::system((python + " -c 'import numpy' 2>/dev/null").c_str()) == 0)
      return python;
  return "";
}

// Files that numpy writes, stored and compressed, with all its types, orders
// and byte orders; and numpy reads what we write.
TEST(Npz, Numpy) {
  std::string python = pythonWithNumpy();
  if (python.empty())
    GTEST_SKIP() << "skipped: no python with numpy";
  TemporaryFolder folder;
  std::ofstream(folder.file("make.py")) << R"(
import numpy as np, sys
r = np.random.default_rng(0)
d = {}
for t in ['?','i1','i2','i4','i8','u1','u2','u4','u8','f2','f4','f8','c8','c16','>f4','>c8','>i2']:
    d['t_' + t] = (r.standard_normal((3, 4, 5)) * 50).astype(t)
d['fortran'] = np.asfortranarray(np.arange(24, dtype='f4').reshape(2, 3, 4))
d['scalar'] = np.float64(2.5)
d['empty'] = np.zeros((0, 3), 'i4')
d["params['w']"] = np.arange(3)
d['big'] = np.tile(np.arange(1000, dtype='i4'), 300)
np.savez(sys.argv[1] + '/stored.npz', **d)
np.savez_compressed(sys.argv[1] + '/packed.npz', **d)
plain = {k: np.ascontiguousarray(v).astype(np.asarray(v).dtype.newbyteorder('=')) if np.asarray(v).ndim else v for k, v in d.items()}
np.savez(sys.argv[1] + '/plain.npz', **plain)
)";
  std::ofstream(folder.file("check.py")) << R"(
import numpy as np, sys
a, b = np.load(sys.argv[1] + '/plain.npz'), np.load(sys.argv[1] + '/ours.npz')
assert sorted(a.files) == sorted(b.files)
for k in a.files:
    assert a[k].dtype == b[k].dtype and a[k].shape == b[k].shape and (a[k] == b[k]).all(), k
)";
  auto run = [&](const char *script) {
    return std::system(
        (python + " " + folder.file(script) + " " + folder.path).c_str());
  };
  ASSERT_EQ(run("make.py"), 0);
  TensorMap stored, packed, plain;
  std::string error;
  ASSERT_TRUE(readTensors(folder.file("stored.npz"), stored, error)) << error;
  ASSERT_TRUE(readTensors(folder.file("packed.npz"), packed, error)) << error;
  ASSERT_TRUE(readTensors(folder.file("plain.npz"), plain, error)) << error;
  expectSame(packed, stored);
  expectSame(plain, stored);
  EXPECT_EQ(stored.size(), 22u);
  const Tensor &fortran = stored["fortran"];
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(elementAsDouble(fortran.type, fortran.data.data(), i), i);
  EXPECT_EQ(elementAsDouble(POPT_RT_F64, stored["scalar"].data.data(), 0), 2.5);
  ASSERT_TRUE(writeNpz(folder.file("ours.npz"), stored, error)) << error;
  EXPECT_EQ(run("check.py"), 0);

  // Any truncation or flipped bit of the compressed file is an error or
  // harmless, never a crash.
  std::string bytes = contents(folder.file("packed.npz"));
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<uint8_t> damaged(bytes.begin(), bytes.end());
    if (i % 3 == 0)
      damaged.resize(random() % bytes.size());
    else
      damaged[random() % bytes.size()] ^= 1 << random() % 8;
    write(folder.file("damaged.npz"), damaged);
    TensorMap map;
    bool ok = readTensors(folder.file("damaged.npz"), map, error);
    EXPECT_FALSE(ok && i % 3 == 0);
  }
}

TEST(Npz, Errors) {
  TemporaryFolder folder;
  TensorMap map;
  std::string error;
  EXPECT_FALSE(readTensors(folder.file("none.npz"), map, error));
  EXPECT_EQ(error, "cannot open " + folder.file("none.npz") +
                       ": No such file or directory");
  write(folder.file("bad.npz"), {});
  EXPECT_FALSE(readTensors(folder.file("bad.npz"), map, error));
  EXPECT_EQ(error, folder.file("bad.npz") + ": the file is empty");
  write(folder.file("bad.npz"), std::vector<uint8_t>(100, 'x'));
  EXPECT_FALSE(readTensors(folder.file("bad.npz"), map, error));
  EXPECT_EQ(error, folder.file("bad.npz") +
                       ": this is no npz file, or it is truncated");

  map["key"] = Tensor(POPT_RT_F32, {4});
  ASSERT_TRUE(writeNpz(folder.file("good.npz"), map, error));
  std::string good = contents(folder.file("good.npz"));
  std::vector<uint8_t> bytes(good.begin(), good.end());
  bytes[150] ^= 1; // an element
  write(folder.file("bad.npz"), bytes);
  EXPECT_FALSE(readTensors(folder.file("bad.npz"), map, error));
  EXPECT_EQ(error, folder.file("bad.npz") +
                       ": key \"key\": its checksum is wrong: the file is "
                       "damaged");
  EXPECT_FALSE(writeNpz("/nowhere/a.npz", map, error));
  EXPECT_EQ(error, "cannot write /nowhere/a.npz: No such file or directory");
}

/// Fields of the zip records are patched, one at a time: the local header of
/// the one member begins at 0, its record in the directory at `directory`.
TEST(Npz, DamagedRecords) {
  TemporaryFolder folder;
  TensorMap map, back;
  map["key"] = Tensor(POPT_RT_F32, {4});
  std::string error;
  ASSERT_TRUE(writeNpz(folder.file("good.npz"), map, error));
  const std::string good = contents(folder.file("good.npz"));
  const size_t directory = good.find("PK\1\2"), end = good.find("PK\5\6");
  ASSERT_NE(directory, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  auto problem = [&](std::initializer_list<std::pair<size_t, int>> patches) {
    std::vector<uint8_t> bytes(good.begin(), good.end());
    for (auto [at, value] : patches)
      bytes[at] = static_cast<uint8_t>(value);
    write(folder.file("x"), bytes);
    std::string what;
    if (readTensors(folder.file("x"), back, what))
      return std::string();
    return what.substr(folder.file("x").size() + 2);
  };
  EXPECT_EQ(problem({}), "");
  // The directory: signature, lengths, and the zip64 field of another length.
  EXPECT_EQ(problem({{directory, 0}}), "its directory is damaged");
  EXPECT_EQ(problem({{directory + 29, 255}}), "its directory is damaged");
  EXPECT_EQ(problem({{directory + 28, 0}, {directory + 30, 7}}),
            "its directory is damaged");
  // The member: encrypted, stored with two sizes, by an unknown method, by
  // deflate though it is not, beyond the file, without its header.
  EXPECT_EQ(problem({{directory + 8, 1}}), "key \"key\": it is encrypted");
  EXPECT_EQ(problem({{directory + 24, 9}}),
            "key \"key\": its directory is damaged");
  EXPECT_EQ(problem({{directory + 10, 12}}),
            "key \"key\": compression method 12 is not supported");
  EXPECT_EQ(problem({{directory + 10, 8}}),
            "key \"key\": its compressed data is damaged");
  EXPECT_EQ(problem({{directory + 22, 1}}),
            "key \"key\": the file ends within it");
  EXPECT_EQ(problem({{0, 0}}), "key \"key\": its local header is damaged");
  // Two entries of one member.
  std::string record = good.substr(directory, end - directory);
  std::string twice = good.substr(0, end) + record + good.substr(end);
  size_t last = twice.rfind("PK\5\6");
  twice[last + 8] = twice[last + 10] = 2;
  write(folder.file("x"), {twice.begin(), twice.end()});
  EXPECT_FALSE(readTensors(folder.file("x"), back, error));
  EXPECT_EQ(error, folder.file("x") + ": key \"key\": it occurs twice");
  // A locator of a zip64 directory that leads nowhere.
  std::string wide = good.substr(0, end) + std::string("PK\6\7") +
                     std::string(16, '\xee') + good.substr(end);
  last = wide.rfind("PK\5\6");
  wide[last + 10] = wide[last + 11] = '\xff';
  write(folder.file("x"), {wide.begin(), wide.end()});
  EXPECT_FALSE(readTensors(folder.file("x"), back, error));
  EXPECT_EQ(error, folder.file("x") + ": its zip64 directory is damaged");
}

/// What is wrong with an npy file of these bytes.
static std::string npyProblem(const std::vector<uint8_t> &bytes) {
  static TemporaryFolder folder;
  write(folder.file("x.npy"), bytes);
  TensorMap map;
  std::string error;
  return readTensors(folder.file("x.npy"), map, error)
             ? ""
             : error.substr(folder.file("x.npy: ").size());
}

static std::string npyError(const std::string &header, size_t dataBytes) {
  std::vector<uint8_t> bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  bytes.push_back(static_cast<uint8_t>(header.size()));
  bytes.push_back(0);
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.resize(bytes.size() + dataBytes);
  return npyProblem(bytes);
}

TEST(Npy, Header) {
  const char *good =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  EXPECT_EQ(npyError(good, 8), "");
  EXPECT_EQ(npyError(good, 7), "the data ends after 7 of 8 bytes");
  EXPECT_EQ(npyError("{'descr': '|O', 'fortran_order': False, 'shape': ()}", 8),
            "element type \"|O\" is not supported");
  EXPECT_EQ(npyError("{'descr': [('a', '<f4')], 'fortran_order': False, "
                     "'shape': ()}",
                     8),
            "its header is damaged: structured types are not supported");
  EXPECT_EQ(npyError("{'descr': '<f4', 'shape': ()}", 8),
            "its header is damaged: a key is missing");
  EXPECT_EQ(
      npyError("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 8),
      "its header is damaged: an extent is no number");
  EXPECT_EQ(npyError("{'descr': '<f4', 'fortran_order': False, 'shape': "
                     "(4611686018427387904, 4611686018427387904)}",
                     8),
            "its shape is too large");
  EXPECT_EQ(npyError("{'descr': '<f4', 'fortran_order': False, 'shape': "
                     "(99999999999999999999,)}",
                     8),
            "its header is damaged: an extent is too large");
  auto damaged = [](const char *header) {
    std::string error = npyError(header, 8);
    std::string prefix = "its header is damaged: ";
    return error.compare(0, prefix.size(), prefix) == 0
               ? error.substr(prefix.size())
               : "not damaged: " + error;
  };
  EXPECT_EQ(damaged("[]"), "no dictionary");
  EXPECT_EQ(damaged("{descr: '<f4'}"), "a string is missing");
  EXPECT_EQ(damaged("{'descr: 4}"), "a string does not end");
  EXPECT_EQ(damaged("{'descr' '<f4'}"), "a colon is missing");
  EXPECT_EQ(damaged("{'order': 1}"), "unknown key");
  EXPECT_EQ(damaged("{'descr': '<f4'"), "it does not end");
  EXPECT_EQ(damaged("{'fortran_order': 0}"),
            "fortran_order is neither True nor False");
  EXPECT_EQ(damaged("{'shape': 3}"), "the shape is no tuple");
  EXPECT_EQ(damaged("{'shape': (3; 4)}"), "the shape does not end");
  std::string text = good;
  for (size_t i = 0; i < text.size(); ++i) {
    npyError(text.substr(0, i), 8);
    for (char c : {'\0', '(', ')', '\'', '}', ',', '9'}) {
      std::string damaged = text;
      damaged[i] = c;
      npyError(damaged, 8);
    }
  }
}

TEST(Npy, Versions) {
  EXPECT_EQ(npyProblem({}), "it is not in npy format");
  EXPECT_EQ(npyProblem({1, 2, 3}), "it is not in npy format");
  EXPECT_EQ(npyProblem({0x93, 'N', 'U', 'M', 'P', 'Y', 9, 0, 0, 0}),
            "npy format version 9 is not supported");
  EXPECT_EQ(npyProblem({0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 5, 0}),
            "it ends within its header");
  // A header of 4 GB.
  EXPECT_EQ(npyProblem({0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 255, 255, 255, 255,
                        '{', '}'}),
            "it ends within its header");
}

TEST(Inflate, Damage) {
  std::mt19937 random(5);
  std::vector<uint8_t> out(2000);
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> bytes(random() % 60);
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    if (!bytes.empty())
      bytes[0] = static_cast<uint8_t>((bytes[0] & ~7) | 1 | (i % 3) << 1);
    inflate(bytes.data(), bytes.size(), out.data(), random() % 2000);
    std::vector<uint8_t> begin;
    inflateBegin(bytes.data(), bytes.size(), random() % 2000, begin);
  }
}

TEST(Safetensors, RoundTrip) {
  TemporaryFolder folder;
  TensorMap map = everyType(), back;
  std::string error;
  ASSERT_TRUE(writeSafetensors(folder.file("a.safetensors"), map, error));
  ASSERT_TRUE(readTensors(folder.file("a.safetensors"), back, error)) << error;
  expectSame(back, map);
  std::string bytes = contents(folder.file("a.safetensors"));
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::vector<uint8_t> damaged(bytes.begin(), bytes.end());
    if (i % 2)
      damaged.resize(random() % bytes.size());
    else
      damaged[random() % bytes.size()] ^= 1 << random() % 8;
    write(folder.file("b.safetensors"), damaged);
    bool ok = readTensors(folder.file("b.safetensors"), back, error);
    EXPECT_FALSE(ok && i % 2);
  }
}

TEST(Safetensors, Errors) {
  TemporaryFolder folder;
  auto problem = [&](const std::string &header, size_t dataBytes) {
    std::vector<uint8_t> bytes(8);
    bytes[0] = static_cast<uint8_t>(header.size());
    bytes.insert(bytes.end(), header.begin(), header.end());
    bytes.resize(bytes.size() + dataBytes);
    write(folder.file("x.safetensors"), bytes);
    TensorMap map;
    std::string error;
    if (readTensors(folder.file("x.safetensors"), map, error))
      return std::string();
    return error.substr(folder.file("x.safetensors").size() + 2);
  };
  EXPECT_EQ(problem("{}", 0), "");
  EXPECT_EQ(problem("[]", 0), "its header is no JSON object");
  auto problemOf = [&](std::string type, std::string shape, std::string offsets,
                       size_t dataBytes) {
    return problem(R"({"a":{"dtype":")" + type + R"(","shape":)" + shape +
                       R"(,"data_offsets":)" + offsets + "}}",
                   dataBytes);
  };
  EXPECT_EQ(problemOf("F32", "[2]", "[0,8]", 8), "");
  EXPECT_EQ(problemOf("F32", "[2]", "[0,8]", 9),
            "its data has holes or overlaps");
  EXPECT_EQ(problemOf("F32", "[2]", "[0,8]", 7),
            "key \"a\": its data ends at byte 8 of 7");
  EXPECT_EQ(problemOf("F32", "[3]", "[0,8]", 8),
            "key \"a\": f32[3] takes 12 bytes, but it has 8");
  EXPECT_EQ(problemOf("X", "[2]", "[0,8]", 8),
            "key \"a\": element type \"X\" is not supported");
  EXPECT_EQ(problemOf("F32", "[-2]", "[0,8]", 8),
            "key \"a\": its shape is no list of extents");
  EXPECT_EQ(problemOf("F32", "[2]", "[0,\"8\"]", 8),
            "key \"a\": its data_offsets are no numbers");
  EXPECT_EQ(problem(R"({"a":{},"a":{}})", 0), "its header holds a key twice");
  EXPECT_EQ(problem(R"({"a":5})", 0),
            "key \"a\": dtype, shape or data_offsets are missing");
}

TEST(Safetensors, LongHeader) {
  TemporaryFolder folder;
  // A sparse file: the header's length, then 100 MB and a byte of zeros.
  write(folder.file("x.safetensors"), {0x01, 0xe1, 0xf5, 0x05, 0, 0, 0, 0});
  ASSERT_EQ(truncate(folder.file("x.safetensors").c_str(), 8 + 100'000'001), 0);
  TensorMap map;
  std::string error;
  EXPECT_FALSE(readTensors(folder.file("x.safetensors"), map, error));
  EXPECT_EQ(error, folder.file("x.safetensors") +
                       ": its header is longer than 100 MB");
}

namespace {
/// A model of two files with an index, whose text tests change.
struct ModelFiles {
  TemporaryFolder folder;
  TensorMap one, two;
  std::string path = folder.file("model.safetensors.index.json");

  ModelFiles() {
    one["a"] = Tensor(POPT_RT_F32, {2, 3});
    one["b"] = Tensor(POPT_RT_BF16, {4});
    two["c"] = Tensor(POPT_RT_I64, {2});
    two["c"].data[0] = 7;
    std::string error;
    EXPECT_TRUE(writeTensors(folder.file("1.safetensors"), one, error));
    EXPECT_TRUE(writeTensors(folder.file("2.safetensors"), two, error));
  }
  /// What is wrong with this weight map.
  std::string problem(const std::string &map, TensorMap &out_tensors) {
    std::string text =
        "{\"metadata\": {\"total_size\": 1}, \"weight_map\": " + map + "}";
    write(path, {text.begin(), text.end()});
    return readAll(out_tensors);
  }
  std::string readAll(TensorMap &out_tensors) {
    std::string error;
    if (readTensors(path, out_tensors, error))
      return "";
    for (size_t at; (at = error.find(folder.path + "/")) != error.npos;)
      error.erase(at, folder.path.size() + 1);
    std::string prefix = "model.safetensors.index.json: ";
    EXPECT_EQ(error.substr(0, prefix.size()), prefix);
    return error.substr(prefix.size());
  }
};
} // namespace

TEST(SafetensorsIndex, Files) {
  ModelFiles model;
  TensorMap map;
  const std::string good = R"({"a": "1.safetensors", "c": "2.safetensors"})";
  EXPECT_EQ(model.problem(good, map), "");
  expectSame(map, {{"a", model.one["a"]}, {"c", model.two["c"]}});
  auto problem = [&](const std::string &text) {
    return model.problem(text, map);
  };
  EXPECT_EQ(problem(R"({"a": "../1.safetensors"})"),
            "index.weight_map[\"a\"]: \"../1.safetensors\" is no file beside "
            "the index");
  EXPECT_EQ(problem(R"({"a": ".."})"),
            "index.weight_map[\"a\"]: \"..\" is no file beside the index");
  EXPECT_EQ(problem(R"({"a": "1.safetensors\u0000x"})"),
            "index.weight_map[\"a\"]: \"1.safetensors\" is no file beside the "
            "index");
  EXPECT_EQ(problem(R"({"a": 3})"),
            "index.weight_map[\"a\"]: expected a string, got 3");
  EXPECT_EQ(problem(R"({"a": "3.safetensors"})"),
            "index.weight_map[\"a\"]: cannot open 3.safetensors: No such file "
            "or directory");
  EXPECT_EQ(problem(R"({"c": "1.safetensors"})"),
            "index.weight_map[\"c\"]: 1.safetensors has no such tensor");
  EXPECT_EQ(problem(R"({"a.weight": "1.safetensors", "c": "2.safetensors"})"),
            "index.weight_map[\"a.weight\"]: 1.safetensors has no such tensor");
  write(model.path, {'{', '}'});
  EXPECT_EQ(model.readAll(map), "index: \"weight_map\" is missing");
  ASSERT_EQ(truncate(model.path.c_str(), 100'000'001), 0);
  EXPECT_EQ(model.readAll(map), "it is longer than 100 MB, too long for JSON");
  // Whatever an index or its files hold, nothing breaks.
  std::mt19937 random(9);
  std::string text = "{\"weight_map\": " + good + "}";
  for (int i = 0; i < 1000; ++i) {
    std::vector<uint8_t> bytes(text.begin(), text.end());
    if (i % 3)
      bytes[random() % bytes.size()] ^= 1 << random() % 8;
    else
      bytes.resize(random() % bytes.size());
    write(model.path, bytes);
    std::string error;
    EXPECT_FALSE(readTensors(model.path, map, error) && i % 3 == 0);
  }
  write(model.path, {text.begin(), text.end()});
  std::string data = contents(model.folder.file("1.safetensors"));
  for (int i = 0; i < 1000; ++i) {
    std::vector<uint8_t> bytes(data.begin(), data.end());
    if (i % 3)
      bytes[random() % bytes.size()] ^= 1 << random() % 8;
    else
      bytes.resize(random() % bytes.size());
    write(model.folder.file("1.safetensors"), bytes);
    std::string error;
    bool ok = readTensors(model.path, map, error);
    EXPECT_FALSE(ok && i % 3 == 0);
  }
}

TEST(Tensor, Conversions) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float half = halfToFloat(static_cast<uint16_t>(bits));
    if (!std::isnan(half)) {
      EXPECT_EQ(floatToHalf(half), bits);
    }
    float brain = bfloatToFloat(static_cast<uint16_t>(bits));
    if (!std::isnan(brain)) {
      EXPECT_EQ(floatToBfloat(brain), bits);
    }
  }
  EXPECT_EQ(float8ToFloat(POPT_RT_F8E4M3FN, 0x7e), 448.0f);
  EXPECT_EQ(float8ToFloat(POPT_RT_F8E5M2, 0x7b), 57344.0f);
  EXPECT_EQ(floatToFloat8(POPT_RT_F8E4M3FN, 1.0f), 0x38);
  EXPECT_EQ(floatToFloat8(POPT_RT_F4E2M1FN, -1e9f), 0x0f); // -6
  EXPECT_EQ(float8ToFloat(POPT_RT_F8E8M0FNU, 0x80), 2.0f);
  const uint8_t fours[] = {0x0f, 0x08, 0x07};
  EXPECT_EQ(elementAsDouble(POPT_RT_I4, fours, 0), -1);
  EXPECT_EQ(elementAsDouble(POPT_RT_I4, fours, 1), -8);
  EXPECT_EQ(elementAsDouble(POPT_RT_UI4, fours, 0), 15);
  EXPECT_TRUE(isInteger(POPT_RT_UI2) && isFloat(POPT_RT_F6E2M3FN));
}
