// What a cache keeps of translations: entries of several kinds, how each is read, and the keys that they lie under.
#pragma once

#include "cache/delivery.hpp"
#include "cache/value.hpp"
#include "translate/record.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::translate {

/// What entries of a cache are of.
enum class EntryKind : std::uint8_t {
    Sets = 1,
    Source = 2,
    Shader = 3,
    Draw = 4,
    DrawSets = 5,
    Shared = 6 // one of those as HTTP carries it, in the folder of a server; under the key of its address
};

/// The number of this translator's version, for cache::Settings::build.
[[nodiscard]] std::uint64_t build_number();
/// Where an entry lies: under its program key (Sets, DrawSets, Source) or full key.
[[nodiscard]] cache::Key key_of(const Hash128& key, EntryKind kind);
[[nodiscard]] cache::Key key_of(std::string_view key, EntryKind kind);
/// The key again, 32 hex digits.
[[nodiscard]] std::string key_text(const cache::Key& key, EntryKind kind);
/// "shader"; empty where there is no such kind.
[[nodiscard]] std::string_view name_of(EntryKind kind);
/// How the cache reads such entries, and what becomes of two under one key.
[[nodiscard]] cache::Kind kind_of(EntryKind kind);
/// Whether a value that HTTP brought can be read, and is of its key; those of other translators are taken as they are.
[[nodiscard]] Status check_delivery(const cache::Delivery& delivery);
/// Whether an entry from elsewhere is what it says: its value can be read, and is of its key.
[[nodiscard]] Status check_entry(const cache::Label& label, Bytes value);

/// Whether one of them has these names.
[[nodiscard]] bool has_set(const KeySets& sets, const ir::Context& wanted);

// ---- their values

[[nodiscard]] std::size_t size_of(const Translation& translation);
[[nodiscard]] std::size_t size_of(const Linked& linked);

/// Shader and Draw.
template <class T>
class CachedValue final : public cache::Object {
public:
    explicit CachedValue(Kept<T> kept) : kept_(std::move(kept)) {}
    [[nodiscard]] std::vector<std::uint8_t> bytes() const override { return bytes_of(kept_); }
    [[nodiscard]] std::size_t size() const override { return size_of(kept_.result); }
    [[nodiscard]] const T& result() const { return kept_.result; }

private:
    Kept<T> kept_;
};

/// Sets and DrawSets.
class Sets final : public cache::Object {
public:
    explicit Sets(KeySets sets) : sets_(std::move(sets)) {}
    [[nodiscard]] std::vector<std::uint8_t> bytes() const override { return bytes_of(sets_); }
    [[nodiscard]] std::size_t size() const override;
    [[nodiscard]] const KeySets& sets() const { return sets_; }

private:
    KeySets sets_;
};

/// Source. The origin's texts are made where it is written.
class Source final : public cache::Object {
public:
    explicit Source(Origin origin) : origin_(std::move(origin)) {}
    [[nodiscard]] std::vector<std::uint8_t> bytes() const override;
    [[nodiscard]] std::size_t size() const override;
    [[nodiscard]] const Origin& origin() const { return origin_; }

private:
    Origin origin_;
};

} // namespace relit::translate
