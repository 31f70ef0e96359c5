// Instructions of the text form, and the names of values.
#include "base/half.hpp"
#include "ir/names.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/parser.hpp"
#include "ir/text/value_names.hpp"

#include <bit>

#include <fmt/format.h>

namespace relit::ir {

bool Parser::inst_line(std::string_view word, Type type) {
    if (!in_block_) return in_.wrong("there is no block to put this in");
    const Op* op = op_named(word);
    if (op == nullptr || *op == Op::BlockParam) return in_.wrong(fmt::format("there is no operation '{}'", word));
    Inst inst;
    inst.op = *op;
    inst.type = type;
    const Imm kind = info(inst.op).imm;
    const bool last = kind == Imm::Lanes || kind == Imm::Mask, none = kind == Imm::Nothing;
    if (!none && !last && !imm(inst)) return false;
    if (!operands(inst, none || last) || (last && !lanes(inst)) || !suffixes(inst)) return false;
    if (module_.insts.size() >= kMostInsts) return in_.beyond(kMostInsts, "instructions");
    const Id id = ir_.add(inst.op, inst.type, {});
    module_[id] = inst;
    if (where_ != nullptr) note_line(where_->insts, id);
    return true;
}

bool Parser::imm(Inst& inst) {
    switch (info(inst.op).imm) {
        case Imm::Literal: return literals(inst);
        case Imm::Words: return words(inst, kOpaqueWords);
        case Imm::Access: return access(inst);
        case Imm::Resource: return in_.reference(resources_, module_.resources.size(), "resource", inst.imm);
        case Imm::Function: return in_.reference(functions_, function_count_, "function", inst.imm);
        case Imm::Scope: return in_.one_of(kScopeNames, inst.imm, "scope");
        case Imm::Builtin: return in_.one_of(kBuiltinNames, inst.imm, "builtin");
        default: return in_.number(inst.imm);
    }
}

bool Parser::literals(Inst& inst) {
    inst.imm = static_cast<std::uint32_t>(module_.literals.size());
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        if (!literal(inst.type.kind, module_.literals.emplace_back())) return false;
    }
    return true;
}

/// A lane as bits, or as a decimal: 0x3f800000, 1.0, -7
bool Parser::literal(Kind kind, std::uint64_t& out) {
    in_.begin();
    const Scanner begin = in_.at;
    const std::string_view digits = in_.at.while_of("0123456789abcdefABCDEFxinf.+-");
    const bool is_bits = digits.starts_with("0x") || digits.find_first_not_of("0123456789") == digits.npos;
    if (is_bits) {
        in_.at = begin;
        return in_.number(out);
    }
    if (is_integer(kind)) {
        const auto number = parse_integer(digits);
        if (!number) return in_.wrong("expected a number");
        const auto bits = static_cast<std::uint64_t>(*number);
        out = bits_of(kind) == 64 ? bits : bits & ((std::uint64_t{1} << bits_of(kind)) - 1);
        return true;
    }
    const auto number = is_float(kind) ? parse_decimal(digits) : std::nullopt;
    if (!number) return in_.wrong("expected a number");
    out = kind == Kind::F64   ? std::bit_cast<std::uint64_t>(*number)
          : kind == Kind::F32 ? std::bit_cast<std::uint32_t>(static_cast<float>(*number))
                              : half_from(*number);
    return true;
}

bool Parser::words(Inst& inst, std::uint32_t count) {
    inst.imm = static_cast<std::uint32_t>(module_.literals.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!in_.number(module_.literals.emplace_back())) return false;
    }
    return true;
}

bool Parser::access(Inst& inst) {
    std::uint32_t file = 0, lane = 0, more = 0, mask = 0;
    if (!in_.reference(files_, module_.files.size(), "file", file) || !in_.expect("[") || !in_.number(lane) ||
        !in_.expect("]"))
        return false;
    if (in_.at.accept('+') && !in_.number(more)) return false;
    if (in_.at.accept('.')) {
        for (const char c : in_.at.while_of(kLaneNames)) mask |= 1U << kLaneNames.find(c);
    }
    const std::uint64_t all = std::uint64_t{lane} * module_.files[file].lanes + more;
    if (all >> Access::lane.width() != 0 || file >> Access::file.width() != 0)
        return in_.wrong("no access reaches that far");
    lane = static_cast<std::uint32_t>(all);
    inst.imm = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask).raw[0];
    return true;
}

