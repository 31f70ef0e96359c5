// Assembles vertex programs: instructions alone as their words, with directives as a stream of registers.
#include "isa/r500/vs/text/assemble.hpp"

#include "isa/r500/text/directives.hpp"
#include "isa/r500/text/program_dump.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

class Assembler {
public:
    explicit Assembler(const TokenText& text) : text_(text), in_(text) {}

    Result<std::vector<std::uint8_t>> run() {
        while (!in_.at_end())
            if (!(in_.accept('.') ? directive() : statement())) return std::unexpected(std::move(in_.fault()));
        if (stream_.lacks_code() || (!is_stream_ && words_.empty())) {
            (void)in_.wrong(in_.peek(), "an instruction is expected");
            return std::unexpected(std::move(in_.fault()));
        }
        return is_stream_ ? stream_.take() : bytes_of(words_);
    }
    /// Where instructions begin, in the order of the text.
    [[nodiscard]] const std::vector<std::size_t>& text_offsets() const { return text_offsets_; }

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
        text_offsets_.push_back(text_.at_in_text(at));
        if (stream_.add_code(word.raw)) return true;
        return in_.wrong(at, "vertex program memory ends at instruction 1023");
    }

    const TokenText& text_;
    TokenReader in_;
    StreamWriter stream_{kVertexMemory};
    std::vector<Word128> words_;
    std::vector<std::size_t> text_offsets_;
    Fill fill_ = Fill::Author;
    bool is_stream_ = false;
};

/// Offsets of the instructions of a file, as they come.
std::vector<std::uint64_t> code_offsets(Bytes file) {
    std::vector<std::uint64_t> offsets;
    if (const auto packets = parse_packets(file); packets && is_vertex_stream(file)) {
        list_packets(*packets, kVertexMemory,
                     {.directive = [](std::uint64_t, std::span<const std::uint32_t>, const std::string&) {},
                      .code = [&](std::uint64_t offset, std::uint32_t,
                                  std::span<const std::uint32_t>) { offsets.push_back(offset); }});
    } else {
        for (std::uint64_t at = 0; at < file.size(); at += kInstructionBytes) offsets.push_back(at);
    }
    return offsets;
}

} // namespace

Result<AssembledText> assemble_with_locations(std::string_view text, const codec::AssembleOptions& options) {
    if (is_program_dump(text, ProgramKind::Vertex)) {
        auto dumped = bytes_of_dump(text, ProgramKind::Vertex);
        if (!dumped) return std::unexpected(dumped.error());
        return AssembledText{std::move(*dumped), {}};
    }
    const auto tokens = tokens_of(text, {.minus_in_words = true}, options);
    if (!tokens) return std::unexpected(tokens.error());
    Assembler assembler(*tokens);
    auto bytes = assembler.run();
    if (!bytes) return std::unexpected(bytes.error());
    AssembledText assembled{std::move(*bytes), {}};
    const std::vector<std::uint64_t> offsets = code_offsets(assembled.bytes);
    TextLocation location{1, 1};
    std::size_t at = 0;
    for (std::size_t i = 0; i < std::min(offsets.size(), assembler.text_offsets().size()); ++i) {
        for (; at < assembler.text_offsets()[i]; ++at)
            location = text[at] == '\n' ? TextLocation{location.line + 1, 1}
                                        : TextLocation{location.line, location.column + 1};
        assembled.locations[offsets[i]] = location;
    }
    return assembled;
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& options) {
    if (is_program_dump(text, ProgramKind::Vertex)) return bytes_of_dump(text, ProgramKind::Vertex);
    const auto tokens = tokens_of(text, {.minus_in_words = true}, options);
    if (!tokens) return std::unexpected(tokens.error());
    return Assembler(*tokens).run();
}

} // namespace relit::isa::r500::vs
