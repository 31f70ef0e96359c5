#include "isa/maxwell/lift/driver/constants.hpp"
#include "isa/maxwell/context_keys.hpp"

#include "ir/analysis/bounds.hpp"
#include "isa/maxwell/lift/lifter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kRow = 16; // sizes are whole rows
constexpr std::uint64_t kLeast = kRow;

/// Memory of a workgroup or thread that has no size yet.
bool is_open(const ir::Resource& resource) {
    const bool is_own = resource.kind == ir::ResourceKind::Shared || resource.kind == ir::ResourceKind::Scratch;
    return is_own && resource.size == 0;
}

/// What accesses show.
struct AddressRange {
    std::uint64_t end = 0;     // of what constant addresses reach
    std::uint64_t bounded = 0; // of what computed ones do that are known to stay below something
    bool computed = false, unbounded = false, any = false;
};

/// What an access loads, stores or changes.
ir::Type accessed(const ir::Module& module, const ir::Inst& inst) {
    return inst.op == ir::Op::StoreBuffer ? module[inst.operands[1]].type : inst.type;
}

std::vector<AddressRange> reaches_of(const ir::Module& module) {
    std::vector<AddressRange> all(module.resources.size());
    const auto look = [&](const ir::Inst& inst) {
        if (inst.op == ir::Op::BufferSize) all[inst.imm].computed = true;
        if (!reaches_buffer(inst.op)) return;
        AddressRange& reach = all[inst.imm];
        reach.any = true;
        const ir::Inst& at = module[inst.operands[0]];
        const std::uint64_t offset = at.op == ir::Op::Const ? module.literal(at)[0] : kConstantBytes;
        const std::uint64_t end = offset + bits_of(accessed(module, inst)) / 8;
        if (end > kConstantBytes) {
            const std::uint64_t most = ir::upper_bound(module, inst.operands[0]);
            reach.computed = true;
            reach.unbounded = reach.unbounded || most > kConstantBytes;
            reach.bounded = std::max(reach.bounded, std::min<std::uint64_t>(most, kConstantBytes) + end - offset);
        } else {
            reach.end = std::max(reach.end, end);
        }
    };
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts) look(module[id]);
    return all;
}

std::uint64_t in_rows(std::uint64_t bytes) { return (bytes + kRow - 1) / kRow * kRow; }

} // namespace

void fit_constants(ir::Module& module, ir::ContextReader& context) {
    const std::vector<AddressRange> reaches = reaches_of(module);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        ir::Resource& resource = module.resources[i];
        if (resource.kind != ir::ResourceKind::ConstantBuffer) continue;
        std::uint64_t bytes = std::max<std::uint64_t>(reaches[i].end, kRow);
        if (reaches[i].computed) bytes = std::max(bytes, context.read(key::constants_bytes, resource.binding));
        resource.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(in_rows(bytes), kConstantBytes));
    }
}

bool is_as_large_as_used(const ir::Resource& resource) {
    return resource.kind == ir::ResourceKind::ConstantBuffer || is_open(resource);
}

Status fit_memory(ir::Module& module, ir::ContextReader& context) {
    if (std::ranges::none_of(module.resources, is_open)) return {};
    const std::vector<AddressRange> reaches = reaches_of(module);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        ir::Resource& resource = module.resources[i];
        if (!is_open(resource)) continue;
        const bool is_shared = resource.kind == ir::ResourceKind::Shared;
        const std::string_view name = (is_shared ? key::shared_bytes : key::local_bytes).name;
        const AddressRange& reach = reaches[i];
        const std::uint64_t end = is_shared ? reach.end : std::max(reach.end, reach.bounded);
        if (end > kMostFitted || (reach.unbounded && !is_shared))
            return fail(FaultKind::NotSupported, fmt::format("the size of {} memory is not known; {} says it",
                                                             std::string_view(resource.name), name));
        const bool is_most = reach.computed && is_shared;
        resource.size = is_most ? kMostFitted : static_cast<std::uint32_t>(std::max(in_rows(end), kLeast));
        if (!reach.any) continue; // what is not accessed is not declared
        context.assume(name, std::to_string(resource.size),
                       is_most ? "addresses in it are computed: as much as a workgroup of the machine can have"
                       : reach.computed
                           ? "the highest address in it that computed ones can come to, whole rows of 16 bytes"
                           : "the highest address in it that the program uses, whole rows of 16 bytes");
    }
    return {};
}

} // namespace relit::isa::maxwell
