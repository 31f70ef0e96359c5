// Reads the text of RSX vertex programs: instructions, pairs, labels, directives. Operations are read by operation.cpp
// and joined to words by join.cpp.
#include "base/text.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/operation.hpp"
#include "isa/rsx/vp/text/stream_text.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

#include <map>

namespace relit::isa::rsx::vp {
namespace {

constexpr TextRules kRules = {
    .line_comment = '#', .new_lines_end_statements = false, .semicolons_end_statements = true};

/// "L12" names slot 12 where there is no label so.
std::optional<std::uint32_t> slot_named(std::string_view label) {
    if (label.empty() || (label.front() != 'L' && label.front() != 'l')) return {};
    const std::string_view digits = label.substr(1);
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
    const auto slot = parse_integer(digits);
    if (!slot || *slot >= std::int64_t{1} << Word128::target.width()) return {};
    return static_cast<std::uint32_t>(*slot);
}

/// Reads the statements of one text and collects the words that they assemble to.
class Assembler {
public:
    explicit Assembler(std::string_view text) : text_(text), in_(text, kRules) {}

    Result<Assembled> run() {
        may_order_ = true;
        if (!statements() || !finish() || !resolve()) return std::unexpected(std::move(fault_));
        return Assembled{bytes_of(words_), order_};
    }
    Result<std::vector<std::uint8_t>> run_code() { // of a container
        if (!statements() || !finish() || !resolve()) return std::unexpected(std::move(fault_));
        return bytes_of(words_);
    }
    Result<StreamPart> run_part(Fill fill) { // of a stream
        fill_ = fill;
        if (!statements() || !close() || !resolve()) return std::unexpected(std::move(fault_));
        return StreamPart{std::move(words_), fill_};
    }

private:
    struct Jump {
        std::size_t word = 0;
        std::string_view label;
        std::size_t at = 0;
    };

    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }

    bool statements() {
        while (!in_.at_end())
            if (!statement()) return false;
        return true;
    }
    bool statement() {
        const char next = in_.peek();
        if (next == '.') return close() && directive();
        if (next >= '0' && next <= '9') return close() && head();
        if (next == '+') {
            (void)in_.accept('+');
            return joined();
        }
        const std::size_t at = in_.token_offset();
        if (const std::string_view name = in_.word(); !name.empty() && in_.accept(':'))
            return close() && label(name, at);
        in_.seek(at);
        return open_ == 1 && headed_ && is_indented(at) ? joined() : close() && instruction(false);
    }
    /// "012:" before an instruction says where it stood once.
    bool head() {
        const std::size_t at = in_.token_offset();
        if (!in_.number() || !in_.accept(':')) return wrong(at, "a slot number and ':' are expected");
        if (in_.peek() == '.') return directive();
        return instruction(true);
    }
    bool label(std::string_view name, std::size_t at) {
        const bool is_new = labels_.emplace(name, static_cast<std::uint32_t>(words_.size())).second;
        return is_new || wrong(at, "the label " + quoted(name) + " stands twice");
    }
    /// Whether nothing but blanks, and at least one, stands before `at` in its line.
    [[nodiscard]] bool is_indented(std::size_t at) const {
        std::size_t begin = at;
        while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
        return begin < at && (begin == 0 || text_[begin - 1] == '\n');
    }

    // ---- instructions

    bool instruction(bool headed) {
        headed_ = headed;
        return operation();
    }
    bool joined() {
        if (open_ != 1) return wrong(in_.at(), "there is no operation to join");
        return operation();
    }
    /// Reads one operation into the word that is open. It stays open: another one may join it.
    bool operation() {
        Operation& op = operations_[open_] = {};
        if (!OperationReader{in_, fault_}.operation(op)) return false;
        ++open_;
        if (in_.peek() == '@' && !close_with_fields()) return false;
        const std::size_t at = in_.token_offset();
        return in_.end_statement(true) || wrong(at, "';' is expected");
    }
    bool close() { return open_ == 0 || add_open(); }
    bool close_with_fields() { return add_open() && read_fields(in_, words_.back(), fault_); }
    bool add_open() {
        const std::span<const Operation> operations = std::span(operations_).first(open_);
        open_ = 0;
        const auto word = join(operations, fill_, in_);
        if (!word) {
            fault_ = word.error();
            return false;
        }
        for (const Operation& op : operations)
            if (!op.label.empty()) jumps_.push_back({words_.size(), op.label, op.jump_at});
        return add_word(*word, operations.front().at);
    }
    bool add_word(const Word128& word, std::size_t at) {
        if (words_.size() == kMaxSlots) return wrong(at, "more than " + std::to_string(kMaxSlots) + " slots");
        words_.push_back(word);
        last_is_literal_ = false;
        return true;
    }

