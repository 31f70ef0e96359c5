// Reads one operation of NV2A text: mnemonic, destination, sources; names of both dialects.
#include "isa/nv2a/text/operation.hpp"

#include "base/text.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

struct Mnemonic {
    std::uint64_t key;
    Mac mac;
    Ilu ilu;
    unsigned sources;
};

constexpr unsigned sources_of(std::string_view reads) { return static_cast<unsigned>(reads.size()); }

constexpr Mnemonic kMnemonics[] = {
    {key_of("mov"), Mac::Mov, Ilu::Mov, 1}, // either unit
    {key_of("imov"), Mac::Nop, Ilu::Mov, 1},
    {key_of("expp"), Mac::Nop, Ilu::Exp, 1},
    {key_of("logp"), Mac::Nop, Ilu::Log, 1},
    {key_of("sub"), Mac::Add, Ilu::Nop, 2}, // GL: an addition of the negated source
    {key_of("abs"), Mac::Max, Ilu::Nop, 1}, // GL: the greater of the source and its negation
#define MAC_OP(name, number, mnemonic, reads, summary) {key_of(mnemonic), Mac::name, Ilu::Nop, sources_of(reads)},
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
#define ILU_OP(name, number, mnemonic, lanes, summary) {key_of(mnemonic), Mac::Nop, Ilu::name, 1},
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
};

const Mnemonic* find_mnemonic(std::string_view name) {
    const std::uint64_t key = key_of(name);
    for (const Mnemonic& row : kMnemonics)
        if (row.key == key) return &row;
    return nullptr;
}

struct RegisterName {
    std::string_view name, longer, gl;
};
constexpr std::array<RegisterName, kOutputs> kOutputSpellings = {{
#define OUTPUT(number, gl, vsh, longer, purpose) {vsh, longer, gl},
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
}};
constexpr std::array<RegisterName, kInputs> kInputSpellings = {{
#define INPUT(number, gl, vsh, purpose) {vsh, vsh, gl},
#include "isa/nv2a/encoding/inputs.inc"
#undef INPUT
}};

