// All registers of the GS as tables: what each is called, where it is, its fields, and its value in a machine.
#pragma once

#include "machine/gs/state/privileged_words.hpp"
#include "machine/gs/state/words.hpp"

#include <optional>

namespace relit::machine::gs {

/// What is known about a register without its C++ type: enough to print, assemble, explain and document it.
struct RegisterInfo {
    std::uint32_t address = 0; // of a general register: its number for A+D; of a privileged one: its offset
    std::string_view name, purpose;
    std::span<const FieldInfo> fields; // lowest bit first; those named "-" mean nothing
};

/// Addresses of general registers.
enum class Address : std::uint8_t {
#define GS_REG(address, name, word, effect, purpose) name = address,
#include "machine/gs/state/registers.inc"
#undef GS_REG
};
/// Offsets of privileged registers.
enum class Offset : std::uint16_t {
#define GS_PRIVILEGED(offset, name, word, purpose) name = offset,
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
};

/// The values of all general registers.
struct Registers {
#define GS_REG(address, name, word, effect, purpose) word name;
#include "machine/gs/state/registers.inc"
#undef GS_REG
    [[nodiscard]] bool operator==(const Registers&) const = default;
    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
#define GS_REG(address, name, word, effect, purpose) visit(self.name);
#include "machine/gs/state/registers.inc"
#undef GS_REG
    }
};
/// The values of all privileged registers.
struct Privileged {
#define GS_PRIVILEGED(offset, name, word, purpose) word name;
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
    [[nodiscard]] bool operator==(const Privileged&) const = default;
    static void each_member(auto& self, auto&& visit) {
#define GS_PRIVILEGED(offset, name, word, purpose) visit(self.name);
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
    }
};

inline constexpr std::size_t kPrivilegedBytes = 8192; // of a dump's page

[[nodiscard]] std::span<const RegisterInfo> general_registers();    // by address
[[nodiscard]] std::span<const RegisterInfo> privileged_registers(); // by offset
/// The register at an address or of a name (in any case); null where there is none.
[[nodiscard]] const RegisterInfo* general_register(std::uint32_t address);
[[nodiscard]] const RegisterInfo* general_register(std::string_view name);
[[nodiscard]] const RegisterInfo* privileged_register(std::uint32_t offset);
[[nodiscard]] const RegisterInfo* privileged_register(std::string_view name);

/// Addresses of A+D that differ.
inline constexpr std::uint32_t kAddresses = 0x80;
/// The register that an address of A+D writes. Seven bits count: a console's network configuration program sets the eighth
/// (PCSX2, pull request 3279). 0x11 is an undocumented second address of RGBAQ (reference 3).
[[nodiscard]] constexpr std::uint32_t register_of(std::uint32_t address) {
    constexpr std::uint32_t kRgbaqMirror = 0x11;
    const std::uint32_t low = address % kAddresses;
    return low == kRgbaqMirror ? static_cast<std::uint32_t>(Address::RGBAQ) : low;
}

/// A word of 64 bits of any register, for fields that are known by their FieldInfo alone.
struct RawWord : Word<RawWord, 64> {};

template <class W>
[[nodiscard]] constexpr W word_of(std::uint64_t value) {
    W word;
    word.raw = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    return word;
}
template <class W>
[[nodiscard]] constexpr std::uint64_t value_of(const W& word) {
    return word.raw[0] | std::uint64_t{word.raw[1]} << 32;
}

/// Sets one register; false where the address has none.
bool set(Registers& registers, std::uint32_t address, std::uint64_t value);
[[nodiscard]] std::optional<std::uint64_t> get(const Registers& registers, std::uint32_t address);
/// The registers in a dump's page of kPrivilegedBytes, and back; other bytes of the page stay as they are.
[[nodiscard]] Privileged privileged_of(std::span<const std::uint8_t, kPrivilegedBytes> page);
void store(const Privileged& registers, std::span<std::uint8_t, kPrivilegedBytes> page);

} // namespace relit::machine::gs
