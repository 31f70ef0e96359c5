// What a fragment program passes on: its colours and its depth, and what the machine does to them before they are blended.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/fp/lift/registers.hpp"
#include "isa/shared/guest_functions.hpp"

#include <array>
#include <cstdint>

namespace relit::isa::rsx::fp {

/// Declares the output files of a program. Context keys:
///  rsx.fp.control     method 0x1d60: which registers are exported, and whether R1.z is the depth
///  rsx.fp.targets     bit n: colour n goes somewhere
///  rsx.fp.alpha_test  1: fragments whose alpha does not compare with the reference end (0x0304)
///  rsx.fp.alpha_func  method 0x0308: how it compares
///  rsx.fp.alpha_ref   method 0x030c: with what, as the format of the surface has alpha
///  rsx.fp.format      method 0x0208, bits 4:0: how the surface keeps colours
///  rsx.fp.srgb        method 0x1fec: colours are put on the curve of sRGB
class Exports {
public:
    /// `guest_functions`: where steps are functions, in a readable module; else nullptr.
    Exports(ir::Builder& builder, ir::ContextReader& context, GuestFunctions* guest_functions)
        : ir_(builder), context_(context), guest_functions_(guest_functions) {}

    /// `half`: halves are exported by default.
    void declare(bool half);
    /// Where the program ends.
    void write(Registers& registers);
    /// Gives a colour the name of its parameter.
    void label(const cg::Bound& one);

private:
    void read_tests();
    [[nodiscard]] ir::Id colour(Registers& registers, unsigned target);
    [[nodiscard]] bool is_changed() const;
    [[nodiscard]] ir::Id as_stored(ir::Id colour);
    [[nodiscard]] ir::Id stored_alpha(ir::Id alpha);
    void test_alpha(ir::Id alpha);
    [[nodiscard]] bool is(std::uint64_t control) const { return (control_ & control) == control; }

    ir::Builder& ir_;
    ir::ContextReader& context_;
    GuestFunctions* guest_functions_;
    std::uint64_t control_ = 0, targets_ = 0, format_ = 0;
    std::uint64_t alpha_func_ = 0; // 0 to 7; bits: less, equal, greater
    float alpha_ref_ = 0;
    bool tests_alpha_ = false, srgb_ = false;
    std::uint32_t colours_ = 0, depth_ = 0;
};

} // namespace relit::isa::rsx::fp
