// Reads one instruction as its text says it.
#include "isa/maxwell/text/statement.hpp"

#include "isa/maxwell/text/numbers.hpp"
#include "isa/text.hpp"

#include <cctype>

namespace relit::isa::maxwell {
namespace {

using Type = WrittenOperand::Type;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_token_part(char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '.' || c == '?'; }

std::optional<std::uint32_t> hex_digit(char c) {
    if (is_digit(c)) return static_cast<std::uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<std::uint32_t>(c - 'a' + 10);
    return {};
}

constexpr std::size_t kColumns = 10; // "--:-:-:Y:0"

/// The barrier of a column: '-' none, else counted from 1.
std::optional<std::uint32_t> barrier(char c) {
    if (c == '-') return kNoBarrier;
    if (c < '1' || c > '7') return {};
    return static_cast<std::uint32_t>(c - '1');
}

std::optional<Control> control_from(std::string_view text) {
    Control control;
    if (text.substr(0, 2) != "--") {
        const auto high = hex_digit(text[0]), low = hex_digit(text[1]);
        if (!high || !low || *high > 3) return {};
        control.set(Control::wait, *high << 4 | *low);
    }
    const auto read = barrier(text[3]), write = barrier(text[5]), stall = hex_digit(text[9]);
    if (!read || !write || !stall || (text[7] != 'Y' && text[7] != '-')) return {};
    control.set(Control::read, *read).set(Control::write, *write).set(Control::stall, *stall);
    return control.set(Control::yield, text[7] == '-' ? 1U : 0U);
}

} // namespace

bool StatementReader::wrong(std::size_t at, std::string text) {
    fault_ = in_.fault(at, std::move(text));
    return false;
}

bool StatementReader::control(std::optional<Control>& into) {
    const std::size_t at = in_.token_offset();
    const std::string_view text = text_.substr(at, kColumns);
    if (text.size() < kColumns || text[2] != ':' || text[4] != ':' || text[6] != ':' || text[8] != ':') return true;
    into = control_from(text);
    if (!into) return wrong(at, "columns as in --:-:-:Y:0 are expected");
    in_.seek(at + kColumns);
    return true;
}

std::string_view StatementReader::token_here() {
    const std::size_t begin = in_.at();
    std::size_t end = begin;
    if (here(end) == '-' || here(end) == '+') ++end;
    const bool is_decimal = is_digit(here(end)) && here(end + 1) != 'x' && here(end + 1) != 'X';
    for (; end < text_.size(); ++end) {
        const bool exponent = is_decimal && (text_[end] == '+' || text_[end] == '-') && text_[end - 1] == 'e';
        if (!is_token_part(text_[end]) && !exponent) break;
    }
    in_.seek(end);
    return text_.substr(begin, end - begin);
}

bool StatementReader::integer(std::int64_t& into) {
    const std::size_t at = in_.token_offset();
    const auto value = read_integer(token_here());
    if (!value) return wrong(at, "a whole number is expected");
    into = *value;
    return true;
}

bool StatementReader::guard(Statement& into) {
    if (!in_.accept('@')) return true;
    const std::size_t at = in_.token_offset();
    const bool denied = in_.accept('!');
    const std::string_view name = token_here();
    if (name.size() != 2 || name[0] != 'P' || (name[1] != 'T' && (name[1] < '0' || name[1] > '6')))
        return wrong(at, "a predicate is expected: P0 to P6, PT");
    into.guard = (name[1] == 'T' ? 7U : static_cast<std::uint32_t>(name[1] - '0')) | (denied ? 8U : 0U);
    return true;
}

bool StatementReader::mnemonic(Statement& into) {
    into.at = in_.token_offset();
    std::string_view name = token_here();
    if (name.empty()) return wrong(into.at, "an operation is expected");
    std::size_t dot = name.find('.');
    into.mnemonic = name.substr(0, dot);
    while (dot != std::string_view::npos) {
        name.remove_prefix(dot + 1);
        dot = name.find('.');
        if (!into.modifiers.add(name.substr(0, dot))) return wrong(into.at, "there are too many modifiers");
    }
    return true;
}

bool StatementReader::instruction(Statement& into) {
    if (!guard(into) || !mnemonic(into)) return false;
    if (in_.peek() != ';' && in_.peek() != '@') {
        do {
            WrittenOperand operand;
            operand.at = in_.token_offset();
            if (!this->operand(operand)) return false;
            if (!into.operands.add(operand)) return wrong(operand.at, "there are too many operands");
        } while (in_.accept(','));
    }
    if (!fields(into)) return false;
    const std::size_t at = in_.token_offset();
    return in_.end_statement(true) || wrong(at, "';' is expected");
}

bool StatementReader::operand(WrittenOperand& into) {
    const char first = in_.peek();
    const bool is_signed_number = first == '-' && (is_digit(here(in_.at() + 1)) || here(in_.at() + 1) == 'I');
    if (first == '-' && !is_signed_number) into.negated = in_.accept('-');
    if (in_.accept('~')) into.inverted = true;
    if (in_.accept('!')) into.denied = true;
    if (in_.accept('|')) into.absolute = true;
    const bool braced = in_.accept('(');
    if (!core(into)) return false;
    if (braced && !in_.accept(')')) return wrong(in_.at(), "')' is expected");
    if (into.absolute && !in_.accept('|')) return wrong(in_.at(), "'|' is expected");
    if (here(in_.at()) == '.') {
        in_.seek(in_.at() + 1);
        into.suffix = token_here();
    }
    return true;
}

bool StatementReader::core(WrittenOperand& into) {
    const char first = in_.peek();
    const char second = here(in_.at() + 1);
    if (first == 'c' && second == '[') return constant(into);
    if (first == '[' || (first == 'a' && second == '[')) {
        into.type = first == '[' ? Type::Memory : Type::Attribute;
        if (first == 'a') (void)in_.accept('a');
        return address(into);
    }
    into.token = token_here();
    if (into.token.empty()) return wrong(into.at, "an operand is expected");
    const char next = here(in_.at());
    return (next != '+' && next != '-') || integer(into.offset);
}

bool StatementReader::constant(WrittenOperand& into) {
    into.type = Type::Constant;
    (void)in_.accept('c');
    (void)in_.accept('[');
    if (!integer(into.slot)) return false;
    if (!in_.accept(']')) return wrong(in_.at(), "']' is expected");
    return address(into);
}

bool StatementReader::address(WrittenOperand& into) {
    if (!in_.accept('[')) return wrong(in_.at(), "'[' is expected");
    into.token = "RZ";
    if (in_.peek() == 'R') {
        into.token = token_here();
        const char next = in_.peek();
        if ((next == '+' || next == '-') && !integer(into.offset)) return false;
    } else if (!integer(into.offset)) {
        return false;
    }
    return in_.accept(']') || wrong(in_.at(), "']' is expected");
}

bool StatementReader::fields(Statement& into) {
    if (!in_.accept('@')) return true;
    if (!in_.accept('{')) return wrong(in_.at(), "'{' is expected");
    do {
        WrittenField field;
        field.at = in_.token_offset();
        field.name = in_.word();
        if (!in_.accept('=')) return wrong(in_.at(), "'=' is expected");
        const std::size_t value_at = in_.token_offset();
        const auto value = read_integer(token_here());
        if (!value) return wrong(value_at, "a whole number is expected");
        field.value = static_cast<std::uint64_t>(*value);
        if (!into.fields.add(field)) return wrong(field.at, "there are too many fields");
    } while (in_.accept(','));
    return in_.accept('}') || wrong(in_.at(), "'}' is expected");
}

} // namespace relit::isa::maxwell
