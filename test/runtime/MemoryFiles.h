//===- MemoryFiles.h - Files that a test can lose ---------------*- C++ -*-===//
//
// Files and folders in memory that remember what is on disk for sure. What was
// written since the last sync of a file, and the names since the last sync of a
// folder, may each survive a crash or not, in any order.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_TEST_MEMORYFILES_H
#define POPT_RT_TEST_MEMORYFILES_H

#include "data/FileSystem.h"
#include <cerrno>
#include <functional>
#include <map>
#include <memory>

namespace popt::rt {

class MemoryFiles : public FileSystem {
public:
  /// From now on, operation `number` (from 0) fails with `error`. If it is a
  /// crash, so do all after it, and a write may have been cut short.
  void failAt(int64_t number, int error, bool isCrash) {
    failing = number;
    failure = error;
    crashes = isCrash;
    operations = 0;
  }
  /// Operations that change something, since failAt().
  int64_t count() const { return operations; }
  uint64_t bytesRead = 0;

  /// How much survives of something that was not synced.
  enum class Fate { Lost, Kept, Half, Zeros };
  /// The machine starts again: what is on disk for sure, and of the rest what
  /// `decide` says.
  void restart(const std::function<Fate()> &decide) {
    restart(*root, decide);
    isDown = false;
    failing = -1;
    handles.clear();
  }
  /// The bytes of a file, to change.
  std::string &contentsOf(const std::string &path) { return find(path)->text; }
  uint64_t bytesOf(const std::string &path) { return contentsOf(path).size(); }
  bool hasLinks = true;

  int makeFolder(const std::string &path) override {
    return change([&] {
      auto [folder, name] = parent(path);
      if (!folder)
        return ENOENT;
      if (folder->names.count(name))
        return EEXIST;
      auto made = std::make_shared<Node>();
      made->isFolder = true;
      folder->add(name, made);
      return 0;
    });
  }
  int create(const std::string &path, int &out_file) override {
    return change([&] {
      auto [folder, name] = parent(path);
      if (!folder)
        return ENOENT;
      auto known = folder->names.find(name);
      std::shared_ptr<Node> node;
      if (known == folder->names.end()) {
        node = std::make_shared<Node>();
        folder->add(name, node);
      } else {
        node = known->second;
        node->text.clear();
        node->synced = 0;
      }
      out_file = handle(node);
      return 0;
    });
  }
  int openAt(const std::string &path, uint64_t offset, int &out_file) override {
    return change([&] {
      auto node = find(path);
      if (!node)
        return ENOENT;
      out_file = handle(node, offset);
      return 0;
    });
  }
  int link(const std::string &from, const std::string &to) override {
    return change([&] {
      auto [folder, name] = parent(to);
      auto node = find(from);
      if (!folder || !node)
        return ENOENT;
      if (folder->names.count(name))
        return EEXIST;
      if (!hasLinks)
        return EPERM;
      folder->add(name, node);
      return 0;
    });
  }
  int write(int file, const void *data, size_t size) override {
    Handle &handle = handles.at(file);
    auto put = [&](size_t part) {
      std::string &text = handle.node->text;
      text.replace(std::min(handle.at, text.size()), part,
                   static_cast<const char *>(data), part);
      handle.at += part;
      return 0;
    };
    int error = change([&] { return put(size); });
    // A write that fails has written some.
    if (error && !wasDown)
      put(size / 2);
    return error;
  }
  int sync(int file) override {
    return change([&] {
      Node &node = *handles.at(file).node;
      node.synced = node.text.size();
      return 0;
    });
  }
  int syncFolder(const std::string &path) override {
    return change([&] {
      auto node = find(path);
      if (!node)
        return ENOENT;
      node->pending.clear();
      node->onDisk = node->names;
      return 0;
    });
  }
  int close(int file) override {
    handles.erase(file);
    return 0;
  }
  int rename(const std::string &from, const std::string &to) override {
    return change([&] {
      auto [source, oldName] = parent(from);
      auto [target, newName] = parent(to);
      if (!source || !target || !source->names.count(oldName))
        return ENOENT;
      auto known = target->names.find(newName);
      if (known != target->names.end() && !known->second->names.empty())
        return ENOTEMPTY;
      // Of one folder, as here always, this is one change.
      std::shared_ptr<Node> node = source->names[oldName];
      source->names.erase(oldName);
      target->names[newName] = node;
      source->pending.push_back({{oldName, nullptr}, {newName, node}});
      return source == target ? 0 : EXDEV;
    });
  }
  int removeFile(const std::string &path) override {
    return remove(path, false);
  }
  int removeFolder(const std::string &path) override {
    return remove(path, true);
  }
  int list(const std::string &path,
           std::vector<std::string> &out_names) override {
    out_names.clear();
    auto node = isDown ? nullptr : find(path);
    if (!node)
      return isDown ? EIO : ENOENT;
    for (const auto &[name, child] : node->names)
      out_names.push_back(name);
    return node->isFolder ? 0 : ENOTDIR;
  }
  int open(const std::string &path, int &out_file,
           uint64_t &out_size) override {
    auto node = isDown ? nullptr : find(path);
    if (!node)
      return isDown ? EIO : ENOENT;
    out_file = handle(node);
    out_size = node->text.size();
    return 0;
  }
  int read(int file, uint64_t offset, void *data, size_t size,
           size_t &out_size) override {
    const std::string &text = handles.at(file).node->text;
    offset = std::min<uint64_t>(offset, text.size());
    out_size = text.copy(static_cast<char *>(data), size, offset);
    bytesRead += out_size;
    return 0;
  }

private:
  struct Node;
  using Names = std::map<std::string, std::shared_ptr<Node>>;
  /// Names that appear, or vanish (null), at once.
  using Change = std::vector<std::pair<std::string, std::shared_ptr<Node>>>;
  struct Node {
    bool isFolder = false;
    std::string text;
    size_t synced = 0; ///< bytes of it that are on disk
    Names names, onDisk;
    std::vector<Change> pending;

