#include "machine/gs/state/registers.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"

namespace relit::machine::gs {
namespace {

constexpr RegisterInfo kGeneral[] = {
#define GS_REG(address, name, word, effect, purpose) {address, #name, purpose, word::fields},
#include "machine/gs/state/registers.inc"
#undef GS_REG
};
constexpr RegisterInfo kPrivileged[] = {
#define GS_PRIVILEGED(offset, name, word, purpose) {offset, #name, purpose, word::fields},
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
};

constexpr bool is_sorted(std::span<const RegisterInfo> all) {
    return std::ranges::adjacent_find(all, std::ranges::greater_equal{}, &RegisterInfo::address) == all.end();
}
static_assert(is_sorted(kGeneral), "registers.inc lists registers by address, each once");
static_assert(is_sorted(kPrivileged), "privileged.inc lists registers by offset, each once");

const RegisterInfo* at(std::span<const RegisterInfo> all, std::uint32_t address) {
    const auto found = std::ranges::lower_bound(all, address, {}, &RegisterInfo::address);
    return found != all.end() && found->address == address ? &*found : nullptr;
}
const RegisterInfo* named(std::span<const RegisterInfo> all, std::string_view name) {
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return equal_ignoring_case(one.name, name); });
    return found != all.end() ? &*found : nullptr;
}

} // namespace

std::span<const RegisterInfo> general_registers() { return kGeneral; }
std::span<const RegisterInfo> privileged_registers() { return kPrivileged; }
const RegisterInfo* general_register(std::uint32_t address) { return at(kGeneral, address); }
const RegisterInfo* general_register(std::string_view name) { return named(kGeneral, name); }
const RegisterInfo* privileged_register(std::uint32_t offset) { return at(kPrivileged, offset); }
const RegisterInfo* privileged_register(std::string_view name) { return named(kPrivileged, name); }

bool set(Registers& registers, std::uint32_t address, std::uint64_t value) {
    switch (address) {
#define GS_REG(number, name, word, effect, purpose) \
    case number: registers.name = word_of<word>(value); return true;
#include "machine/gs/state/registers.inc"
#undef GS_REG
        default: return false;
    }
}

std::optional<std::uint64_t> get(const Registers& registers, std::uint32_t address) {
    switch (address) {
#define GS_REG(number, name, word, effect, purpose) \
    case number: return value_of(registers.name);
#include "machine/gs/state/registers.inc"
#undef GS_REG
        default: return {};
    }
}

Privileged privileged_of(std::span<const std::uint8_t, kPrivilegedBytes> page) {
    Privileged registers;
#define GS_PRIVILEGED(offset, name, word, purpose) \
    registers.name = word_of<word>(little_endian(page.subspan<offset, 8>()));
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
    return registers;
}

void store(const Privileged& registers, std::span<std::uint8_t, kPrivilegedBytes> page) {
    const auto put = [&](std::size_t offset, std::uint64_t value) {
        for (std::size_t i = 0; i < 8; ++i) page[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    };
#define GS_PRIVILEGED(offset, name, word, purpose) put(offset, value_of(registers.name));
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED
}

} // namespace relit::machine::gs
