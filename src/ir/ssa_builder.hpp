// Registers as values while a program is written: a load gives what was stored last, lane by lane, in its block or on the ways
// to it, and what meets where ways join becomes block parameters. Outputs are stored where the program ends.
#pragma once

#include "ir/insert_point.hpp"
#include "ir/module.hpp"
#include "ir/ssa/variables.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace relit::ir {

class SsaBuilder {
public:
    /// `reads_registers`: registers are stored where the program ends, not outputs alone. `names_registers`: values get their
    /// names. `outputs_stay`: others see outputs while the program runs, so that accesses to them stay as they are.
    /// `keeps_casts`: each load that takes bits as another type is an instruction of its own, where the load was.
    struct Wanted {
        bool reads_registers = false, names_registers = false, stores_outputs = true, outputs_stay = false,
             keeps_casts = false;
    };

    SsaBuilder(Module& module, Wanted wanted)
        : module_(module), wanted_(wanted),
          variables_(module, wanted.keeps_casts ? Variables::Settles::InPlace : Variables::Settles::AtHead) {}

    // ---- blocks
    /// Goes on in that block, behind what it has. `program_begins`: registers are zero.
    void enter(FunctionId function, BlockId block, bool program_begins);
    /// The same of a block that only the one written last leads to; and back from it, to one that both lead to.
    void go_aside(BlockId block);
    void come_back(BlockId block);
    /// The block ends, or another is written next.
    void leave(const InsertPoint& at);
    /// The entry function returns here.
    void leave_program(const InsertPoint& at);
    /// The instruction, which stands in the block or will, takes the outputs as they are now.
    void take_outputs(Id inst);
    /// Resolves what crosses blocks. Once, when all blocks have their ends. Returns true if there was any.
    bool finish();

    [[nodiscard]] bool names_registers() const { return wanted_.names_registers; }

