// After registers became values: turns accesses to global memory into accesses to the storage buffers whose addresses the
// driver keeps in a constant buffer.
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "isa/maxwell/constants.hpp"
#include "isa/maxwell/convention.hpp"
#include "isa/maxwell/lift.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/pointers.hpp"
#include "isa/maxwell/raise_pictures.hpp"
#include "isa/maxwell/raise_stage.hpp"
#include "isa/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace relit::isa::maxwell {
namespace {

using ir::Op;

constexpr std::uint32_t kMostLooks = 256; // at parts of one address; what is behind that stays in one piece

bool is_memory(Op op) {
    return op == Op::LoadBuffer || op == Op::StoreBuffer || (op >= Op::AtomicAdd && op <= Op::AtomicCompareExchange);
}

class Raise {
public:
    Raise(ir::Module& module, const Convention& convention)
        : module_(module), build_(module), convention_(convention) {}

    Status run() {
        const auto global = std::ranges::find(module_.resources, kGlobalName, &ir::Resource::name);
        if (global == module_.resources.end()) return {};
        global_ = static_cast<std::uint32_t>(global - module_.resources.begin());
        for (ir::FunctionId i = 0; i < module_.functions.size(); ++i) {
            pointers_.look_at(module_.functions[i]);
            build_.move_to(i, 0);
            for (ir::Block& block : module_.functions[i].blocks) rewrite(block);
            hand_on_offsets(module_.functions[i]);
        }
        if (!lost_.empty()) return fail(FaultKind::NotSupported, lost_);
        drop_global();
        return {};
    }

private:
    void rewrite(ir::Block& block) {
        const auto first = std::ranges::find_if(block.insts, [&](ir::Id id) { return is_global(id); });
        if (first == block.insts.end()) return;
        behind_.assign(first, block.insts.end());
        block.insts.erase(first, block.insts.end());
        out_ = &block.insts;
        for (const ir::Id id : behind_) {
            if (is_global(id)) rewrite_access(id);
            out_->push_back(id);
        }
    }
    [[nodiscard]] bool is_global(ir::Id id) const { return module_[id].imm == global_ && is_memory(module_[id].op); }

    void rewrite_access(ir::Id id) {
        Address& address = address_;
        address.clear();
        looks_ = 0;
        term(module_[id].operands[0], address);
        if (!address.buffer) {
            if (lost_.empty())
                lost_ = "the address of an access to global memory comes from no storage buffer of the driver";
            return;
        }
        build_.origin_index(module_[id].origin);
        const ir::Id offset = sum(address);
        module_[id].imm = buffer(*address.buffer);
        module_[id].operands[0] = offset;
    }

    // ---- what the low word of an address is the sum of
    struct Address {
        std::optional<std::uint32_t> buffer; // number of the descriptor whose address is one of the terms
        std::vector<ir::Id> terms;           // i32
        std::uint32_t constant = 0;

