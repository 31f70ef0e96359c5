// Which storage buffer an address leads to that the flow hands on: a loop that walks through a buffer, a branch that is done.
#pragma once

#include "ir/module.hpp"
#include "isa/maxwell/convention.hpp"

#include <optional>
#include <set>
#include <vector>

namespace relit::isa::maxwell {

/// The number of the storage buffer whose address a load gives, if it does.
[[nodiscard]] std::optional<std::uint32_t> descriptor_of(const ir::Module& module, const Convention& convention,
                                                         const ir::Inst& load);

class Pointers {
public:
    Pointers(const ir::Module& module, const Convention& convention) : module_(module), convention_(convention) {}

    /// What follows is asked about this function, as it is now.
    void look_at(const ir::Function& function);

    struct Lead {
        std::optional<std::uint32_t> buffer;
        bool several = false;
    };
    /// Where all that the parameter can hold comes from.
    [[nodiscard]] Lead buffer_of(ir::Id param);
    [[nodiscard]] ir::BlockId block_of(ir::Id param) const { return blocks_[param]; }

    struct Way {
        ir::BlockId from = 0;
        std::uint32_t edge = 0; // of its terminator
    };
    [[nodiscard]] const std::vector<Way>& edges_to(ir::BlockId block) const { return ways_[block]; }

private:
    /// Adds what the value is made of, as far as it may be an address.
    void add_parts(ir::Id value, std::vector<ir::Id>& work) const;

    const ir::Module& module_;
    const Convention& convention_;
    const ir::Function* function_ = nullptr;
    std::vector<ir::BlockId> blocks_;    // by parameter
    std::vector<std::vector<Way>> ways_; // by block
    std::set<ir::Id> elsewhere_;         // parameters that lead to no buffer
    std::size_t looks_ = 0;              // of all questions
};

} // namespace relit::isa::maxwell
