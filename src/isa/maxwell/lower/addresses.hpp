// Resolves addresses of global memory: an offset in a storage buffer of the driver, or in one of several.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/maxwell/lower/pointers.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::maxwell {

/// The low word of an address as a sum: the address of a storage buffer, values, and a number.
struct Address {
    Pointers::Lead buffers =
        0; // the numbers of the descriptors that it may begin at, a bit each; 0: nothing is known of it
    ir::Id which = ir::kNone;  // i32, where there are several: the number of the one that it begins at, or kNoBuffer
    std::vector<ir::Id> terms; // i32
    std::uint32_t constant = 0;

    [[nodiscard]] bool is_based() const { return buffers != 0; }
    void clear();
};
/// As the number of a buffer: the access does nothing.
inline constexpr std::uint32_t kNoBuffer = ~0U;
/// An offset beyond every buffer, also with what is added to it.
inline constexpr std::uint32_t kOutside = 0x80000000U;

class Addresses {
public:
    Addresses(ir::Module& module, ir::Builder& build, const Convention& convention, ir::ContextReader& context)
        : module_(module), build_(build), convention_(convention), context_(context) {}

    /// The calls that follow are about this function, as it is now.
    void look_at(ir::FunctionId function);
    /// The address as it is in the block; valid until the next call. New instructions are appended to `out`.
    [[nodiscard]] const Address& find(ir::Id value, ir::BlockId block, std::pmr::vector<ir::Id>& out);
    /// Adds to edges the offsets that blocks take as parameters. After the last access of the function.
    void hand_on_offsets();
    /// Why addresses cannot be split, or nothing.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

    // ---- new instructions, after what find() built
    ir::Id make(ir::Op op, ir::Type type, std::initializer_list<ir::Id> operands, std::uint32_t imm = 0) {
        out_->push_back(build_.make(op, type, std::span(operands.begin(), operands.size()), imm));
        return out_->back();
    }
    ir::Id number(std::uint32_t value) { return constant(ir::kI32, value); }
    /// A constant, whose lanes are the value.
    ir::Id constant(ir::Type type, std::uint64_t value);
    /// The offset in the buffer.
    ir::Id sum(const Address& address);

private:
    void begin(ir::BlockId block, std::pmr::vector<ir::Id>& out);
    void walk(ir::Id value, Address& to);
    void low_word(ir::Id value, Address& to);
    void low_of_vector(ir::Id value, Address& to);
    void term(ir::Id value, Address& to);
    void leaf(ir::Id value, ir::Id word, Address& to);
    [[nodiscard]] bool sum_of_words(const ir::Inst& inst, Address& to);
    [[nodiscard]] bool descriptor(const ir::Inst& load, Address& to);
    [[nodiscard]] bool choice(const ir::Inst& select, Address& to);
    void choose(ir::Id condition, Address& yes, Address& no, Address& to);
    /// If the other side of a select, or another edge into a block, has a buffer and this side has none, it is outside of all.
    void move_outside(Address& side);
    [[nodiscard]] ir::Id which_of(const Address& address);
    /// Whether the condition holds wherever the block is reached, if that is known.
    [[nodiscard]] std::optional<bool> known(ir::Id condition);

    // ---- addresses that the flow passes on: parameters more of the block pass on offset and buffer alone
    struct AddressParams {
        Pointers::Lead buffers = 0;
        ir::Id offset = ir::kNone, which = ir::kNone;
    };
    [[nodiscard]] bool pointer(ir::Id param, Address& to);
    void propagate(ir::Id param, const AddressParams& params, const Pointers::IncomingEdge& incoming);

    ir::Module& module_;
    ir::Builder& build_;
    const Convention& convention_;
    ir::ContextReader& context_;
    Pointers pointers_{module_, convention_};
    ir::FunctionId function_ = 0;
    std::optional<ir::Cfg> cfg_; // of the function, computed on first use
    Address address_;            // that was found last
    std::map<ir::Id, AddressParams> address_params_;
    std::vector<ir::Id> waiting_; // parameters whose edges hand nothing on yet
    std::uint32_t looks_ = 0;
    ir::BlockId block_ = 0;
    std::pmr::vector<ir::Id>* out_ = nullptr;
    std::string refusal_;
};

} // namespace relit::isa::maxwell