    // ---- directives

    bool directive() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.dotted_word();
        if (name == ".word") return literal_word(at);
        if (name == ".end") return end_here(at);
        if (name == ".fill") return fill();
        if (name == ".order") return order(at);
        return wrong(at, quoted(name) + " is not a directive");
    }
    bool literal_word(std::size_t at) {
        Word128 word;
        for (std::size_t i = 0; i < word.raw.size(); ++i) {
            if (i != 0) (void)in_.accept(',');
            const std::size_t number_at = in_.token_offset();
            const auto number = in_.number();
            if (!number) return wrong(number_at, "four numbers are expected");
            word.raw[i] = *number;
        }
        (void)in_.end_statement(false);
        if (!add_word(word, at)) return false;
        last_is_literal_ = true;
        any_end_ = any_end_ || word[Word128::end];
        return true;
    }
    bool end_here(std::size_t at) {
        if (words_.empty()) return wrong(at, ".end follows the instruction that it means");
        words_.back().set(Word128::end, true);
        any_end_ = true;
        return in_.end_statement(false);
    }
    bool fill() {
        const std::size_t at = in_.token_offset();
        const auto fill = fill_named(in_.word());
        if (!fill) return wrong(at, "sony or mesa is expected");
        fill_ = *fill;
        return in_.end_statement(false);
    }

    bool order(std::size_t directive) {
        const std::size_t at = in_.token_offset();
        const ByteOrder* found = order_named(kOrders, in_.word());
        if (found == nullptr) return wrong(at, "console or little is expected");
        if (!may_order_) return wrong(directive, "containers and streams are as the console has them");
        order_ = *found;
        return in_.end_statement(false);
    }

    // ---- the end

    bool finish() {
        if (!close()) return false;
        if (words_.empty()) return wrong(in_.at(), "there is no instruction");
        if (!any_end_ && !last_is_literal_) words_.back().set(Word128::end, true);
        return true;
    }
    bool resolve() {
        for (const Jump& jump : jumps_)
            if (!resolve(jump)) return false;
        return true;
    }
    bool resolve(const Jump& jump) {
        const auto found = labels_.find(jump.label);
        const auto slot = found != labels_.end() ? found->second : slot_named(jump.label);
        if (!slot) return wrong(jump.at, "there is no label " + quoted(jump.label));
        return set_target(words_[jump.word], *slot) ||
               wrong(jump.at, "the target shares its place with source 2, which says otherwise");
    }

    std::string_view text_;
    Reader in_;
    Fault fault_;
    Fill fill_ = Fill::Sony;
    ByteOrder order_ = kOrders[0];
    bool may_order_ = false;
    std::vector<Word128> words_;
    std::map<std::string_view, std::uint32_t> labels_;
    std::vector<Jump> jumps_;
    std::array<Operation, 2> operations_{}; // of the word that is open
    std::size_t open_ = 0;
    bool headed_ = false; // the open word began with a slot number
    bool last_is_literal_ = false;
    bool any_end_ = false;
};

} // namespace

Result<StreamPart> assemble_part(std::string_view text, Fill fill) { return Assembler(text).run_part(fill); }

Result<Assembled> assemble_file(std::string_view text) {
    const bool stream = is_stream_text(text);
    if (!stream && !cg::is_text(text)) return Assembler(text).run();
    const auto microcode = [](std::string_view code) { return Assembler(code).run_code(); };
    auto made = stream ? assemble_stream(text) : cg::assemble(text, cg::Profile::Vertex, microcode);
    if (!made) return std::unexpected(std::move(made.error()));
    return Assembled{std::move(*made)};
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options) {
    if (const auto style = style_of(options); !style) return std::unexpected(style.error());
    const auto made = assemble_file(text);
    if (!made) return std::unexpected(made.error());
    return flipped(made->bytes, made->order);
}

} // namespace relit::isa::rsx::vp
