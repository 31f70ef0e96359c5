// What a fragment program is given in its temporaries, as the rasteriser's registers say, or as is likely.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/encoding/varyings.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/lift/registers.hpp"

#include <optional>

namespace relit::isa::r500::fs {

class Inputs {
public:
    Inputs(ir::Builder& builder, ir::ContextReader& context, Registers& registers)
        : ir_(builder), context_(context), registers_(registers) {}

    /// Where the program begins.
    void begin(const Program& program);
    /// Whether the pixel is the right one of its row of a quad, or the lower one of its column.
    [[nodiscard]] ir::Id is_second_of_quad(bool vertical);
    /// How far away the fragment is, as fog counts it.
    [[nodiscard]] ir::Id fog_distance();

private:
    void interpolate(std::uint32_t count);
    void assume(const Program& program);
    void coordinate(RegisterWord instruction);
    void colour(RegisterWord instruction);
    /// If the program has no such temporary, it has no effect.
    void put(std::uint32_t temp, ir::Id value);

    [[nodiscard]] ir::Id texture(std::uint32_t set);
    [[nodiscard]] ir::Id vertex_texture(std::uint32_t set);
    [[nodiscard]] ir::Id sprite_texture();
    [[nodiscard]] std::uint32_t components_of(std::uint32_t set);
    [[nodiscard]] ir::Id pointed(std::uint32_t pointer);
    [[nodiscard]] ir::Id colour(std::uint32_t number);
    [[nodiscard]] ir::Id vertex_colour(std::uint32_t number);
    [[nodiscard]] ir::Id formatted(ir::Id value, std::uint32_t format);
    [[nodiscard]] ir::Id position();
    [[nodiscard]] ir::Id facing();
    [[nodiscard]] bool is_flat(std::uint32_t colour, bool alpha);
    [[nodiscard]] bool is_sprite(std::uint32_t set);
    [[nodiscard]] ir::Interpolation smooth();
    [[nodiscard]] float number(const ir::ContextKey& key);
    [[nodiscard]] RegisterWord read(const ir::ContextKey& key) {
        return {{{static_cast<std::uint32_t>(context_.read(key))}}};
    }

    ir::Builder& ir_;
    ir::ContextReader& context_;
    Registers& registers_;
    std::optional<std::uint32_t> textures_, colours_, position_, facing_;
};

} // namespace relit::isa::r500::fs
