// A whole image from text.
#include "machine/r500/atom/text/text.hpp"

#include <algorithm>
#include <map>
#include "base/lines.hpp"

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kMostOffset = 0xffff;

/// The line without its comment. A comment begins with // or --, outside of quotes.
std::string_view without_comment(std::string_view line) {
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') is_quoted = !is_quoted;
        const std::string_view two = line.substr(i, 2);
        if (!is_quoted && (two == "//" || two == "--")) return line.substr(0, i);
    }
    return line;
}

class Assembler {
public:
    explicit Assembler(const TextChoices& choices) : choices_(choices) {}

    Result<std::vector<std::uint8_t>> assemble(std::string_view text) {
        std::uint32_t number = 0;
        for (const std::string_view line : TextLines(text)) {
            Scanner in(without_comment(line), ++number);
            if (const Status done = read_line(in); !done) return std::unexpected(done.error());
            if (bytes_.size() > kMostFileBytes) return fault_here(in, "more than 16 MiB, the most that is read");
        }
        if (is_inside_) return fail_line(number, 1, "a table has no .end");
        if (const Status done = resolve(labels_, uses_, base_); !done) return std::unexpected(done.error());
        return std::move(bytes_);
    }

private:
    struct Use {
        std::size_t at;
        std::string label;
        std::uint32_t line, column;
    };
    using Labels = std::map<std::string, std::size_t, std::less<>>;

    Status read_line(Scanner& in) {
        if (in.at_end()) return {};
        Status done = in.peek() == '.' ? read_directive(in) : read_statement(in);
        if (done && !in.at_end()) return fault_here(in, fmt::format("unexpected \"{}\"", in.rest()));
        return done;
    }

    Status read_directive(Scanner& in) {
        (void)in.accept('.');
        const std::string_view name = in.word();
        if (fmt::format(".{}", name) == kMark) return {};
        if (fmt::format(".{}", name) == kImageStart) return begin_image(in);
        if (name == "bytes") return read_bytes(in);
        if (name == "fill") return read_fill(in);
        if (name == "text") return read_text(in);
        if (name == "u8") return read_numbers(in, 1);
        if (name == "u16") return read_numbers(in, 2);
        if (name == "u32") return read_numbers(in, 4);
        if (name == "offset") return read_offset(in);
        if (name == "table" || name == "command") return begin_table(in, name == "command");
        if (name == "end") return end_table(in);
        return fault_here(in, fmt::format("\".{}\" is no directive", name));
    }

    Status begin_image(const Scanner& in) {
        if (base_ != 0 || is_inside_ || !labels_.empty() || !uses_.empty())
            return fault_here(in, "an image has begun already");
        base_ = bytes_.size();
        return {};
    }

    Status read_bytes(Scanner& in) {
        while (!in.at_end()) {
            const std::string_view hex = in.while_of("0123456789abcdefABCDEF");
            if (hex.empty() || hex.size() % 2 != 0) return fault_here(in, "expected pairs of hex digits");
            for (std::size_t i = 0; i < hex.size(); i += 2)
                bytes_.push_back(static_cast<std::uint8_t>(*parse_hex(hex.substr(i, 2), 2)));
        }
        return {};
    }

    Status read_fill(Scanner& in) {
        const auto count = read_number(in, kMostFileBytes);
        if (!count) return std::unexpected(count.error());
        if (!in.accept(',')) return fault_here(in, "expected \",\"");
        const auto value = read_number(in, 0xff);
        if (!value) return std::unexpected(value.error());
        bytes_.insert(bytes_.end(), *count, static_cast<std::uint8_t>(*value));
        return {};
    }

    Status read_text(Scanner& in) {
        if (!in.accept('"')) return fault_here(in, "expected text in quotes");
        const std::string_view text = in.rest().substr(0, in.rest().find('"'));
        if (text.size() == in.rest().size()) return fault_here(in, "the text has no end");
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        in.skip(text.size() + 1);
        return {};
    }

    Status read_numbers(Scanner& in, unsigned bytes) {
        do {
            const auto value = read_number(in, 0xffffffffU >> (32 - 8 * bytes));
            if (!value) return std::unexpected(value.error());
            add_number(*value, bytes);
        } while (in.accept(','));
        return {};
    }

    Status read_offset(Scanner& in) {
        if (const char next = in.peek(); next >= '0' && next <= '9') return read_numbers(in, 2);
        const std::uint32_t column = in.column();
        const std::string_view label = in.word();
        if (label.empty()) return fault_here(in, "expected the name of a table or a number");
        uses_.push_back({bytes_.size(), std::string(label), in.line(), column});
        add_number(0, 2);
        return {};
    }

