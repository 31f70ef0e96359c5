// Stores of fewer than 32 bits to memory that invocations share become compare-exchange loops on the containing word, so that
// concurrent stores to neighbours in one word all take effect. Memory of one invocation alone is left to the writers, and a
// harness, whose buffers belong to one invocation each.
#include "lang/lower/narrow_stores.hpp"
#include "ir/builder.hpp"
#include "lang/lower/elements.hpp"
#include "lang/lower/lower.hpp"
#include "lang/memory.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Op;

constexpr std::uint32_t kWordBits = 32, kByteBits = 8;

bool is_shared(const ir::Module& module, const ir::Resource& resource) {
    if (resource.kind == ir::ResourceKind::StorageBuffer) return true;
    return resource.kind == ir::ResourceKind::Shared && !is_alone(module, {});
}

class NarrowStores {
public:
    explicit NarrowStores(ir::Module& module) : module_(module), ir_(module) {}

    bool run() {
        bool any = false;
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block) // grows
                any = split(function, block) || any;
        return any;
    }

private:
    /// The block up to the first such store, and what that becomes; the rest goes into a block that is visited later.
    bool split(ir::FunctionId function, ir::BlockId at) {
        const auto blocks = [&]() -> auto& { return module_.functions[function].blocks; };
        const auto& insts = blocks()[at].insts;
        const auto found = std::ranges::find_if(insts, [&](Id id) { return is_narrow_store(module_, module_[id]); });
        if (found == insts.end()) return false;
        const ir::Inst store = module_[*found];
        const std::vector<Id> after(found + 1, insts.end());
        blocks()[at].insts.erase(found, insts.end());
        const ir::Terminator end = std::exchange(blocks()[at].end, {});
        ir_.move_to(function, at);
        ir_.origin_index(store.origin);
        ir_.mode({});
        write(store);
        ir::Block& rest = blocks()[ir_.here()];
        rest.insts.insert(rest.insts.end(), after.begin(), after.end());
        rest.end = end;
        return true;
    }

    void write(const ir::Inst& store) {
        const ir::Type type = module_[store.operands[1]].type;
        const std::uint32_t bytes = ir::bits_of(type.kind) / kByteBits;
        const Id first = ir_.IAnd(store.operands[0], ir_.i32(~(bytes - 1))); // what is not aligned is rounded down
        for (unsigned lane = 0; lane < type.lanes; ++lane) {
            const Id value = type.lanes == 1 ? store.operands[1] : ir_.lane(store.operands[1], lane);
            const Id at = lane == 0 ? first : address_after(first, lane * bytes);
            write_lane(store.imm, at, word_of(value), bytes);
        }
    }
    /// Beyond every buffer where the sum wraps.
    Id address_after(Id first, std::uint32_t bytes) {
        const Id at = ir_.IAdd(first, ir_.i32(bytes));
        return ir_.Select({ir_.ULt(at, first), ir_.i32(~0U), at});
    }
    /// The bits in the low end of a word; what is above them is anything.
    Id word_of(Id value) {
        const ir::Inst& inst = module_[value];
        if (inst.op == Op::ITruncate && module_[inst.operands[0]].type == ir::kI32) return inst.operands[0];
        const ir::Kind kind = ir::integer_of(inst.type.kind);
        const Id whole = inst.type.kind == kind ? value : ir_.bitcast({kind, 1}, value);
        return ir_.convert(Op::UExtend, ir::Kind::I32, whole);
    }

    void write_lane(std::uint32_t resource, Id at, Id bits, std::uint32_t bytes) {
        const std::uint32_t ones = (1U << bytes * kByteBits) - 1;
        const Id word = ir_.IAnd(at, ir_.i32(~(kWordBytes - 1)));
        const Id shift = ir_.IShl({ir_.IAnd(at, ir_.i32(kWordBytes - 1)), ir_.i32(3)});
        const Id kept = ir_.INot(ir_.IShl(ir_.i32(ones), shift));
        const Id added = ir_.IShl(ir_.IAnd(bits, ir_.i32(ones)), shift);
        exchange(resource, word, kept, added);
    }

    /// What a try finds is what the next one expects: an invocation whose changes do nothing, and find 0, goes on.
    void exchange(std::uint32_t resource, Id word, Id kept, Id added) {
        const ir::BlockId head = ir_.block(), again = ir_.block(), after = ir_.block();
        const Id old = ir_.block_param(head, ir::kI32);
        ir_.jump(head, std::array{ir_.load_buffer(resource, word, ir::kI32)});
        ir_.move_to(head);
        const Id fresh = ir_.IOr(ir_.IAnd(old, kept), added);
        const Id found = ir_.add(Op::AtomicCompareExchange, ir::kI32, {word, fresh, old}, resource);
        ir_.branch(ir_.IEq(found, old), after, again);
        ir_.move_to(again);
        ir_.jump(head, std::array{found});
        ir_.move_to(after);
    }

    ir::Module& module_;
    ir::Builder ir_;
};

} // namespace

bool is_narrow_store(const ir::Module& module, const ir::Inst& inst) {
    return ir::info(inst.op).stores(ir::Memory::Buffer) &&
           ir::bits_of(ir::accessed_type(module, inst).kind) < kWordBits &&
           is_shared(module, module.resources[inst.imm]);
}

bool lower_narrow_stores(ir::Module& module, const Target& target) {
    return target.interface == Interface::Native && NarrowStores(module).run();
}

} // namespace relit::lang
