//===- SecretTest.cpp - Who knows the job's secret ------------------------===//
#include "net/Secret.h"
#include "Fault.h"
#include "launch/SecretFile.h"
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
Secret make(const std::string &key) {
  Secret secret;
  std::string error;
  EXPECT_TRUE(Secret::make(key, secret, error)) << error;
  return secret;
}

std::string hex(const Secret::Proof &proof) {
  std::string text;
  char byte[3];
  for (uint8_t value : proof) {
    std::snprintf(byte, sizeof byte, "%02x", value);
    text += byte;
  }
  return text;
}

constexpr auto kServer = Secret::Side::Server, kClient = Secret::Side::Client;
} // namespace

// As python3 says: hmac.new(b"key", b"popt 1 " + b"\1" + bytes(range(16)) + b"hello",
// "sha256").hexdigest()
TEST(SecretTest, IsAnHmac) {
  Nonce nonce;
  for (size_t i = 0; i < nonce.size(); ++i)
    nonce[i] = static_cast<uint8_t>(i);
  EXPECT_EQ(hex(make("key").prove(kServer, "hello", 5, nonce)),
            "349e5d3c95a7f88ea9ac7429518a2a4d7519b5fddf4d66e061b08d9841c94faa");
}

// Nothing else than what was said, to whom it was said, is accepted.
TEST(SecretTest, OtherProofs) {
  Secret secret = make("key"), other = make("another key"), none;
  for (const Secret *one : {&secret, &none}) {
    Nonce nonce = newNonce(), later = newNonce();
    EXPECT_NE(nonce, later);
    Secret::Proof proof = one->prove(kServer, "hello", 5, nonce);
    EXPECT_TRUE(one->accepts(proof, kServer, "hello", 5, nonce));
    EXPECT_FALSE(one->accepts(proof, kClient, "hello", 5, nonce));
    EXPECT_FALSE(one->accepts(proof, kServer, "hello", 5, later));
    EXPECT_FALSE(other.accepts(proof, kServer, "hello", 5, nonce));
    EXPECT_FALSE(one->accepts({}, kServer, "hello", 5, nonce));
    EXPECT_NE(one->isSet(), one->accepts(proof, kServer, "hallo", 5, nonce));
    for (size_t bit = 0; bit < 8 * proof.size(); ++bit) {
      Secret::Proof changed = proof;
      changed[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      EXPECT_FALSE(one->accepts(changed, kServer, "hello", 5, nonce));
    }
  }
}

// In a process of its own: a library that was opened once is there.
TEST(SecretDeathTest, WithoutTheLibrary) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        Fault fault("call=dlopen,times=9,do=fail:ENOENT");
        Secret secret;
        std::string error;
        bool ok = Secret::make("key", secret, error);
        std::fprintf(stderr, "%s\n", error.c_str());
        _exit(ok || secret.isSet());
      },
      testing::ExitedWithCode(0),
      "a secret needs OpenSSL's libcrypto, which is not there .*: install it "
      "\\(Debian: libssl3\\) on all hosts, or leave the secret out");
}

namespace {
struct SecretFileTest : testing::Test {
  std::string path = testing::TempDir() + "secret-" + std::to_string(getpid());
  Options options;
  std::string key, note, error;

  void SetUp() override { options.secretFile = path; }
  void TearDown() override {
    unlink(path.c_str());
    unsetenv("POPT_SECRET");
  }
  void write(const std::string &text, mode_t mode) const {
    std::ofstream(path) << text;
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
  }
  bool read() {
    error.clear();
    note.clear();
    return readSecret(options, key, note, error);
  }
  const std::string flag = "--secret-file " + path;
};
const std::string kLong = "0123456789abcdef0123456789abcdef";
} // namespace

TEST_F(SecretFileTest, IsRead) {
  write(kLong + "\n", 0600);
  EXPECT_TRUE(read()) << error;
  EXPECT_EQ(key, kLong);
  EXPECT_EQ(note, "");
  // The flag goes before the variable.
  setenv("POPT_SECRET", "of the variable", 1);
  EXPECT_TRUE(read());
  EXPECT_EQ(key, kLong);
  options.secretFile = "";
  EXPECT_TRUE(read());
  EXPECT_EQ(key, "of the variable");
  EXPECT_EQ(note, "POPT_SECRET is so short (15 bytes) that a program that "
                  "hears a handshake can find it by trying: openssl rand -hex "
                  "32 makes a better one");
  unsetenv("POPT_SECRET");
  EXPECT_TRUE(read());
  EXPECT_EQ(key, "");
}

TEST_F(SecretFileTest, IsRefused) {
  EXPECT_FALSE(read());
  EXPECT_EQ(error, flag + ": No such file or directory");
  for (mode_t mode : {0644, 0640, 0602, 0666}) {
    char text[8];
    std::snprintf(text, sizeof text, "%04o", mode);
    write(kLong, mode);
    EXPECT_FALSE(read());
    EXPECT_EQ(error, flag + ": its permissions " + text +
                         " let others read it: chmod 600 " + path);
  }
  unlink(path.c_str());
  for (const char *text : {"", "\n", " \r\n\n"}) {
    write(text, 0600);
    EXPECT_FALSE(read());
    EXPECT_EQ(error, flag + " is empty, and a secret is not: openssl rand -hex "
                            "32 makes one");
  }
  write(std::string(5000, 'x'), 0600);
  EXPECT_FALSE(read());
  EXPECT_EQ(error, flag + " has more than 4096 bytes, and a secret has fewer");
  unlink(path.c_str());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(read());
  EXPECT_EQ(error, flag + " is no regular file");
  options.secretFile = "";
  setenv("POPT_SECRET", "", 1);
  EXPECT_FALSE(read());
  EXPECT_EQ(error, "POPT_SECRET is empty, and a secret is not: openssl rand "
                   "-hex 32 makes one");
}

// One of another user that all can read is a warning, as ssh has it.
TEST_F(SecretFileTest, OfAnotherUser) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  write(kLong, 0644);
  ASSERT_EQ(chown(path.c_str(), 65534, 65534), 0);
  EXPECT_TRUE(read()) << error;
  EXPECT_EQ(note, flag + " belongs to another user, and its permissions 0644 "
                         "let all users read it");
}
