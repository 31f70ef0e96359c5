// A value as its owner works with it, and all that a cache has to know of values of one kind.
#pragma once

#include "cache/entry.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace relit::cache {

/// Threads share it; it never changes.
class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
    /// As it lies on disk and on servers.
    [[nodiscard]] virtual std::vector<std::uint8_t> bytes() const = 0;
    /// What it takes in memory, in bytes, about.
    [[nodiscard]] virtual std::size_t size() const = 0;
};
/// A value that stays as long as it is referred to.
using Value = std::shared_ptr<const Object>;

struct Kind {
    std::uint8_t number = 0;        // the owner's own: equal numbers, equal kinds
    Value (*read)(Bytes) = nullptr; // null where bytes of a right checksum are no such value all the same
    Join join = nullptr;            // what becomes of two values under one key; without it either stays
};

/// A value that is nothing but bytes.
class Blob final : public Object {
public:
    explicit Blob(std::vector<std::uint8_t> content) : content_(std::move(content)) {}
    [[nodiscard]] std::vector<std::uint8_t> bytes() const override { return content_; }
    [[nodiscard]] std::size_t size() const override { return content_.size(); }
    [[nodiscard]] Bytes content() const { return content_; }

private:
    std::vector<std::uint8_t> content_;
};
[[nodiscard]] Value blob(std::vector<std::uint8_t> content);
[[nodiscard]] Value read_blob(Bytes bytes);
/// The kind of such values that has this number.
[[nodiscard]] constexpr Kind blobs(std::uint8_t number, Join join = nullptr) {
    return {.number = number, .read = read_blob, .join = join};
}
/// Of a value of such a kind.
[[nodiscard]] Bytes content_of(const Value& blob);

} // namespace relit::cache
