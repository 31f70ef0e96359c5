// The names that a container gives to what the instructions of a vertex program read and write.
#pragma once

#include "codec/codec.hpp"
#include "isa/rsx/vp/encoding/program.hpp"

#include <array>
#include <string>
#include <vector>

namespace relit::isa::rsx::vp {

/// The names of one program, by the numbers of registers. It points into the program.
class OperandNames {
public:
    explicit OperandNames(const Program& program);

    /// The operands of a word for which the file has names: attribute, constant, texture, output. None if the word does not
    /// decode.
    [[nodiscard]] std::vector<codec::NamedOperand> of(const Word128& word) const;

private:
    bool any_ = false;
    std::array<const std::string*, kInputs> inputs_{};
    std::array<const std::string*, 32> outputs_{};     // the field has numbers up to 31
    std::array<const std::string*, 1024> constants_{}; // and this one up to 1023
    std::array<const std::string*, 4> textures_{};
};

} // namespace relit::isa::rsx::vp
