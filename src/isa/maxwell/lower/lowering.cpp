// After registers became values: turns accesses to global memory into accesses to the storage buffers whose addresses the
// driver keeps in a constant buffer.
#include "ir/analysis/divergence.hpp"
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "isa/maxwell/lift/driver/constants.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"
#include "isa/maxwell/lift/driver/which_driver.hpp"
#include "isa/maxwell/lift/lifter.hpp"
#include "isa/maxwell/lower/addresses.hpp"
#include "isa/maxwell/lower/lower.hpp"
#include "isa/maxwell/lower/lower_stage.hpp"
#include "isa/maxwell/lower/lower_textures.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>
#include <vector>

namespace relit::isa::maxwell {
namespace {

class LowerModule {
public:
    LowerModule(ir::Module& module, const Convention& convention, ir::ContextReader& context)
        : module_(module), build_(module), addresses_(module, build_, convention, context) {}

    Status run() {
        const auto global =
            std::ranges::find(module_.resources, std::to_underlying(ResourceId::GlobalMemory), &ir::Resource::guest_id);
        if (global == module_.resources.end()) return {};
        global_ = static_cast<std::uint32_t>(global - module_.resources.begin());
        for (ir::FunctionId i = 0; i < module_.functions.size(); ++i) {
            addresses_.look_at(i);
            build_.move_to(i, 0);
            for (ir::BlockId block = 0; block < module_.functions[i].blocks.size(); ++block) rewrite(i, block);
            addresses_.hand_on_offsets();
        }
        if (refusal_.empty()) refusal_ = addresses_.refusal();
        if (!refusal_.empty()) return fail(FaultKind::NotSupported, refusal_);
        drop_global();
        return {};
    }

private:
    /// The block stays as it is until all of it is rewritten: addresses lead back through it.
    void rewrite(ir::FunctionId function, ir::BlockId at) {
        ir::Block& block = module_.functions[function].blocks[at];
        const auto first = std::ranges::find_if(block.insts, [&](ir::Id id) { return is_global(id); });
        if (first == block.insts.end()) return;
        const auto kept = first - block.insts.begin();
        fresh_.clear();
        for (const ir::Id id : std::span(block.insts).subspan(static_cast<std::size_t>(kept)))
            if (!is_global(id) || rewrite_access(id, at)) fresh_.push_back(id);
        block.insts.resize(static_cast<std::size_t>(kept));
        block.insts.insert(block.insts.end(), fresh_.begin(), fresh_.end());
    }
    [[nodiscard]] bool is_global(ir::Id id) const {
        return module_[id].imm == global_ && reaches_buffer(module_[id].op);
    }

    /// Whether the instruction itself goes on to mean something.
    bool rewrite_access(ir::Id id, ir::BlockId block) {
        const Address& address = addresses_.find(module_[id].operands[0], block, fresh_);
        if (!address.is_based()) {
            if (refusal_.empty())
                refusal_ = "the address of an access to global memory comes from no storage buffer of the driver";
            return true;
        }
        build_.origin_index(module_[id].origin);
        const ir::Id offset = addresses_.sum(address);
        if (address.which != ir::kNone) return access_each(id, address, offset);
        module_[id].imm = buffer(static_cast<std::uint32_t>(std::countr_zero(address.buffers)));
        module_[id].operands[0] = offset;
        return true;
    }

    /// One access to each buffer that may be meant: what they give is chosen from; what is changed in others than the one
    /// that is meant lies outside of them.
    bool access_each(ir::Id id, const Address& address, ir::Id offset) {
        const ir::Inst inst = module_[id];
        const bool gives = inst.type.kind != ir::Kind::Void;
        ir::Id value = gives ? addresses_.constant(inst.type, 0) : ir::kNone;
        for (Pointers::Lead left = address.buffers; left != 0; left &= left - 1) {
            const auto number = static_cast<std::uint32_t>(std::countr_zero(left));
            const ir::Id meant = addresses_.make(ir::Op::IEq, ir::kBool, {address.which, addresses_.number(number)});
            std::vector<ir::Id> operands(inst.operands.begin(), inst.operands.end());
            operands[0] = addresses_.make(ir::Op::Select, ir::kI32, {meant, offset, addresses_.number(~0U)});
            fresh_.push_back(build_.make(inst.op, inst.type, operands, buffer(number)));
            if (gives) value = chosen(meant, fresh_.back(), value);
        }
        if (!gives) return false;
        ir::Inst& changed = module_[id];
        changed.op = ir::Op::Copy;
        changed.imm = 0;
        changed.operands = module_.copy(std::array{value});
        return true;
    }
    ir::Id chosen(ir::Id meant, ir::Id yes, ir::Id no) {
        const ir::Type type = module_[yes].type;
        if (type.lanes > 1) {
            const std::vector<ir::Id> lanes(type.lanes, meant);
            fresh_.push_back(build_.make(ir::Op::Compose, ir::kBool.with_lanes(type.lanes), lanes));
            meant = fresh_.back();
        }
        return addresses_.make(ir::Op::Select, type, {meant, yes, no});
    }

