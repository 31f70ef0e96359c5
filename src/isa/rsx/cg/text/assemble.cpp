// Reads the text of containers.
#include "base/text.hpp"
#include "isa/reader.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/text/directives.hpp"

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

constexpr TextRules kRules{.line_comment = '#', .new_lines_end_statements = true, .semicolons_end_statements = false};
constexpr std::string_view kBegin = ".code", kEnd = ".endcode";

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return {};
}

/// Returns whether a container's text begins so.
bool is_head(std::string_view name) {
    return name == kContainer.name || name == row_of(RecordKind::VertexHeader).text ||
           name == row_of(RecordKind::FragmentHeader).text || name == row_of(RecordKind::Cgb).text;
}

class Assembler {
public:
    Assembler(std::string_view text, Profile profile, Assemble inner)
        : text_(text), in_(text, kRules), profile_(profile), code_(inner) {}

    Result<std::vector<std::uint8_t>> run() {
        while (!in_.at_end())
            if (!statement()) return std::unexpected(std::move(fault_));
        return std::move(bytes_);
    }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }
    void add_dword(std::uint32_t value) {
        for (unsigned shift = 32; shift != 0; shift -= 8)
            bytes_.push_back(static_cast<std::uint8_t>(value >> (shift - 8)));
    }
    bool fits(std::size_t at, std::size_t count) {
        return (count <= kMaxFile && bytes_.size() + count <= kMaxFile) || wrong(at, "the file grows too large");
    }

    bool statement() {
        const std::size_t at = in_.token_offset();
        if (!directive(at) || !fits(at, 0)) return false;
        const std::size_t end = in_.at();
        return in_.end_statement(true) || wrong(end, "the end of the line is expected");
    }
    bool directive(std::size_t at) {
        const std::string_view name = in_.dotted_word();
        if (bytes_.empty() && !is_head(name)) return wrong(at, ".container must be first");
        for (const Directive& one : {kContainer, kParameter, kVertex, kFragment})
            if (name == one.name) return word(one, at);
        for (const RecordRow& row : kRecords)
            if (name == row.text) return word({row.text, row.fields, row.bytes}, at, row.magic);
        if (name == kBegin) return code(at);
        if (name == ".name") return string();
        if (name == ".default") return dwords(false);
        if (name == ".constants") return dwords(true);
        if (name == ".byte") return numbers(1);
        if (name == ".half") return numbers(2);
        if (name == ".pad") return pad();
        return wrong(at, fmt::format("'{}' is not a directive of a container", name));
    }

    // ---- words

    bool word(const Directive& one, std::size_t at, std::uint32_t magic = 0) {
        AnyWord word;
        word.raw[0] = magic;
        if (in_.peek() != '\n' && in_.peek() != '\0') {
            do {
                if (!field(one, word)) return false;
            } while (in_.accept(','));
        }
        if (const auto profile = profile_said(one, word); profile && *profile != profile_)
            return wrong(at, profile_ == Profile::Vertex ? "not the container of a vertex program"
                                                         : "not the container of a fragment program");
        for (std::uint32_t i = 0; i < one.bytes; ++i)
            bytes_.push_back(static_cast<std::uint8_t>(word.raw[i / 4] >> (24 - 8 * (i % 4))));
        return true;
    }
    /// The profile that the first word of a container has; any other than the two is neither.
    static std::optional<Profile> profile_said(const Directive& one, const AnyWord& word) {
        const std::uint32_t first = word.raw[0];
        if (one.name == kContainer.name) return static_cast<Profile>(first);
        if (one.name == row_of(RecordKind::VertexHeader).text) return Profile::Vertex;
        if (one.name == row_of(RecordKind::FragmentHeader).text) return Profile::Fragment;
        if (one.name != row_of(RecordKind::Cgb).text) return {};
        return word.extract(CgbHeader::stage) == 0 ? Profile::Vertex : Profile::Fragment;
    }
    bool field(const Directive& one, AnyWord& word) {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.dotted_word();
        for (const FieldInfo& field : one.fields) {
            if (name != field.name) continue;
            if (!in_.accept('=')) return wrong(in_.at(), "'=' is expected");
            std::uint32_t value = 0;
            if (!field_value(field, value)) return false;
            word.insert(field, value);
            return true;
        }
        return wrong(at, fmt::format("'{}' is not a field of {}", name, one.name));
    }
    bool field_value(const FieldInfo& field, std::uint32_t& value) {
        const std::size_t at = in_.token_offset();
        if (const std::string_view name = name_here(); !name.empty()) {
            const auto found = value_named(field, name);
            value = found.value_or(0);
            return found || wrong(at, fmt::format("'{}' is not a value of {}", name, field.name));
        }
        const auto number = in_.number();
        value = number.value_or(0);
        return (number && *number <= detail::low_mask(field.width())) ||
               wrong(at, "a number that fits the field is expected");
    }
    /// A name, or nothing where a number stands.
    std::string_view name_here() {
        (void)in_.peek();
        return in_.word();
    }

    // ---- data

    bool number(std::uint32_t& into, std::uint32_t most = UINT32_MAX) {
        const std::size_t at = in_.token_offset();
        const auto found = in_.number();
        into = found.value_or(0);
        return (found && *found <= most) || wrong(at, fmt::format("a number up to {} is expected", most));
    }
    bool dwords(bool counted) {
        const std::size_t at = bytes_.size();
        std::uint32_t count = 0;
        if (counted) add_dword(0);
        if (in_.peek() == '\n' || in_.peek() == '\0') return counted || wrong(in_.at(), "a number is expected");
        do {
            std::uint32_t value = 0;
            if (!number(value)) return false;
            add_dword(value);
            ++count;
        } while (in_.accept(','));
        if (!counted) return true;
        for (std::size_t i = 0; i < 4; ++i) bytes_[at + i] = static_cast<std::uint8_t>(count >> (24 - 8 * i));
        return true;
    }
    /// Numbers of one or two bytes.
    bool numbers(unsigned size) {
        do {
            std::uint32_t value = 0;
            if (!number(value, (1U << 8 * size) - 1)) return false;
            for (unsigned i = size; i-- > 0;) bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        } while (in_.accept(','));
        return true;
    }
    bool pad() {
        const std::size_t at = in_.token_offset();
        std::uint32_t count = 0;
        if (!number(count) || !fits(at, count)) return false;
        bytes_.resize(bytes_.size() + count);
        return true;
    }
    /// A name in quotes; the zero after it is not written there.
    bool string() {
        if (!in_.accept('"')) return wrong(in_.at(), "'\"' is expected");
        std::size_t at = in_.at();
        for (; at < text_.size() && text_[at] != '"' && text_[at] != '\n'; ++at) {
            char c = text_[at];
            if (c == '\\' && !escape(at, c)) return false;
            bytes_.push_back(static_cast<std::uint8_t>(c));
        }
        in_.seek(at);
        bytes_.push_back(0);
        return in_.accept('"') || wrong(at, "'\"' is expected");
    }
    /// "\\", "\"" and "\x0a"; leaves `at` on the last of their characters.
    bool escape(std::size_t& at, char& c) {
        c = at + 1 < text_.size() ? text_[at + 1] : '\0';
        if (c == '"' || c == '\\') return ++at, true;
        const auto high = at + 3 < text_.size() ? hex_digit(text_[at + 2]) : std::nullopt;
        const auto low = high ? hex_digit(text_[at + 3]) : std::nullopt;
        if (c != 'x' || !low || *high * 16 + *low == 0) return wrong(at, "this is not a valid escape sequence");
        c = static_cast<char>(*high * 16 + *low);
        return at += 3, true;
    }

    // ---- the microcode

    [[nodiscard]] std::size_t line_end(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }
    /// What stands up to the line .endcode is the guest's own text.
    bool code(std::size_t at) {
        const std::size_t begin = line_end(in_.at());
        std::size_t end = begin; // of a line, as `begin`
        while (end < text_.size() && trim(text_.substr(end + 1, line_end(end + 1) - end - 1)) != kEnd)
            end = line_end(end + 1);
        if (end == text_.size()) return wrong(at, ".endcode is missing");
        auto made = code_(text_.substr(begin, end - begin));
        if (!made) {
            fault_ = std::move(made.error());
            if (fault_.line != 0) fault_.line += in_.fault(begin, {}).line - 1;
            return false;
        }
        if (!fits(at, made->size())) return false;
        bytes_.insert(bytes_.end(), made->begin(), made->end());
        in_.seek(text_.find(kEnd, end) + kEnd.size());
        return true;
    }

    std::string_view text_;
    Reader in_;
    Profile profile_;
    Assemble code_;
    std::vector<std::uint8_t> bytes_;
    Fault fault_;
};

} // namespace

bool is_text(std::string_view text) {
    Reader in(text, kRules);
    return !in.at_end() && is_head(in.dotted_word());
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, Profile profile, Assemble code) {
    return Assembler(text, profile, code).run();
}

} // namespace relit::isa::rsx::cg
