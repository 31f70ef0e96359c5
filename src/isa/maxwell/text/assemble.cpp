// Reads the text of Maxwell programs: instructions with their schedules, labels, headers, filling.
#include "isa/maxwell/encoding/header.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/directives.hpp"
#include "isa/maxwell/text/match.hpp"
#include "isa/maxwell/text/mesa_log.hpp"
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/text.hpp"

#include <map>

namespace relit::isa::maxwell {
namespace {

constexpr TextRules kRules = {
    .line_comment = '#', .new_lines_end_statements = false, .semicolons_end_statements = true};
constexpr std::size_t kMostBytes = std::size_t{32} << 20; // that one directive may make

/// The words of one piece of code. Schedules take their places by themselves.
class Code {
public:
    [[nodiscard]] bool empty() const { return words_.empty() && !schedule_; }
    [[nodiscard]] std::size_t bytes() const { return words_.size() * kWordBytes; }
    /// The address of the next word; that of a schedule where a group begins.
    [[nodiscard]] std::int64_t address() const { return static_cast<std::int64_t>(bytes()); }
    /// Gives the whole word of the group that begins here.
    [[nodiscard]] bool schedule(std::uint64_t word) {
        if (words_.size() % kWordsInGroup != 0 || schedule_) return false;
        schedule_ = word;
        return true;
    }
    std::size_t add(std::uint64_t word, Control control) {
        if (words_.size() % kWordsInGroup == 0) {
            fixed_ = schedule_.has_value();
            words_.push_back(schedule_.value_or(0));
            schedule_.reset();
        }
        const std::size_t index = words_.size();
        if (!fixed_) words_[index / kWordsInGroup * kWordsInGroup] |= control_bits(control, bytes());
        words_.push_back(word);
        return index;
    }
    void add_zeros(std::size_t count) {
        end_schedule();
        words_.insert(words_.end(), count, 0);
        fixed_ = false;
    }
    void end_schedule() {
        if (schedule_) words_.push_back(*schedule_);
        schedule_.reset();
    }
    [[nodiscard]] std::uint64_t& operator[](std::size_t index) { return words_[index]; }
    [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

private:
    std::vector<std::uint64_t> words_;
    std::optional<std::uint64_t> schedule_; // given, and no word of its group yet
    bool fixed_ = false;                    // the group's schedule was given
};

/// Reads the statements of one text and collects the bytes that they assemble to.
class Assembler {
public:
    explicit Assembler(std::string_view text) : text_(text), in_(text, kRules) {}

    Result<std::vector<std::uint8_t>> run() {
        while (!in_.at_end())
            if (!statement()) return std::unexpected(std::move(fault_));
        if (!end_code()) return std::unexpected(std::move(fault_));
        if (bytes_.empty()) return std::unexpected(in_.fault(in_.at(), "there is no instruction"));
        return std::move(bytes_);
    }

private:
    struct Jump {
        std::size_t word = 0;
        Match match;
    };

    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }

    bool statement() {
        const std::size_t at = in_.token_offset();
        if (in_.peek() == '.') return directive();
        std::optional<Control> control;
        StatementReader reader(text_, in_, fault_);
        if (!reader.control(control)) return false;
        if (!control) {
            if (const std::string_view name = in_.word(); !name.empty() && in_.accept(':')) return label(name, at);
            in_.seek(at);
        }
        if (in_.peek() == '.') return word(control.value_or(kPlainControl));
        Statement statement;
        statement.control = control;
        return reader.instruction(statement) && add(statement);
    }
    bool label(std::string_view name, std::size_t at) {
        return labels_.emplace(name, code_.address()).second ||
               wrong(at, "the label " + quoted(name) + " stands twice");
    }
    bool add(const Statement& statement) {
        Match found;
        Mismatch mismatch;
        if (!match(statement, found, mismatch)) return wrong(mismatch.at, mismatch.text);
        Control control = statement.control.value_or(kPlainControl);
        control.set(Control::reuse, found.reuse);
        const std::size_t index = code_.add(found.word, control);
        if (found.has_target) jumps_.push_back({index, found});
        return true;
    }
    /// ".word 0x...": what is no instruction.
    bool word(Control control) {
        const std::size_t at = in_.token_offset();
        if (in_.dotted_word() != ".word") return wrong(at, "an instruction or .word is expected");
        std::uint64_t word = 0;
        if (!long_number(word)) return false;
        // The flags of operands that stay can be after, as in instructions.
        if (in_.accept('@') && !reuse(control)) return false;
        code_.add(word, control);
        (void)in_.end_statement(false);
        return true;
    }
    bool reuse(Control& control) {
        const std::size_t at = in_.token_offset();
        if (!in_.accept('{') || in_.word() != "reuse" || !in_.accept('=')) return wrong(at, "{reuse=...} is expected");
        const auto value = in_.number();
        if (!value || *value > 15 || !in_.accept('}')) return wrong(at, "{reuse=...} is expected");
        control.set(Control::reuse, *value);
        return true;
    }
    bool long_number(std::uint64_t& into) {
        const std::size_t at = in_.token_offset();
        const std::string_view digits = in_.dotted_word();
        const auto value = read_integer(digits);
        if (digits.empty() || !value) return wrong(at, "a number of 64 bits is expected");
        into = static_cast<std::uint64_t>(*value);
        return true;
    }

