// What registers and memory read in a run without a card: values from a text, kept as tables write them.
#pragma once

#include "base/result.hpp"
#include "machine/r500/atom/image.hpp"
#include "machine/r500/atom/run/interpreter.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace relit::machine::r500::atom {

/// A register or a dword of memory. Registers of indirect IO are those of the card.
struct Location {
    Space space{};
    std::uint32_t number = 0; // as of Space
    [[nodiscard]] auto operator<=>(const Location&) const = default;
};
/// Whose names registers have: those of R500, or none.
enum class RegisterNames : std::uint8_t { R500, None };
[[nodiscard]] RegisterNames names_of(const Image& image);
/// As docs/run.md has it: "D1CRTC_STATUS", "REG[0x1234]", "PLL[0x08]", "MC[0x0004]", "FB[0x0010]".
[[nodiscard]] std::string name_of(const Location& location, RegisterNames names = RegisterNames::R500);
/// What an access to a register of the card reaches, where it is a data register: the register that its index names. `value_of` gives what
/// an index register holds, by its dword, or nothing. Nothing of other registers.
[[nodiscard]] std::optional<Location> location_behind(
    std::uint32_t number, const std::function<std::optional<std::uint32_t>(std::uint32_t)>& value_of);

class ListedValues {
public:
    /// Lines of a location and a value. Faults name line and column.
    [[nodiscard]] static Result<ListedValues> parse(std::string_view text, RegisterNames names = RegisterNames::R500);

    /// A location of several lines gives their values one after the other, whatever is written; after that, and any other location from
    /// the start, what was read or written last.
    [[nodiscard]] std::uint32_t read(Space space, std::uint32_t number);
    void write(Space space, std::uint32_t number, std::uint32_t value);
    /// Where an access to a data register goes: it reaches the register that its index names.
    [[nodiscard]] Location location_of(Space space, std::uint32_t number) const;
    /// What was read without being listed or written, once each; it counts as 0.
    [[nodiscard]] const std::vector<Location>& unknown() const { return unknown_; }

private:
    struct Values {
        std::vector<std::uint32_t> listed;
        std::size_t next = 0;
        std::uint32_t kept = 0;
    };
    [[nodiscard]] std::uint32_t kept_at(Location location) const;

    std::map<Location, Values> values_;
    std::vector<Location> unknown_;
};

} // namespace relit::machine::r500::atom
