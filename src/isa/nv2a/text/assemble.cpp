// Reads both dialects of NV2A text, and the vsh dialect as Direct3D has it: instructions, names of constants, directives.
// Operations are read by operation.cpp, macros by macros.cpp; join.cpp makes words of them.
#include "base/text.hpp"
#include "base/words.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/foreign_text.hpp"
#include "isa/nv2a/text/macros.hpp"
#include "isa/nv2a/text/operation.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

/// First lines of sources for Direct3D: of PCs, and of the Xbox for vertices, for state programs, with writes to c[].
constexpr std::string_view kVersions[] = {"vs.1.0",   "vs.1.1",   "xvs.1.0",  "xvs.1.1",
                                          "xvss.1.0", "xvss.1.1", "xvsw.1.0", "xvsw.1.1"};

/// What Direct3D's assembler knows and no word of a program can say.
struct Refused {
    std::string_view name, why;
};
constexpr Refused kRefused[] = {
    {"exp", "exp has full precision; NV2A has only expp, with less"},
    {"log", "log has full precision; NV2A has only logp, with less"},
    {"frc", "frc is not an NV2A instruction: expp gives the fraction of one lane in y"},
    {"def", "def loads a constant, and a program holds none: load it where the program runs"},
};

/// How to assemble where more than one way is known.
struct Choices {
    bool final_nop = false; // FINAL on a NOP of its own instead of on the last instruction
    TwoInputs two_inputs = TwoInputs::Error;
};

/// Reads the statements of one text and collects what they assemble to.
class Assembler {
public:
    Assembler(std::string_view text, Style style, Choices choices)
        : in_(text, rules_of(style.dialect)), style_(style), choices_(choices) {}

