#include "isa/r500/text/tokens.hpp"

#include "base/text.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500 {
namespace {

constexpr unsigned kMostDepth = 32;
constexpr std::size_t kMostTokens = std::size_t{4} << 20, kMostFiles = 65536, kMostIncluded = std::size_t{64} << 20;
constexpr std::string_view kMarks = "()[]=.|:;,*@{}<>!+-";

constexpr bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// "shapes/" of "shapes/cube.asm".
std::string folder_of(const std::string& name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string::npos ? std::string{} : name.substr(0, slash + 1);
}

struct Position {
    std::uint32_t line = 1, column = 1;
};
Position position_of(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
            static_cast<std::uint32_t>(1 + before.size() - line_start)};
}

/// Cuts files one inside the other.
class Lexer {
public:
    Lexer(TokenText& into, LexerRules rules, const codec::AssembleOptions& options)
        : into_(into), rules_(rules), options_(options) {}

    bool run(std::uint32_t file);
    [[nodiscard]] Fault& fault() { return fault_; }

private:
    /// What is read of one file.
    struct Cut {
        std::uint32_t file = 0;
        std::string_view text;
        std::size_t at = 0;
        [[nodiscard]] bool here(std::string_view wanted) const { return text.substr(at, wanted.size()) == wanted; }
        void to_line_end() { at = std::min(text.find('\n', at), text.size()); }
    };

    bool wrong(const Cut& cut, std::size_t length, std::string text) {
        fault_ = into_.fault({TokenKind::Mark, cut.file, cut.at, cut.text.substr(cut.at, length)}, std::move(text));
        return false;
    }
    bool step(Cut& cut);
    bool add(Cut& cut, TokenKind kind, std::size_t size);
    bool include(Cut& cut);
    bool enter(Cut& cut, std::string name);
    [[nodiscard]] bool is_open(std::uint32_t file, const std::string& name) const;

    TokenText& into_;
    LexerRules rules_;
    const codec::AssembleOptions& options_;
    std::size_t included_ = 0; // characters
    Fault fault_;
};

bool Lexer::run(std::uint32_t file) {
    Cut cut{file, into_.files[file].text};
    while (cut.at < cut.text.size())
        if (!step(cut)) return false;
    return true;
}

bool Lexer::step(Cut& cut) {
    const char c = cut.text[cut.at];
    if (is_blank(c)) return ++cut.at, true;
    if (cut.here("--") || cut.here("//")) return cut.to_line_end(), true;
    if (c == '#') return include(cut);
    std::size_t end = cut.at;
    const auto belongs = [&](char each) {
        return is_word_character(each) || (each == '-' && (rules_.minus_in_words || end != cut.at));
    };
    while (end < cut.text.size() && belongs(cut.text[end])) ++end;
    if (end != cut.at) return add(cut, TokenKind::Word, end - cut.at);
    if (kMarks.find(c) != std::string_view::npos) return add(cut, TokenKind::Mark, 1);
    return wrong(cut, 1, "this character means nothing here");
}

bool Lexer::add(Cut& cut, TokenKind kind, std::size_t size) {
    if (into_.tokens.size() >= kMostTokens) return wrong(cut, size, "the text grows too long");
    into_.tokens.push_back({kind, cut.file, cut.at, cut.text.substr(cut.at, size)});
    cut.at += size;
    return true;
}

bool Lexer::include(Cut& cut) {
    constexpr std::string_view kWord = "#include";
    if (!cut.here(kWord)) return wrong(cut, 1, "only #include can follow a '#'");
    std::size_t open = cut.at + kWord.size();
    while (open < cut.text.size() && (cut.text[open] == ' ' || cut.text[open] == '\t')) ++open;
    const std::size_t close =
        open < cut.text.size() ? cut.text.find_first_of("\"\n", open + 1) : std::string_view::npos;
    if (close == std::string_view::npos || cut.text[open] != '"' || cut.text[close] != '"')
        return wrong(cut, kWord.size(), "the name of a file is expected, between '\"' and '\"'");
    const std::string name(cut.text.substr(open + 1, close - open - 1));
    if (!enter(cut, name)) return false;
    cut.at = close + 1;
    return true;
}