        void clear() {
            buffer.reset();
            terms.clear();
            constant = 0;
        }
    };
    void low_word(ir::Id value, Address& to) {
        const ir::Inst inst = module_[value];
        const Op op = ++looks_ > kMostLooks ? Op::Copy : inst.op;
        switch (op) {
            case Op::IAdd: low_word(inst.operands[0], to); return low_word(inst.operands[1], to);
            case Op::Const: to.constant += static_cast<std::uint32_t>(module_.literal(inst)[0]); return;
            case Op::Bitcast: return low_of_vector(inst.operands[0], to);
            case Op::UExtend:
            case Op::SExtend:
                if (module_[inst.operands[0]].type == ir::kI32) return term(inst.operands[0], to);
                break;
            case Op::LoadBuffer:
                if (descriptor(inst, to)) return;
                break;
            case Op::BlockParam:
                if (pointer(value, to)) return;
                break;
            default: break;
        }
        to.terms.push_back(make(Op::ITruncate, ir::kI32, {value}));
    }
    void low_of_vector(ir::Id value, Address& to) {
        const ir::Inst inst = module_[value];
        if (inst.op == Op::Compose) return term(inst.operands[0], to);
        if (inst.op == Op::LoadBuffer && descriptor(inst, to)) return;
        term(make(Op::Swizzle, ir::kI32, {value}, 0), to);
    }
    void term(ir::Id value, Address& to) {
        if (++looks_ > kMostLooks) return to.terms.push_back(value);
        const ir::Inst inst = module_[value];
        if (inst.op == Op::IAdd) {
            term(inst.operands[0], to);
            return term(inst.operands[1], to);
        }
        if (inst.op == Op::Const) {
            to.constant += static_cast<std::uint32_t>(module_.literal(inst)[0]);
            return;
        }
        if (inst.op == Op::LoadBuffer && descriptor(inst, to)) return;
        if (inst.op == Op::Swizzle && inst.imm % 4 == 0) {
            const ir::Inst& from = module_[inst.operands[0]];
            if (from.op == Op::LoadBuffer && descriptor(from, to)) return;
            if (from.op == Op::Bitcast && module_[from.operands[0]].type == ir::kI64)
                return low_word(from.operands[0], to);
        }
        if (inst.op == Op::ITruncate && module_[inst.operands[0]].type == ir::kI64)
            return low_word(inst.operands[0], to);
        if (inst.op == Op::Select && !to.buffer && choice(inst, to)) return;
        if (inst.op == Op::BlockParam && !to.buffer && pointer(value, to)) return;
        to.terms.push_back(value);
    }
    /// Of a choice between two addresses, as predicated code makes it. A side that names no buffer cannot be meant where
    /// memory is accessed; two sides of one buffer are a choice of offsets.
    bool choice(const ir::Inst& select, Address& to) {
        Address yes, no;
        term(select.operands[1], yes);
        term(select.operands[2], no);
        if (!yes.buffer && !no.buffer) return false;
        to.buffer = yes.buffer ? yes.buffer : no.buffer;
        if (yes.buffer == no.buffer) {
            const ir::Id first = sum(yes), second = sum(no);
            to.terms.push_back(make(Op::Select, ir::kI32, {select.operands[0], first, second}));
            return true;
        }
        if (yes.buffer && no.buffer) lost_ = "an address is chosen from two storage buffers";
        const Address& meant = yes.buffer ? yes : no;
        to.terms.insert(to.terms.end(), meant.terms.begin(), meant.terms.end());
        to.constant += meant.constant;
        return true;
    }
    /// Whether the load gives the address of a storage buffer, which is then noted; the first one counts.
    bool descriptor(const ir::Inst& load, Address& to) {
        if (to.buffer) return false;
        to.buffer = descriptor_of(module_, convention_, load);
        return to.buffer.has_value();
    }

    // ---- addresses that the flow hands on: a parameter more of the block hands on the offset alone
    bool pointer(ir::Id param, Address& to) {
        const auto known = offsets_.find(param);
        if (known == offsets_.end()) {
            const auto [buffer, several] = pointers_.buffer_of(param);
            if (several) lost_ = "an address is chosen from two storage buffers";
            if (!buffer) return false;
            const ir::Id offset = build_.block_param(pointers_.block_of(param), ir::kI32);
            offsets_[param] = {*buffer, offset};
            handed_on_.push_back(param);
            return note(offsets_[param], to);
        }
        return note(known->second, to);
    }
    struct Offset {
        std::uint32_t buffer = 0;
        ir::Id value = ir::kNone;
    };
    static bool note(const Offset& offset, Address& to) {
        to.buffer = offset.buffer;
        to.terms.push_back(offset.value);
        return true;
    }
    /// Gives each edge the offsets, which may be made of others: the list grows meanwhile.
    void hand_on_offsets(ir::Function& function) {
        for (std::size_t i = 0; i < handed_on_.size(); ++i) {
            const ir::Id param = handed_on_[i];
            for (const auto& [from, edge] : pointers_.edges_to(pointers_.block_of(param))) {
                const ir::Id given = function.blocks[from].end.edges[edge].args[module_[param].imm];
                out_ = &function.blocks[from].insts;
                Address address;
                looks_ = 0;
                module_[given].type == ir::kI64 ? low_word(given, address) : term(given, address);
                std::span<ir::Id>& args = function.blocks[from].end.edges[edge].args;
                std::vector<ir::Id> more(args.begin(), args.end());
                more.push_back(sum(address));
                args = module_.copy(more);
            }
        }
        handed_on_.clear();
    }

