// Which storage buffers an address can lead to that the flow passes on: a loop that walks through a buffer, a branch that is
// done.
#pragma once

#include "ir/module.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"

#include <optional>
#include <vector>

namespace relit::isa::maxwell {

/// The number of the storage buffer whose address a load gives, if it does.
[[nodiscard]] std::optional<std::uint32_t> descriptor_of(const ir::Module& module, const Convention& convention,
                                                         const ir::Inst& load);

class Pointers {
public:
    Pointers(const ir::Module& module, const Convention& convention) : module_(module), convention_(convention) {}

    /// The calls that follow are about this function, as it is at the first of them: later instructions lead nowhere.
    void look_at(const ir::Function& function) {
        function_ = &function;
        is_known_ = false;
    }

    /// The buffers whose addresses are in a value, a bit each: it may be one of them, or be computed from them.
    using Lead = std::uint64_t;
    [[nodiscard]] Lead lead_of(ir::Id value) {
        find_out();
        return value < leads_.size() ? leads_[value] : 0;
    }
    [[nodiscard]] ir::BlockId block_of(ir::Id param) {
        find_out();
        return param < blocks_.size() ? blocks_[param] : ir::kNoBlock;
    }

    struct IncomingEdge {
        ir::BlockId from = 0;
        std::uint32_t edge = 0; // of its terminator
    };
    [[nodiscard]] const std::vector<IncomingEdge>& edges_to(ir::BlockId block) {
        find_out();
        return incoming_[block];
    }

private:
    void find_out();
    /// Propagates, from the loads of addresses, where each value leads.
    void find_leads();
    void connect();
    void add_use(ir::Id of, ir::Id user) {
        uses_.push_back({user, first_use_[of]});
        first_use_[of] = static_cast<std::uint32_t>(uses_.size() - 1);
    }
    void propagate(ir::Id to, Lead lead);

    const ir::Module& module_;
    const Convention& convention_;
    const ir::Function* function_ = nullptr;
    bool is_known_ = false;                           // what follows is of the function
    std::vector<ir::BlockId> blocks_;                 // by parameter
    std::vector<std::vector<IncomingEdge>> incoming_; // by block
    /// What is made of a value and may be an address: lists in one vector, from first_use_ on; 0 ends them.
    struct Use {
        ir::Id user = ir::kNone;
        std::uint32_t next = 0;
    };
    std::vector<Use> uses_;
    std::vector<std::uint32_t> first_use_; // by value
    std::vector<Lead> leads_;              // by value
    std::vector<ir::Id> work_;             // values whose leads have changed
};

} // namespace relit::isa::maxwell
