//===- Secret.cpp - Proofs of knowing the job's secret --------------------===//
//
// Test: SecretTest.
//
//===----------------------------------------------------------------------===//
#include "Secret.h"
#include "../system/System.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <random>
#include <sys/random.h>
#include <vector>

using namespace popt::rt;

namespace {
/// Of libcrypto, 1.1 and later; as its headers declare them.
struct Crypto {
  unsigned char *(*hmac)(const void *digest, const void *key, int keyBytes,
                         const unsigned char *data, size_t bytes,
                         unsigned char *out_code, unsigned *out_bytes);
  const void *(*sha256)();
  int (*compare)(const void *one, const void *other, size_t bytes);

  bool isWhole() const { return hmac && sha256 && compare; }
};
} // namespace

/// Null and a message if the library is not there.
static const Crypto *openCrypto(std::string &out_error) {
  static std::string error;
  static const Crypto library = [] {
    Crypto found = {};
    for (const char *name : {"libcrypto.so.3", "libcrypto.so.1.1"}) {
      std::string why;
      void *handle = sys::openLibrary(name, why);
      if (!handle) {
        error = error.empty() ? why : error;
        continue;
      }
      found = {
          reinterpret_cast<decltype(found.hmac)>(dlsym(handle, "HMAC")),
          reinterpret_cast<decltype(found.sha256)>(dlsym(handle, "EVP_sha256")),
          reinterpret_cast<decltype(found.compare)>(
              dlsym(handle, "CRYPTO_memcmp"))};
      if (found.isWhole())
        break;
    }
    return found;
  }();
  if (library.isWhole())
    return &library;
  out_error = "a secret needs OpenSSL's libcrypto, which is not there (" +
              error +
              "): install it (Debian: libssl3) on all hosts, or leave "
              "the secret out";
  return nullptr;
}

Nonce popt::rt::newNonce() {
  Nonce nonce;
  if (getrandom(nonce.data(), nonce.size(), 0) ==
      static_cast<ssize_t>(nonce.size()))
    return nonce;
  std::random_device random;
  for (uint8_t &byte : nonce)
    byte = static_cast<uint8_t>(random());
  return nonce;
}

bool Secret::make(std::string key, Secret &out_secret, std::string &out_error) {
  if (!openCrypto(out_error))
    return false;
  out_secret.key = std::move(key);
  return true;
}

Secret::Proof Secret::prove(Side side, const void *hello, size_t bytes,
                            const Nonce &host) const {
  Proof proof = {};
  std::string unread;
  const Crypto *crypto = isSet() ? openCrypto(unread) : nullptr;
  if (!crypto) {
    std::copy(host.begin(), host.end(), proof.begin());
    proof.back() = static_cast<uint8_t>(side);
    return proof;
  }
  static const char kWhat[] = "popt 1 ";
  std::vector<unsigned char> text(kWhat, kWhat + sizeof kWhat - 1);
  text.push_back(static_cast<unsigned char>(side));
  text.insert(text.end(), host.begin(), host.end());
  auto *begin = static_cast<const unsigned char *>(hello);
  text.insert(text.end(), begin, begin + bytes);
  unsigned size = 0;
  if (crypto->hmac(crypto->sha256(), key.data(), static_cast<int>(key.size()),
                   text.data(), text.size(), proof.data(), &size) &&
      size == proof.size())
    return proof;
  // Where the library refuses, a random proof, which no other equals.
  Nonce random = newNonce();
  std::copy(random.begin(), random.end(), proof.begin());
  return proof;
}

bool Secret::accepts(const Proof &proof, Side side, const void *hello,
                     size_t bytes, const Nonce &host) const {
  Proof right = prove(side, hello, bytes, host);
  std::string unread;
  const Crypto *crypto = isSet() ? openCrypto(unread) : nullptr;
  return (crypto ? crypto->compare(proof.data(), right.data(), right.size())
                 : std::memcmp(proof.data(), right.data(), right.size())) == 0;
}
