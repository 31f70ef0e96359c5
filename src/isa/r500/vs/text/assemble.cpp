// Assembles vertex programs: instructions alone as their words, with directives as a stream of registers.
#include "isa/r500/text/directives.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

class Assembler {
public:
    explicit Assembler(const TokenText& text) : in_(text) {}

    Result<std::vector<std::uint8_t>> run() {
        while (!in_.at_end())
            if (!(in_.accept('.') ? directive() : statement())) return std::unexpected(std::move(in_.fault()));
        if (stream_.lacks_code() || (!is_stream_ && words_.empty())) {
            (void)in_.wrong(in_.peek(), "an instruction is expected");
            return std::unexpected(std::move(in_.fault()));
        }
        return is_stream_ ? stream_.take() : bytes_of(words_);
    }

private:
    bool directive() {
        const Token name = in_.take();
        if (name.text == "word") return raw(name);
        if (name.text == "fill") return fill();
        if (!DirectiveReader::knows(name.text)) return in_.wrong(name, quoted(name.text) + " is no directive");
        is_stream_ = true;
        if (!DirectiveReader(in_, program_registers(), stream_).read(name)) return false;
        (void)in_.accept(';');
        return true;
    }
    /// .word D0, D1, D2, D3
    bool raw(const Token& at) {
        Word128 word;
        for (std::size_t i = 0; i < word.raw.size(); ++i)
            if ((i != 0 && !in_.expect(',')) || !in_.number(word.raw[i])) return false;
        (void)in_.accept(';');
        return add(at, word);
    }
    bool fill() {
        const Token name = in_.take();
        const auto* found = std::ranges::find(kFillNames, name.text);
        if (found == kFillNames.end()) return in_.wrong(name, "author or mesa is expected");
        fill_ = static_cast<Fill>(found - kFillNames.begin());
        return true;
    }
    bool statement() {
        const Token at = in_.peek();
        Statement statement;
        if (!StatementReader(in_).read(statement)) return false;
        Word128 word = word_of(statement, fill_);
        return StatementReader(in_).fields(word) && in_.expect(';') && add(at, word);
    }
    bool add(const Token& at, const Word128& word) {
        words_.push_back(word);
        if (words_.size() <= kMostInstructions && stream_.add_code(word.raw)) return true;
        return in_.wrong(at, "vertex program memory ends at instruction 1023");
    }

    TokenReader in_;
    StreamWriter stream_{kVertexMemory};
    std::vector<Word128> words_;
    Fill fill_ = Fill::Author;
    bool is_stream_ = false;
};

} // namespace

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& options) {
    const auto tokens = tokens_of(text, {.minus_in_words = true}, options);
    if (!tokens) return std::unexpected(tokens.error());
    return Assembler(*tokens).run();
}

} // namespace relit::isa::r500::vs
