// The text form of dumps, both ways: printed for people, read back to the same bytes, pleasant to write by hand
// (docs/machine/gs-text.md).
#pragma once

#include "machine/gs/dump/dump.hpp"
#include "machine/gs/packets/packed.hpp"

#include <functional>
#include <string>

namespace relit::machine::gs {

/// Which registers have a comment that says what they are for.
enum class Notes : std::uint8_t { First, All, None };
struct TextOptions {
    Notes notes = Notes::First;
};

/// One line: `text` reads back, `note` is for people.
struct TextLine {
    std::uint64_t offset = 0; // of what it says in the uncompressed file
    unsigned depth = 0;       // how far it is indented
    std::string text, note;
    // of a line that writes a register: what it is for, its fields, and its word
    std::string_view purpose;
    std::span<const FieldInfo> fields;
    std::array<std::uint32_t, 4> word{};
    std::uint64_t packet = 0; // that it belongs to, from 1; 0: it stands in front of the packets
    std::uint64_t draws = 0;  // that began up to this line, it included
};
/// The value of a field as the text has it.
[[nodiscard]] std::string value_text(const FieldInfo& field, std::uint64_t value);
using TextSink = std::function<void(const TextLine&)>;
void print_text(const Front& front, const NextPart& next, const TextOptions& options, const TextSink& sink);
void print_text(const Dump& dump, const TextOptions& options, const TextSink& sink);
[[nodiscard]] std::string print_text(const Dump& dump, const TextOptions& options = {});
/// "    text  // note"
[[nodiscard]] std::string print_line(const TextLine& line);

/// The most that one text can make of data.
inline constexpr std::size_t kMostData = std::size_t{256} << 20;
/// The dump that a text describes; a fault names line and column.
[[nodiscard]] Result<Dump> parse_text(std::string_view text, std::size_t most_data = kMostData);
/// How surely it is the text of a dump.
[[nodiscard]] Recognition recognise_text(std::string_view text);

// ---- what both ways share

/// The register whose fields a member of the saved state has, or null where it is a plain number.
[[nodiscard]] const RegisterInfo* register_of_saved(std::string_view member, std::size_t bytes);
/// The fields of a PACKED quadword: those of the register where it lies whole in the low half.
[[nodiscard]] std::span<const FieldInfo> packed_fields(unsigned descriptor);
/// Whether that is so.
[[nodiscard]] bool is_packed_whole(unsigned descriptor);

} // namespace relit::machine::gs
