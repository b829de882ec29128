//===- Message.h - Values as bytes ------------------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_NET_MESSAGE_H
#define POPT_RT_LIB_NET_MESSAGE_H

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace popt::rt {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "messages are little-endian");

using Bytes = std::vector<uint8_t>;

/// Plain values one after another, as sender and receiver agree.
class MessageWriter {
public:
  template <typename T> void put(const T &value) { putArray(&value, 1); }
  template <typename T> void putList(const std::vector<T> &list) {
    put<uint64_t>(list.size());
    putArray(list.data(), list.size());
  }
  void putText(const std::string &text) {
    putList(std::vector<char>(text.begin(), text.end()));
  }
  Bytes bytes;

private:
  template <typename T> void putArray(const T *values, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    size_t size = bytes.size();
    bytes.resize(size + count * sizeof(T));
    if (count)
      std::memcpy(bytes.data() + size, values, count * sizeof(T));
  }
};

/// Reads what a MessageWriter wrote. What is not there is zero, or empty.
class MessageReader {
public:
  explicit MessageReader(const Bytes &bytes)
      : at(bytes.data()), left(bytes.size()) {}
  template <typename T> T take() {
    T value = {};
    takeArray(&value, 1);
    return value;
  }
  template <typename T> std::vector<T> takeList() {
    uint64_t count = take<uint64_t>();
    isWhole &= count <= left / sizeof(T);
    std::vector<T> list(isWhole ? count : 0);
    takeArray(list.data(), list.size());
    return list;
  }
  std::string takeText() {
    std::vector<char> text = takeList<char>();
    return std::string(text.begin(), text.end());
  }
  /// Whether all that was taken was there.
  bool isGood() const { return isWhole; }
  bool isAtEnd() const { return left == 0; }

private:
  template <typename T> void takeArray(T *values, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    isWhole &= count <= left / sizeof(T);
    if (!isWhole || count == 0)
      return;
    std::memcpy(values, at, count * sizeof(T));
    at += count * sizeof(T);
    left -= count * sizeof(T);
  }
  const uint8_t *at;
  size_t left;
  bool isWhole = true;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_MESSAGE_H
