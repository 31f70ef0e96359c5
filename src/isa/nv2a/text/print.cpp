// Text from NV2A words, in both dialects. The assembler (assemble.cpp) is its mirror image.
#include "base/result.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr std::array<std::string_view, 14> kMacVsh = {"nop", "mov", "mul", "add", "mad", "dp3", "dph",
                                                      "dp4", "dst", "min", "max", "slt", "sge", "arl"};
constexpr std::array<std::string_view, 8> kIluVsh = {"nop", "mov", "rcp", "rcc", "rsq", "expp", "logp", "lit"};

constexpr std::array<std::string_view, kOutputs> kOutputVsh = {
#define OUTPUT(number, gl, vsh, longer, purpose) vsh,
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
};
constexpr std::array<std::string_view, kOutputs> kOutputGl = {
#define OUTPUT(number, gl, vsh, longer, purpose) gl,
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
};
constexpr std::array<std::string_view, kInputs> kInputGl = {
#define INPUT(number, gl, vsh, purpose) gl,
#include "isa/nv2a/encoding/inputs.inc"
#undef INPUT
};

/// Appends the parts of one instruction to a text.
class Printer {
public:
    Printer(std::string& text, const Word128& word, Style style) : text_(text), word_(word), style_(style) {}

    void operations() {
        mac();
        ilu();
        if (parts_ == 0) text_ += gl() ? "NOP" : "nop";
    }
    void instruction(Fill fill) {
        operations();
        print_fields(text_, word_, bits_in_text(word_, fill));
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
        print_mask(text_, word_[Word128::out_mask]);
        operands(sources);
    }

    void temp(std::uint32_t number, std::uint32_t lanes) {
        text_ += 'R';
        print_number(text_, number);
        print_mask(text_, lanes);
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
        print_swizzle(text_, operand.swizzle);
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
    std::string& text_;
    const Word128& word_;
    Style style_;
    unsigned parts_ = 0;
};

void print_raw(std::string& text, const Word128& word) {
    text += ".word ";
    for (std::size_t i = 0; i < word.raw.size(); ++i) {
        if (i != 0) text += ", ";
        print_hex(text, word.raw[i]);
    }
}

} // namespace

std::string_view spelling(Mac op, Dialect dialect) {
    return dialect == Dialect::Gl ? info(op).mnemonic : kMacVsh[static_cast<unsigned>(op)];
}

std::string_view spelling(Ilu op, Dialect dialect) {
    return dialect == Dialect::Gl ? info(op).mnemonic : kIluVsh[static_cast<unsigned>(op)];
}

void print_operations(std::string& text, const Word128& word) {
    if (is_known(word)) return Printer(text, word, {}).operations();
    print_raw(text, word);
}

void print_word(std::string& text, const Word128& word, Style style, Fill fill) {
    if (is_known(word)) return Printer(text, word, style).instruction(fill);
    print_raw(text, word);
}

} // namespace relit::isa::nv2a
