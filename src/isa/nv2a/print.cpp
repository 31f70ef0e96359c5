// Text from NV2A words, in both dialects. The assembler (assemble.cpp) is its mirror image.
#include "base/result.hpp"
#include "isa/nv2a/text.hpp"

#include <charconv>

namespace relit::isa::nv2a {
namespace {

constexpr std::string_view kLanes = "xyzw";

constexpr std::array<std::string_view, 14> kMacVsh = {"nop", "mov", "mul", "add", "mad", "dp3", "dph",
                                                      "dp4", "dst", "min", "max", "slt", "sge", "arl"};
constexpr std::array<std::string_view, 8> kIluVsh = {"nop", "mov", "rcp", "rcc", "rsq", "expp", "logp", "lit"};

constexpr std::array<std::string_view, kOutputs> kOutputVsh = {
#define OUTPUT(number, gl, vsh, longer, purpose) vsh,
#include "isa/nv2a/outputs.inc"
#undef OUTPUT
};
constexpr std::array<std::string_view, kOutputs> kOutputGl = {
#define OUTPUT(number, gl, vsh, longer, purpose) gl,
#include "isa/nv2a/outputs.inc"
#undef OUTPUT
};
constexpr std::array<std::string_view, kInputs> kInputGl = {
#define INPUT(number, gl, vsh, purpose) gl,
#include "isa/nv2a/inputs.inc"
#undef INPUT
};

/// Appends the parts of one instruction to a text.
class Printer {
public:
    Printer(std::string& text, const Word128& word, Style style) : text_(text), word_(word), style_(style) {}

    void instruction() {
        mac();
        ilu();
        if (parts_ == 0) text_ += gl() ? "NOP" : "nop";
        other_fields();
    }

private:
    [[nodiscard]] bool gl() const { return style_.dialect == Dialect::Gl; }

    void mac() {
        const Mac op = word_[Word128::mac];
        if (op == Mac::Nop) return;
        const std::string_view name = spelling(op, style_.dialect);
        const std::string_view sources = info(op).reads;
        const bool output = writes_output(word_) && word_[Word128::out_source] == 0;
        if (op == Mac::Arl) {
            begin(name);
            text_ += gl() ? "A0.x" : "A0";
            operands(sources);
            return;
        }
        if (mac_writes_temp(word_)) {
            begin(name);
            temp(word_[Word128::temp], word_[Word128::mac_mask]);
            operands(sources);
        }
        if (output) output_part(name, sources);
        if (!output && !mac_writes_temp(word_)) nowhere(name, sources);
    }

    void ilu() {
        const Ilu op = word_[Word128::ilu];
        if (op == Ilu::Nop) return;
        std::string_view name = spelling(op, style_.dialect);
        // MOV is an operation of both units: alone, or beside a MOV of the MAC, this one must say which it is.
        const Mac beside = word_[Word128::mac];
        if (op == Ilu::Mov && (beside == Mac::Nop || beside == Mac::Mov)) name = gl() ? "IMOV" : "imov";
        const bool output = writes_output(word_) && word_[Word128::out_source] != 0;
        if (ilu_writes_temp(word_)) {
            begin(name);
            temp(ilu_temp(word_), word_[Word128::ilu_mask]);
            operands("C");
        }
        if (output) output_part(name, "C");
        if (!output && !ilu_writes_temp(word_)) nowhere(name, "C");
    }

    void begin(std::string_view name) {
        if (parts_++ != 0) text_ += " + ";
        text_ += name;
        text_ += ' ';
    }
    void nowhere(std::string_view name, std::string_view sources) {
        begin(name);
        text_ += '_';
        operands(sources);
    }
    void output_part(std::string_view name, std::string_view sources) {
        begin(name);
        output();
        mask(word_[Word128::out_mask]);
        operands(sources);
    }

