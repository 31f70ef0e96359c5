// Elements of hosts' buffers: their types, the position of an access of the guest's among them, and accesses to them.
#pragma once

#include "ir/builder.hpp"
#include "lang/target.hpp"

#include <optional>
#include <vector>

namespace relit::lang {

inline constexpr std::uint32_t kWordBytes = 4, kRowBytes = kWordBytes * kRowWords;
inline constexpr unsigned kWordShift = 2, kPairShift = 3, kRowShift = 4; // from bytes to words, to 64 bits, to rows
inline constexpr ir::Type kPairOfWords = ir::kI32.with_lanes(2);

/// Makes accesses that count elements count bytes again: of a program that was printed after it was lowered, perhaps for another
/// target.
void count_bytes(ir::Module& module);

/// An access is a load, a store or an atomic operation at an offset in bytes, of 32 or 64 bits a lane. The builder writes at its
/// position; the module and the target outlive it.
class Elements {
public:
    Elements(ir::Builder& builder, const Target& target) : ir_(builder), module_(builder.module()), target_(target) {}

    /// Sets ir::Resource::element of what is touched and has none. Memory that is accessed in bytes or halves of words stays as it
    /// is: lower_narrow_memory() has to come first.
    void choose();
    /// Returns true if choose() did so: then the access is to be rewritten.
    [[nodiscard]] bool has_chosen(const ir::Inst& access) const { return chosen_[access.imm]; }

    [[nodiscard]] ir::Type row(const ir::Inst& access) const { return module_.resources[access.imm].element; }
    [[nodiscard]] ir::Type word(const ir::Inst& access) const { return row(access).scalar(); }
    [[nodiscard]] bool has_rows(const ir::Inst& access) const { return row(access).lanes == kRowWords; }
    /// Of the buffer; nothing where it has as many as are bound.
    [[nodiscard]] std::optional<std::uint32_t> words(const ir::Inst& access) const;
    [[nodiscard]] std::uint32_t bytes_of_lane(const ir::Inst& access) const;
    [[nodiscard]] std::uint32_t words_of_lane(const ir::Inst& access) const {
        return bytes_of_lane(access) / kWordBytes;
    }
    [[nodiscard]] bool is_constant(const ir::Inst& access) const;
    /// The first word of an access whose offset is known, of a buffer whose size is.
    [[nodiscard]] std::optional<std::uint32_t> known_word(const ir::Inst& access) const;
    /// Lanes of a row from `lane` on, which is `offset` bytes, a multiple of a row's, after a value that is one.
    struct PartOfRow {
        ir::Id base = ir::kNone;
        std::uint32_t offset = 0, lane = 0;
    };
    /// Of a load whose offset is computed: the row of a buffer of rows that it takes all lanes of, if there is one.
    [[nodiscard]] std::optional<PartOfRow> part_of_row(const ir::Inst& load) const;

    /// A bool: the word `more` words after `first` lies inside; nothing where it never does.
    [[nodiscard]] std::optional<ir::Id> is_inside(const ir::Inst& access, ir::Id first, std::uint32_t more);
    ir::Id load(const ir::Inst& access, ir::Id index, ir::Type type) {
        return ir_.load_buffer(access.imm, index, type);
    }
    void store(const ir::Inst& access, ir::Id index, ir::Id value) { ir_.store_buffer(access.imm, index, value); }
    ir::Id after(ir::Id first, std::uint32_t more) { return more == 0 ? first : ir_.IAdd(first, ir_.i32(more)); }
    ir::Id first_word(ir::Id pair) { return ir_.IShl(pair, ir_.i32(1)); }
    ir::Id zeros(ir::Type type) { return ir_.constant(type, 0); }
    ir::Id as(ir::Type type, ir::Id value) { return ir_.type_of(value) == type ? value : ir_.bitcast(type, value); }
    ir::Id lane(ir::Id value, unsigned index) { return ir_.type_of(value).lanes == 1 ? value : ir_.lane(value, index); }

private:
    ir::Builder& ir_;
    ir::Module& module_;
    const Target& target_;
    std::vector<bool> chosen_; // by resource
};

} // namespace relit::lang
