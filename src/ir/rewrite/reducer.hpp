// Finds the value that an instruction comes to, for who writes or visits instructions in order: a constant, a result of the
// rewrites, or an equal value before it.
#pragma once

#include "ir/rewrite/folding.hpp"
#include "ir/rewrite/numbering.hpp"
#include "ir/rewrite/rewriter.hpp"

#include <optional>
#include <vector>

namespace relit::ir {

class Reducer {
public:
    explicit Reducer(Module& module, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : module_(module), numbering_(module, memory), rewriter_(module, made_) {}

    [[nodiscard]] Numbering& numbering() { return numbering_; }
    /// The function is being written: constants go to its first block, instead of where they are needed.
    void put_constants_into(FunctionId function) { constants_ = function; }

    /// Appends what is left of an instruction that stands nowhere yet, what it needs before it, and returns the value that it
    /// comes to. Its operands are reduced.
    Id take(Id id, std::pmr::vector<Id>& insts) {
        const Id value = may_be_reduced(module_[id]) ? reduced(id, insts) : id;
        if (value != id) return value;
        if (can_be_shared(module_, module_[id])) {
            const Id same = numbering_.find_or_add(id);
            if (same != id) return same;
        }
        (module_[id].op == Op::Const && constants_ ? module_.functions[*constants_].blocks[0].insts : insts)
            .push_back(id);
        return id;
    }
    /// The same of the instruction that was made last, which is forgotten again if nothing needs it.
    Id take_last(std::pmr::vector<Id>& insts) {
        const auto id = static_cast<Id>(module_.insts.size() - 1);
        const Id value = take(id, insts);
        if (value != id && id == module_.insts.size() - 1) module_.insts.pop_back();
        return value;
    }
    /// Returns true if take() has turned any instruction into something else than an equal one.
    [[nodiscard]] bool has_rewritten() const { return has_rewritten_; }

private:
    [[nodiscard]] bool may_be_reduced(const Inst& inst) const {
        return inst.op == Op::Copy || rewriter_.may_step_or_fold(inst);
    }
    [[nodiscard]] Id reduced(Id id, std::pmr::vector<Id>& insts);
    void take_made(Id id, std::pmr::vector<Id>& insts);

    Module& module_;
    Numbering numbering_;
    std::vector<Id> made_; // by rewriter_
    Rewriter rewriter_;
    std::optional<FunctionId> constants_;
    bool has_rewritten_ = false;
};

} // namespace relit::ir
