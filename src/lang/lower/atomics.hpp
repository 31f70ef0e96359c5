// Atomic operations on memory, at elements that lie inside.
#pragma once

#include "lang/lower/elements.hpp"
#include "lang/lower/outline.hpp"

namespace relit::lang {

class Atomics {
public:
    Atomics(ir::Builder& builder, const Target& target, Elements& elements, Outlines& outlines)
        : ir_(builder), module_(builder.module()), target_(target), elements_(elements), outlines_(outlines) {}

    /// Writes what the atomic operation becomes, and returns its value: what was there before, or 0 outside. The instruction
    /// itself if it is of fewer than 32 bits, which hosts do not have.
    [[nodiscard]] ir::Id write(ir::Id id, const ir::Inst& inst);

private:
    struct Change {
        ir::Inst inst; // as it was
        ir::Id index;  // of the word, or of the 64 bits
        std::span<const ir::Id> operands;
    };
    [[nodiscard]] bool is_alone(const ir::Inst& inst) const;
    [[nodiscard]] bool is_retried(const ir::Inst& inst) const;
    ir::Id where_inside(const Change& change);
    ir::Id write(const Change& change);
    ir::Id write_alone(const Change& change);
    ir::Id write_tries(const Change& change);
    ir::Id replacement(const Change& change, ir::Id old);

    ir::Builder& ir_;
    ir::Module& module_;
    const Target& target_;
    Elements& elements_;
    Outlines& outlines_;
};

} // namespace relit::lang
