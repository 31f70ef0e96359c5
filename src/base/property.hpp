// A named property of a file: its text for people, its value for programs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace relit {

struct Property {
    using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
    /// The bits of floats; programs read numbers.
    struct Floats {
        std::vector<std::uint32_t> bits;
    };
    /// One of several things of a kind: people read a line of text under its name, programs an object of fields.
    struct Item {
        using Value = std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<std::uint32_t>,
                                   std::vector<std::string>, Floats>;
        std::string name, text;
        std::vector<std::pair<std::string, Value>> fields{};
    };
    /// monostate: there is none
    using Value = std::variant<std::monostate, bool, std::uint64_t, std::string, std::vector<std::uint64_t>,
                               std::vector<std::string>, Counts, std::vector<Item>>;
    std::string name;
    Value value;
    std::string text{};   // for people, where the value as text_of() has it is not what they read
    bool repeats = false; // properties of this name come several times in a row: programs have a list of them
};

/// Its text, or its value as "yes", "12", "a b c", "a 1, b 2", "none"; rows as lines.
[[nodiscard]] std::string text_of(const Property& property);
/// What people read: names with texts. Rows are a line each.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> lines_of(const std::vector<Property>& properties);

} // namespace relit