bool Lexer::enter(Cut& cut, std::string name) {
    const unsigned depth = into_.files[cut.file].depth + 1;
    if (!name.starts_with('/')) name = folder_of(into_.files[cut.file].name) + name;
    if (!options_.include) return wrong(cut, 1, "no files can be included here");
    if (is_open(cut.file, name)) return wrong(cut, 1, name + " includes itself");
    if (depth > kMostDepth || into_.files.size() >= kMostFiles) return wrong(cut, 1, "too many files are included");
    auto text = options_.include(name);
    if (!text) return wrong(cut, 1, name + ": " + text.error().text);
    included_ += text->size();
    if (included_ > kMostIncluded) return wrong(cut, 1, "the text grows too long");
    into_.included.push_back(std::move(*text));
    into_.files.push_back({std::move(name), into_.included.back(), cut.file, cut.at, depth});
    return run(static_cast<std::uint32_t>(into_.files.size() - 1));
}

/// Whether `file`, or one that includes it, has the name.
bool Lexer::is_open(std::uint32_t file, const std::string& name) const {
    for (;; file = into_.files[file].includer) {
        if (into_.files[file].name == name) return true;
        if (file == 0) return false;
    }
}

} // namespace

std::size_t TokenText::at_in_text(const Token& token) const {
    std::size_t at = token.at;
    for (std::uint32_t file = token.file; file != 0; file = files[file].includer) at = files[file].included_at;
    return at;
}

Fault TokenText::fault(const Token& token, std::string text) const {
    if (token.file != 0) {
        const SourceFile& file = files[token.file];
        const Position inside = position_of(file.text, token.at);
        text = file.name + ":" + std::to_string(inside.line) + ":" + std::to_string(inside.column) + ": " + text;
    }
    const Position position = position_of(files[0].text, at_in_text(token));
    return {FaultKind::BadInput, std::move(text), {}, position.line, position.column};
}

Result<TokenText> tokens_of(std::string_view text, LexerRules rules, const codec::AssembleOptions& options) {
    TokenText tokens;
    tokens.files.push_back({std::string(options.input_name), text});
    Lexer lexer(tokens, rules, options);
    if (!lexer.run(0)) return std::unexpected(std::move(lexer.fault()));
    tokens.tokens.push_back({TokenKind::End, 0, text.size(), {}});
    return tokens;
}

bool TokenReader::accept_word(std::string_view word) {
    if (peek().kind != TokenKind::Word || !equal_ignoring_case(peek().text, word)) return false;
    ++next_;
    return true;
}

bool TokenReader::expect(char mark) {
    return accept(mark) || wrong(peek(), quoted(std::string_view(&mark, 1)) + " is expected");
}

std::string_view TokenReader::number_text() {
    const Token first = peek();
    const std::string_view text = text_.files[first.file].text;
    std::size_t end = first.at;
    while (end < text.size() && (is_word_character(text[end]) || std::string_view("+-.").contains(text[end]))) ++end;
    while (!at_end() && peek().file == first.file && peek().at < end) ++next_;
    return text.substr(first.at, end - first.at);
}

bool TokenReader::number(std::uint32_t& into, std::uint32_t most) {
    const Token at = peek();
    const auto value = parse_integer(number_text());
    if (!value || *value < 0 || *value > most)
        return wrong(at, "a number from 0 to " + std::to_string(most) + " is expected");
    into = static_cast<std::uint32_t>(*value);
    return true;
}

bool TokenReader::index(std::uint32_t& into, std::uint32_t limit, std::string_view what) {
    const Token& at = peek();
    std::uint64_t value = 0;
    if (at.kind != TokenKind::Word) return wrong(at, "the number of " + std::string(what) + " is expected");
    for (const char c : at.text) {
        if (c < '0' || c > '9') return wrong(at, quoted(at.text) + " is not a number");
        value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(c - '0'), UINT32_MAX);
    }
    if (value >= limit)
        return wrong(at, std::string(what) + " " + std::string(at.text) + " does not exist: the last is " +
                             std::to_string(limit - 1));
    into = static_cast<std::uint32_t>(value);
    ++next_;
    return true;
}

} // namespace relit::isa::r500
