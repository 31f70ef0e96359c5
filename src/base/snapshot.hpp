// Our own state as bytes and back: one list of members serves both directions, in an envelope with version, size and checksum.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
#include "base/result.hpp"

#include <array>
#include <optional>
#include <type_traits>
#include <vector>

namespace relit {

/// The members of a struct: each(self, visit) calls visit(members...) in the order in which they are stored. Lists are written as
/// structured bindings of all members, so that a list that lacks one does not compile. A class with private members has a
/// static each_member(self, visit) instead. Members<T>::fault_of(value), or value.fault(), says what of the values cannot be;
/// empty: all can.
template <class T>
struct Members {
    static void each(auto& self, auto&& visit) { T::each_member(self, visit); }
};

namespace detail {

template <class T>
concept StoredNumber = std::is_integral_v<T> || std::is_enum_v<T>;
template <class T>
concept StoredWord = requires(T value) {
    T::kBits;
    value.raw;
};
template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

} // namespace detail

/// Appends numbers (least significant byte first, a bool one byte), words, arrays, optionals (a bool first), vectors (their size in
/// eight bytes first) and structs of them.
class SnapshotWriter {
public:
    explicit SnapshotWriter(std::vector<std::uint8_t>& into) : into_(into) {}

    void operator()(const auto&... values) { (put(values), ...); }

private:
    template <class T>
    void put(const T& value) {
        if constexpr (detail::StoredNumber<T>)
            number(static_cast<std::uint64_t>(value), sizeof value);
        else if constexpr (detail::StoredWord<T>)
            put(value.raw);
        else if constexpr (detail::is_array<T>)
            for (const auto& one : value) put(one);
        else if constexpr (detail::is_optional<T>) {
            put(value.has_value());
            if (value) put(*value);
        } else if constexpr (detail::is_vector<T>)
            list(value);
        else
            Members<T>::each(value, *this);
    }
    template <class T>
    void list(const std::vector<T>& values) {
        number(values.size(), sizeof(std::uint64_t));
        if constexpr (sizeof(T) == 1)
            into_.insert(into_.end(), values.begin(), values.end());
        else
            for (const T& one : values) put(one);
    }
    void number(std::uint64_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) into_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }

    std::vector<std::uint8_t>& into_;
};

/// Reads the same. The first thing that is missing or impossible is the fault; what comes after it is not read. No vector gets
/// larger than what is left of the bytes.
class SnapshotReader {
public:
    /// `from`: where the content begins in the file that offsets of faults count in.
    SnapshotReader(Bytes content, std::size_t from) : in_(content), from_(from) {}

    void operator()(auto&... values) { (get(values), ...); }
    /// The fault, if anything was wrong or is left over.
    [[nodiscard]] Status finish();

private:
    template <class T>
    void get(T& value) {
        if constexpr (std::is_same_v<T, bool>)
            value = flag();
        else if constexpr (detail::StoredNumber<T>)
            value = static_cast<T>(number(sizeof value));
        else if constexpr (detail::StoredWord<T>)
            get(value.raw);
        else if constexpr (detail::is_array<T>)
            for (auto& one : value) get(one);
        else if constexpr (detail::is_optional<T>)
            flag() ? get(value.emplace()) : value.reset();
        else if constexpr (detail::is_vector<T>)
            list(value);
        else
            whole(value);
    }
    template <class T>
    void whole(T& value) {
        const std::size_t at = in_.offset();
        Members<T>::each(value, *this);
        if constexpr (requires { Members<T>::fault_of(value); })
            note(at, Members<T>::fault_of(value));
        else if constexpr (requires { value.fault(); })
            note(at, value.fault());
    }
    template <class T>
    void list(std::vector<T>& values) {
        const std::uint64_t size = number(sizeof(std::uint64_t));
        if (size > in_.left()) return note(in_.offset(), "a list is longer than what is left of the snapshot");
        if constexpr (sizeof(T) == 1) {
            const Bytes bytes = take(size);
            values.assign(bytes.begin(), bytes.end());
        } else {
            values.clear();
            for (std::uint64_t i = 0; i < size && !fault_; ++i) get(values.emplace_back());
        }
    }
    [[nodiscard]] std::uint64_t number(std::size_t size) { return little_endian(take(size)); }
    [[nodiscard]] bool flag();
    [[nodiscard]] Bytes take(std::uint64_t size);
    void note(std::size_t at, std::string_view what);

    Cursor in_;
    std::size_t from_;
    std::optional<Fault> fault_;
};

/// A kind of snapshot says what its envelope holds.
struct SnapshotKind {
    std::string_view magic; // eight characters
    std::uint32_t version = 0;
    std::uint32_t number = 0; // which of several that share the magic
    std::string_view name;    // "a machine"
};
/// Magic, version, number and size, the content, and a checksum of all of it.
[[nodiscard]] std::vector<std::uint8_t> sealed_snapshot(const SnapshotKind& kind, Bytes content);
/// The content, or what is wrong with the envelope, and where.
[[nodiscard]] Result<Bytes> opened_snapshot(const SnapshotKind& kind, Bytes file);
inline constexpr std::size_t kSnapshotHeader = 24; // bytes in front of the content

template <class T>
[[nodiscard]] std::vector<std::uint8_t> write_snapshot(const SnapshotKind& kind, const T& value) {
    std::vector<std::uint8_t> content;
    SnapshotWriter{content}(value);
    return sealed_snapshot(kind, content);
}
template <class T>
[[nodiscard]] Result<T> read_snapshot(const SnapshotKind& kind, Bytes file) {
    const Result<Bytes> content = opened_snapshot(kind, file);
    if (!content) return std::unexpected(content.error());
    T value;
    SnapshotReader reader(*content, kSnapshotHeader);
    reader(value);
    if (const Status whole = reader.finish(); !whole) return std::unexpected(whole.error());
    return value;
}

} // namespace relit
