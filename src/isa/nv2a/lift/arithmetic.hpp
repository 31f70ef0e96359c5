// What the two units of the NV2A compute, in one of two manners: host floats, or the Kelvin rules bit for bit.
#pragma once

#include "ir/builder.hpp"
#include "isa/nv2a/encoding/word.hpp"

#include <memory>

namespace relit::isa::nv2a {

/// Sources are four lanes of type(); results too. Not asked for NOP, ARL or undefined operations.
class Arithmetic {
public:
    Arithmetic() = default;
    Arithmetic(const Arithmetic&) = delete;
    Arithmetic& operator=(const Arithmetic&) = delete;
    virtual ~Arithmetic() = default;

    /// f32x4, or i32x4 where floats travel as bits.
    [[nodiscard]] virtual ir::Type type() const = 0;
    virtual ir::Id negate(ir::Id value) = 0;
    virtual ir::Id mac(Mac op, ir::Id a, ir::Id b, ir::Id c) = 0;
    virtual ir::Id ilu(Ilu op, ir::Id c) = 0;
    /// A scalar i32: the floor of lane x; with a bias of 0.001 added before where `biased`.
    virtual ir::Id arl(ir::Id a, bool biased) = 0;
};

[[nodiscard]] std::unique_ptr<Arithmetic> fast_arithmetic(ir::Builder& builder);
[[nodiscard]] std::unique_ptr<Arithmetic> exact_arithmetic(ir::Builder& builder);

} // namespace relit::isa::nv2a
