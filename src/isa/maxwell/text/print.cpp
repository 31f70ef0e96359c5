// Text from Maxwell instructions. The assembler (statement.cpp, match.cpp, assemble.cpp) is its mirror image.
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/maxwell/text/syntax.hpp"
#include "isa/text.hpp"

namespace relit::isa::maxwell {
namespace {

using enum FieldId;
using Around = OperandPattern::Around;

/// Appends the parts of one instruction to a text, and notes which bits they say.
class Printer {
public:
    Printer(std::string& text, const Instruction& in, std::uint32_t reuse, std::uint64_t code_bytes)
        : text_(text), in_(in), word_(in.word), reuse_(reuse), code_bytes_(code_bytes) {}

    void instruction() {
        if (!in_.known()) return unknown();
        guard();
        text_ += row(in_.op()).mnemonic;
        said_ = row(in_.form).value | (row(Guard16).mask() & word_ & guard_mask());
        Syntax syntax(row(in_.form).text);
        while (const auto id = syntax.modifier()) modifier(*id);
        split_modifiers();
        operands(syntax);
    }
    /// What neither modifiers nor operands contain.
    void rest() {
        std::string_view separator = " @ {";
        const auto entry = [&](std::string_view name, std::uint64_t value) {
            text_ += separator;
            text_ += name;
            text_ += '=';
            print_integer(text_, static_cast<std::int64_t>(value));
            separator = ", ";
        };
        for (const FieldId id : std::span(unnamed_).first(unnamed_count_)) entry(row(id).id, row(id).of(word_));
        if (reuse_ != 0) entry("reuse", reuse_);
        if (in_.known() && said_ != word_) {
            text_ += separator;
            text_ += "bits=";
            print_bits(said_ ^ word_);
            separator = ", ";
        }
        if (separator == ", ") text_ += '}';
    }
    void one(Role role) {
        Syntax syntax(row(in_.form).text);
        while (syntax.modifier()) {}
        while (const auto pattern = syntax.operand())
            for (const FieldId core : pattern->core)
                if (core != End && row(core).role == role) return operand(*pattern);
    }

private:
    [[nodiscard]] std::uint64_t guard_mask() const {
        return row(in_.op()).guard == GuardRule::Guarded ? ~std::uint64_t{0} : 0;
    }
    void print_bits(std::uint64_t bits) {
        text_ += "0x";
        for (unsigned shift = 64; shift != 0; shift -= 4) text_ += "0123456789abcdef"[bits >> (shift - 4) & 15];
    }
    void unknown() {
        text_ += ".word ";
        print_bits(word_);
        said_ = word_;
    }
    void say(FieldId id) { said_ = (said_ & ~row(id).mask()) | (word_ & row(id).mask()); }

    void guard() {
        const std::uint32_t guard = in_.guard();
        if (guard == kTruePredicate) {
            text_ += "     ";
            return;
        }
        const std::size_t before = text_.size();
        text_ += '@';
        condition(guard);
        text_.append(before + 5 - text_.size(), ' ');
    }
    void condition(std::uint64_t value) {
        if (value >= 8) text_ += '!';
        text_ += 'P';
        text_ += (value & 7) == kTruePredicate ? 'T' : static_cast<char>('0' + (value & 7));
    }

    // ---- modifiers

    void modifier(FieldId id) {
        const FieldRow& field = row(id);
        const std::uint64_t value = field.of(word_);
        say(id);
        if (field.kind == Kind::PlusOne) {
            if (value == 3) text_ += ".PO";
            return;
        }
        named(id, name_of(field, value));
    }
    void named(FieldId id, std::string_view name) {
        if (name == "?") {
            unnamed_[unnamed_count_++] = id;
        } else if (!name.empty()) {
            text_ += '.';
            text_ += name;
        }
    }
    /// What an operand's name has after its first '.'.
    void split_modifiers() {
        for (const FieldId id : row(in_.form).text) {
            if (row(id).kind != Kind::SplitName) continue;
            const std::string_view name = name_of(row(id), row(id).of(word_));
            if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) text_ += name.substr(dot);
        }
    }

    // ---- operands