    // ---- directives

    bool directive() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.dotted_word();
        if (name == ".word") {
            in_.seek(at);
            return word(kPlainControl);
        }
        if (name == ".schedule") return schedule(at);
        if (name == ".zero") return zero();
        if (name == ".byte") return end_code() && some_bytes();
        if (name == ".code") return end_code() && end();
        if (name == ".sph") return end_code() && sph();
        if (name == ".dksh") return end_code() && dksh();
        if (name == ".program") return end_code() && program();
        return wrong(at, quoted(name) + " is not a directive");
    }
    bool end() {
        (void)in_.end_statement(false);
        return true;
    }
    bool schedule(std::size_t at) {
        std::uint64_t word = 0;
        if (!long_number(word)) return false;
        return code_.schedule(word) ? end() : wrong(at, ".schedule must be at the start of a group of three words");
    }
    bool zero() {
        const std::size_t at = in_.token_offset();
        const auto count = in_.number();
        if (!count || *count > kMostBytes) return wrong(at, "a number of bytes is expected");
        if (!code_.empty() && *count % kWordBytes == 0) {
            code_.add_zeros(*count / kWordBytes);
        } else {
            if (!end_code()) return false;
            bytes_.insert(bytes_.end(), *count, 0);
        }
        return end();
    }
    bool some_bytes() {
        do {
            const std::size_t at = in_.token_offset();
            const auto value = in_.number();
            if (!value || *value > 255) return wrong(at, "a byte is expected");
            bytes_.push_back(static_cast<std::uint8_t>(*value));
        } while (in_.accept(','));
        return end();
    }
    template <class W, class Fields>
    bool header(W& header, Fields fields) {
        if (const char next = in_.peek(); (next < 'a' || next > 'z') || is_line_end()) return emit(header);
        do {
            if (!read_value(in_, fields(header), header.raw, fault_)) return false;
        } while (in_.accept(','));
        return emit(header);
    }
    /// Whether the next thing is on another line: a header without fields.
    [[nodiscard]] bool is_line_end() {
        const std::size_t before = in_.at();
        return text_.substr(before, in_.token_offset() - before).find('\n') != std::string_view::npos;
    }
    template <class W>
    bool emit(const W& header) {
        for (const std::uint32_t raw : header.raw) append_bytes(bytes_, raw, 4);
        return end();
    }
    bool sph() {
        Sph sph;
        return header(sph, fields_of_sph);
    }
    bool dksh() {
        DkshHeader dksh;
        dksh.set(DkshHeader::magic, kDkshMagic);
        return header(dksh, [](const DkshHeader&) { return std::span<const FieldInfo>(DkshHeader::fields); });
    }
    bool program() {
        DkshProgram program;
        return header(program, fields_of_program);
    }

    // ---- the end of a piece of code

    bool end_code() {
        code_.end_schedule();
        for (const Jump& jump : jumps_)
            if (!resolve(jump)) return false;
        for (const std::uint64_t word : code_.words()) append_bytes(bytes_, word, kWordBytes);
        code_ = {};
        jumps_.clear();
        labels_.clear();
        return true;
    }
    bool resolve(const Jump& jump) {
        std::int64_t target = jump.match.offset;
        if (!jump.match.label.empty()) {
            const auto found = labels_.find(jump.match.label);
            if (found == labels_.end())
                return wrong(jump.match.target_at, "there is no label " + quoted(jump.match.label));
            target += found->second;
        }
        const std::int64_t distance = target - static_cast<std::int64_t>((jump.word + 1) * kWordBytes);
        const FieldRow& field = row(FieldId::Target20);
        const std::int64_t limit = std::int64_t{1} << (field.bits() - 1);
        if (distance < -limit || distance >= limit) return wrong(jump.match.target_at, "the target is too far away");
        code_[jump.word] = field.put(code_[jump.word], static_cast<std::uint64_t>(distance));
        return true;
    }

    std::string_view text_;
    Reader in_;
    Fault fault_;
    std::vector<std::uint8_t> bytes_;
    Code code_;
    std::map<std::string_view, std::int64_t> labels_; // of this piece of code
    std::vector<Jump> jumps_;
};

} // namespace

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options) {
    if (const auto style = style_of(options); !style) return std::unexpected(style.error());
    return is_mesa_log(text) ? bytes_of_mesa_log(text) : Assembler(text).run();
}

} // namespace relit::isa::maxwell
