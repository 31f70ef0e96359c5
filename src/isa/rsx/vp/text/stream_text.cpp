// Reads the text of streams: directives of methods, and between them slots as any vertex program's text has them.
#include "isa/rsx/vp/text/stream_text.hpp"
#include "base/text.hpp"
#include "isa/reader.hpp"
#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/vp/encoding/program.hpp"

namespace relit::isa::rsx::vp {
namespace {

constexpr TextRules kStreamTextRules{
    .line_comment = '#', .new_lines_end_statements = true, .semicolons_end_statements = false};

void add_big_endian(std::vector<std::uint8_t>& bytes, std::uint32_t word) {
    for (unsigned shift = 32; shift != 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(word >> (shift - 8)));
}

/// The stream's directive that a line begins with, if it does. ".fill mesa" is the program's.
std::string_view directive_of(std::string_view line) {
    Reader in(line, kStreamTextRules);
    if (in.peek() != '.') return {};
    const std::string_view name = in.dotted_word();
    if (name == ".stream" || name == ".method" || name == ".data" || name == ".byte") return name;
    const char next = in.peek();
    return name == ".fill" && next >= '0' && next <= '9' ? name : std::string_view{};
}

class StreamAssembler {
public:
    explicit StreamAssembler(std::string_view text) : text_(text), in_(text, kStreamTextRules) {}

    Result<std::vector<std::uint8_t>> run() {
        while (!in_.at_end())
            if (!statement()) return std::unexpected(std::move(fault_));
        if (bytes_.empty()) return std::unexpected(in_.fault(in_.at(), "there is nothing after .stream"));
        return std::move(bytes_);
    }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }
    [[nodiscard]] std::size_t line_end(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }
    [[nodiscard]] std::string_view line_at(std::size_t at) const { return text_.substr(at, line_end(at) - at); }

    bool statement() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = directive_of(line_at(at));
        if (name.empty()) return slots(at);
        (void)in_.dotted_word();
        PushDirectives push(kMethods, in_, add_big_endian, bytes_, fault_);
        const bool done = name == ".stream"   ? true
                          : name == ".method" ? push.method()
                          : name == ".data"   ? push.data()
                          : name == ".byte"   ? push.byte()
                                              : push.fill();
        if (!done) return false;
        const std::size_t end = in_.at();
        if (bytes_.size() > kMaxPushBytes) return wrong(at, "the file grows too large");
        return in_.end_statement(true) || wrong(end, "the end of the line is expected");
    }
    /// All lines up to the next of the stream's own directives.
    bool slots(std::size_t at) {
        std::size_t end = line_end(at);
        while (end < text_.size() && directive_of(line_at(end + 1)).empty()) end = line_end(end + 1);
        auto part = assemble_part(text_.substr(at, end - at), fill_);
        if (!part) {
            fault_ = std::move(part.error());
            if (fault_.line != 0) fault_.line += in_.fault(at, {}).line - 1;
            return false;
        }
        fill_ = part->fill;
        const std::vector<std::uint8_t> bytes = bytes_of(part->slots);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        in_.seek(end);
        return true;
    }

    std::string_view text_;
    Reader in_;
    Fault fault_;
    Fill fill_ = Fill::Sony;
    std::vector<std::uint8_t> bytes_;
};

} // namespace

bool is_stream_text(std::string_view text) {
    Reader in(text, kStreamTextRules);
    return !in.at_end() && in.dotted_word() == ".stream";
}

Result<std::vector<std::uint8_t>> assemble_stream(std::string_view text) { return StreamAssembler(text).run(); }

} // namespace relit::isa::rsx::vp
