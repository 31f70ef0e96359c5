// Fog of the machine: what is done with colours between the program and the alpha test.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/fs/lift/inputs.hpp"

namespace relit::isa::r500::fs {

class Fog {
public:
    Fog(ir::Builder& builder, ir::ContextReader& context, Inputs& inputs)
        : ir_(builder), context_(context), inputs_(inputs) {}

    [[nodiscard]] bool is_on();
    /// How much of a colour stays: one number for all colours of a fragment.
    [[nodiscard]] ir::Id factor();
    /// A colour in fog; alpha stays.
    [[nodiscard]] ir::Id blended(ir::Id colour, ir::Id factor);

private:
    [[nodiscard]] RegisterWord read(const ir::ContextKey& key) {
        return {{{static_cast<std::uint32_t>(context_.read(key))}}};
    }

    ir::Builder& ir_;
    ir::ContextReader& context_;
    Inputs& inputs_;
};

} // namespace relit::isa::r500::fs
