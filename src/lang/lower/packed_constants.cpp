// Constant buffers of which only the rows that a program reads are left, one after the other.
#include "lang/constants.hpp"
#include "lang/lower/lower.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Op;

/// Puts rows together, and addresses of loads in their place.
class Packing {
public:
    Packing(ir::Module& module, std::uint32_t resource, const std::set<std::uint32_t>& rows)
        : module_(module), resource_(resource) {
        for (const std::uint32_t row : rows) from_.push_back(row);
    }

    void run() {
        for (ir::Function& function : module_.functions)
            for (ir::Block& block : function.blocks) rewrite(block);
        ir::Resource& buffer = module_.resources[resource_];
        std::vector<ir::Label> labels;
        for (const ir::Label& label : buffer.labels)
            if (const auto row = packed(label.offset / kConstantRowBytes))
                labels.push_back({*row * kConstantRowBytes + label.offset % kConstantRowBytes, label.text});
        buffer.labels = std::move(labels);
        for (const std::uint32_t row : from_) buffer.guest_offsets.push_back(row * kConstantRowBytes);
        buffer.size = static_cast<std::uint32_t>(from_.size()) * kConstantRowBytes;
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> packed(std::uint32_t row) const {
        const auto at = std::ranges::lower_bound(from_, row);
        if (at == from_.end() || *at != row) return {};
        return static_cast<std::uint32_t>(at - from_.begin());
    }
    void rewrite(ir::Block& block) {
        std::pmr::vector<Id> insts(block.insts.get_allocator());
        insts.reserve(block.insts.size());
        for (const Id id : block.insts) {
            if (ir::info(module_[id].op).loads(ir::Memory::Buffer) && module_[id].imm == resource_)
                move_load(id, insts);
            insts.push_back(id);
        }
        block.insts = std::move(insts);
    }
    void move_load(Id load, std::pmr::vector<Id>& insts) {
        const std::uint32_t from = static_cast<std::uint32_t>(module_.literal(module_[module_[load].operands[0]])[0]);
        const std::uint32_t to = *packed(from / kConstantRowBytes) * kConstantRowBytes + from % kConstantRowBytes;
        if (from == to) return;
        ir::Inst address{.op = Op::Const, .type = ir::kI32, .origin = module_[load].origin};
        address.imm = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.push_back(to);
        const Id id = static_cast<Id>(module_.insts.size());
        module_.insts.push_back(address);
        insts.push_back(id);
        module_[load].operands[0] = id;
    }

    ir::Module& module_;
    std::uint32_t resource_;
    std::vector<std::uint32_t> from_; // by packed row: the guest's
};

} // namespace

bool lower_packed_constants(ir::Module& module, const Target& target) {
    if (!target.packs_constants()) return false;
    bool any = false;
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        if (module.resources[i].kind != ir::ResourceKind::ConstantBuffer) continue;
        if (module.resources[i].element != ir::kVoid) continue; // its accesses count elements
        const auto rows = rows_read(module, i);
        if (!rows || rows->empty()) continue;
        Packing(module, i, *rows).run();
        any = true;
    }
    return any;
}

} // namespace relit::lang
