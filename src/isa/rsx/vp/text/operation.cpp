// Reads one operation of RSX vertex program text: mnemonic, destinations, sources, where to jump.
#include "isa/rsx/vp/text/operation.hpp"

#include "base/text.hpp"
#include "isa/text.hpp"

namespace relit::isa::rsx::vp {
namespace {

struct Mnemonic {
    std::uint64_t key;
    Vec vec;
    Sca sca;
};

constexpr Mnemonic kMnemonics[] = {
    {key_of("nop"), Vec::Nop, Sca::Nop},
    {key_of("mov"), Vec::Mov, Sca::Mov}, // either unit
    {key_of("movs"), Vec::Nop, Sca::Mov},
#define VEC_OP(name, number, mnemonic, reads, summary) {key_of(mnemonic), Vec::name, Sca::Nop},
#include "isa/rsx/vp/encoding/vec_ops.inc"
#undef VEC_OP
#define SCA_OP(name, number, mnemonic, reads, op_class, summary) {key_of(mnemonic), Vec::Nop, Sca::name},
#include "isa/rsx/vp/encoding/sca_ops.inc"
#undef SCA_OP
};

const Mnemonic* find_mnemonic(std::string_view name) {
    const std::uint64_t key = key_of(name);
    for (const Mnemonic& row : kMnemonics)
        if (row.key == key) return &row;
    return nullptr;
}

bool ends_with(std::string_view name, std::string_view end) {
    return name.size() > end.size() && equal_ignoring_case(name.substr(name.size() - end.size()), end);
}

/// Takes "C", "C0" or "C1" off the end of a name.
bool take_condition(std::string_view& name, std::uint32_t& which) {
    const bool second = ends_with(name, "c1");
    if (!second && !ends_with(name, "c0") && !ends_with(name, "c")) return false;
    which = second ? 1 : 0;
    name.remove_suffix(ends_with(name, "c") ? 1 : 2);
    return true;
}

std::optional<Condition> condition_named(std::string_view name) {
    for (std::size_t i = 0; i < kConditionNames.size(); ++i)
        if (equal_ignoring_case(kConditionNames[i], name)) return static_cast<Condition>(i);
    return {};
}

bool starts_with(std::string_view name, char letter) { return equal_ignoring_case(name.substr(0, 1), {&letter, 1}); }

constexpr std::uint32_t kMostTemp = 63, kMostConstant = 1023, kMostOutput = 30, kMostTarget = 1023;

} // namespace

bool OperationReader::wrong(std::size_t at, std::string text) {
    fault = in.fault(at, std::move(text));
    return false;
}

bool OperationReader::expect(char wanted) {
    return in.accept(wanted) || wrong(in.at(), quoted({&wanted, 1}) + " is expected");
}

bool OperationReader::operation(Operation& into) {
    into.at = in.token_offset();
    if (!mnemonic(into)) return false;
    if (into.vec == Vec::Nop && into.sca == Sca::Nop) return true;
    return info(into.sca).op_class == OpClass::Value ? value(into) : control_flow(into);
}

bool OperationReader::mnemonic(Operation& into) {
    const std::string_view whole = in.word();
    if (whole.empty()) return wrong(into.at, "an operation is expected");
    std::string_view name = whole;
    into.saturate = ends_with(name, "_sat");
    if (into.saturate) name.remove_suffix(4);
    const Mnemonic* row = find_mnemonic(name);
    if (row == nullptr) {
        into.writes_condition = take_condition(name, into.condition_written);
        if (into.writes_condition) row = find_mnemonic(name);
    }
    if (row == nullptr) return wrong(into.at, quoted(whole) + " is not an operation");
    into.vec = row->vec;
    into.sca = row->sca;
    const bool has_value = info(into.sca).op_class == OpClass::Value && !writes_address(into.vec) &&
                           (into.vec != Vec::Nop || into.sca != Sca::Nop);
    if (has_value || (!into.saturate && !into.writes_condition)) return true;
    return wrong(into.at, std::string(into.saturate ? "_sat" : "the suffix C") + " requires an operation with a value");
}

bool OperationReader::value(Operation& into) {
    if (!target(into.targets[0])) return false;
    into.target_count = 1;
    if (writes_address(into.vec) != (into.targets[0].kind == TargetKind::Address))
        return wrong(into.targets[0].at, writes_address(into.vec) ? "an address register is expected"
                                                                  : "only ARL, ARR and ARA write address registers");
    if (!more_targets(into)) return false;
    into.source_count = into.vec == Vec::Nop ? 1 : static_cast<unsigned>(info(into.vec).reads.size());
    for (unsigned i = 0; i < into.source_count; ++i)
        if (!expect(',') || !source(into.sources[i])) return false;
    if (into.vec == Vec::Ara) return expect(',') && address_register(into.address);
    return into.vec != Vec::Txl || (expect(',') && texture_unit(into.unit));
}

bool OperationReader::more_targets(Operation& into) {
    const std::size_t before = in.at();
    if (into.targets[0].kind != TargetKind::Temp || !in.accept(',')) return true;
    if (const char next = in.peek(); next != 'o' && next != 'O') {
        in.seek(before);
        return true;
    }
    into.target_count = 2;
    return target(into.targets[1]);
}

bool OperationReader::control_flow(Operation& into) {
    if (looks_at_bit(into.sca) ? !bit(into) : !guard(into.guard)) return false;
    if (info(into.sca).op_class == OpClass::Stack) return address_register(into.address);
    return !has_target(into.sca) || jump(into);
}

bool OperationReader::bit(Operation& into) {
    if (!expect('(')) return false;
    into.bit_wanted = !in.accept('!');
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    const auto number = starts_with(name, 'b') ? register_number(name.substr(1)) : std::nullopt;
    if (!number || *number >= kBranchBits) return wrong(at, "a branch bit b0 to b31 is expected");
    into.bit = *number;
    return expect(')');
}

bool OperationReader::jump(Operation& into) {
    into.jump_at = in.token_offset();
    if (const auto number = in.number()) {
        into.jump.number = *number;
        return *number <= kMostTarget || wrong(into.jump_at, "a slot up to 1023 is expected");
    }
    if (info(into.sca).reads == 'a') return address_lane(into.jump) && index(into.jump, kMostTarget, "a slot");
    into.label = in.word();
    return !into.label.empty() || wrong(into.jump_at, "a label or a slot is expected");
}

bool OperationReader::target(Destination& into) {
    into.at = in.token_offset();
    const std::string_view name = in.word();
    if (name.empty()) return wrong(into.at, "a destination is expected");
    if (equal_ignoring_case(name, "o")) {
        into.kind = TargetKind::Output;
        if (!expect('[') || !index(into.index, kMostOutput, "an output") || !expect(']')) return false;
    } else if (!equal_ignoring_case(name, "rc")) {
        const auto number = register_number(name.substr(1));
        into.kind = starts_with(name, 'r') ? TargetKind::Temp : TargetKind::Address;
        if (!starts_with(name, 'r') && !starts_with(name, 'a'))
            return wrong(into.at, quoted(name) + " is not a destination");
        const std::uint32_t most = into.kind == TargetKind::Temp ? kNoTemp - 1 : kMostTemp;
        if (!number || *number > most) return wrong(into.at, quoted(name) + " is not a register");
        into.index.number = *number;
    }
    return read_mask(in, into.mask, fault) && guard(into.guard);
}

bool OperationReader::guard(std::optional<Guard>& into) {
    if (!in.accept('(')) return true;
    const std::size_t at = in.token_offset();
    std::string_view name = in.word();
    Guard guard;
    if (name.size() == 3 && (name[2] == '0' || name[2] == '1')) {
        guard.select = name[2] == '1' ? 1 : 0;
        name.remove_suffix(1);
    }
    const auto condition = condition_named(name);
    if (!condition) return wrong(at, "a condition is expected: FL, LT, EQ, LE, GT, NE, GE or TR");
    guard.condition = *condition;
    if (!read_swizzle(in, guard.swizzle, fault)) return false;
    into = guard;
    return expect(')');
}

bool OperationReader::source(SourceText& into) {
    into.source.negate = in.accept('-');
    into.source.abs = in.accept('|');
    into.at = in.token_offset();
    if (!source_register(into)) return false;
    if (into.source.abs && !expect('|')) return false;
    return read_swizzle(in, into.source.swizzle, fault);
}

bool OperationReader::source_register(SourceText& into) {
    const std::string_view name = in.word();
    if (name.empty()) return wrong(into.at, "a source is expected");
    if (equal_ignoring_case(name, "v")) {
        into.source.type = Type::Input;
        return expect('[') && index(into.index, kInputs - 1, "an input") && expect(']');
    }
    if (equal_ignoring_case(name, "c")) {
        into.source.type = Type::Constant;
        return expect('[') && index(into.index, kMostConstant, "a constant") && expect(']');
    }
    const auto number = starts_with(name, 'r') ? register_number(name.substr(1)) : std::nullopt;
    if (!number || *number > kMostTemp) return wrong(into.at, quoted(name) + " is not a source");
    into.source.type = Type::Temp;
    into.source.temp = *number;
    return true;
}

bool OperationReader::index(Index& into, std::uint32_t limit, std::string_view what) {
    const char next = in.peek();
    if ((next == 'A' || next == 'a') && !address_lane(into)) return false;
    const std::size_t at = in.token_offset();
    const auto number = in.number();
    if (!number || *number > limit)
        return wrong(at, "the number of " + std::string(what) + ", up to " + std::to_string(limit) + ", is expected");
    into.number = *number;
    return true;
}

bool OperationReader::address_register(std::uint32_t& into) {
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    if (!equal_ignoring_case(name, "a0") && !equal_ignoring_case(name, "a1")) return wrong(at, "A0 or A1 is expected");
    into = name[1] == '1' ? 1 : 0;
    return true;
}

/// "A0.x+"
bool OperationReader::address_lane(Index& into) {
    into.relative = true;
    if (!address_register(into.address)) return false;
    const std::size_t at = in.at();
    const std::string_view letter = in.dot_here() ? in.letters_here(1) : std::string_view{};
    into.lane = letter.empty() ? 4 : lane_of(letter.front());
    if (into.lane > 3) return wrong(at, "a lane of the address register is expected");
    return expect('+');
}

bool OperationReader::texture_unit(std::uint32_t& into) {
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    const bool good =
        name.size() == 4 && equal_ignoring_case(name.substr(0, 3), "tex") && name[3] >= '0' && name[3] <= '3';
    if (!good) return wrong(at, "a texture unit TEX0 to TEX3 is expected");
    into = static_cast<std::uint32_t>(name[3] - '0');
    return true;
}

} // namespace relit::isa::rsx::vp
