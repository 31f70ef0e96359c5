// Calls into the library of Mesa's compiler, which lies outside of the file: what its routines compute is known.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <bit>

namespace relit::isa::maxwell {
namespace {

/// Where its routines begin. Arguments and results are from R0 on; other registers come back as they may.
enum Routine : std::uint32_t {
    kDivideUnsigned = 0,
    kDivideSigned = 0x120,
    kReciprocal = 0x280,
    kReciprocalRoot = 0x560
};

ir::Id one(Lift& lift) { return lift.number(ir::kF64, std::bit_cast<std::uint64_t>(1.0)); }

void divide(Lift& lift, bool is_signed) {
    const ir::Id a = lift.reg(0), b = lift.reg(1);
    const ir::Id quotient = is_signed ? lift.ir.SDiv(a, b) : lift.ir.UDiv(a, b);
    const ir::Id rest = is_signed ? lift.ir.SRem(a, b) : lift.ir.UMod(a, b);
    lift.put(0, quotient);
    lift.put(1, rest);
}

} // namespace

void lift_jcal(Lift& lift) {
    if (lift.program.cuda)
        return lift.refuse(
            "calls a function outside of the kernel, which is linked when the module is loaded; disasm names it if the cubin does");
    const std::uint64_t library = lift.context.read(key::library);
    const bool fixed = source(lift.in, Role::Target).kind == Source::Kind::Number;
    if (library == 0 || !fixed)
        return lift.refuse("calls outside of the file; maxwell.library says where Mesa's library lies");
    switch (lift.in[Role::Target] - static_cast<std::uint32_t>(library)) {
        case kDivideUnsigned: return divide(lift, false);
        case kDivideSigned: return divide(lift, true);
        case kReciprocal: return lift.put(0, lift.ir.FDiv({one(lift), lift.reg(0, ir::kF64)}));
        case kReciprocalRoot: return lift.put(0, lift.ir.FDiv({one(lift), lift.ir.FSqrt(lift.reg(0, ir::kF64))}));
        default: return lift.refuse("calls a routine of Mesa's library that is not known");
    }
}

} // namespace relit::isa::maxwell
