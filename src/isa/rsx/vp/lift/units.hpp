// What the two units of the vertex processor compute, as operations of the IR.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

namespace relit::isa::rsx::vp {

/// Not asked for operations without a result. By the legacy rule 0 times anything is 0, everything can be compared, and RSQ
/// looks at the size alone.
class Units {
public:
    Units(ir::Builder& builder, bool legacy) : ir_(builder), legacy_(legacy) {}

    /// Of sources of `lanes` floats as many; DP3 of three or four, DPH and DP4 of four floats one; DST of four four.
    [[nodiscard]] ir::Id vec(Vec op, ir::Id a, ir::Id b, ir::Id c, unsigned lanes);
    /// MOV gives what it is given. Of lane x, alone or the first of four: EXP and LOG give four floats, others one. LIT takes
    /// and gives four.
    [[nodiscard]] ir::Id sca(Sca op, ir::Id c);
    /// ARL and ARR: as many integers as floats.
    [[nodiscard]] ir::Id address(Vec op, ir::Id a);

private:
    [[nodiscard]] ir::Id product(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id dot(ir::Id a, ir::Id b, unsigned lanes);
    [[nodiscard]] ir::Id order_of(ir::Id a);
    [[nodiscard]] ir::Id less(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id less_or_equal(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id equal(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id least(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id greatest(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id sign(ir::Id a);
    [[nodiscard]] ir::Id light(ir::Id c);
    [[nodiscard]] ir::Id one_where(ir::Id condition) {
        const unsigned lanes = ir_.type_of(condition).lanes;
        return ir_.Select({condition, ir_.f32(1, lanes), ir_.f32(0, lanes)});
    }

    ir::Builder& ir_;
    bool legacy_;
};

} // namespace relit::isa::rsx::vp
