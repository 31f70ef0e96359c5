// Text from RSX vertex program words. The assembler (assemble.cpp, operation.cpp, join.cpp) is its mirror image.
#include "base/result.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

/// Appends the parts of one instruction to a text.
class Printer {
public:
    Printer(std::string& text, const Word128& word) : text_(text), word_(word) {}

    void instruction(Fill fill, std::string_view joint) {
        operations(joint);
        print_fields(text_, word_, bits_in_text(word_, fill));
        text_ += ';';
    }
    void operations(std::string_view joint) {
        const bool vec = word_[W::vec] != Vec::Nop, sca = word_[W::sca] != Sca::Nop;
        const bool course_last = has_target(word_[W::sca]) || word_[W::sca] == Sca::Ret;
        if (!vec && !sca) text_ += "NOP";
        if (sca && !(vec && course_last)) scalar();
        if (sca && vec && !course_last) text_ += joint;
        if (vec) vector();
        if (sca && vec && course_last) {
            text_ += joint;
            scalar();
        }
    }

private:
    // ---- operations

    void vector() {
        const Vec op = word_[W::vec];
        text_ += info(op).mnemonic;
        if (writes_address(op)) {
            text_ += " A";
            print_number(text_, word_[W::vec_temp]);
            lanes_written(word_[W::vec_mask]);
        } else {
            suffixes(1);
            targets(vec_writes_temp(word_), word_[W::vec_temp], 1, word_[W::vec_mask]);
        }
        for (const char which : info(op).reads) source(static_cast<unsigned>(which - '0'));
        if (op == Vec::Ara) {
            text_ += ", A";
            print_number(text_, word_[W::address]);
        }
        if (op == Vec::Txl) {
            text_ += ", TEX";
            print_number(text_, word_[W::unit]);
        }
    }

    void scalar() {
        const Sca op = word_[W::sca];
        text_ += info(op).mnemonic;
        if (info(op).op_class != OpClass::Value) return control_flow(op);
        if (op == Sca::Mov) text_ += 'S'; // MOV is an operation of both units: this one says which it is
        suffixes(0);
        targets(sca_writes_temp(word_), word_[W::sca_temp], 0, word_[W::sca_mask]);
        source(2);
    }

    void control_flow(Sca op) {
        if (looks_at_bit(op)) {
            text_ += word_[W::bit_wanted] ? "(b" : "(!b";
            print_number(text_, word_[W::bit]);
            text_ += ')';
        } else if (looks_at_condition(op) ? branches_on_condition(word_) : is_predicated(word_)) {
            condition();
        }
        if (info(op).op_class == OpClass::Stack) {
            text_ += " A";
            print_number(text_, word_[W::address]);
        }
        if (!has_target(op)) return;
        text_ += ' ';
        if (info(op).reads == 'a') {
            address();
        } else {
            text_ += 'L';
        }
        print_number(text_, word_[W::target]);
    }

    // ---- what is written

    void suffixes(std::uint32_t unit) {
        if (writes_condition(word_) && word_[W::cc_source] == unit) text_ += word_[W::cc_select] != 0 ? "C1" : "C";
        if (word_[W::saturate]) text_ += "_sat";
    }
    void targets(bool temp, std::uint32_t number, std::uint32_t unit, std::uint32_t mask) {
        const bool output = writes_output(word_) && word_[W::out_source] == unit;
        text_ += ' ';
        if (temp) {
            text_ += 'R';
            print_number(text_, number);
            lanes_written(mask);
        }
        if (temp && output) text_ += ", ";
        if (output) {
            indexed('o', word_[W::output], word_[W::out_relative]);
            lanes_written(mask);
        }
        if (temp || output) return;
        text_ += "RC";
        lanes_written(mask);
    }
    void lanes_written(std::uint32_t mask) {
        print_mask(text_, mask == 0 ? 15 : mask);
        if (is_predicated(word_)) condition();
    }
    void condition() {
        text_ += '(';
        text_ += kConditionNames[static_cast<unsigned>(word_[W::condition])];
        if (word_[W::cc_select] != 0) text_ += '1';
        print_swizzle(text_, condition_swizzle(word_));
        text_ += ')';
    }

    // ---- what is read

    void source(unsigned which) {
        const Source source = rsx::vp::source(word_, which);
        text_ += source.negate ? ", -" : ", ";
        if (source.abs) text_ += '|';
        switch (source.type) {
            case Type::None: unreachable("printing a source that is not there");
            case Type::Temp: temp(source.temp); break;
            case Type::Input: indexed('v', word_[W::input], word_[W::in_relative]); break;
            case Type::Constant: indexed('c', word_[W::constant], word_[W::constant_relative]); break;
        }
        if (source.abs) text_ += '|';
        print_swizzle(text_, source.swizzle);
    }
    void temp(std::uint32_t number) {
        text_ += 'R';
        print_number(text_, number);
    }
    void indexed(char file, std::uint32_t index, bool relative) {
        text_ += file;
        text_ += '[';
        if (relative) address();
        print_number(text_, index);
        text_ += ']';
    }
    void address() {
        text_ += 'A';
        print_number(text_, word_[W::address]);
        text_ += '.';
        text_ += kLanes[word_[W::address_lane]];
        text_ += '+';
    }

    std::string& text_;
    const Word128& word_;
};

void print_raw(std::string& text, const Word128& word) {
    text += ".word ";
    for (std::size_t i = 0; i < word.raw.size(); ++i) {
        if (i != 0) text += ", ";
        print_hex(text, word.raw[i]);
    }
}

} // namespace

void print_origin(std::string& text, const Word128& word) {
    if (is_known(word)) return Printer(text, word).operations(" + ");
    print_raw(text, word);
}

void print_word(std::string& text, const Word128& word, Fill fill, std::string_view joint) {
    if (is_known(word)) return Printer(text, word).instruction(fill, joint);
    print_raw(text, word);
}

} // namespace relit::isa::rsx::vp
