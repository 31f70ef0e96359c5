// The instructions of a command table, and what each of them can say of the state before it.
#pragma once

#include "machine/r500/atom/image.hpp"
#include "machine/r500/atom/instruction.hpp"

#include <map>
#include <vector>

namespace relit::machine::r500::atom {

/// Instructions from the table's first on. They end where a byte is no instruction, and at an EOT after which no target lies
/// unless all of the rest decodes too; what follows is data.
struct Code {
    std::vector<Instruction> instructions;
    std::uint32_t end = 0;              // in the image: after the last instruction
    std::vector<std::uint32_t> targets; // from the table's start: those on an instruction, in order
    [[nodiscard]] bool is_target(std::uint32_t offset) const;
};
[[nodiscard]] Code sweep(Bytes image, const Table& table);

/// A number that code sets: as it was on entry, one number, or one of several.
struct Setting {
    enum class State : std::uint8_t { Unreached, OnEntry, Number, Several };
    State state = State::Unreached;
    std::uint32_t number = 0;
    [[nodiscard]] bool operator==(const Setting&) const = default;
};
/// SET_ATI_PORT and SET_REG_BLOCK before an instruction.
struct Selected {
    Setting port, block;
    [[nodiscard]] bool operator==(const Selected&) const = default;
};

/// What is selected where, followed through jumps and calls of an image.
class Selections {
public:
    explicit Selections(const Image& image) : image_(image) {}

    /// Before each of the code's instructions.
    [[nodiscard]] std::vector<Selected> before(const Code& code, std::uint32_t table_offset);

private:
    [[nodiscard]] Selected after(const Instruction& instruction, Selected selected);
    [[nodiscard]] Selected on_exit(const Table& table);

    const Image& image_;
    std::map<std::uint32_t, Selected> exits_; // by the table's offset; several while it is being followed
};

} // namespace relit::machine::r500::atom
