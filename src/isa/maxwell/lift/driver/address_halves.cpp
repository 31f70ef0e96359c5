#include "isa/maxwell/lift/driver/address_halves.hpp"

#include <array>
#include <optional>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kWordBytesOfHalf = 4, kWidthOfPair = 5; // Role::Width of 64 bits
constexpr unsigned kMostLooksBack = 64;                         // at instructions before an access

using DescriptorNumber = std::optional<std::uint32_t>; // of a descriptor

bool is_sum(Op op) {
    return op == Op::IADD || op == Op::IADD32I || op == Op::IADD3 || op == Op::ISCADD || op == Op::LEA ||
           op == Op::LEA_HI;
}

class Halves {
public:
    Halves(std::span<const Instruction> before, const Convention& convention, std::uint32_t half)
        : before_(before), convention_(convention), half_(half) {}

    /// What the register holds after the first `end` of the instructions, or of what it is a sum.
    [[nodiscard]] DescriptorNumber of_register(std::uint32_t reg, std::size_t end) {
        if (reg >= kZeroRegister) return {};
        for (std::size_t i = end; i-- > 0;) {
            if (++looks_ > kMostLooksBack) return {};
            const Instruction& in = before_[i];
            if (!may_write(in, reg)) continue;
            const DescriptorNumber written = of_result(in, reg - in[Role::D], i);
            if (in.guard() == kTruePredicate) return written;
            return written && written == of_register(reg, i) ? written : std::nullopt; // it may have stayed
        }
        return {};
    }

private:
    [[nodiscard]] DescriptorNumber of_result(const Instruction& in, std::uint32_t further, std::size_t at) {
        if (in.op() == Op::LDC) return of_load(in, further);
        if (in.op() == Op::MOV) return of_source(source(in, Role::B), at);
        if (!is_sum(in.op())) return {};
        DescriptorNumber found;
        for (const Role role : {Role::A, Role::B, Role::C}) {
            const DescriptorNumber one = in.has(role) ? of_source(source(in, role), at) : std::nullopt;
            if (found && one && found != one) return {};
            if (one) found = one;
        }
        return found;
    }
    [[nodiscard]] DescriptorNumber of_load(const Instruction& in, std::uint32_t further) const {
        const bool is_one = in[Role::A] == kZeroRegister && in[Role::CbMode] == 0 && further < 2;
        if (!is_one || (further == 1 && in[Role::Width] != kWidthOfPair)) return {};
        return of_word(in[Role::Slot], static_cast<std::uint32_t>(offset_of(in)) + further * kWordBytesOfHalf);
    }
    [[nodiscard]] DescriptorNumber of_source(const Source& from, std::size_t at) {
        if (from.kind == Source::Kind::Register) return of_register(from.index, at);
        if (from.kind != Source::Kind::Constant) return {};
        return of_word(from.index, static_cast<std::uint32_t>(from.number));
    }
    [[nodiscard]] DescriptorNumber of_word(std::uint32_t slot, std::uint32_t offset) const {
        const std::uint32_t at = offset - convention_.storage - half_ * kWordBytesOfHalf;
        const bool is_half = slot == convention_.slot && at % convention_.descriptor_bytes == 0;
        const std::uint32_t number = at / convention_.descriptor_bytes;
        return is_half && number < convention_.storage_count ? DescriptorNumber(number) : DescriptorNumber();
    }

    std::span<const Instruction> before_;
    const Convention& convention_;
    std::uint32_t half_;
    unsigned looks_ = 0;
};

/// The descriptors that low and high half of the address come from.
struct TwoHalves {
    DescriptorNumber low, high;
};
TwoHalves halves_of(std::span<const Instruction> before, const Instruction& access, const Convention& convention) {
    if (!access.known() || access[Role::E] == 0 || access[Role::A] >= kZeroRegister - 1) return {};
    const DescriptorNumber low = Halves(before, convention, 0).of_register(access[Role::A], before.size());
    if (!low) return {};
    return {low, Halves(before, convention, 1).of_register(access[Role::A] + 1, before.size())};
}

} // namespace

bool has_halves_of_two_buffers(std::span<const Instruction> before, const Instruction& access,
                               const Convention& convention) {
    const auto [low, high] = halves_of(before, access, convention);
    return low && high && high != low;
}

bool begins_at_descriptor(std::span<const Instruction> before, const Instruction& access,
                          const Convention& convention) {
    const auto [low, high] = halves_of(before, access, convention);
    return low && low == high;
}

} // namespace relit::isa::maxwell