bool Parser::operands(Inst& inst, bool first) {
    std::vector<Id> read;
    while (first ? in_.at.peek() == '%' : in_.at.accept(',')) {
        first = false;
        if (read.size() >= kMostOperands) return in_.beyond(kMostOperands, "operands");
        if (!value(read.emplace_back())) return false;
    }
    inst.operands = module_.copy(read);
    return true;
}

bool Parser::lanes(Inst& inst) {
    if (!in_.expect(".")) return false;
    const std::string_view letters = in_.token();
    if (info(inst.op).imm == Imm::Mask && letters == "none") return true;
    if (letters.empty() || letters.size() > kMaxLanes || letters.find_first_not_of(kLaneNames) != letters.npos) {
        return in_.wrong("expected lanes");
    }
    if (info(inst.op).imm == Imm::Mask) {
        for (const char c : letters) inst.imm |= 1U << kLaneNames.find(c);
        return true;
    }
    if (letters.size() != inst.type.lanes) return in_.wrong(fmt::format("expected {} lanes", inst.type.lanes));
    for (std::size_t i = 0; i < letters.size(); ++i)
        inst.imm |= static_cast<std::uint32_t>(kLaneNames.find(letters[i])) << (8 * i);
    return true;
}

bool Parser::suffixes(Inst& inst) {
    while (in_.at.accept('!')) {
        const std::string_view word = in_.token();
        const std::size_t rounding = index_in(kRoundingNames, word);
        if (word == "flush_inputs") {
            inst.mode.set(FloatMode::flush_inputs, true);
        } else if (word == "flush_result") {
            inst.mode.set(FloatMode::flush_result, true);
        } else if (rounding < kRoundingNames.size()) {
            inst.mode.set(FloatMode::rounding, static_cast<std::uint32_t>(rounding));
        } else {
            return in_.wrong("expected a float mode");
        }
    }
    return origin(inst.origin);
}

bool Parser::origin(std::uint32_t& out) { return !in_.at.accept('@') || in_.number(out); }

/// Reads a '%' and the number or name behind it.
bool Parser::value_name(std::string_view& out) {
    if (!in_.expect("%")) return false;
    out = in_.token();
    if (out.empty()) return in_.wrong("expected the number or the name of a value");
    const bool is_number = out[0] >= '0' && out[0] <= '9';
    if (is_number && out.find_first_not_of("0123456789") != out.npos) return in_.wrong("expected a number");
    if (is_number && out[0] == '0') return in_.wrong("values are numbered from 1");
    return out.size() <= kLongestName || in_.wrong(fmt::format("longer than {} characters", kLongestName));
}

std::uint32_t Parser::mention(std::string_view name, Spot spot) {
    const auto [at, is_new] = mention_of_.try_emplace(name, static_cast<std::uint32_t>(mentions_.size()));
    if (is_new) mentions_.push_back({name, spot, kNone});
    return at->second;
}

bool Parser::value(Id& out) {
    const Spot begin = spot();
    std::string_view name;
    if (!value_name(name)) return false;
    out = mention(name, begin);
    return true;
}

bool Parser::define(std::string_view name, Spot spot, Id id) {
    if (id >= kMostInsts) return in_.beyond(kMostInsts, "instructions");
    Id& defined = mentions_[mention(name, spot)].id;
    if (defined != kNone) return in_.wrong(fmt::format("%{} is there already", name));
    defined = id;
    note_register(name, id);
    return true;
}

/// The name of a register is kept, any other only tells values apart.
void Parser::note_register(std::string_view name, Id id) {
    const std::size_t end = name.find_last_of('_');
    if (end == name.npos) return;
    const std::string_view stem = name.substr(0, end);
    const auto [at, is_new] = register_of_.try_emplace(stem);
    if (is_new) at->second = register_named(stem, module_);
    if (at->second) module_.note_register(id, *at->second);
}

} // namespace relit::ir
