// One instruction of fragment program text as it was read.
#pragma once

#include "base/result.hpp"
#include "isa/reader.hpp"
#include "isa/rsx/fp/text/spelling.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace relit::isa::rsx::fp {

/// An address as text names it: a label, or a slot.
struct Destination {
    std::string label; // empty where it is a slot
    std::uint32_t slot = 0;
    std::size_t at = 0; // in the text
};

struct Operation {
    Word128 word; // without the addresses
    std::optional<std::array<std::uint32_t, 4>> constant;
    std::array<Destination, 2> targets{};
    unsigned target_count = 0; // none where ELSE, ENDIF and the like say the addresses
    std::size_t at = 0;
};

/// Reads instructions; each function gives false and fills `fault` where the text is wrong.
struct OperationReader {
    Reader& in;
    Fill fill;
    Fault& fault;
    bool reads_attribute = false; // a source read so far

    /// The instruction whose name is `name`, up to its ';' or comment.
    bool operation(std::string_view name, std::size_t at, Operation& into);
    /// "{0x3f000000(0.5), ...}" or "{0.5, -1, 3.14, 0}" without the '{'; one number stands for all four.
    bool constant(std::array<std::uint32_t, 4>& lanes);
    /// The same up to where no ',' follows.
    bool numbers(std::array<std::uint32_t, 4>& lanes);

private:
    bool wrong(std::size_t at, std::string text);
    bool destination(Word128& word);
    bool condition(Word128& word);
    bool arguments(Operation& into, std::string_view name);
    bool source(Operation& into, unsigned which);
    bool source_base(Operation& into, unsigned which, std::string_view& precision);
    bool temp(Word128& word, unsigned which, std::string_view name, std::size_t at);
    bool attribute(Word128& word, bool flat, std::size_t at);
    bool attribute_in_brackets(Word128& one);
    bool constant_source(Operation& into, std::size_t at);
    bool source_precision(Word128& word, unsigned which, std::string_view name, std::size_t at);
    bool unit(Word128& word);
    bool flow(Operation& into, OpClass op_class);
    bool counts(Word128& word);
    bool count(const FieldInfo& field, Word128& word, bool is_signed);
    bool target(Destination& into);
    bool number(std::uint32_t& bits);
};

} // namespace relit::isa::rsx::fp
