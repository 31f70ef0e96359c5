// Registers that passes add to keep values in: one file for each kind and lane count, "p.f32x4".
#pragma once

#include "ir/builder.hpp"

#include <string>
#include <string_view>

namespace relit::pass {

/// A slot for one value.
struct Slot {
    std::uint32_t file = 0;
    std::uint32_t lane = 0;
    ir::Type type; // of the value
};

class Slots {
public:
    /// Slots of the same purpose and prefix, with which their names begin, share files.
    Slots(ir::Module& module, ir::FilePurpose purpose, std::string_view prefix)
        : module_(module), purpose_(purpose), prefix_(prefix) {}

    [[nodiscard]] Slot make(ir::Type type) { return make(type, {}); }
    /// For the value: of its type, and named after its register.
    [[nodiscard]] Slot make_for(ir::Id value) { return make(module_[value].type, module_.register_of(value)); }
    /// Appends to the builder's block.
    static void store(ir::Builder& builder, const Slot& slot, ir::Id value);
    [[nodiscard]] static ir::Id load(ir::Builder& builder, const Slot& slot);
    /// Turns the instruction `into`, which stands in a block or is placed then, into the load.
    static void load_into(ir::Builder& builder, const Slot& slot, ir::Id into);

private:
    [[nodiscard]] Slot make(ir::Type type, const ir::RegisterOfValue& keeps);
    [[nodiscard]] std::uint32_t file_for(ir::Type type);

    ir::Module& module_;
    ir::FilePurpose purpose_;
    std::string prefix_;
};

} // namespace relit::pass
