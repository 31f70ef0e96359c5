// One instruction as its text says it, before it is known which form that is.
#pragma once

#include "base/result.hpp"
#include "isa/maxwell/encoding/control.hpp"
#include "isa/reader.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::maxwell {

struct WrittenOperand {
    enum class Type : std::uint8_t { Token, Memory, Attribute, Constant } type = Type::Token;
    bool negated = false, inverted = false, absolute = false, denied = false; // - ~ | !
    std::size_t at = 0;
    std::string_view token;  // "R5.H1_H0", "-0x10", "SR_TID.X"; of an address its register
    std::string_view suffix; // after braces, bars and brackets, without the first '.'
    std::int64_t slot = 0;   // of a constant buffer
    std::int64_t offset = 0; // of an address; after a label
};

struct WrittenField {
    std::string_view name;
    std::uint64_t value = 0;
    std::size_t at = 0;
};

/// Items of a list that has a largest size.
template <class T, std::size_t Most>
struct FewItems {
    std::array<T, Most> items{};
    std::size_t count = 0;
    [[nodiscard]] std::span<const T> all() const { return std::span(items).first(count); }
    [[nodiscard]] bool add(const T& item) {
        if (count == Most) return false;
        items[count++] = item;
        return true;
    }
};

struct Statement {
    std::optional<Control> control;
    std::optional<std::uint32_t> guard;
    std::size_t at = 0;                       // of the mnemonic
    std::string_view mnemonic;                // its first part
    FewItems<std::string_view, 16> modifiers; // the other parts
    FewItems<WrittenOperand, 10> operands;
    FewItems<WrittenField, 12> fields; // of " @ {name=value}"
};

/// Reads the parts of one instruction, up to its end.
class StatementReader {
public:
    StatementReader(std::string_view text, Reader& in, Fault& fault) : text_(text), in_(in), fault_(fault) {}

    /// Columns that say how the next instruction is scheduled, if they are there.
    [[nodiscard]] bool control(std::optional<Control>& into);
    /// What follows them: guard, mnemonic, operands, fields.
    [[nodiscard]] bool instruction(Statement& into);

private:
    bool wrong(std::size_t at, std::string text);
    [[nodiscard]] char here(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
    [[nodiscard]] std::string_view token_here();
    [[nodiscard]] bool guard(Statement& into);
    [[nodiscard]] bool mnemonic(Statement& into);
    [[nodiscard]] bool operand(WrittenOperand& into);
    [[nodiscard]] bool core(WrittenOperand& into);
    [[nodiscard]] bool constant(WrittenOperand& into);
    [[nodiscard]] bool address(WrittenOperand& into);
    [[nodiscard]] bool integer(std::int64_t& into);
    [[nodiscard]] bool fields(Statement& into);

    std::string_view text_;
    Reader& in_;
    Fault& fault_;
};

} // namespace relit::isa::maxwell
