#include "cache/delivery.hpp"

#include "base/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <zstd.h>

namespace relit::cache {
namespace {

constexpr std::string_view kDeliveryMagic = "RLHTTP1\n", kPathVersion = "v1/";
constexpr std::size_t kInputsAt = 8, kChecksumOfEntryAt = 40, kEntryAt = 72;

} // namespace

std::string path_of(const Address& address) {
    const std::string digest = to_string(address.inputs);
    return fmt::format("{}{}/{}/{}", kPathVersion, address.kind, digest.substr(0, 2), digest);
}

std::optional<Address> address_of(std::string_view path) {
    constexpr std::size_t kDigits = 64;
    const std::size_t slash = path.find('/', kPathVersion.size());
    if (!path.starts_with(kPathVersion) || slash == path.npos) return {};
    const auto kind = parse_integer(path.substr(kPathVersion.size(), slash - kPathVersion.size()));
    if (!kind || *kind < 0 || *kind > UINT8_MAX || path.size() < kDigits) return {};
    Address address{.kind = static_cast<std::uint8_t>(*kind)};
    const std::string_view digits = path.substr(path.size() - kDigits);
    for (std::size_t i = 0; i < address.inputs.size(); ++i) {
        const auto byte = parse_hex(digits.substr(2 * i, 2), 2);
        if (!byte) return {};
        address.inputs[i] = static_cast<std::uint8_t>(*byte);
    }
    return path_of(address) == path ? std::optional(address) : std::nullopt;
}

std::vector<std::uint8_t> body_of(const Address& address, const Label& label, Bytes value) {
    const std::vector<std::uint8_t> entry = seal(label, value, Packing::Zstd);
    const Sha256 checksum = sha256_of(entry);
    std::vector<std::uint8_t> body(kDeliveryMagic.begin(), kDeliveryMagic.end());
    body.insert(body.end(), address.inputs.begin(), address.inputs.end());
    body.insert(body.end(), checksum.begin(), checksum.end());
    body.insert(body.end(), entry.begin(), entry.end());
    return body;
}

std::expected<Delivery, std::string_view> open_body(const Address& address, Bytes body) {
    if (body.size() < kEntryAt) return std::unexpected("it is cut off");
    if (relit::text_of(body.first(kDeliveryMagic.size())) != kDeliveryMagic)
        return std::unexpected("it does not begin as a value does");
    if (!std::ranges::equal(body.subspan(kInputsAt, address.inputs.size()), address.inputs))
        return std::unexpected("it is of other inputs");
    const Bytes rest = body.subspan(kEntryAt);
    if (!std::ranges::equal(body.subspan(kChecksumOfEntryAt, address.inputs.size()), sha256_of(rest)))
        return std::unexpected("its SHA-256 is wrong");
    const auto entry = open_entry(rest);
    if (!entry) return std::unexpected(text_of(entry.error()));
    if (entry->label.kind != address.kind) return std::unexpected("it is of another kind");
    if (kHeaderBytes + entry->stored.size() != rest.size()) return std::unexpected("more follows its end");
    auto value = value_of(*entry);
    if (!value) return std::unexpected(text_of(value.error()));
    return Delivery{entry->label, std::move(*value)};
}

std::optional<Address> address_in(Bytes body) {
    const auto entry = body.size() < kEntryAt ? std::unexpected(Flaw::Short) : open_entry(body.subspan(kEntryAt));
    if (!entry) return {};
    Address address{.kind = entry->label.kind, .inputs = {}};
    std::ranges::copy(body.subspan(kInputsAt, address.inputs.size()), address.inputs.begin());
    return address;
}

bool is_body_of(const Address& address, Bytes body) { return address_in(body) == address; }

Key key_of(const Address& address) {
    const std::string path = path_of(address);
    const std::string_view whole = path;
    const Sha256 digest = sha256_of(std::span(&whole, 1));
    return {big_endian(Bytes(digest).first(8)), big_endian(Bytes(digest).subspan(8, 8))};
}

std::size_t most_body_bytes(std::size_t value_bytes) {
    return kEntryAt + kHeaderBytes + ZSTD_compressBound(value_bytes);
}

} // namespace relit::cache
