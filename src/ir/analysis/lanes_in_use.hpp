// The lanes of each value that are of use: those that effects, stores and the ends of blocks take, and those that these are computed
// from.
#pragma once

#include "ir/analysis/calls.hpp"
#include "ir/module.hpp"

#include <map>
#include <vector>

namespace relit::ir {

class LanesInUse {
public:
    struct Wanted {
        /// An argument of a call is of use as far as the function uses its parameter; else all of it is.
        bool through_calls = false;
    };
    LanesInUse(const Module& module, Wanted wanted);
    explicit LanesInUse(const Module& module) : LanesInUse(module, Wanted{}) {}

    /// A mask of lanes; 0 where the value is of no use. Of a value that only moves lanes, too.
    [[nodiscard]] std::uint32_t operator[](Id id) const { return id < used_.size() ? used_[id] : 0; }
    /// Returns true if the instruction may go when its value is of no use: a call of a function without effects, too.
    [[nodiscard]] bool is_removable(Id id) const;

private:
    void use(Id id, std::uint32_t lanes);
    void use_all(Id id) { use(id, all_lanes(id)); }
    [[nodiscard]] std::uint32_t all_lanes(Id id) const { return (1U << module_[id].type.lanes) - 1; }
    void note_calls();
    void start(const Function& function);
    void use_operands(Id id);

    const Module& module_;
    Wanted wanted_;
    std::vector<CallEffect> effects_; // by function
    std::vector<std::uint32_t> used_;
    std::vector<Id> open_;                    // whose operands have to be looked at, again or for the first time
    std::map<Id, std::vector<Id>> arguments_; // by parameter of a function, where calls are followed
};

} // namespace relit::ir