    Result<std::vector<std::uint8_t>> run() {
        if (!all() || !finish()) return std::unexpected(std::move(fault_));
        return std::move(bytes_);
    }

private:
    [[nodiscard]] bool gl() const { return style_.dialect == Dialect::Gl; }
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }

    bool all() {
        if (gl() ? !header() : !version()) return false;
        while (!in_.at_end()) {
            if (gl() && end_word()) return in_.at_end() || wrong(in_.at(), "something follows END");
            if (!statement()) return false;
        }
        return !gl() || wrong(in_.at(), "END is missing");
    }
    bool header() {
        (void)in_.peek();
        const std::size_t at = in_.at();
        if (in_.accept('!') && in_.accept('!')) {
            const std::string_view name = in_.dotted_word();
            for (const std::string_view known : {"VP1.0", "VP1.1", "VSP1.0"})
                if (equal_ignoring_case(name, known)) return true;
        }
        return wrong(at, "the text must begin with !!VP1.1, !!VP1.0 or !!VSP1.0");
    }
    /// "vs.1.1" and its relatives, where they stand: then constants are numbered as in Direct3D.
    bool version() {
        const std::size_t at = in_.token_offset();
        (void)in_.at_end(); // skips lines
        const std::string_view name = in_.dotted_word();
        for (const std::string_view known : kVersions)
            if (equal_ignoring_case(name, known)) d3d_ = true;
        if (!d3d_) return in_.seek(at), true;
        style_.constants = Numbering::D3d;
        return in_.end_statement(false) || wrong(in_.at(), "the end of the line is expected");
    }
    bool end_word() {
        const std::size_t before = in_.token_offset();
        if (equal_ignoring_case(in_.word(), "end")) return true;
        in_.seek(before);
        return false;
    }

    bool statement() {
        bool needs_semicolon = false;
        switch (in_.peek()) {
            case '.':
                if (!directive()) return false;
                break;
            case '#':
                if (d3d_ ? !pragma() : !definition()) return false;
                break;
            case '%':
                if (!macro()) return false;
                break;
            default:
                if (!instruction()) return false;
                needs_semicolon = true;
        }
        const std::size_t at = in_.token_offset();
        if (in_.end_statement(needs_semicolon)) return true;
        return wrong(at, gl() ? "';' is expected" : "the end of the line is expected");
    }

    // ---- instructions

    bool instruction() {
        const std::size_t at = in_.token_offset();
        if (d3d_) {
            const std::string_view name = in_.word();
            if (is_d3d_macro(name)) return expand(name, at);
            for (const Refused& row : kRefused)
                if (equal_ignoring_case(row.name, name)) return wrong(at, std::string(row.why));
            in_.seek(at);
        }
        std::array<Operation, kMaxJoined> operations{};
        std::size_t count = 0;
        OperationReader reader = operation_reader();
        do {
            if (count == kMaxJoined) return wrong(in_.at(), "more than three operations in one word");
            if (!reader.operation(operations[count++])) return false;
        } while (in_.accept_joining_plus());
        return word_of(std::span(operations).first(count), at, true);
    }
    OperationReader operation_reader() { return {in_, names_, style_.constants, fault_, d3d_}; }

    bool word_of(std::span<const Operation> operations, std::size_t at, bool may_have_fields) {
        auto word = join(operations, in_, choices_.two_inputs, fill_);
        if (!word) {
            fault_ = std::move(word.error());
            return false;
        }
        if (may_have_fields && !read_fields(in_, *word, fault_)) return false;
        return add_word(*word, at);
    }
    bool add_word(const Word128& word, std::size_t at) {
        if (words_ == kMaxSlots && !push_buffer_) return wrong(at, "more than 136 slots");
        ++words_;
        last_word_ = bytes_.size();
        last_is_literal_ = false;
        add_words(bytes_, word.raw);
        return true;
    }
    void add_dword(std::uint32_t value) { relit::add_word(bytes_, value); }
    void set_final() {
        bytes_[last_word_ + 12] |= 1;
        any_final_ = true;
    }
    bool finish() {
        if (push_buffer_) return !bytes_.empty() || wrong(in_.at(), "there is nothing after .pushbuffer");
        if (choices_.final_nop && !any_final_ && !add_word(bits_in_text(blank_word(fill_), fill_), in_.at()))
            return false;
        if (words_ == 0) return wrong(in_.at(), "there is no instruction");
        if (!any_final_ && !last_is_literal_) set_final();
        return true;
    }

    // ---- names and macros

    bool definition() {
        const std::size_t at = in_.token_offset();
        (void)in_.accept('#');
        const std::string_view name = in_.word();
        const std::size_t kind_at = in_.token_offset();
        const std::string_view kind = in_.word();
        NamedConstants constants;
        if (equal_ignoring_case(kind, "matrix4")) {
            constants.count = 4;
        } else if (!equal_ignoring_case(kind, "vector")) {
            return wrong(kind_at, "vector or matrix4 is expected");
        }
        const std::size_t number_at = in_.token_offset();
        const bool negative = in_.accept('-');
        const auto number = in_.number();
        const auto raw = number
                             ? raw_constant(negative ? -std::int64_t{*number} : std::int64_t{*number}, style_.constants)
                             : std::nullopt;
        if (name.empty()) return wrong(at, "a name is expected");
        if (!raw || *raw + constants.count > kConstants) return wrong(number_at, "there is no such constant");
        constants.first = *raw;
        if (!names_.emplace(to_lower(name), constants).second)
            return wrong(at, "'#" + std::string(name) + "' is defined twice");
        return true;
    }

    bool macro() {
        const std::size_t at = in_.token_offset();
        (void)in_.accept('%');
        const std::string_view name = in_.word();
        if (is_d3d_macro(name)) return wrong(at, "'%" + std::string(name) + "' is not a macro");
        return expand(name, at);
    }
    bool expand(std::string_view name, std::size_t at) {
        Expansion expansion;
        OperationReader reader = operation_reader();
        if (!read_macro(reader, name, at, expansion)) return false;
        for (unsigned i = 0; i < expansion.count; ++i)
            if (!word_of(std::span(&expansion.operations[i], 1), at, false)) return false;
        return true;
    }
    /// "#pragma screenspace" says that nothing is to be appended, and nothing is.
    bool pragma() {
        const std::size_t at = in_.token_offset();
        (void)in_.accept('#');
        const std::string_view name = in_.word();
        if (name == "pragma" && in_.word() == "screenspace") return true;
        return wrong(at, "'#" + std::string(name) + "' is for a preprocessor: run one before");
    }

    // ---- directives

    bool directive() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.dotted_word();
        if (name == ".word") return literal_word(at);
        if (name == ".final") return final_here(at);
        if (name == ".constants") return constants();
        if (name == ".pushbuffer") return push_buffer(at);
        if (name == ".fill" && !repeats()) return fill();
        if (!push_buffer_) return wrong(at, "'" + std::string(name) + "' is not a directive here");
        PushDirectives push(kMethods, in_, relit::add_word, bytes_, fault_);
        if (name == ".method") return push.method();
        if (name == ".data") return push.data();
        if (name == ".fill") return push.fill();
        if (name == ".byte") return push.byte();
        return wrong(at, "'" + std::string(name) + "' is not a directive");
    }
    bool number(std::uint32_t& into, std::uint32_t most = UINT32_MAX) {
        const std::size_t at = in_.token_offset();
        const auto found = in_.number();
        if (!found || *found > most) return wrong(at, "a number up to " + std::to_string(most) + " is expected");
        into = *found;
        return true;
    }
    bool literal_word(std::size_t at) {
        Word128 word;
        for (std::size_t i = 0; i < word.raw.size(); ++i) {
            if (i != 0) (void)in_.accept(',');
            if (!number(word.raw[i])) return false;
        }
        if (!add_word(word, at)) return false;
        last_is_literal_ = true;
        any_final_ = any_final_ || word[Word128::final];
        return true;
    }
    bool final_here(std::size_t at) {
        if (words_ == 0) return wrong(at, ".final follows the instruction that it means");
        set_final();
        return true;
    }
    bool constants() {
        const std::size_t at = in_.token_offset();
        const auto numbering = numbering_named(in_.word());
        if (!numbering) return wrong(at, "raw, gl or d3d is expected");
        style_.constants = *numbering;
        return true;
    }
    /// Returns true before the ".fill" of a push buffer, which has a count.
    bool repeats() { return push_buffer_ && in_.peek() >= '0' && in_.peek() <= '9'; }
    bool fill() {
        const std::size_t at = in_.token_offset();
        const auto fill = fill_named(in_.word());
        if (!fill) return wrong(at, "plain, sdk, xvs or cg is expected");
        fill_ = *fill;
        return true;
    }
    bool push_buffer(std::size_t at) {
        if (!bytes_.empty()) return wrong(at, ".pushbuffer must be before the first instruction");
        push_buffer_ = true;
        return true;
    }

    Reader in_;
    Style style_;
    Choices choices_;
    Fill fill_ = Fill::Plain;
    Names names_;
    std::vector<std::uint8_t> bytes_;
    Fault fault_;
    std::uint32_t words_ = 0;
    std::size_t last_word_ = 0;
    bool last_is_literal_ = false;
    bool any_final_ = false;
    bool push_buffer_ = false;
    bool d3d_ = false;
};