    void temp(std::uint32_t number, std::uint32_t lanes) {
        text_ += 'R';
        print_number(text_, number);
        mask(lanes);
    }
    void output() {
        const std::uint32_t address = word_[Word128::out_address];
        if (word_[Word128::out_bank] == 0) return constant(address, false);
        const std::uint32_t number = address % kOutputs;
        const std::string_view name = (gl() ? kOutputGl : kOutputVsh)[number];
        text_ += gl() ? "o[" : name.empty() ? "o" : "";
        if (name.empty()) {
            print_number(text_, number);
        } else {
            text_ += name;
        }
        if (gl()) text_ += ']';
    }
    void mask(std::uint32_t lanes) {
        if (lanes == 15) return;
        text_ += '.';
        for (unsigned lane = 0; lane < 4; ++lane)
            if ((lanes >> (3 - lane) & 1) != 0) text_ += kLanes[lane];
    }

    void operands(std::string_view which) {
        for (const char letter : which) source(operand(word_, letter));
    }
    void source(const Operand& operand) {
        text_ += operand.negate ? ", -" : ", ";
        switch (operand.mux) {
            case Mux::None: unreachable("printing an operand that is not there");
            case Mux::Temp: temp(operand.reg, 15); break;
            case Mux::Input: input(word_[Word128::input]); break;
            case Mux::Constant: constant(word_[Word128::constant], word_[Word128::relative]); break;
        }
        swizzle(operand.swizzle);
    }
    void input(std::uint32_t number) {
        text_ += gl() ? "v[" : "v";
        if (gl() && !kInputGl[number].empty()) {
            text_ += kInputGl[number];
        } else {
            print_number(text_, number);
        }
        if (gl()) text_ += ']';
    }
    void constant(std::uint32_t raw, bool relative) {
        const std::int32_t shown = shown_constant(raw < kConstants ? raw : 0, style_.constants);
        text_ += "c[";
        if (relative) text_ += gl() ? "A0.x" : "A0";
        if (relative && shown >= 0) text_ += '+';
        print_number(text_, shown);
        text_ += ']';
    }
    void swizzle(const std::array<std::uint8_t, 4>& lanes) {
        if (lanes == std::array<std::uint8_t, 4>{0, 1, 2, 3}) return;
        text_ += '.';
        text_ += kLanes[lanes[0]];
        if (lanes[1] == lanes[0] && lanes[2] == lanes[0] && lanes[3] == lanes[0]) return;
        for (unsigned i = 1; i < 4; ++i) text_ += kLanes[lanes[i]];
    }

    /// What the instruction's text does not say: " @ {A.reg=3, W0=0x5}".
    void other_fields() {
        const Word128 said = said_by_text(word_);
        if (said == word_) return;
        std::string_view separator = " @ {";
        for (const FieldInfo& field : Word128::fields) {
            const std::uint64_t value = word_.extract(field);
            if (value == said.extract(field)) continue;
            text_ += separator;
            text_ += field.name;
            text_ += '=';
            if (field.width() > 8) {
                print_hex(text_, static_cast<std::uint32_t>(value));
            } else {
                print_number(text_, static_cast<std::int64_t>(value));
            }
            separator = ", ";
        }
        text_ += '}';
    }

    std::string& text_;
    const Word128& word_;
    Style style_;
    unsigned parts_ = 0;
};

} // namespace

std::string_view spelling(Mac op, Dialect dialect) {
    return dialect == Dialect::Gl ? info(op).mnemonic : kMacVsh[static_cast<unsigned>(op)];
}

std::string_view spelling(Ilu op, Dialect dialect) {
    return dialect == Dialect::Gl ? info(op).mnemonic : kIluVsh[static_cast<unsigned>(op)];
}

void print_hex(std::string& text, std::uint32_t value, unsigned digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += "0x";
    for (unsigned shift = 4 * digits; shift != 0; shift -= 4) text += kDigits[value >> (shift - 4) & 15];
}

void print_number(std::string& text, std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end.ptr);
}

void print_word(std::string& text, const Word128& word, Style style) {
    if (is_known(word)) return Printer(text, word, style).instruction();
    text += ".word ";
    for (std::size_t i = 0; i < word.raw.size(); ++i) {
        if (i != 0) text += ", ";
        print_hex(text, word.raw[i]);
    }
}

} // namespace relit::isa::nv2a
