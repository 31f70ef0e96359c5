// Text from words of fragment programs. The assembler (assemble.cpp) is its mirror image.
#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

#include <bit>
#include <charconv>

namespace relit::isa::rsx::fp {
namespace {

/// Appends the parts of one instruction to a text.
class Printer {
public:
    Printer(std::string& text, const Instruction& instruction, Fill fill)
        : text_(text), word_(instruction.word), constant_(instruction.constant), fill_(fill) {}

    /// The constant by its number, so that no value is shown that the program may be patched with.
    void name_constant(std::uint32_t number) { constant_number_ = number; }

    void instruction() {
        operands();
        print_fields(text_, word_, bits_in_text(word_, fill_));
        text_ += ';';
    }
    void operands() {
        const OpInfo& op = info(word_[W::op]);
        operation(op);
        condition();
        const unsigned count = printed_sources(word_, fill_);
        for (unsigned i = 0; i < count; ++i) source(i);
        if (op.op_class == OpClass::Texture) unit();
        flow(op.op_class);
    }

private:
    using W = Word128;

    void operation(const OpInfo& op) {
        text_ += op.mnemonic;
        text_ += kPrecisionNames[static_cast<unsigned>(word_[W::precision])];
        if (word_[W::cc_write]) text_ += word_[W::cc_written] == 0 ? "C" : "C1";
        if (!has_result(word_)) return;
        text_ += kScaleNames[word_[W::scale]];
        if (word_[W::bx2]) text_ += "_bx2";
        if (word_[W::saturate]) text_ += "_sat";
        text_ += word_[W::dst_half] ? " H" : " R";
        if (word_[W::no_dst]) {
            text_ += 'C';
        } else {
            print_number(text_, word_[W::dst]);
        }
        mask(word_[W::mask]);
    }
    void mask(std::uint32_t lanes) {
        if (lanes == 0 || lanes == 15) return;
        text_ += '.';
        for (unsigned lane = 0; lane < 4; ++lane)
            if ((lanes >> lane & 1) != 0) text_ += kLanes[lane];
    }
    void condition() {
        if (word_[W::condition] == Condition::Tr || word_[W::op] == Op::Nop) return;
        text_ += has_result(word_) ? "(" : " (";
        text_ += kConditionNames[static_cast<unsigned>(word_[W::condition])];
        if (word_[W::cc_tested] != 0) text_ += '1';
        print_swizzle(text_, condition_swizzle(word_));
        text_ += ')';
    }

    void source(unsigned which) {
        const Source one = fp::source(word_, which);
        text_ += one.negate ? ", -" : ", ";
        if (one.abs) text_ += '|';
        switch (one.type) {
            case Type::Temp: temp(one); break;
            case Type::Input: input(); break;
            case Type::Constant: constant(); break;
            case Type::Reserved: unreachable("printing a source without a register file");
        }
        text_ += kSourcePrecisionNames[static_cast<unsigned>(one.precision)];
        print_swizzle(text_, one.swizzle);
        if (one.abs) text_ += '|';
    }
    void temp(const Source& one) {
        text_ += one.half ? 'H' : 'R';
        print_number(text_, one.temp);
    }
    void input() {
        text_ += word_[W::flat] ? "g[" : "f[";
        if (word_[W::indexed]) {
            const std::int32_t offset = indexed_input(word_);
            text_ += offset < 0 ? "aL" : "aL+";
            print_number(text_, offset);
        } else {
            const std::string_view name = kInputNames[word_[W::input]];
            text_ += name.empty() ? "v15" : name;
        }
        text_ += ']';
    }
    void constant() {
        if (constant_number_) {
            text_ += "c[";
            print_number(text_, *constant_number_);
            text_ += ']';
            return;
        }
        text_ += '{';
        if (constant_) print_constant(text_, constant_->lanes);
        text_ += '}';
    }
    void unit() {
        text_ += ", TEX";
        print_number(text_, word_[W::unit]);
    }

    void flow(OpClass op_class) {
        const Addresses addresses = addresses_of(word_);
        if (op_class == OpClass::Call) {
            text_ += ' ';
            text_ += label_of(addresses.dwords[0]);
            return;
        }
        if (op_class == OpClass::Loop) counts();
        std::string_view separator = " [";
        for (const std::uint32_t address : addresses) {
            text_ += separator;
            slot(address / 4);
            separator = ", ";
        }
        if (addresses.count != 0) text_ += ']';
    }
    void counts() {
        text_ += " {";
        print_number(text_, word_[W::count]);
        text_ += ", ";
        print_number(text_, word_[W::initial]);
        text_ += ", ";
        print_number(text_, step_of(word_));
        text_ += '}';
    }
    /// Three hex digits or more, without 0x.
    void slot(std::uint32_t number) {
        std::array<char, 8> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
        const auto count = static_cast<std::size_t>(end.ptr - digits.data());
        if (count < 3) text_.append(3 - count, '0');
        text_.append(digits.data(), count);
    }

    std::string& text_;
    const Word128& word_;
    const std::optional<Constant>& constant_;
    Fill fill_;
    std::optional<std::uint32_t> constant_number_;
};

} // namespace

void print_constant(std::string& text, const std::array<std::uint32_t, 4>& lanes) {
    constexpr int kDigits = 6;
    std::string_view separator;
    for (const std::uint32_t lane : lanes) {
        text += separator;
        print_hex(text, lane);
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<float>(lane),
                                       std::chars_format::general, kDigits);
        text += '(';
        text.append(digits.data(), end.ptr);
        text += ')';
        separator = ", ";
    }
}

void print_dwords(std::string& text, const std::array<std::uint32_t, 4>& dwords) {
    std::string_view separator;
    for (const std::uint32_t dword : dwords) {
        text += separator;
        print_hex(text, dword);
        separator = ", ";
    }
}

void print_instruction(std::string& text, const Instruction& instruction, Fill fill) {
    if (is_known(instruction.word)) return Printer(text, instruction, fill).instruction();
    text += ".word ";
    print_dwords(text, instruction.word.raw);
}

void print_origin(std::string& text, const Instruction& instruction, std::uint32_t constant) {
    if (!is_known(instruction.word)) return print_instruction(text, instruction, Fill::Sony);
    Printer printer(text, instruction, Fill::Sony);
    printer.name_constant(constant);
    printer.operands();
}

} // namespace relit::isa::rsx::fp