/// GL text says what it is in its first line that is neither empty nor a comment.
bool looks_like_gl(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        if (!line.empty() && !line.starts_with("//") && !line.starts_with('#')) return line.starts_with("!!");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

Result<Choices> choices_of(const TextOptions& options) {
    Choices choices;
    if (const auto final = options.find("final"); final != options.end()) {
        if (final->second != "last" && final->second != "nop")
            return fail(FaultKind::Usage, "final is last or nop, not '" + final->second + "'");
        choices.final_nop = final->second == "nop";
    }
    if (const auto inputs = options.find("two-inputs"); inputs != options.end()) {
        if (inputs->second != "error" && inputs->second != "last")
            return fail(FaultKind::Usage, "two-inputs is error or last, not '" + inputs->second + "'");
        choices.two_inputs = inputs->second == "last" ? TwoInputs::Last : TwoInputs::Error;
    }
    return choices;
}

} // namespace

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options) {
    auto style = style_of(options);
    if (!style) return std::unexpected(std::move(style.error()));
    const auto choices = choices_of(options);
    if (!choices) return std::unexpected(choices.error());
    if (looks_like_gl(text)) style->dialect = Dialect::Gl;
    if (style->dialect == Dialect::Vsh && looks_like_hex_list(text)) return assemble_hex_list(text);
    if (style->dialect == Dialect::Vsh && looks_like_xemu(text)) return assemble_xemu(text);
    return Assembler(text, *style, *choices).run();
}

} // namespace relit::isa::nv2a