    void operands(Syntax syntax) {
        std::array<OperandPattern, 12> patterns;
        std::size_t count = 0;
        while (const auto pattern = syntax.operand()) patterns[count++] = *pattern;
        std::array<bool, 12> shown{};
        // An operand that may be left out stays where one of its kind after it is shown: else that would be taken for it.
        for (std::size_t i = count; i-- != 0;)
            shown[i] = !patterns[i].optional || !is_usual(patterns[i], word_) ||
                       (i + 1 < count && shown[i + 1] && patterns[i + 1].optional &&
                        row(patterns[i].core[0]).kind == row(patterns[i + 1].core[0]).kind);
        bool first = true;
        for (std::size_t i = 0; i < count; ++i) {
            say_all(patterns[i]);
            if (!shown[i]) continue;
            text_ += first ? " " : ", ";
            first = false;
            operand(patterns[i]);
        }
    }
    void say_all(const OperandPattern& pattern) {
        const std::size_t which = pattern.which(word_);
        for (const FieldId id : {pattern.sign, pattern.invert, pattern.absolute, pattern.slot, pattern.selector,
                                 pattern.offset, pattern.core[which], pattern.suffix[which]})
            if (id != End) say(id);
    }
    [[nodiscard]] bool is_negated(FieldId id) const {
        if (id == End) return false;
        const FieldRow& field = row(id);
        if (field.kind == Kind::Negate) return field.of(word_) != 0;
        return field.of(word_) == (field.kind == Kind::NegateIf1 ? 1U : 2U);
    }
    void operand(const OperandPattern& pattern) {
        const std::size_t which = pattern.which(word_);
        const FieldId core = pattern.core[which];
        const bool negated = is_negated(pattern.sign);
        const bool inverted = pattern.invert != End && in_[pattern.invert] != 0;
        const bool absolute = pattern.absolute != End && in_[pattern.absolute] != 0;
        // A number has a sign of its own, inside.
        const bool braced = (negated || inverted) && !absolute && is_number(row(core).kind);
        if (negated) text_ += '-';
        if (inverted) text_ += '~';
        if (absolute) text_ += '|';
        if (braced) text_ += '(';
        if (pattern.around != Around::Nothing || pattern.slot != End) {
            address(pattern);
        } else {
            value(core);
            reuse(core);
        }
        if (braced) text_ += ')';
        if (absolute) text_ += '|';
        if (pattern.suffix[which] != End) suffix(pattern.suffix[which]);
    }
    void suffix(FieldId id) { named(id, name_of(row(id), row(id).of(word_))); }
    void reuse(FieldId core) {
        const std::uint32_t bit = reuse_bit(row(core));
        if ((reuse_ & bit) == 0) return;
        text_ += ".reuse";
        reuse_ &= ~bit;
    }
    void address(const OperandPattern& pattern) {
        const FieldId base = pattern.core[0];
        const bool has_base = in_[base] != kZeroRegister;
        if (pattern.slot != End) {
            text_ += "c[";
            print_integer(text_, in_[pattern.slot]);
            text_ += ']';
        }
        text_ += pattern.around == Around::Attribute ? "a[" : "[";
        std::int64_t offset = pattern.offset == End ? 0 : offset_of(in_);
        if (pattern.slot != End && !has_base) offset &= 0xffff; // from the buffer's start
        if (has_base) {
            value(base);
            reuse(base);
        }
        if (has_base && offset > 0) text_ += '+';
        if (!has_base && offset == 0 && pattern.offset == End) text_ += "RZ";
        if (offset != 0 || (!has_base && pattern.offset != End)) print_integer(text_, offset);
        text_ += ']';
    }
    void value(FieldId id) {
        const FieldRow& field = row(id);
        const std::uint64_t bits = field.of(word_);
        switch (field.kind) {
            case Kind::Register:
            case Kind::Same: return number('R', bits);
            case Kind::Predicate:
            case Kind::Condition: return condition(bits);
            case Kind::Cbuf: return constant(bits >> 14, (bits & 0x3fff) * 4);
            case Kind::CbufTarget: return constant(bits >> 16, bits & 0xffff);
            case Kind::Target: return target();
            case Kind::Name:
            case Kind::SplitName: return name(name_of(field, bits), bits);
            case Kind::Lanes: return name(lanes_name(bits, in_[Role::D2] != kZeroRegister), bits);
            default: return print_value(text_, field, word_);
        }
    }
    void number(char prefix, std::uint64_t value) {
        text_ += prefix;
        if (value == kZeroRegister) {
            text_ += 'Z';
        } else {
            print_number(text_, static_cast<std::int64_t>(value));
        }
    }
    void constant(std::uint64_t slot, std::uint64_t offset) {
        text_ += "c[";
        print_integer(text_, static_cast<std::int64_t>(slot));
        text_ += "][";
        print_integer(text_, static_cast<std::int64_t>(offset));
        text_ += ']';
    }
    void target() {
        const std::int64_t address = *target_of(in_);
        if (address >= 0 && address % kWordBytes == 0 && static_cast<std::uint64_t>(address) < code_bytes_)
            return print_label(text_, static_cast<std::uint64_t>(address));
        print_integer(text_, address);
    }
    /// The part of a name before its '.'; special registers have all of theirs.
    void name(std::string_view name, std::uint64_t bits) {
        if (name == "?") {
            text_ += '?';
            return print_number(text_, static_cast<std::int64_t>(bits));
        }
        const bool whole = name.starts_with("SR_") || name.starts_with("CC.");
        text_ += whole ? name : name.substr(0, name.find('.'));
    }

    std::string& text_;
    const Instruction& in_;
    std::uint64_t word_, said_ = 0;
    std::uint32_t reuse_;
    std::uint64_t code_bytes_;
    std::array<FieldId, 8> unnamed_{};
    std::size_t unnamed_count_ = 0;
};

} // namespace

void print_instruction(std::string& text, const Instruction& in, Control control, std::uint64_t code_bytes) {
    Printer printer(text, in, control[Control::reuse], code_bytes);
    printer.instruction();
    printer.rest();
    text += " ;";
}

void print_origin(std::string& text, const Instruction& in) {
    std::string line;
    Printer(line, in, 0, UINT64_MAX).instruction();
    text += std::string_view(line).substr(line.find_first_not_of(' '));
}

std::string operand_text(const Instruction& in, Role role) {
    std::string text;
    if (in.known()) Printer(text, in, 0, UINT64_MAX).one(role);
    return text;
}

} // namespace relit::isa::maxwell
