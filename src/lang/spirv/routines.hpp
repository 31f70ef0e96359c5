// Which operations of a shader are functions: those that take many instructions and come more than once. Drivers put
// functions in the places of their calls, so that what they compile stays the same and what they read is short.
#pragma once

#include "lang/spirv/assembly.hpp"
#include "lang/spirv/spelling.hpp"

#include <vector>

namespace relit::lang::spirv {

class Routines {
public:
    Routines(Assembly& assembly, const ir::Module& module);

    /// The function that does what the instruction does, with its operands as parameters: 0 until it is written.
    /// nullptr: the instruction is written in its place.
    [[nodiscard]] Word* function_of(ir::Id id) {
        if (numbers_[id] == 0) return nullptr;
        Routine& routine = routines_[numbers_[id] - 1];
        return routine.uses < routine.least_uses ? nullptr : &routine.function;
    }

private:
    /// What two instructions have in common that differ in their operands alone.
    struct Key {
        ir::Op op{};
        ir::Type result{}, first{}, last{}; // types of the result and of the operands at either end
        [[nodiscard]] bool operator==(const Key&) const = default;
    };
    struct Routine {
        Key key;
        std::uint32_t least_uses = 0, uses = 0;
        Word function = 0;
    };

    // To be called for every instruction first.
    [[nodiscard]] static bool may_pay(const ir::Inst& inst) { return least_uses(inst) != 0; }
    void count(ir::Id id);
    /// How many the shader needs at least for a function to pay; 0: it never does.
    [[nodiscard]] static std::uint32_t least_uses(const ir::Inst& inst);
    [[nodiscard]] Key key_of(const ir::Inst& inst) const;

    const ir::Module& module_;
    std::pmr::vector<Routine> routines_;      // few
    std::pmr::vector<std::uint32_t> numbers_; // of instructions' routines, from 1 on; 0: none
};

} // namespace relit::lang::spirv
