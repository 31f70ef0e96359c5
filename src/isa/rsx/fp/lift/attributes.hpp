// What a fragment is given: attributes as the program reads them, from what a pipeline hands it.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/fp/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace relit::isa::rsx::fp {

inline constexpr std::uint32_t kTexcoords = 10;

/// What a program reads.
struct UsedAttributes {
    std::array<bool, kInputs> by_number{};
    bool indexed = false; // f[aL + n]
};

/// Declares input files as they are asked for and loads attributes from them, f32x4. Locations are the numbers of the
/// vertex program's outputs. Context keys:
///  rsx.fp.texcoordN     the control word of coordinate N (method 0x0b40 + 4 N): bit 0: z is 0 and w the clip position's,
///                       1 without perspective; bit 4: taken at the centroid
///  rsx.fp.point_sprite  method 0x1ee8: bit 0: points have coordinates of their own, in those of bits 8 to 17
///  rsx.fp.two_sided     1: colours seen from the back come from o[3] and o[4]
///  rsx.fp.flat          1: colours are not interpolated
///  rsx.fp.window        method 0x1d88: height 11:0; origin 15:12, 0 top, 1 bottom; centre of a pixel 19:16, 0 half, 1 whole
///  rsx.fp.fog_mode      method 0x08cc: what FOGC.y is (0: nothing)
class Attributes {
public:
    Attributes(ir::Builder& builder, ir::ContextReader& context) : ir_(builder), context_(context) {}

    /// `linear`: as g[] has it, without perspective.
    [[nodiscard]] ir::Id load(std::uint32_t attribute, bool linear);
    /// In a readable module, at the start of main(): declares the variables f_TEX0 and so on, which load() then reads.
    void declare_variables(const UsedAttributes& used);
    /// TEX[aL + first]; outside of TEX0 to TEX9 zeros.
    [[nodiscard]] ir::Id load_indexed(ir::Id index, std::int32_t first, bool linear);
    /// Gives the register of an input that the program has read the name of its parameter.
    void label(const cg::Bound& one);

private:
    struct File {
        std::uint32_t index = 0;
        bool declared = false;
    };
    std::uint32_t file(File& file, const char* name, std::uint32_t count);
    [[nodiscard]] const File* file_of(InputKind kind) const;
    [[nodiscard]] std::uint32_t texcoords();
    void use_texcoord(std::uint32_t number);
    void add_texcoord_slot(std::uint32_t file, std::uint16_t reg, std::uint32_t number);
    [[nodiscard]] std::uint64_t control(std::uint32_t texcoord);
    [[nodiscard]] bool are_together(const UsedAttributes& used);
    [[nodiscard]] ir::Id computed(std::uint32_t attribute);
    [[nodiscard]] ir::Id position();
    /// One over the w of the clip position: a scalar.
    [[nodiscard]] ir::Id reciprocal_w() { return ir_.lane(position(), 3); }
    [[nodiscard]] ir::Id window_position();
    [[nodiscard]] ir::Id colour(std::uint32_t number);
    [[nodiscard]] ir::Id fog();
    [[nodiscard]] bool is_sprite(std::uint32_t number);
    [[nodiscard]] bool is_flat(std::uint32_t number); // of two dimensions
    [[nodiscard]] ir::Id texcoord(std::uint32_t number);
    [[nodiscard]] ir::Id without_perspective(std::uint32_t number, ir::Id value);
    [[nodiscard]] ir::Id facing();
    [[nodiscard]] ir::Id fog_factor(ir::Id coordinate, std::uint64_t mode);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    std::array<File, kInputs> variables_{};
    std::array<std::optional<std::uint64_t>, kTexcoords> controls_{};
    std::optional<std::uint64_t> sprite_;
    File position_, colours_, back_, fog_, texcoords_, facing_;
};

} // namespace relit::isa::rsx::fp
