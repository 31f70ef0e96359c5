// An instruction as its text says it: one operation, or two that go together. The printer makes statements of words, the
// assembler words of statements.
#pragma once

#include "isa/r500/vs/encoding/word.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit::isa::r500::vs {

struct Destination {
    TargetClass to = TargetClass::Temp;
    std::uint32_t index = 0, lane = 0;
    Mode mode = Mode::Absolute;
    std::uint32_t mask = 0;
    [[nodiscard]] bool operator==(const Destination&) const = default;
};

struct Operation {
    Opcode opcode;
    bool saturate = false;
    Destination target;
    std::array<Source, 3> sources{};
    unsigned source_count = 0;
    [[nodiscard]] bool operator==(const Operation&) const = default;
};

enum class Predication : std::uint8_t { None, IfTrue, IfFalse };

struct Statement {
    Predication predication = Predication::None;
    bool unchecked = false; // breach_of() does not count, and nothing is promoted
    std::array<Operation, 2> operations{};
    unsigned count = 1;
    [[nodiscard]] std::span<const Operation> all() const { return std::span(operations).first(count); }
    [[nodiscard]] bool operator==(const Statement&) const = default;
};

/// What is in sources that an operation does not read: the class and index of the last that it does, and these selects.
enum class Fill : std::uint8_t { Author, Mesa }; // unused, 0
inline constexpr std::array<std::string_view, 2> kFillNames = {"author", "mesa"};

/// What a rule of the hardware says against a statement; nothing where it is in order.
struct Breach {
    std::string text;
    unsigned operation = 0;
    int source = -1; // which of its sources; -1: the target
    [[nodiscard]] explicit operator bool() const { return !text.empty(); }
};
[[nodiscard]] Breach breach_of(const Statement& statement);
/// How many temporaries the sources of all operations name; and whether one operation is promoted to its macro for that.
[[nodiscard]] std::size_t temps_read(const Statement& statement);
/// The macro operation that three temporaries make of a MAD; else the same.
[[nodiscard]] Opcode promoted(Opcode opcode, std::size_t temps);

/// The word that a statement makes.
[[nodiscard]] Word128 word_of(const Statement& statement, Fill fill);
/// The statement of a known word; word_of() of it may differ where fields hold what nothing reads.
[[nodiscard]] Statement statement_of(const Word128& word);
/// How most of these words fill sources that nothing reads.
[[nodiscard]] Fill fill_of(std::span<const Word128> words);

} // namespace relit::isa::r500::vs
