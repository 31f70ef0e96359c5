// What a stretch of a block knows of registers while it is written: the value that each lane was given last. Reading it back
// is that value, and only what holds at the end of the stretch is stored.
#pragma once

#include "ir/gather.hpp"
#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace relit::ir {

class LocalValues {
public:
    /// New instructions are appended to the block that is given; what they came from is `origin` where a value does not say.
    struct InsertPoint {
        std::pmr::vector<Id>& insts;
        std::uint32_t origin;
    };

    explicit LocalValues(Module& module) : module_(module) {}

    /// Nothing is known any more, for instance in another block. Where a program begins, registers are zero.
    void forget(bool program_begins);
    /// The value of `type` that lies from `lane` of file `index` on.
    [[nodiscard]] Id load(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    /// Lane i of the value is kept where bit i of `mask` is set.
    void store(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at);
    /// Stores what was kept and is not stored yet; of one file, of all, or of the outputs.
    void save(std::uint32_t index, const InsertPoint& at);
    void save(const InsertPoint& at);
    void save_outputs(const InsertPoint& at);
    /// Somebody else may have stored to the file.
    void forget_file(std::uint32_t index);

private:
    using Stretch = std::uint32_t;
    struct File {                         // in the module's arena, created on first use
        Part* parts = nullptr;            // by lane
        Stretch* known = nullptr;         // by lane: when it was known last
        std::uint64_t* unsaved = nullptr; // by lane, a bit each
        std::uint32_t lanes = 0;          // 0: an input, which has no local values, or not asked for yet
        std::uint32_t bits = 0;           // of a lane

        [[nodiscard]] bool is_unsaved(std::uint32_t lane) const { return (unsaved[lane / 64] >> lane % 64 & 1) != 0; }
        void note_saved(std::uint32_t lane) const { unsaved[lane / 64] &= ~(std::uint64_t{1} << lane % 64); }
        void keep(std::uint32_t lane, const Part& part, Stretch stretch) const {
            parts[lane] = part;
            known[lane] = stretch;
            unsaved[lane / 64] |= std::uint64_t{1} << lane % 64;
        }
    };

    [[nodiscard]] File& file(std::uint32_t index) {
        if (index >= files_.size() || files_[index].lanes == 0) begin(index);
        return files_[index];
    }
    void begin(std::uint32_t index);
    void learn(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    [[nodiscard]] Part zero(Kind kind, const InsertPoint& at);
    [[nodiscard]] Id load_plainly(std::uint32_t file, std::uint32_t lane, Type type, const InsertPoint& at);
    void store_plainly(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at);
    [[nodiscard]] Id add(Op op, Type type, std::span<const Id> operands, std::uint32_t imm, const InsertPoint& at);
    [[nodiscard]] std::uint32_t lanes_of_unit(const File& of, std::uint32_t lane) const;
    void save_run(std::uint32_t index, std::uint32_t first, const InsertPoint& at);

    Module& module_;
    Stretch stretch_ = 1;
    bool starts_as_zero_ = false;
    std::vector<File> files_;
    std::vector<Part> run_; // that is stored
    struct Zero {
        Id value = kNone;
        Stretch made = 0;
    };
    std::array<Zero, static_cast<std::size_t>(Kind::F64) + 1> zeros_{};
};

} // namespace relit::ir
