#include "ir/analysis/bounds.hpp"

#include <algorithm>

namespace relit::ir {
namespace {

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
constexpr unsigned kDepth = 3; // how far operands of operands are looked at

/// The sizes of a workgroup may come later than its program: no device has more invocations, and most have 1,024.
std::uint64_t builtin_bound(const Module& module, Builtin builtin) {
    constexpr std::uint64_t kMostOnAnyDevice = 0xffff;
    if (builtin != Builtin::LocalInvocationId) return kUnknown;
    return std::max<std::uint64_t>(kMostOnAnyDevice, std::ranges::max(module.workgroup));
}

std::uint64_t bound(const Module& module, Id id, unsigned depth) {
    const Inst& inst = module[id];
    if (inst.op == Op::Const) return std::ranges::max(module.literal(inst));
    if (inst.op == Op::ReadBuiltin) return builtin_bound(module, static_cast<Builtin>(inst.imm));
    if (depth == 0 || inst.operands.empty()) return kUnknown;
    const auto side = [&](unsigned i) { return bound(module, inst.operands[i], depth - 1); };
    if (info(inst.op).has(kPicks)) {
        std::uint64_t most = 0;
        for (unsigned i = 0; i < inst.operands.size(); ++i) most = std::max(most, side(i));
        return most;
    }
    switch (inst.op) {
        case Op::UExtend: return side(0);
        case Op::IAnd:
        case Op::UMin: return std::min(side(0), side(1));
        case Op::UMax: return std::max(side(0), side(1));
        case Op::IAdd: {
            const std::uint64_t first = side(0), second = side(1), all = kUnknown >> (64 - bits_of(inst.type.kind));
            return first <= all && second <= all - first ? first + second : kUnknown;
        }
        case Op::IMul: {
            const std::uint64_t first = side(0), second = side(1), all = kUnknown >> (64 - bits_of(inst.type.kind));
            return second == 0 || first <= all / second ? first * second : kUnknown;
        }
        case Op::UBitField: {
            const auto bits = known_lane(module, inst.operands[2]);
            const bool is_all = bits && is_constant(module, inst.operands[2], *bits);
            return is_all && *bits < bits_of(inst.type.kind) ? (std::uint64_t{1} << *bits) - 1 : kUnknown;
        }
        case Op::UDiv: {
            const auto by = known_lane(module, inst.operands[1]);
            const std::uint64_t most = std::min(side(0), kUnknown >> (64 - bits_of(inst.type.kind)));
            return by && is_constant(module, inst.operands[1], *by) && *by != 0 ? most / *by : kUnknown;
        }
        case Op::Select: return std::max(side(1), side(2));
        case Op::ICarry:
        case Op::IBorrow: return 1;
        case Op::IShl: {
            const std::uint64_t value = side(0), by = bound(module, inst.operands[1], 0);
            const unsigned width = bits_of(inst.type.kind);
            return by < width && value <= kUnknown >> (64 - width) >> by ? value << by : kUnknown;
        }
        case Op::UShr: {
            const Inst& count = module[inst.operands[1]];
            if (count.op != Op::Const) return side(0);
            const unsigned width = bits_of(inst.type.kind);
            const std::uint64_t by = std::ranges::min(module.literal(count));
            return by >= width ? 0 : std::min(side(0), kUnknown >> (64 - width)) >> by;
        }
        default: return kUnknown;
    }
}

bool multiple(const Module& module, Id id, std::uint32_t of, unsigned depth) {
    const Inst& inst = module[id];
    if (const auto lane = known_lane(module, id)) return *lane % of == 0;
    if (depth == 0) return false;
    const auto side = [&](unsigned i) { return multiple(module, inst.operands[i], of, depth - 1); };
    switch (inst.op) {
        case Op::Copy: return side(0);
        case Op::IMul:
        case Op::IAnd: return side(0) || side(1);
        case Op::IAdd:
        case Op::ISub: return side(0) && side(1);
        case Op::IShl: {
            const auto by = known_lane(module, inst.operands[1]);
            return by && (*by >= bits_of(inst.type.kind) || (std::uint64_t{1} << *by) % of == 0);
        }
        default: return false;
    }
}

} // namespace

bool is_multiple(const Module& module, Id id, std::uint32_t of) { return multiple(module, id, of, kDepth); }

std::uint64_t upper_bound(const Module& module, Id id) { return bound(module, id, kDepth); }

bool is_never_zero(const Module& module, Id id) {
    const auto has_none = [&](Id number) {
        const Inst& inst = module[number];
        return inst.op == Op::Const &&
               std::ranges::find(module.literal(inst), std::uint64_t{0}) == module.literal(inst).end();
    };
    const Inst& inst = module[id];
    const bool keeps = inst.op == Op::UMax || inst.op == Op::IOr;
    return has_none(id) || (keeps && std::ranges::any_of(inst.operands, has_none));
}

bool shifts_inside(const Module& module, const Inst& shift) {
    return upper_bound(module, shift.operands[1]) < bits_of(shift.type.kind);
}

} // namespace relit::ir
