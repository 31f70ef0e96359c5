// The text of both assembly languages as tokens: words, marks and numbers, with the text of included files in place.
#pragma once

#include "base/result.hpp"
#include "codec/codec.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::r500 {

struct LexerRules {
    bool minus_in_words = false; // words can begin with '-', which is a letter inside of them in any case
};

enum class TokenKind : std::uint8_t { Word, Mark, End };

struct Token {
    TokenKind kind = TokenKind::End;
    std::uint32_t file = 0; // index into TokenText::files
    std::size_t at = 0;     // in the text of the file
    std::string_view text;  // empty at the end
    [[nodiscard]] bool is(char mark) const { return kind == TokenKind::Mark && text[0] == mark; }
};

/// A file whose text is read: the one that is assembled, or one that it includes.
struct SourceFile {
    std::string name;
    std::string_view text;
    std::uint32_t includer = 0; // the file that includes it, and where
    std::size_t included_at = 0;
    unsigned depth = 0;
};

/// All tokens of a text, the last of kind End. Texts of included files live in it.
struct TokenText {
    std::vector<SourceFile> files; // the first is the text itself
    std::deque<std::string> included;
    std::vector<Token> tokens;

    /// The offset of a token in the text itself, or of the `#include` that brought it. It grows from token to token.
    [[nodiscard]] std::size_t at_in_text(const Token& token) const;
    /// A fault at a location in one of the files. Line and column are of the text itself; where the location is in an included file,
    /// they are those of its `#include`, and the fault's text begins with the location.
    [[nodiscard]] Fault fault(const Token& token, std::string text) const;
};

/// Cuts a text. `options.include` reads the files that it includes; bounded in depth and size, and no file includes itself.
[[nodiscard]] Result<TokenText> tokens_of(std::string_view text, LexerRules rules,
                                          const codec::AssembleOptions& options);

/// Reads tokens one after the other. Functions that give false have filled the fault.
class TokenReader {
public:
    explicit TokenReader(const TokenText& text) : text_(text) {}

    [[nodiscard]] const Token& peek(std::size_t further = 0) const {
        return text_.tokens[std::min(next_ + further, text_.tokens.size() - 1)];
    }
    const Token& take() {
        const Token& token = peek();
        if (token.kind != TokenKind::End) ++next_;
        return token;
    }
    [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::End; }
    bool accept(char mark) { return peek().is(mark) && (++next_, true); }
    /// In any case of letters.
    bool accept_word(std::string_view word);
    bool expect(char mark);
    /// Everything up to a blank or a mark that no number has, as one text: "-1.5e-3", "0x1f", "inf".
    [[nodiscard]] std::string_view number_text();
    /// Decimal or 0x.
    bool number(std::uint32_t& into, std::uint32_t most = UINT32_MAX);
    /// Decimal digits alone, as the languages have them in brackets; `limit` is one too many.
    bool index(std::uint32_t& into, std::uint32_t limit, std::string_view what);

    bool wrong(const Token& token, std::string text) {
        fault_ = text_.fault(token, std::move(text));
        return false;
    }
    [[nodiscard]] Fault& fault() { return fault_; }

private:
    const TokenText& text_;
    std::size_t next_ = 0;
    Fault fault_;
};

} // namespace relit::isa::r500
