// Operands of a statement's text against those of a form.
#include "isa/maxwell/text/matcher.hpp"
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/text.hpp"

namespace relit::isa::maxwell {

using enum FieldId;
using Type = WrittenOperand::Type;
using Around = OperandPattern::Around;

namespace {

/// Where a number's suffix begins: after a '.' that a letter follows.
std::size_t suffix_of_number(std::string_view token) {
    for (std::size_t i = 0; i + 1 < token.size(); ++i)
        if (token[i] == '.' && token[i + 1] >= 'A' && token[i + 1] <= 'Z') return i;
    return token.size();
}

/// "R5", "RZ"; nothing for anything else.
std::optional<std::uint32_t> register_of(std::string_view name) {
    if (name == "RZ") return kZeroRegister;
    if (!name.starts_with('R')) return {};
    const auto number = register_number(name.substr(1));
    if (!number || *number >= kZeroRegister) return {};
    return number;
}
std::optional<std::uint32_t> predicate_of(std::string_view name) {
    if (name == "PT") return kTruePredicate;
    if (name.size() != 2 || name[0] != 'P' || name[1] < '0' || name[1] > '6') return {};
    return static_cast<std::uint32_t>(name[1] - '0');
}

} // namespace

bool Matcher::operands(Syntax syntax) {
    const std::span<const WrittenOperand> written = statement_.operands.all();
    std::size_t next = 0;
    while (const auto pattern = syntax.operand()) {
        if (next < written.size()) {
            const Match before = into_;
            at_ = written[next].at;
            if (operand(*pattern, written[next])) {
                ++next;
                continue;
            }
            into_ = before;
        }
        if (!pattern->optional && next == written.size()) return wrong(statement_.at, "an operand is missing");
        if (!pattern->optional) return false;
        word() = with_usual(*pattern, word());
    }
    return next == written.size() || wrong(written[next].at, "this operand does not fit here");
}

bool Matcher::operand(const OperandPattern& pattern, const WrittenOperand& written) {
    if (pattern.around != Around::Nothing || pattern.slot != End) return address(pattern, written);
    for (std::size_t which = 0; which < 2; ++which) {
        if (pattern.core[which] == End) continue;
        const Match before = into_;
        if (pattern.selector != End) put(pattern.selector, which == 0 ? 1 : 0);
        if (prefixes(pattern, pattern.core[which], written) &&
            core(pattern.core[which], pattern.suffix[which], written))
            return true;
        into_ = before;
    }
    return false;
}

bool Matcher::prefixes(const OperandPattern& pattern, FieldId core, const WrittenOperand& written) {
    if (written.denied && row(core).kind != Kind::Condition) return wrong(at_, "'!' does not fit here");
    return sign(pattern.sign, written.negated) && flag(pattern.invert, written.inverted, "'~'") &&
           flag(pattern.absolute, written.absolute, "'|'");
}

bool Matcher::flag(FieldId id, bool on, std::string_view name) {
    if (id != End) put(id, on ? 1 : 0);
    return id != End || !on || wrong(at_, std::string(name) + " does not fit here");
}

bool Matcher::sign(FieldId id, bool negated) {
    if (id == End || row(id).kind == Kind::Negate) return flag(id, negated, "'-'");
    if (!negated) return true;
    if (row(id).of(word()) != 0) return wrong(at_, "only one source can be negative, and none with .PO");
    put(id, row(id).kind == Kind::NegateIf1 ? 1 : 2);
    return true;
}

bool Matcher::address(const OperandPattern& pattern, const WrittenOperand& written) {
    const Type wanted = pattern.slot != End                   ? Type::Constant
                        : pattern.around == Around::Attribute ? Type::Attribute
                                                              : Type::Memory;
    if (written.type != wanted || !prefixes(pattern, pattern.core[0], written))
        return wrong(at_, "this is not the address that is expected");
    if (pattern.slot != End) {
        if (written.slot < 0 || written.slot > 31) return wrong(at_, "there are 32 constant buffers");
        put(pattern.slot, static_cast<std::uint64_t>(written.slot));
    }
    if (!reg(pattern.core[0], written.token)) return false;
    if (pattern.offset == End) return written.offset == 0 || wrong(at_, "this address has no offset");
    const bool wraps = pattern.slot != End && written.offset >= 0x8000 && written.offset <= 0xffff;
    std::string offset;
    print_integer(offset, wraps ? written.offset - 0x10000 : written.offset);
    const auto value = read_value(offset, row(pattern.offset));
    if (!value) return wrong(at_, "the offset does not fit");
    put(pattern.offset, *value);
    return true;
}

bool Matcher::reg(FieldId id, std::string_view& token) {
    const auto number = register_of(cut_part(token));
    if (!number) return wrong(at_, "a register is expected: R0 to R254, RZ");
    if (row(id).kind == Kind::Same && row(id).of(word()) != *number)
        return wrong(at_, "this register must be the destination");
    put(id, *number);
    std::string_view rest = token;
    if (cut_part(rest) != "reuse") return true;
    into_.reuse |= reuse_bit(row(id));
    token = rest;
    return true;
}

bool Matcher::reg(FieldId id, const std::string_view& token) {
    std::string_view rest = token;
    return reg(id, rest) && (rest.empty() || wrong(at_, "." + std::string(rest) + " does not fit here"));
}

bool Matcher::core(FieldId id, FieldId suffix, const WrittenOperand& written) {
    const FieldRow& field = row(id);
    if (field.kind == Kind::Cbuf || field.kind == Kind::CbufTarget)
        return constant(id, written) && this->suffix(suffix, written.suffix);
    if (written.type != Type::Token) return wrong(at_, "no address is expected here");
    std::string_view token = written.token;
    if (field.kind == Kind::Register || field.kind == Kind::Same) {
        if (!reg(id, token)) return false;
        return this->suffix(suffix, token.empty() ? written.suffix : token);
    }
    if (field.kind == Kind::Target) return target(written);
    if (is_number(field.kind)) {
        const std::size_t end = suffix_of_number(token);
        const auto value = read_value(token.substr(0, end), field);
        const bool is_written_so = token.find_first_of("0123456789") <= 1 && !token.starts_with('R');
        if (!value) return wrong(at_, "a number that fits is expected", at_ + (is_written_so ? 1 : 0));
        put(id, *value);
        return this->suffix(suffix, end < token.size() ? token.substr(end + 1) : written.suffix);
    }
    return named(id, written);
}

bool Matcher::constant(FieldId id, const WrittenOperand& written) {
    if (written.type != Type::Constant || written.token != "RZ")
        return wrong(at_, "a place in a constant buffer is expected: c[0x2][0x10]");
    if (written.slot < 0 || written.slot > 31) return wrong(at_, "there are 32 constant buffers", at_ + 1);
    if (written.offset < 0 || written.offset > 0xffff) return wrong(at_, "a number below 0x10000 is expected", at_ + 1);
    const auto slot = static_cast<std::uint64_t>(written.slot), offset = static_cast<std::uint64_t>(written.offset);
    const bool words = row(id).kind == Kind::Cbuf;
    if (words && offset % 4 != 0) return wrong(at_, "a multiple of 4 is expected", at_ + 1);
    put(id, words ? slot << 14 | offset / 4 : slot << 16 | offset);
    return true;
}

bool Matcher::suffix(FieldId id, std::string_view name) {
    if (id == End) return name.empty() || wrong(at_, "." + std::string(name) + " does not fit here");
    if (is_listed(id)) return name.empty() || wrong(at_, "this is specified twice");
    const auto value = name.empty() ? usual_value(row(id)) : value_named(row(id), name);
    if (!value) return wrong(at_, "one of these is expected here: " + choices(row(id)));
    put(id, *value);
    return true;
}

std::optional<std::uint64_t> Matcher::value_named(const FieldRow& field, std::string_view name) {
    std::string_view names = field.names;
    for (std::uint64_t value = 0; !names.empty(); ++value) {
        const std::size_t end = names.find('|');
        if (names.substr(0, end) == name) return value;
        names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
    }
    return {};
}

bool Matcher::named(FieldId id, const WrittenOperand& written) {
    const FieldRow& field = row(id);
    const std::string_view token = written.token;
    std::optional<std::uint64_t> value;
    if (token.starts_with('?')) {
        const auto number = read_integer(token.substr(1));
        if (number && *number >= 0 && *number < std::int64_t{1} << field.bits())
            value = static_cast<std::uint64_t>(*number);
    } else if (field.kind == Kind::Predicate || field.kind == Kind::Condition) {
        value = predicate_of(token);
        if (value && written.denied) *value |= 8;
    } else if (field.kind == Kind::Lanes) {
        value = lanes_named(token);
    } else if (field.kind == Kind::SplitName) {
        value = split_name(field, token);
    } else {
        value = value_named(field, token);
    }
    if (!value) return wrong(at_, quoted(token) + " does not fit here");
    put(id, *value);
    return true;
}

std::optional<std::uint64_t> Matcher::lanes_named(std::string_view name) {
    const bool second = row(Rd2_28).of(word()) != kZeroRegister;
    for (std::uint64_t value = 0; value < 8; ++value)
        if (lanes_name(value, second) == name) return value;
    return {};
}

std::optional<std::uint64_t> Matcher::split_name(const FieldRow& field, std::string_view name) {
    std::string whole(name);
    for (std::size_t i = 0; i < modifiers().size(); ++i)
        if (!used_[i]) whole += "." + std::string(modifiers()[i]);
    const auto value = value_named(field, whole);
    if (value) used_.set();
    return value;
}

bool Matcher::target(const WrittenOperand& written) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40; // from anywhere; sums of nearer ones cannot overflow
    const auto is_far = [](std::int64_t distance) { return distance < -kFar || distance > kFar; };
    const auto address = read_integer(written.token);
    if (is_far(written.offset) || is_far(address.value_or(0))) return wrong(at_, "the target is too far away", at_ + 1);
    into_.has_target = true;
    into_.target_at = written.at;
    into_.offset = written.offset + address.value_or(0);
    if (!address) into_.label = written.token;
    return written.suffix.empty();
}

} // namespace relit::isa::maxwell
