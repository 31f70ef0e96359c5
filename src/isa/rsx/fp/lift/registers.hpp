// Temporaries of a fragment program: full registers lie over pairs of half registers.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/lift/lanes.hpp"

#include <cstdint>
#include <optional>

namespace relit::isa::rsx::fp {

/// One file of 16-bit lanes, of which R[n] is H[2n] and H[2n + 1]. A readable module has two files of full floats, r and
/// h, instead; repack() (repack.hpp) then carries lanes from one to the other.
class Registers {
public:
    Registers(ir::Builder& builder, bool readable);

    /// Those lanes as f32; zeros of a register that does not exist.
    [[nodiscard]] ir::Id load(std::uint32_t number, bool half, Lanes lanes);
    /// One lane of a full register.
    [[nodiscard]] ir::Id load_lane(std::uint32_t number, unsigned lane);
    /// Of `lanes`, which `value` and `passed` are, those of the mask where `passed` (ir::kNone: everywhere); a half register
    /// rounds what it is given.
    void write(std::uint32_t number, bool half, Lanes lanes, ir::Id value, std::uint32_t mask, ir::Id passed);

    /// Of a readable module.
    [[nodiscard]] std::uint32_t full_file() const { return full_; }
    [[nodiscard]] std::uint32_t half_file() const { return half_; }
    [[nodiscard]] bool wrote_half() const { return wrote_half_; }

private:
    [[nodiscard]] std::optional<std::uint32_t> index_of(std::uint32_t number, bool half, unsigned lane) const;

    ir::Builder& ir_;
    bool readable_, wrote_half_ = false;
    std::uint32_t full_ = 0, half_ = 0; // the same file where nothing is readable
};

} // namespace relit::isa::rsx::fp
