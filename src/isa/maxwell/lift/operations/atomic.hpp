// Changes of memory and of images in one step: what each does to the old value.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

#include <optional>

namespace relit::isa::maxwell {

// Values of Role::AtomOp and Role::AtomSize.
enum AtomOp : std::uint32_t { kAdd, kMin, kMax, kInc, kDec, kAnd, kOr, kXor, kExchange };
enum AtomSize : std::uint32_t { kU32, kS32, kU64, kF32, kF16x2, kS64, kF64 };

struct Change {
    std::uint32_t op = kAdd, size = kU32;
    ir::Id value = ir::kNone; // of the size's type

    [[nodiscard]] bool is_of_floats() const { return size == kF32 || size == kF16x2 || size == kF64; }
    [[nodiscard]] bool is_known() const { return op <= kExchange && size <= kF64; }
    /// Whether the machine has the pair; the others leave memory as it is.
    [[nodiscard]] bool is_done() const;
};
/// The type that it works on: i32 or i64.
[[nodiscard]] ir::Type type_of_size(std::uint32_t size);
/// The atomic operation of the IR that does it; nothing where it takes a loop.
[[nodiscard]] std::optional<ir::Op> direct(const Change& change);
/// The new value for `old`, where no atomic operation of the IR computes it.
[[nodiscard]] ir::Id changed(Lift& lift, const Change& change, ir::Id old);

} // namespace relit::isa::maxwell
