// Reads fragment program text: instructions, labels and directives. Instructions are read by statement.cpp.
#include "isa/r500/fs/text/assemble.hpp"

#include "base/words.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/keywords.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/r500/fs/text/statement.hpp"
#include "isa/r500/text/directives.hpp"
#include "isa/r500/text/program_dump.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <map>

namespace relit::isa::r500::fs {
namespace {

/// Names in lower case, and the instructions that they mean.
using Labels = std::map<std::string, std::uint32_t, std::less<>>;

constexpr LexerRules kLexerRules{.minus_in_words = false};

/// Reads a text once. Where it has labels they are known after the first time, and so is what addresses count from.
class Assembler {
public:
    /// `known`: what an earlier reading found; nullptr: this is the first.
    Assembler(const TokenText& text, const Labels* known, std::uint32_t code_offset)
        : in_(text), directives_(in_, program_registers(), stream_), known_(known), code_offset_(code_offset) {}

    bool run() {
        while (!in_.at_end())
            if (!statement()) return false;
        if (stream_.lacks_code()) return in_.wrong(in_.peek(), ".code has no instruction");
        return count_ != 0 || is_stream_ || in_.wrong(in_.peek(), "there is no instruction");
    }
    [[nodiscard]] Fault& fault() { return in_.fault(); }
    [[nodiscard]] const Labels& labels() const { return labels_; }
    [[nodiscard]] bool uses_labels() const { return uses_labels_; }
    /// The first token of each instruction, by its number.
    [[nodiscard]] const std::map<std::uint32_t, Token>& instructions() const { return instructions_; }
    [[nodiscard]] std::vector<std::uint8_t> bytes() { return is_stream_ ? stream_.take() : std::move(raw_); }

private:
    bool statement() {
        if (in_.peek().is('.')) return directive();
        if (is_label()) return label();
        Statement one;
        const Token at = in_.peek();
        if (!read_statement(in_, one)) return false;
        return resolve(one) && add(one.word, at);
    }
    /// A tag alone in front of ':' is no label: it is an instruction without sources.
    [[nodiscard]] bool is_label() const {
        const Token& name = in_.peek();
        if (name.kind != TokenKind::Word || !in_.peek(1).is(':') || is_keyword(name.text)) return false;
        return std::ranges::none_of(kAluTags, [&](const Tag& tag) { return equal_ignoring_case(tag.name, name.text); });
    }
    bool label() {
        const Token name = in_.take();
        (void)in_.take();
        if (name.text[0] >= '0' && name.text[0] <= '9') return in_.wrong(name, "a label begins with a letter");
        if (!labels_.emplace(to_lower(name.text), number_).second)
            return in_.wrong(name, quoted(name.text) + " is defined twice");
        return true;
    }
    bool resolve(Statement& one) {
        if (!one.target) return true;
        uses_labels_ = true;
        if (known_ == nullptr) return true;
        const Token& name = one.target->name;
        const auto found = known_->find(to_lower(name.text));
        if (found == known_->end()) return in_.wrong(name, quoted(name.text) + " is not defined");
        const std::uint32_t base = one.target->global ? 0 : code_offset_;
        if (found->second < base || found->second - base >= kFragmentInstructions)
            return in_.wrong(name, quoted(name.text) + " cannot be reached from US_CODE_OFFSET");
        one.word.set(Fc::target, found->second - base);
        return true;
    }
    bool add(const Word192& word, const Token& at) {
        if (!stream_.add_code(word.raw)) return in_.wrong(at, "program memory has 512 instructions");
        add_words(raw_, word.raw);
        instructions_.insert_or_assign(number_, at);
        ++count_;
        ++number_;
        return true;
    }

    bool directive() {
        const Token dot = in_.take(), name = in_.take();
        if (name.text == "word") return literal();
        if (!DirectiveReader::knows(name.text))
            return in_.wrong(dot, quoted("." + std::string(name.text)) + " is not a directive");
        if (count_ != 0 && !is_stream_ && name.text != "code") number_ = 0;
        is_stream_ = true;
        const Token number = in_.peek();
        if (!directives_.read(name)) return false;
        // Code goes on at 0 where nothing says otherwise.
        number_ = name.text == "code" ? isa::register_number(number.text).value_or(0) : 0;
        return true;
    }
    bool literal() {
        const Token at = in_.peek();
        Word192 word;
        for (std::size_t i = 0; i < word.raw.size(); ++i)
            if ((i != 0 && !in_.expect(',')) || !in_.number(word.raw[i])) return false;
        return add(word, at);
    }

    TokenReader in_;
    StreamWriter stream_{kFragmentMemory};
    DirectiveReader directives_;
    const Labels* known_;
    std::uint32_t code_offset_;
    Labels labels_;
    std::map<std::uint32_t, Token> instructions_;
    std::vector<std::uint8_t> raw_;
    std::uint32_t count_ = 0, number_ = 0; // of instructions; of the next one in program memory
    bool is_stream_ = false, uses_labels_ = false;
};

std::uint32_t code_offset_of(Bytes made) {
    const auto program = load_binary(made);
    return program ? program->code_range().offset : 0;
}

} // namespace

Result<AssembledText> assemble_with_locations(std::string_view text, const codec::AssembleOptions& options) {
    if (is_program_dump(text, ProgramKind::Fragment)) {
        auto dumped = bytes_of_dump(text, ProgramKind::Fragment);
        if (!dumped) return std::unexpected(dumped.error());
        return AssembledText{std::move(*dumped), {}};
    }
    const auto tokens = tokens_of(text, kLexerRules, options);
    if (!tokens) return std::unexpected(tokens.error());
    Assembler first(*tokens, nullptr, 0);
    if (!first.run()) return std::unexpected(std::move(first.fault()));
    AssembledText assembled{first.bytes(), {}};
    for (const auto& [number, token] : first.instructions()) {
        const Fault fault = tokens->fault(token, {});
        assembled.instructions[number] = {{fault.line, fault.column},
                                          token.file == 0 ? token.at : InstructionText::kIncluded};
    }
    if (!first.uses_labels()) return assembled;
    Assembler second(*tokens, &first.labels(), code_offset_of(assembled.bytes));
    if (!second.run()) return std::unexpected(std::move(second.fault()));
    assembled.bytes = second.bytes();
    return assembled;
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& options) {
    auto assembled = assemble_with_locations(text, options);
    if (!assembled) return std::unexpected(std::move(assembled.error()));
    return std::move(assembled->bytes);
}

} // namespace relit::isa::r500::fs