    std::uint32_t buffer(std::uint32_t which) {
        const auto known = buffers_.find(which);
        if (known != buffers_.end()) return known->second;
        const std::string name = fmt::format("s{}", which);
        return buffers_[which] = build_.storage_buffer(name, which, 0);
    }
    /// Nothing uses it any more; the last resource takes its place.
    void drop_global() {
        const auto last = static_cast<std::uint32_t>(module_.resources.size() - 1);
        for (ir::Inst& inst : module_.insts)
            if (inst.imm == last && ir::info(inst.op).imm == ir::Imm::Resource) inst.imm = global_;
        for (ir::TextureUse& use : module_.texture_uses)
            if (use.resource == last) use.resource = global_;
        module_.resources[global_] = module_.resources[last];
        module_.resources.pop_back();
    }

    ir::Module& module_;
    ir::Builder build_;
    Addresses addresses_;
    std::uint32_t global_ = 0;
    std::pmr::vector<ir::Id> fresh_;                 // of the block, from the first access on
    std::map<std::uint32_t, std::uint32_t> buffers_; // resource by number of the descriptor
    std::string refusal_;
};

/// Threads that have left no longer count for a barrier of the machine; one of Vulkan requires all of a workgroup.
Status check_barriers(const Program& program, const ir::Module& module, ir::ContextReader& context) {
    const auto& size = module.workgroup;
    const bool is_alone = !module.workgroup_is_open && size[0] * size[1] * size[2] == 1;
    const auto waits = [](const Instruction& in) { return in.known() && in.op() == Op::BAR; };
    if (module.stage != ir::Stage::Compute || is_alone || std::ranges::none_of(program.code, waits)) return {};
    const ir::Varies by = ir::Divergence(module, module.functions[0]).at_barriers();
    if (by == ir::Varies::ByInvocation)
        return fail(FaultKind::NotSupported,
                    "BAR: only some threads of the workgroup reach the barrier, by their number; the "
                    "others have left or gone another way, and a barrier of Vulkan requires all");
    if (by == ir::Varies::ByMemory)
        context.approximate(
            "whether all threads of the workgroup reach a barrier follows from memory: right only if they do, "
            "where on the machine those that have left do not count");
    return {};
}

constexpr std::uint32_t kDescriptorWithSize = 16; // smaller ones are pointers

bool reaches_global(const ir::Module& module) {
    const auto global =
        std::ranges::find(module.resources, std::to_underlying(ResourceId::GlobalMemory), &ir::Resource::guest_id);
    return global != module.resources.end();
}

} // namespace

Status lower(const Program& program, ir::Module& module, ir::ContextReader& context) {
    if (Status barriers = check_barriers(program, module, context); !barriers) return barriers;
    lower_stage(module);
    const Driver driver = driver_of(context);
    const Convention convention = convention_of(module.stage, driver_of_file(program), driver);
    if (const Status done = lower_textures(module, convention, context); !done) return done;
    if (convention.descriptor_bytes < kDescriptorWithSize && reaches_global(module))
        context.approximate(
            "each pointer among the parameters of the kernel leads to a storage buffer of its own, to its "
            "first byte: memory that two pointers share is not shared");
    if (const Status done = LowerModule(module, convention, context).run(); !done) {
        Fault fault = done.error();
        fault.text += about_assumed_driver(context);
        return std::unexpected(std::move(fault));
    }
    fit_constants(module, context);
    return fit_memory(module, context);
}

} // namespace relit::isa::maxwell