    Result<std::uint8_t> read_named(Scanner& in, std::string_view name, std::uint32_t most) {
        if (in.word() != name) return fault_here(in, fmt::format("expected \"{}\" and a number", name));
        const auto value = read_number(in, most);
        if (!value) return std::unexpected(value.error());
        return static_cast<std::uint8_t>(*value);
    }

    Status begin_table(Scanner& in, bool is_command) {
        if (is_inside_) return fault_here(in, "the table before has no .end");
        const std::string_view name = in.word();
        if (const Status done = define(labels_, name, bytes_.size(), in); !done) return done;
        is_inside_ = true;
        start_ = bytes_.size();
        add_number(0, 2);
        constexpr std::string_view kNames[] = {"format", "content", "workspace", "parameters"};
        for (const std::string_view each : std::span(kNames).first(is_command ? 4 : 2)) {
            const auto value = read_named(in, each, each == "parameters" ? kParameterBytes : 0xff);
            if (!value) return std::unexpected(value.error());
            bytes_.push_back(*value);
        }
        if (is_command && in.accept("updated")) bytes_.back() |= kIsUpdated;
        return {};
    }

    Status end_table(Scanner& in) {
        if (!is_inside_) return fault_here(in, "no table has begun");
        const std::size_t size = bytes_.size() - start_;
        if (size > kMostOffset) return fault_here(in, fmt::format("the table has {} bytes, more than 65535", size));
        put16(start_, static_cast<std::uint32_t>(size));
        is_inside_ = false;
        const Status done = resolve(local_labels_, local_uses_, start_);
        local_labels_.clear();
        local_uses_.clear();
        return done;
    }

    /// A label or an instruction.
    Status read_statement(Scanner& in) {
        const std::string_view word = in.word();
        if (word.empty()) return fault_here(in, "expected an instruction, a label or a directive");
        if (in.peek_here() == ':') {
            (void)in.accept(':');
            return is_inside_ ? define(local_labels_, word, bytes_.size(), in)
                              : define(labels_, word, bytes_.size(), in);
        }
        const auto opcode = opcode_named(word);
        const auto io = std::ranges::find(io_operations(), word, &IoInfo::mnemonic);
        if (!opcode && io == io_operations().end()) return fault_here(in, fmt::format("\"{}\" is no operation", word));
        const auto made = opcode ? read_instruction(*opcode, in, choices_) : read_instruction(*io, in, choices_);
        if (!made) return std::unexpected(made.error());
        if (!made->uses.empty() && !is_inside_) return fault_here(in, "a jump to a label stands outside of tables");
        for (const LabelUse& use : made->uses)
            local_uses_.push_back({bytes_.size() + use.at, use.label, in.line(), use.column});
        bytes_.insert(bytes_.end(), made->bytes.begin(), made->bytes.end());
        return {};
    }

    static Status define(Labels& labels, std::string_view name, std::size_t at, const Scanner& in) {
        if (name.empty()) return fault_here(in, "expected a name");
        if (!labels.try_emplace(std::string(name), at).second)
            return fault_here(in, fmt::format("\"{}\" is defined twice", name));
        return {};
    }

    Status resolve(const Labels& labels, const std::vector<Use>& uses, std::size_t base) {
        for (const Use& use : uses) {
            const auto found = labels.find(use.label);
            if (found == labels.end())
                return fail_line(use.line, use.column, fmt::format("no label \"{}\"", use.label));
            const std::size_t offset = found->second - base;
            if (offset > kMostOffset)
                return fail_line(use.line, use.column, fmt::format("\"{}\" lies past byte 65535", use.label));
            put16(use.at, static_cast<std::uint32_t>(offset));
        }
        return {};
    }

    void add_number(std::uint32_t value, unsigned bytes) {
        for (unsigned i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    void put16(std::size_t at, std::uint32_t value) {
        bytes_[at] = static_cast<std::uint8_t>(value);
        bytes_[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }

    const TextChoices& choices_;
    std::vector<std::uint8_t> bytes_;
    Labels labels_, local_labels_; // of the image; of the table that is open, from the start of the image too
    std::vector<Use> uses_, local_uses_;
    std::size_t start_ = 0; // of that table
    std::size_t base_ = 0;  // of the image in the file
    bool is_inside_ = false;
};

} // namespace

Result<std::vector<std::uint8_t>> assemble_image(std::string_view text, const TextChoices& choices) {
    return Assembler(choices).assemble(text);
}

} // namespace relit::machine::r500::atom
