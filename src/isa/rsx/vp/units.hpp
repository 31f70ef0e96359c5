// What the two units of the vertex processor compute, as operations of the middle.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/vp/word.hpp"

namespace relit::isa::rsx::vp {

/// Sources and results are f32x4. Not asked for operations without a result. By the legacy rule 0 times anything is 0,
/// everything can be compared, and RSQ looks at the size alone.
class Units {
public:
    Units(ir::Builder& builder, bool legacy) : ir_(builder), legacy_(legacy) {}

    [[nodiscard]] ir::Id vec(Vec op, ir::Id a, ir::Id b, ir::Id c);
    [[nodiscard]] ir::Id sca(Sca op, ir::Id c);
    /// ARL and ARR: four integers.
    [[nodiscard]] ir::Id address(Vec op, ir::Id a);

private:
    [[nodiscard]] ir::Id product(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id dot(ir::Id a, ir::Id b, unsigned lanes);
    [[nodiscard]] ir::Id place_of(ir::Id a);
    [[nodiscard]] ir::Id less(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id less_or_equal(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id equal(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id least(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id greatest(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id sign(ir::Id a);
    [[nodiscard]] ir::Id light(ir::Id c);
    [[nodiscard]] ir::Id one_where(ir::Id condition) { return ir_.Select(condition, ir_.f32(1, 4), ir_.f32(0, 4)); }
    [[nodiscard]] ir::Id to_all(ir::Id scalar) { return ir_.splat(scalar, 4); }

    ir::Builder& ir_;
    bool legacy_;
};

} // namespace relit::isa::rsx::vp