    // ---- registers
    /// The value that lane `lane` of file `index` is known to hold, if it is one of that type; else none. Most loads end here.
    [[nodiscard]] Id known(std::uint32_t index, std::uint32_t lane, Type type) const {
        if (index >= file_count_ || lane >= begun_[index].lanes) return kNone;
        const Lane& what = begun_[index].about[lane];
        return what.known == epoch_ && what.type == type ? begun_[index].parts[lane].value : kNone;
    }
    /// Keeps a value that is one whole lane, where it needs no name and nothing else has to be noted: the same for stores.
    [[nodiscard]] bool keep(std::uint32_t index, std::uint32_t lane, Id value) {
        if (index >= file_count_ || lane >= begun_[index].lanes || is_aside_ || names_registers()) return false;
        const File& of = begun_[index];
        const Type type = module_[value].type;
        if (type.lanes != 1 || bits_of(type.kind) != of.bits) return false;
        of.keep(lane, {value, 0, of.bits}, {epoch_, type});
        return true;
    }
    /// The value of `type` that lies from `lane` of file `index` on.
    [[nodiscard]] Id load(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    /// Lane i of the value is kept where bit i of `mask` is set.
    void store(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at);
    /// A load of that type counts where a kind is chosen for a parameter, also one that was answered in its block.
    void note_kind(std::uint32_t index, std::uint32_t lane, Type type);
    /// Truth values that a lane of 32 bits holds as 1 or 0. They stay bools: nothing else may load the lane as a number.
    [[nodiscard]] Id load_bool(std::uint32_t index, std::uint32_t lane, const InsertPoint& at);
    void store_bool(std::uint32_t index, std::uint32_t lane, Id value);
    /// All accesses to the file stay loads and stores of registers, in blocks that are written already too.
    void keep_in_register(std::uint32_t index) { file(index).stays = true; }
    /// Somebody reads registers here: stores what is not stored yet; of one file, or of all.
    void spill(std::uint32_t index, const InsertPoint& at);
    void spill_all(const InsertPoint& at);
    /// Somebody else may have stored to the file, or to all.
    void forget_file(std::uint32_t index);
    void forget_all();
    /// A constant of one lane, which all blocks of the function share; kNone if it was not asked for lately.
    [[nodiscard]] Id known_number(Type type, std::uint64_t value) const {
        const Number& known = numbers_[slot_of(type, value)];
        return known.value == value && known.type == type && known.function == function_ ? known.id : kNone;
    }
    /// The same made anew: for who has a reducer.
    [[nodiscard]] Id number(Type type, std::uint64_t value, const InsertPoint& at) {
        const Id made = at.add_constant(module_, type, value);
        numbers_[slot_of(type, value)] = {value, type, function_, made};
        return made;
    }

private:
    using Epoch = std::uint32_t;
    struct Lane {
        Epoch known = 0; // when it was known last
        Type type{};     // of the value that it is; Void where it is part of one
    };
    struct File {                         // in the module's arena, created on first use
        Part* parts = nullptr;            // by lane
        Lane* about = nullptr;            // by lane
        std::uint64_t* unsaved = nullptr; // by lane, a bit each: in this block
        std::uint64_t* stored = nullptr;  // anywhere
        std::uint32_t lanes = 0;          // 0: an input or an output that others see, which stays, or not asked for yet
        std::uint32_t bits = 0;           // of a lane
        VariableId first = 0;             // of its first lane
        bool stays = false;

        [[nodiscard]] std::uint32_t words() const { return (lanes + 63) / 64; }
        [[nodiscard]] bool is_unsaved(std::uint32_t lane) const { return (unsaved[lane / 64] >> lane % 64 & 1) != 0; }
        void note_saved(std::uint32_t lane) const { unsaved[lane / 64] &= ~(std::uint64_t{1} << lane % 64); }
        void know(std::uint32_t lane, const Part& part, const Lane& what) const {
            parts[lane] = part;
            about[lane] = what;
        }
        void keep(std::uint32_t lane, const Part& part, const Lane& what) const {
            know(lane, part, what);
            unsaved[lane / 64] |= std::uint64_t{1} << lane % 64;
        }
        void forget_unsaved() const;
    };
    /// Where outputs are handed on: before an instruction, or (kNone) at the end of the block.
    struct Exit {
        BlockId block = kNoBlock;
        Id before = kNone;
        std::uint32_t origin = 0;
        std::size_t first = 0, count = 0; // what the block has stored by then, in snapshots_
        std::size_t sources = 0;          // of the lanes of all finals, in sources_
    };

    [[nodiscard]] File& file(std::uint32_t index) {
        if (index >= files_.size() || files_[index].lanes == 0) begin(index);
        return files_[index];
    }
    void begin(std::uint32_t index);
    void make_room(std::uint32_t index);
    [[nodiscard]] bool fits_now(std::uint32_t index, std::uint32_t lane, Type type);
    [[nodiscard]] bool stays(const File& of) const { return all_stay_ || of.stays; }
    [[nodiscard]] bool is_final(std::uint32_t index, bool ends = true) const;
    void take_up(BlockId block);
    void keep_again(const File& of, const Stored& stored) const;
    void collect_unsaved();
    void learn(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    [[nodiscard]] Id read(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    void note_aside(std::uint32_t index, std::uint32_t first, std::uint32_t count);
    [[nodiscard]] Id bits_of_bool(Id value, const InsertPoint& at);
    [[nodiscard]] Id as(Type type, Id value, const InsertPoint& at);
    void know_zero(std::uint32_t index, std::uint32_t lane, Kind kind, const InsertPoint& at);
    [[nodiscard]] Part zero(Kind kind, const InsertPoint& at);
    void store_pieces(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at);
    [[nodiscard]] Id load_pieces(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at);
    [[nodiscard]] Part lane_part(std::uint32_t index, std::uint32_t lane, const InsertPoint& at);
    void store_plainly(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at);
    [[nodiscard]] std::uint32_t lanes_of_unit(const File& of, std::uint32_t lane) const;
    void save(std::uint32_t index, const InsertPoint& at);
    void save_run(std::uint32_t index, std::uint32_t first, const InsertPoint& at);
    void write_back(std::uint32_t index);
    void note_exit(Id before, std::uint32_t origin);
    void find_finals(Exit& exit);
    void write_finals(const Exit& exit);
    void for_each_final(const Exit& exit, auto&& visit);

    Module& module_;
    Wanted wanted_;
    Variables variables_;
    BlockId block_ = kNoBlock; // that is written; kNoBlock: none
    FunctionId function_ = 0;  // ... in it; the program starts in function 0
    bool all_stay_ = false;    // other functions see registers
    bool is_aside_ = false;    // ... what is learned or stored is forgotten afterwards
    std::vector<std::pair<std::uint32_t, std::uint32_t>> aside_; // that: files and lanes
    Epoch epoch_ = 1; // counts the blocks: what an earlier one knew is forgotten
    bool starts_as_zero_ = false;
    std::vector<File> files_;
    const File* begun_ = nullptr; // those, for the accesses that are most frequent
    std::uint32_t file_count_ = 0;
    std::vector<std::uint32_t> touched_; // files, in the order in which they got their variables
    std::vector<Stored> stored_;         // of the block that is left
    std::vector<Part> run_;              // that is stored
    std::vector<Exit> exits_;
    std::vector<Stored> snapshots_;
    std::vector<Source> sources_;
    struct Zero {
        Id value = kNone;
        Epoch made = 0;
    };
    std::array<Zero, static_cast<std::size_t>(Kind::F64) + 1> zeros_{};
    struct Number {
        std::uint64_t value = 0;
        Type type{};
        FunctionId function = 0;
        Id id = kNone;
    };
    static constexpr unsigned kNumberBits = 7;
    [[nodiscard]] static std::size_t slot_of(Type type, std::uint64_t value) {
        const std::uint32_t mixed =
            static_cast<std::uint32_t>(value ^ value >> 32) + static_cast<std::uint32_t>(type.kind);
        return mixed * 0x9e3779b1U >> (32 - kNumberBits);
    }
    std::array<Number, 1U << kNumberBits> numbers_{}; // by hash: the ones made last
};

} // namespace relit::ir
