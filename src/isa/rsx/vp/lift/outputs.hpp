// What a vertex program passes on: o[], the size of points, distances from clip planes.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/rsx/vp/encoding/word.hpp"
#include "isa/shared/guest_functions.hpp"

#include <array>
#include <cstdint>

namespace relit::isa::rsx::vp {

/// By output, which of its lanes; ours: x is 1.
using OutputLanes = std::array<std::uint32_t, kOutputs>;

/// The lanes that a value of method 0x1ff4 turns on.
[[nodiscard]] OutputLanes enabled_lanes_of(std::uint64_t output_mask);

/// Declares the output files of a program. Context keys:
///  rsx.vp.all_outputs  1: outputs that the program never writes are passed on as well, as (0, 0, 0, 1)
///  rsx.vp.output_mask  method 0x1ff4: what is turned off is passed on as (0, 0, 0, 1), whatever the program writes
///  rsx.vp.point_size   method 0x1ee0: the size of points whose program gives them none
///  rsx.vp.user_clip    method 0x1478, a nibble a plane: 0 off, 1 keeps below 0, 2 the rest
///  rsx.vp.viewport     1: the position is one for a host whose viewport is the whole surface and whose depth is 0 to 1; context keys
///                      rsx.vp.viewport_scale0 and so on say what the console's viewport is
class Outputs {
public:
    /// `guest_functions`: where steps are functions, in a readable module; else nullptr.
    Outputs(ir::Builder& builder, ir::ContextReader& context, GuestFunctions* guest_functions);

    /// The register file of o[].
    [[nodiscard]] std::uint32_t file() const { return o_; }
    /// Before anything else is asked of outputs.
    void declare(const OutputLanes& written);
    /// Where the program begins: what lanes that it does not write hold.
    void preset();
    /// Where it ends.
    void finish();

private:
    void declare_size();
    void declare_clip();
    void add_user_slot(std::uint16_t output);
    [[nodiscard]] bool is_clipped(unsigned plane) const;
    void disable();
    void transform_position();
    [[nodiscard]] float number(const ir::ContextKey& of);
    [[nodiscard]] float number(const ir::ContextKey& of, unsigned which);
    [[nodiscard]] ir::Id untouched();

    ir::Builder& ir_;
    ir::ContextReader& context_;
    GuestFunctions* guest_functions_;
    std::uint32_t o_;
    bool all_; // also those that no slot writes
    OutputLanes written_{}, on_{};
    std::uint32_t clip_ = 0, size_ = 0, point_size_ = 0; // the size as bits of a float
    std::uint64_t user_clip_ = 0;
};

} // namespace relit::isa::rsx::vp