    void add(const std::string &name, const std::shared_ptr<Node> &node) {
      names[name] = node;
      pending.push_back({{name, node}});
    }
  };

  int change(const std::function<int()> &body) {
    wasDown = isDown;
    if (isDown)
      return EIO;
    if (operations++ == failing) {
      isDown = crashes;
      return failure;
    }
    return body();
  }
  int remove(const std::string &path, bool isFolder) {
    return change([&] {
      auto [folder, name] = parent(path);
      if (!folder || !folder->names.count(name))
        return ENOENT;
      std::shared_ptr<Node> node = folder->names[name];
      if (node->isFolder != isFolder)
        return isFolder ? ENOTDIR : EISDIR;
      if (!node->names.empty())
        return ENOTEMPTY;
      folder->names.erase(name);
      folder->pending.push_back({{name, nullptr}});
      return 0;
    });
  }
  int handle(const std::shared_ptr<Node> &node, size_t at = 0) {
    handles[++lastHandle] = {node, at};
    return lastHandle;
  }
  /// Null if it is not there. Paths begin with a slash.
  std::shared_ptr<Node> find(const std::string &path) const {
    std::shared_ptr<Node> node = root;
    for (size_t at = 1; at < path.size() && node;) {
      size_t end = std::min(path.find('/', at), path.size());
      auto it = node->names.find(path.substr(at, end - at));
      node = it == node->names.end() ? nullptr : it->second;
      at = end + 1;
    }
    return node;
  }
  std::pair<std::shared_ptr<Node>, std::string>
  parent(const std::string &path) const {
    size_t slash = path.rfind('/');
    return {find(path.substr(0, slash)), path.substr(slash + 1)};
  }
  static void restart(Node &node, const std::function<Fate()> &decide) {
    if (!node.isFolder) {
      size_t more = node.text.size() - node.synced;
      Fate fate = more ? decide() : Fate::Kept;
      if (fate == Fate::Zeros)
        node.text.replace(node.synced, more, more, '\0');
      else if (fate != Fate::Kept)
        node.text.resize(node.synced + (fate == Fate::Half ? more / 2 : 0));
      node.synced = node.text.size();
      return;
    }
    node.names = node.onDisk;
    for (const Change &change : node.pending) {
      bool happens = decide() != Fate::Lost;
      for (const auto &[name, child] : change) {
        if (happens && child)
          node.names[name] = child;
        else if (happens)
          node.names.erase(name);
      }
    }
    node.pending.clear();
    node.onDisk = node.names;
    for (const auto &[name, child] : node.names)
      restart(*child, decide);
  }

  static std::shared_ptr<Node> makeRoot() {
    auto node = std::make_shared<Node>();
    node->isFolder = true;
    return node;
  }
  const std::shared_ptr<Node> root = makeRoot();
  struct Handle {
    std::shared_ptr<Node> node;
    size_t at = 0; ///< where the next write goes
  };
  std::map<int, Handle> handles;
  int lastHandle = 0;
  int64_t operations = 0, failing = -1;
  int failure = 0;
  bool crashes = false, isDown = false, wasDown = false;
};

} // namespace popt::rt
#endif // POPT_RT_TEST_MEMORYFILES_H
