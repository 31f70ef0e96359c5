// Texture instructions: fetches by one of 16 units, and TEXKILL.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/lift/alu.hpp"
#include "isa/r500/fs/lift/registers.hpp"

#include <array>
#include <optional>
#include <vector>

namespace relit::isa::r500::fs {

class Textures {
public:
    Textures(ir::Builder& builder, ir::ContextReader& context, Registers& registers, Flags& flags)
        : ir_(builder), context_(context), registers_(registers), flags_(flags) {}

    void lift(const Word192& word);

private:
    struct Unit {
        std::uint32_t resource = 0;
        unsigned dimensions = 2;
        bool is_cube = false, is_finished = true;
        RegisterWord format, filter, wide_format; // TX_FORMAT1, TX_FILTER0, TX_FORMAT2
    };

    void kill(const Word192& word);
    [[nodiscard]] ir::Id fetched(const Word192& word);
    [[nodiscard]] const Unit& unit(std::uint32_t number);
    [[nodiscard]] bool is_on(std::uint32_t number);
    [[nodiscard]] ir::Id component(const Word192& word, const AddressFields& fields, unsigned which);
    [[nodiscard]] std::vector<ir::Id> coordinates(const Word192& word, const Unit& unit);
    [[nodiscard]] std::vector<ir::Id> gradients(const Word192& word, const Unit& unit);
    [[nodiscard]] ir::Id wrapped(ir::Id coordinate, std::uint32_t mode, const Unit& unit, unsigned lane);
    [[nodiscard]] ir::Id size(const Unit& unit);
    [[nodiscard]] ir::Id finished(ir::Id components, const Unit& unit);
    [[nodiscard]] ir::Id with_sign(ir::Id component, const Unit& unit, unsigned which);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    Registers& registers_;
    Flags& flags_;
    std::array<std::optional<Unit>, kUnits> units_{};
};

} // namespace relit::isa::r500::fs
