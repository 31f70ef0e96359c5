// Variables of a function as values: what its blocks read on entry, what they leave, and the block parameters where ways
// meet. A read is answered at once by a value that is settled when all edges are known.
#pragma once

#include "ir/edit.hpp"
#include "ir/gather.hpp"
#include "ir/ssa/definitions.hpp"

#include <array>
#include <optional>
#include <vector>

namespace relit::ir {

inline constexpr VariableId kNoVariable = ~VariableId{0};

class Variables {
public:
    /// Instructions that put together what was read stand at the head of the block, or in place of the value that the read gave,
    /// which stands in the block then.
    enum class Settles : std::uint8_t { AtHead, InPlace };
    explicit Variables(Module& module, Settles where = Settles::AtHead) : module_(module), where_(where) {}

    /// The lanes of a register file; returns the first lane's, the others follow. `is_given`: the program starts with what the
    /// registers hold, else with 0. Lanes of 16 bits are in pairs the halves of words, which a read may take as a whole.
    VariableId add_file(std::uint32_t file, Kind kind, bool is_given);
    /// Values of a type that stand for one another; at most kMostValues.
    VariableId add_value(Type type);
    static constexpr std::uint32_t kMostValues = 1U << 20;

    /// All that is stored in the variable, and read of it, is a truth value.
    void make_bool(VariableId variable);

    // ---- while the blocks are written
    /// Notes what the block stores, sorted by variable, instead of what it stored before.
    void leave(BlockId block, std::span<const Stored> stored) { definitions_.leave(block, stored); }
    [[nodiscard]] std::span<const Stored> stored(BlockId block) const { return definitions_.stored(block); }
    /// A value of `type`: `count` variables side by side, low end first, as the block finds them. No part of a variable.
    [[nodiscard]] Id read(BlockId block, VariableId first, std::uint32_t count, Type type, std::uint32_t origin);
    /// A read as that kind has a say in what a parameter for the variable is: a second kind makes it an integer.
    void note_kind(VariableId variable, Kind kind);
    [[nodiscard]] bool is_idle() const { return reads_.empty() && replacements_.empty(); }
    /// Uses of `old` mean `by` from complete() on.
    void replace(Id old, Id by) { replacements_.replace(old, by); }

    // ---- when all blocks have their ends
    /// Variables that are to stay in their register: what blocks read of them becomes loads.
    void keep_in_register(VariableId first, std::uint32_t count);
    /// Returns what the block finds in the variable; before solve().
    [[nodiscard]] Source on_entry(BlockId block, VariableId variable) {
        (void)state(variable);
        return definitions_.enter(block, variable);
    }
    /// Settles what every read gives, and makes the block parameters.
    void solve(Function& function);
    /// Returns true if it is what the program started with.
    [[nodiscard]] bool is_start(Source source);
    [[nodiscard]] Part part(VariableId variable, Source source);
    /// Gives the block parameters their arguments, makes every use mean what replaces it, and empties blocks that control cannot
    /// reach.
    void complete(Function& function);

private:
    struct Read {
        Id value = kNone; // until it is settled, a parameter of no block
        BlockId block = kNoBlock;
        VariableId first = 0;
        std::uint32_t count = 0;
        std::size_t sources = 0; // where those of its variables begin in sources_
    };
    /// A block parameter: of one cell, or of both halves of a word.
    struct Parameter {
        CellId low = 0, high = 0;
        Kind kind{};
    };
    struct State {
        Type type;
        std::uint32_t bits = 0;
        Access access{}; // the register: mask 1, or 0 where there is none
        bool is_given = false;
        Kind read_as = Kind::Void;      // by all reads
        VariableId upper = kNoVariable; // of the low half of a word: the other half
        bool stays = false;
        Id start = kNone; // what it holds at the start, where asked for
    };
    enum Use : std::uint8_t { kAsWord = 1, kAsHalfFloat = 2, kAsBits = 4 };

    /// The lanes of one file, or values: numbered from `number` * kMostValues on.
    struct Group {
        Kind kind{};
        std::uint32_t file = 0;
        bool is_given = false;
        std::vector<State> states; // of those that were read so far
    };
    [[nodiscard]] State& state(VariableId variable) {
        Group& group = groups_[variable / kMostValues];
        const std::uint32_t at = variable % kMostValues;
        if (at >= group.states.size()) make_states(variable);
        return group.states[at];
    }
    [[nodiscard]] const State& state(VariableId variable) const {
        return groups_[variable / kMostValues].states[variable % kMostValues];
    }
    void make_states(VariableId last);
    void find_sources();
    void find_words();
    void note_use(CellId cell, std::uint8_t use);
    [[nodiscard]] std::vector<CellId> upper_halves() const;
    void make_roots(Function& function);
    void make_parameter(Function& function, const Parameter& parameter);
    [[nodiscard]] Kind kind_of(CellId cell) const;
    [[nodiscard]] Id start_of(VariableId variable);
    void settle(Function& function);
    void settle(const Read& read, std::pmr::vector<Id>& insts);
    void pass_arguments(Function& function, BlockId block);
    void empty_unreachable(Function& function) const;

    Module& module_;
    Settles where_;
    Definitions definitions_;
    Replacements replacements_;
    std::vector<Group> groups_;
    std::optional<std::uint32_t> values_; // the group of add_value()
    std::vector<Read> reads_;
    std::vector<Source> sources_;
    bool has_words_ = false; // whether some read takes several variables as one lane

    // from solve() on
    std::optional<Cfg> cfg_;
    std::vector<Part> roots_;                        // by cell: its parameter, or what the program started with
    std::vector<std::vector<Parameter>> parameters_; // by block
    std::vector<std::uint8_t> uses_;                 // by cell, where has_words_
    std::vector<CellId> work_;
    std::vector<Part> parts_;
    std::pmr::vector<Id> start_{module_.arena()}; // instructions before all others
    std::array<Id, static_cast<std::size_t>(Kind::F64) + 1> zeros_{};
};

} // namespace relit::ir