    // ---- new instructions, before the access
    ir::Id make(Op op, ir::Type type, std::initializer_list<ir::Id> operands, std::uint32_t imm = 0) {
        out_->push_back(build_.make(op, type, std::span(operands.begin(), operands.size()), imm));
        return out_->back();
    }
    ir::Id number(std::uint32_t value) {
        const auto at = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.push_back(value);
        return make(Op::Const, ir::kI32, {}, at);
    }
    ir::Id sum(const Address& address) {
        ir::Id total = ir::kNone;
        for (const ir::Id one : address.terms)
            total = total == ir::kNone ? one : make(Op::IAdd, ir::kI32, {total, one});
        if (total == ir::kNone) return number(address.constant);
        return address.constant == 0 ? total : make(Op::IAdd, ir::kI32, {total, number(address.constant)});
    }
    std::uint32_t buffer(std::uint32_t which) {
        const auto known = buffers_.find(which);
        if (known != buffers_.end()) return known->second;
        const std::string name = fmt::format("s{}", which);
        // It is there where this was tried before.
        const auto made = std::ranges::find(module_.resources, std::string_view(name), &ir::Resource::name);
        if (made != module_.resources.end())
            return buffers_[which] = static_cast<std::uint32_t>(made - module_.resources.begin());
        return buffers_[which] = build_.storage_buffer(name, which, 0);
    }
    /// Nothing uses it any more; the last resource takes its place.
    void drop_global() {
        const auto last = static_cast<std::uint32_t>(module_.resources.size() - 1);
        for (ir::Inst& inst : module_.insts)
            if (inst.imm == last && ir::imm_of(inst.op) == ir::Imm::Resource) inst.imm = global_;
        for (ir::TextureUse& use : module_.texture_uses)
            if (use.resource == last) use.resource = global_;
        module_.resources[global_] = module_.resources[last];
        module_.resources.pop_back();
    }

    ir::Module& module_;
    ir::Builder build_;
    const Convention& convention_;
    Pointers pointers_{module_, convention_};
    Address address_;                  // of the access that is rewritten
    std::map<ir::Id, Offset> offsets_; // by the parameter that is an address
    std::vector<ir::Id> handed_on_;    // parameters whose offsets edges do not have yet
    std::uint32_t global_ = 0, looks_ = 0;
    std::vector<ir::Id> behind_; // of the block, the first access
    std::pmr::vector<ir::Id>* out_ = nullptr;
    std::map<std::uint32_t, std::uint32_t> buffers_; // resource by number of the descriptor
    std::string lost_;
};

} // namespace

// Sizes of constant buffers, some handles and the vertices of patches come from numbers that only passes compute. Where ways
// join, so does what fragments divide by.
bool raises_uncombined(const ir::Module& module) {
    const bool joins = module.stage == ir::Stage::Fragment && module.functions[0].blocks.size() > 1;
    if (joins || module.stage == ir::Stage::TessControl || !raises_pictures_uncombined(module)) return false;
    const auto is_plain = [&](ir::Id id) {
        const ir::Inst& inst = module[id];
        if (inst.op == ir::Op::LoadFileAt || inst.op == ir::Op::StoreFileAt) return false;
        const bool constant =
            inst.op == ir::Op::LoadBuffer && module.resources[inst.imm].kind == ir::ResourceKind::ConstantBuffer;
        return !constant || module[inst.operands[0]].op == ir::Op::Const;
    };
    return std::ranges::all_of(module.functions, [&](const ir::Function& function) {
        return std::ranges::all_of(function.blocks,
                                   [&](const ir::Block& block) { return std::ranges::all_of(block.insts, is_plain); });
    });
}

namespace {

bool comes_from_dksh(Bytes file) {
    if (!is_text(file)) return is_dksh(file);
    const auto program = load_undecoded(file);
    return program && program->dksh;
}

} // namespace

Status raise(Bytes file, ir::Module& module, ir::ContextReader& context) {
    raise_stage(module);
    const auto driver = static_cast<Driver>(context.read("maxwell.convention", 0) & 3);
    const bool is_dksh = driver == Driver::FromFile && comes_from_dksh(file);
    const Convention convention = convention_of(module.stage, is_dksh, driver);
    if (const Status done = raise_pictures(module, convention, context); !done) return done;
    if (const Status done = Raise(module, convention).run(); !done) return done;
    fit_constants(module, context);
    return {};
}

} // namespace relit::isa::maxwell
