// Which block parameters can be kept in one register: those that are passed to each other and are never needed at once.
#pragma once

#include "ir/module.hpp"

#include <unordered_map>

namespace relit::pass {

class SharedParams {
public:
    /// Of the function as it is; it does not follow changes. Near-linear in its size.
    SharedParams(const ir::Module& module, ir::FunctionId id);

    /// The parameter whose register `param` shares; the parameter itself where it shares none, or is the first.
    [[nodiscard]] ir::Id first(ir::Id param) const {
        const auto found = first_.find(param);
        return found == first_.end() ? param : found->second;
    }

private:
    std::unordered_map<ir::Id, ir::Id> first_; // never iterated
};

} // namespace relit::pass
