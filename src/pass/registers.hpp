// Which parts of which register files a function touches, cut so finely that no access takes half of a part.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace relit::pass {

using AtomId = std::uint32_t;

/// What is stored and loaded as one: a lane of a file, or an equal share of one where narrower accesses need that; or
/// narrow lanes side by side that every access takes together as one word.
struct Atom {
    static constexpr AtomId kNone = ~AtomId{0};
    std::uint32_t file = 0, lane = 0; // of the file; the first lane
    std::uint32_t at = 0, bits = 0;   // in the lane
    ir::Kind kind{};                  // what it is mostly read as
    bool stored = false;
    AtomId upper = kNone; // the other half of a word that some access takes as a whole
};

/// The atoms of one lane of a file are neighbours. Of lanes that make one atom, the first has it.
using AtomRange = std::ranges::iota_view<AtomId, AtomId>;

class Registers {
public:
    /// Takes the accesses of the entry function to the files that can become values.
    explicit Registers(const ir::Module& module);

    /// Whether all accesses to the file stay: an input, indexed, or touched by a function that is called.
    [[nodiscard]] bool stays(std::uint32_t file) const { return stays_[file]; }
    /// Whether the instruction is a load or store of a file that becomes values.
    [[nodiscard]] bool is_access(const ir::Inst& inst) const {
        return ir::info(inst.op).is_fixed_access() && !stays_[inst.access()[ir::Access::file]];
    }
    [[nodiscard]] std::span<const Atom> atoms() const { return atoms_; }
    /// The atoms of lane `lane` of a value of type `type` that starts at the access, low end first.
    template <class Visit>
    void for_each_atom(const ir::Inst& inst, ir::Type type, unsigned lane, Visit&& visit) const;
    void atoms_of(const ir::Inst& inst, ir::Type type, unsigned lane, std::vector<AtomId>& out) const {
        for_each_atom(inst, type, lane, [&](AtomId atom) { out.push_back(atom); });
    }
    /// Lanes of output files that are stored somewhere, by file and lane.
    struct Lane {
        std::uint32_t file = 0, lane = 0;
        AtomRange atoms;
    };
    [[nodiscard]] std::span<const Lane> stored_outputs() const { return outputs_; }
    /// Whether some word is accessed as a whole here and in halves there.
    [[nodiscard]] bool has_halved_words() const { return has_halved_words_; }

private:
    static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
    struct Touched { // a lane of a file
        std::uint32_t file = 0, lane = 0, granule = 0;
        bool stored = false;
        ir::Kind kind = ir::Kind::Void; // of the loads; a second kind makes it an integer
        AtomRange atoms;
        std::uint32_t word = kNowhere;      // the first lane of the word that some access takes as a whole
        bool whole = false, halved = false; // whether there are such accesses, and others
    };
    void choose_files(const ir::Module& module);
    void touch(const ir::Inst& inst, ir::Type type, unsigned lane);
    Touched& touch_lane(std::uint32_t file, std::uint32_t lane, std::uint32_t bits, bool stores, ir::Kind kind);
    [[nodiscard]] bool is_always_whole(const Touched& touched);
    void number_atoms();
    void pair_halves();
    /// Where the lane stands in touched_; kNowhere where it is not touched yet.
    [[nodiscard]] std::uint32_t& place_of(std::uint32_t file, std::uint32_t lane) {
        return places_[first_[file] + lane];
    }
    [[nodiscard]] AtomRange atoms_at(std::uint32_t file, std::uint32_t lane) const {
        return touched_[places_[first_[file] + lane]].atoms;
    }

    const ir::Module& module_;
    std::vector<bool> stays_;
    std::vector<std::uint32_t> lane_bits_; // by file
    std::vector<std::uint32_t> first_;     // by file: where its lanes begin in places_
    std::vector<std::uint32_t> places_;    // by lane of the files that do not stay
    std::vector<Touched> touched_;         // in the order of first access
    std::vector<Atom> atoms_;
    std::vector<Lane> outputs_;
    bool has_halved_words_ = false;
};

template <class Visit>
void Registers::for_each_atom(const ir::Inst& inst, ir::Type type, unsigned lane, Visit&& visit) const {
    const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
    const std::uint32_t wide = lane_bits_[file], bits = bits_of(type.kind);
    if (bits == wide) {
        for (const AtomId atom : atoms_at(file, first + lane)) visit(atom);
        return;
    }
    const std::uint32_t start = lane * bits, end = start + bits;
    for (std::uint32_t i = start / wide; i * wide < end; ++i) {
        for (const AtomId atom : atoms_at(file, first + i)) {
            const std::uint32_t at = i * wide + atoms_[atom].at;
            if (at >= start && at < end) visit(atom);
        }
    }
}

} // namespace relit::pass
