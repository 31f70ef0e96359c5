// Steps of harness.cpp: three rewrites of instructions, where they stand.
#pragma once

#include "ir/builder.hpp"

#include <cstdint>

namespace relit::lang {

/// Derivatives, shuffles, ballots and votes are of four items beside each other, which is the subgroup of the interpreter; a
/// subgroup of the device has several. All become shuffles of that; what an absent item has counts as 0.
void exchange_in_quads(ir::Builder& builder);

/// Software drivers make a search of every access to an array at a computed index, in many blocks for each lane. A choice among the few
/// registers of a file needs none.
void select_registers(ir::Builder& builder);

/// A driver that keeps no NaN may take a product with 0 for 0 where it knows the 0, be it computed (1 - 1). So float constants get
/// bits of a register that holds 0, which no compiler can know. Of 64 bits they stay.
void hide_constants(ir::Builder& builder, std::uint32_t zero_file);

} // namespace relit::lang
