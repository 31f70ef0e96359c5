// Texture units of the RSX, as far as shaders must do their work: what the sampler of a host cannot.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/rsx/lift/texel.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx {

/// What a program asks of a unit. Coordinates are f32x4; `level` is a scalar: the level itself, or what is added to the
/// computed one; gradients are f32x4, both or none.
struct Lookup {
    enum class Level : std::uint8_t { Computed, Biased, Given };

    unsigned unit = 0;
    ir::Id coordinates = ir::kNone;
    bool projected = false; // xyz are divided by w
    Level how = Level::Computed;
    ir::Id level = ir::kNone;
    ir::Id ddx = ir::kNone, ddy = ir::kNone;
    bool expands = false; // _bx2
};

/// The units of one kind of programs.
struct UnitsOf {
    std::string_view name;           // of resources, before the number
    std::uint32_t first_binding = 0; // of unit 0
    /// Rows of the program's context_keys.inc.
    const ir::ContextKey &kind, &wrap, &unnormalised;
    /// What only units of fragments can.
    struct Colours {
        const ir::ContextKey &shadow, &order, &remap, &depth, &is_signed, &signed_range, &gamma, &biased, &alpha_kill;
    };
    const Colours* colours = nullptr;
};
inline constexpr std::uint32_t kUnitsOfFragments = 16;

/// Samples the units of one program.
class Textures {
public:
    Textures(ir::Builder& builder, ir::ContextReader& context, const UnitsOf& of)
        : ir_(builder), context_(context), of_(of) {}

    /// The texel as the program sees it, f32x4.
    [[nodiscard]] ir::Id sample(const Lookup& lookup);
    /// The resource of a unit that the program has sampled.
    [[nodiscard]] std::optional<std::uint32_t> resource_of(std::uint32_t unit) const;

private:
    struct Unit {
        std::uint32_t resource = ~0U;
        std::uint8_t dimensions = 2;
        std::uint64_t wrap = 0;
        TexelState texel;
        bool unnormalised = false, shadow = false, alpha_kill = false;
    };
    Unit& unit(unsigned number);
    [[nodiscard]] std::vector<ir::Id> coordinates(const Unit& unit, const Lookup& lookup, ir::Id& reference);
    [[nodiscard]] std::vector<ir::Id> sizes(const Unit& unit);
    [[nodiscard]] ir::Id wrapped(ir::Id coordinate, std::uint64_t mode, const std::function<ir::Id()>& size);
    [[nodiscard]] ir::Id texel(const Unit& unit, const Lookup& lookup);
    void read_colour_keys(unsigned number, Unit& unit);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    const UnitsOf& of_;
    std::array<Unit, 16> units_{};
};

} // namespace relit::isa::rsx