std::optional<std::uint32_t> number_named(std::span<const RegisterName> names, std::string_view name) {
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (!name.empty() && (equal_ignoring_case(names[i].name, name) || equal_ignoring_case(names[i].longer, name)))
            return i;
    return {};
}
std::optional<std::uint32_t> number_named_gl(std::span<const RegisterName> names, std::string_view name) {
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (!name.empty() && equal_ignoring_case(names[i].gl, name)) return i;
    return {};
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace

bool OperationReader::wrong(std::size_t at, std::string text) {
    fault = in.fault(at, std::move(text));
    return false;
}

bool OperationReader::mnemonic(Operation& into, std::string_view& name) {
    into.at = in.token_offset();
    name = in.word();
    if (name.empty()) return wrong(into.at, "an operation is expected");
    const Mnemonic* row = find_mnemonic(name);
    if (row == nullptr) return wrong(into.at, quoted(name) + " is not an operation");
    into.mac = row->mac;
    into.ilu = row->ilu;
    into.count = row->sources;
    return true;
}

bool OperationReader::operation(Operation& into) {
    std::string_view name;
    if (!mnemonic(into, name)) return false;
    if (into.mac == Mac::Nop && into.ilu == Ilu::Nop) return true;
    if (!target(into.target)) return false;
    for (unsigned i = 0; i < into.count; ++i) {
        if (!in.accept(','))
            return wrong(in.at(), quoted(name) + " takes " + std::to_string(into.count) +
                                      (into.count == 1 ? " source" : " sources"));
        if (!source(into.sources[i])) return false;
    }
    sources_of_alias(name, into);
    if (d3d && is_move(into) && into.target.kind == TargetKind::Address) into.mac = Mac::Arl, into.ilu = Ilu::Nop;
    return true;
}

void OperationReader::sources_of_alias(std::string_view name, Operation& into) {
    const std::uint64_t key = key_of(name);
    if (key == key_of("abs")) into.sources[into.count++] = into.sources[0];
    if (key == key_of("abs") || key == key_of("sub")) into.sources[1].operand.negate ^= true;
}

bool OperationReader::target(Destination& into) {
    into.at = in.token_offset();
    if (in.accept('#')) {
        Source constant;
        constant.at = into.at;
        return named_constant(constant) && constant_target(into, constant) && mask(into);
    }
    const std::string_view name = in.word();
    if (name.empty()) return wrong(into.at, "a destination is expected");
    return target_register(into, name) && mask(into);
}

bool OperationReader::mask(Destination& into) {
    const std::size_t at = in.token_offset();
    if (!read_mask(in, into.mask, fault)) return false;
    if (in.token_offset() != at || !in.accept(',')) return true;
    const auto lanes = mask_of(in.word());
    if (lanes && in.peek() == ',') return into.mask = *lanes, true;
    in.seek(at);
    return true;
}

bool OperationReader::constant_target(Destination& into, const Source& constant) {
    into.kind = TargetKind::Constant;
    into.number = constant.index;
    return !constant.relative || wrong(into.at, "a write to c[] cannot be relative to A0");
}

bool OperationReader::target_register(Destination& into, std::string_view name) {
    if (name == "_") return true;
    switch (lower(name.front())) {
        case 'r': into.kind = TargetKind::Temp; return numbered(name, 16, into.number, into.at);
        case 'a':
            into.kind = TargetKind::Address;
            return equal_ignoring_case(name, "a0") || wrong(into.at, quoted(name) + " is not a destination");
        case 'c': {
            Source constant_source;
            constant_source.at = into.at;
            return constant(constant_source, name.substr(1)) && constant_target(into, constant_source);
        }
        case 'o': {
            into.kind = TargetKind::Output;
            if (name.size() == 1) return output_in_brackets(into.number);
            const auto number = number_named(kOutputSpellings, name);
            if (number) into.number = *number;
            return number || numbered(name, kOutputs, into.number, into.at);
        }
        default: return wrong(into.at, quoted(name) + " is not a destination");
    }
}

bool OperationReader::source(Source& into) {
    into.operand.negate = in.accept('-');
    into.at = in.token_offset();
    if (in.accept('#')) {
        if (!named_constant(into)) return false;
    } else {
        const std::string_view name = in.word();
        if (name.empty()) return wrong(into.at, "a source is expected");
        if (!source_register(into, name)) return false;
    }
    return read_swizzle(in, into.operand.swizzle, fault);
}

bool OperationReader::source_register(Source& into, std::string_view name) {
    switch (lower(name.front())) {
        case 'r': into.operand.mux = Mux::Temp; return numbered(name, 16, into.operand.reg, into.at);
        case 'v':
            into.operand.mux = Mux::Input;
            if (name.size() == 1) return input_in_brackets(into.index);
            return numbered(name, kInputs, into.index, into.at);
        case 'c': return constant(into, name.substr(1));
        case 'i': {
            into.operand.mux = Mux::Input;
            const auto number = number_named(kInputSpellings, name);
            if (number) into.index = *number;
            return number || wrong(into.at, quoted(name) + " is not a source");
        }
        default: return wrong(into.at, quoted(name) + " is not a source");
    }
}

bool OperationReader::numbered(std::string_view name, std::uint32_t limit, std::uint32_t& number, std::size_t at) {
    const auto value = register_number(name.substr(1));
    if (!value || *value >= limit) return wrong(at, quoted(name) + " is not a register");
    number = *value;
    return true;
}

bool OperationReader::output_in_brackets(std::uint32_t& number) {
    if (!in.accept('[')) return wrong(in.at(), "'[' is expected");
    const std::size_t at = in.token_offset();
    auto found = in.number();
    if (!found) found = number_named_gl(kOutputSpellings, in.word());
    if (!found || *found >= kOutputs) return wrong(at, "this is not an output");
    number = *found;
    return in.accept(']') || wrong(in.at(), "']' is expected");
}

bool OperationReader::input_in_brackets(std::uint32_t& number) {
    if (!in.accept('[')) return wrong(in.at(), "'[' is expected");
    const std::size_t at = in.token_offset();
    auto found = in.number();
    if (!found) found = number_named_gl(kInputSpellings, in.word());
    if (!found || *found >= kInputs) return wrong(at, "this is not an input");
    number = *found;
    return in.accept(']') || wrong(in.at(), "']' is expected");
}

bool OperationReader::constant(Source& into, std::string_view digits) {
    into.operand.mux = Mux::Constant;
    if (!digits.empty()) {
        std::uint32_t number = 0;
        const std::string_view name(digits.data() - 1, digits.size() + 1);
        return numbered(name, 1000, number, into.at) && raw_number(into, number);
    }
    Index index;
    if (numbering == Numbering::D3d && in.accept('-')) { // c-38
        if (!term(index, true)) return false;
    } else if (!in.accept('[')) {
        return wrong(in.at(), "'[' is expected");
    } else if (!sum_in_brackets(index)) {
        return false;
    }
    into.relative = index.relative;
    return raw_number(into, index.number);
}

/// Numbers and at most one A0, in any order: "60 + A0", "A0.x+3", "-38", "a0.x + 23 + 1".
bool OperationReader::sum_in_brackets(Index& into) {
    bool negative = in.accept('-');
    do {
        if (!term(into, negative)) return false;
        negative = in.accept('-');
    } while (negative || in.accept('+'));
    return in.accept(']') || wrong(in.at(), "']' is expected");
}

bool OperationReader::term(Index& into, bool negative) {
    const std::size_t at = in.token_offset();
    if (const char next = in.peek(); next == 'a' || next == 'A') {
        if (!equal_ignoring_case(in.word(), "a0")) return wrong(at, "A0 or a number is expected");
        if (in.dot_here() && !equal_ignoring_case(in.letters_here(1), "x")) return wrong(at, "A0 has only lane x");
        if (negative || into.relative) return wrong(at, "A0 can be added, and only once");
        into.relative = true;
        return true;
    }
    const auto number = in.number();
    if (!number) return wrong(at, "the number of a constant is expected");
    into.number += negative ? -std::int64_t{*number} : std::int64_t{*number};
    return true;
}

bool OperationReader::raw_number(Source& into, std::int64_t shown) {
    const auto raw = raw_constant(shown, numbering);
    if (!raw) {
        return wrong(into.at, "there is no constant " + std::to_string(shown) + " in " +
                                  std::string(name_of(numbering)) + " numbers");
    }
    into.index = *raw;
    return true;
}

bool OperationReader::named_constant(Source& into) {
    into.operand.mux = Mux::Constant;
    const std::string_view name = in.word();
    const auto found = names.find(to_lower(name));
    if (found == names.end()) return wrong(into.at, "'#" + std::string(name) + "' is not defined");
    const NamedConstants& constants = found->second;
    Index row;
    into.named = constants.count;
    if (in.accept('[')) {
        if (!sum_in_brackets(row)) return false;
        into.named = 1;
    }
    if (row.number < 0 || row.number >= constants.count)
        return wrong(into.at, "'#" + found->first + "' has no row " + std::to_string(row.number));
    into.relative = row.relative;
    into.index = constants.first + static_cast<std::uint32_t>(row.number);
    return true;
}

} // namespace relit::isa::nv2a
