// A value of a cache as HTTP carries it: where it lies on a server, and a body that says what it is of and how it is checked.
#pragma once

#include "base/hash/sha256.hpp"
#include "cache/entry.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cache {

/// Where a value lies: its kind, and the SHA-256 of all that it follows from.
struct Address {
    std::uint8_t kind = 0;
    Sha256 inputs{};
    [[nodiscard]] bool operator==(const Address&) const = default;
};
/// "v1/3/0a/0a4f..": kind, first byte of the digest, digest.
[[nodiscard]] std::string path_of(const Address& address);
/// Exactly what path_of() gives; nothing otherwise.
[[nodiscard]] std::optional<Address> address_of(std::string_view path);

/// Magic number, SHA-256 of the inputs, SHA-256 of the rest, which is an entry whose value is packed.
[[nodiscard]] std::vector<std::uint8_t> body_of(const Address& address, const Label& label, Bytes value);

struct Delivery {
    Label label;
    std::vector<std::uint8_t> value;
};
/// The value of a body, or why it is none of this address: "its SHA-256 is wrong".
[[nodiscard]] std::expected<Delivery, std::string_view> open_body(const Address& address, Bytes body);

/// Whether it says that it is of this address; nothing else is checked.
[[nodiscard]] bool is_body_of(const Address& address, Bytes body);
/// The address that a body says it has; nothing where it has none.
[[nodiscard]] std::optional<Address> address_in(Bytes body);
/// Where a server keeps it.
[[nodiscard]] Key key_of(const Address& address);

/// More than a value of `value_bytes` takes.
[[nodiscard]] std::size_t most_body_bytes(std::size_t value_bytes);

} // namespace relit::cache
