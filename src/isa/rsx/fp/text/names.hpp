// The names that a container gives to what the instructions of a fragment program read.
#pragma once

#include "codec/codec.hpp"
#include "isa/rsx/fp/encoding/program.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace relit::isa::rsx::fp {

/// The names of one program, by the numbers of attributes and units. It points into the program.
class OperandNames {
public:
    explicit OperandNames(const Program& program);

    /// The operands of an instruction for which the file has names: attribute, texture, constant. The text of the constant,
    /// which follows the instruction, is "{}". None if the instruction does not decode.
    [[nodiscard]] std::vector<codec::NamedOperand> of(const Instruction& one) const;

private:
    bool any_ = false;
    std::array<const std::string*, kInputs> inputs_{};
    std::array<const std::string*, kUnits> textures_{};
    std::map<std::uint32_t, const std::string*> constants_; // by byte from the program's start
};

} // namespace relit::isa::rsx::fp
