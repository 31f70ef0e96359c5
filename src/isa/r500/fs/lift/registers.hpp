// What the instructions of a fragment program read and write: temporaries, constants, inline floats, aL.
#pragma once

#include "ir/builder.hpp"
#include "isa/r500/fs/encoding/inline_float.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/encoding/units.hpp"

#include <optional>
#include <span>

namespace relit::isa::r500::fs {

inline constexpr std::uint32_t kLanesOfRegister = 4;

/// Which temporary or constant: a number, and aL where it is added.
struct Address {
    std::uint32_t number = 0;
    bool relative = false;
};

class Registers {
public:
    Registers(ir::Builder& builder, InlineFloats floats, std::uint32_t temps);

    /// `lanes` lanes of a temporary from `first` on; outside of the file 0.
    [[nodiscard]] ir::Id load(Address address, unsigned first, unsigned lanes);
    /// Those lanes of the mask where `passed` (ir::kNone: everywhere).
    void store(Address address, unsigned first, ir::Id value, std::uint32_t mask, ir::Id passed);
    /// What a slot of a unit holds: red, green and blue, or alpha.
    [[nodiscard]] ir::Id source(const Word192& word, const UnitFields& unit, unsigned which);

    /// How many temporaries there are.
    [[nodiscard]] std::uint32_t temps() const { return ir_.module().files[temps_].count; }
    /// The innermost loop with an aL, counted from 1; 0: there is none, aL is 0.
    void use_loop(std::uint32_t loop) { loop_ = loop; }
    /// The file of aL, a register for each loop.
    [[nodiscard]] std::uint32_t loop_registers(std::uint32_t count);

private:
    [[nodiscard]] ir::Id al();
    [[nodiscard]] ir::Id constant(Address address, unsigned first, unsigned lanes);
    [[nodiscard]] ir::Id number(Address address, unsigned lanes);

    ir::Builder& ir_;
    InlineFloats floats_;
    std::uint32_t temps_;
    std::optional<std::uint32_t> constants_, al_, table_;
    std::uint32_t loop_ = 0;
};

/// How many temporaries a program touches, where aL is `most_al` at most.
[[nodiscard]] std::uint32_t temps_of(std::span<const Instruction> code, std::uint64_t most_al);

/// Stores lanes of the mask where `passed` (ir::kNone: everywhere).
void store_passing(ir::Builder& ir, std::uint32_t file, std::uint32_t lane, ir::Id value, std::uint32_t mask,
                   ir::Id passed);

} // namespace relit::isa::r500::fs
