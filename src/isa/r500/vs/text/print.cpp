// Text from words. The assembler (parse.cpp, assemble.cpp) is its mirror image.
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {
namespace {

// Columns as the author's disassembler has them.
constexpr std::size_t kTargetColumn = 15, kOpcodeColumn = 12, kSourceColumn = 17;

/// Appends the parts of one statement to a text.
class Printer {
public:
    Printer(std::string& text, bool columns) : text_(text), columns_(columns) {}

    void statement(const Statement& statement) {
        if (statement.unchecked) text_ += "UNCHECKED ";
        if (statement.predication == Predication::IfTrue) text_ += "PRED ";
        if (statement.predication == Predication::IfFalse) text_ += "PRED_NOT ";
        for (unsigned i = 0; i < statement.count; ++i) {
            if (i != 0) text_ += " , ";
            operation(statement.operations[i], i == 1 ? 2 : 4);
        }
    }

private:
    void operation(const Operation& operation, unsigned letters) {
        const std::size_t start = text_.size();
        target(operation.target);
        pad(start, kTargetColumn);
        text_ += " = ";
        const std::size_t at = text_.size();
        text_ += find(operation.opcode)->mnemonic();
        if (operation.saturate) text_ += ".sat";
        for (unsigned k = 0; k < operation.source_count; ++k) {
            pad(k == 0 ? at : last_, k == 0 ? kOpcodeColumn : kSourceColumn - 1);
            text_ += ' ';
            last_ = text_.size();
            source(operation.sources[k], letters);
        }
    }
    void pad(std::size_t start, std::size_t column) {
        if (columns_ && text_.size() - start < column) text_.append(column - (text_.size() - start), ' ');
    }
    void target(const Destination& target) {
        text_ += kTargetNames[static_cast<unsigned>(target.to)];
        index(target.index, target.mode, target.lane);
        for (unsigned i = 0; i < 4; ++i)
            if ((target.mask >> i & 1) != 0) text_ += kLanes[i];
        if (target.mask == 0) text_ += '_';
    }
    void source(const Source& source, unsigned letters) {
        if (source.abs) text_ += '|';
        text_ += kSourceNames[static_cast<unsigned>(source.from)];
        index(source.index, source.mode, source.lane);
        for (unsigned i = 0; i < letters; ++i) {
            if ((source.negate >> i & 1) != 0) text_ += '-';
            text_ += kSelectNames[static_cast<unsigned>(source.select[i])];
        }
        if (source.abs) text_ += '|';
    }
    /// "[a0.x+3]."
    void index(std::uint32_t index, Mode mode, std::uint32_t lane) {
        text_ += '[';
        if (mode == Mode::Address) {
            text_ += "a0.";
            text_ += kLanes[lane];
            text_ += '+';
        }
        if (mode == Mode::Loop) text_ += "i0+";
        print_number(text_, index);
        text_ += "].";
    }

    std::string& text_;
    bool columns_;
    std::size_t last_ = 0; // where the last source begins
};

void print_raw(std::string& text, const Word128& word) {
    text += ".word ";
    for (std::size_t i = 0; i < word.raw.size(); ++i) {
        if (i != 0) text += ", ";
        print_hex(text, word.raw[i]);
    }
}

} // namespace

void print_word(std::string& text, const Word128& word, Fill fill) {
    if (!is_known(word)) return print_raw(text, word);
    const Statement statement = statement_of(word);
    Printer(text, true).statement(statement);
    print_fields(text, word, word_of(statement, fill));
    text += " ;";
}

std::string summary_of(const Word128& word) {
    std::string text;
    if (is_known(word)) {
        Printer(text, false).statement(statement_of(word));
    } else {
        print_raw(text, word);
    }
    return text;
}

} // namespace relit::isa::r500::vs
