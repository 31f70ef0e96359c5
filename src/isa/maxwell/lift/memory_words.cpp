// Memory that programs reach, as resources of the module.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/lift/driver/surface_words.hpp"
#include "isa/maxwell/lift/driver/which_driver.hpp"
#include "isa/maxwell/lift/lifter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kMostMemory = 1U << 20;

ir::Resource declaration(const ir::Module& module, ResourceId id, ir::ResourceKind kind, std::string_view name,
                         std::uint32_t bytes) {
    return {.name = std::pmr::string(name, module.arena()),
            .kind = kind,
            .size = bytes,
            .guest_id = std::to_underlying(id)};
}

/// The number of the first resource for which `is_wanted` holds.
template <class Predicate>
std::optional<std::uint32_t> number_where(const ir::Module& module, Predicate is_wanted) {
    const auto found = std::ranges::find_if(module.resources, is_wanted);
    if (found == module.resources.end()) return {};
    return static_cast<std::uint32_t>(found - module.resources.begin());
}

} // namespace

/// Of as many bytes as the file says, or, where it does not, the context key; where neither does, lower() finds them.
std::uint32_t Lift::memory(ResourceId id, ir::ResourceKind kind, std::string_view name, std::uint32_t bytes) {
    const ir::ContextKey& size_key = kind == ir::ResourceKind::Shared ? key::shared_bytes : key::local_bytes;
    if (bytes == 0) bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(context.read(size_key), kMostMemory));
    bytes = (bytes + 3) / 4 * 4;
    if (const auto known = known_resource(id)) {
        std::uint32_t& size = ir.module().resources[*known].size;
        size = size == 0 || bytes == 0 ? 0 : std::max(size, bytes); // of two programs that use it
        return *known;
    }
    return ir.resource(declaration(ir.module(), id, kind, name, bytes));
}

std::optional<std::uint32_t> Lift::known_resource(ResourceId id) {
    return number_where(ir.module(), [&](const ir::Resource& one) { return one.guest_id == std::to_underlying(id); });
}

std::optional<std::uint32_t> Lift::known_constants(std::uint32_t slot) {
    return number_where(ir.module(), [&](const ir::Resource& one) {
        return one.kind == ir::ResourceKind::ConstantBuffer && one.binding == slot;
    });
}

std::uint32_t Lift::global_memory() {
    if (!global_) global_ = known_resource(ResourceId::GlobalMemory);
    if (!global_)
        global_ = ir.resource(
            declaration(ir.module(), ResourceId::GlobalMemory, ir::ResourceKind::StorageBuffer, "global", 0));
    return *global_;
}

std::uint32_t Lift::shared_memory() {
    if (!shared_) shared_ = memory(ResourceId::SharedMemory, ir::ResourceKind::Shared, "shared", program.shared_bytes);
    return *shared_;
}

std::uint32_t Lift::local_memory() {
    if (!local_) local_ = memory(ResourceId::LocalMemory, ir::ResourceKind::Scratch, "local", program.local_bytes);
    return *local_;
}

std::uint32_t Lift::shared(ResourceId id, std::string_view name, std::uint32_t bytes) {
    if (const auto known = known_resource(id)) return *known;
    return ir.resource(declaration(ir.module(), id, ir::ResourceKind::Shared, name, bytes));
}

std::uint32_t Lift::barrier_result() {
    if (!barrier_) barrier_ = ir.file(own_name("bar"), ir::Kind::I32, 1, 1, ir::Role::Register);
    return *barrier_;
}

ir::Id Lift::address() {
    const auto offset = static_cast<std::uint32_t>(offset_of(in));
    const ir::Id from = reg(in[Role::A]);
    return offset == 0 ? from : ir.IAdd(from, i32(offset));
}

ir::Id Lift::constant(std::uint32_t slot, ir::Id offset, ir::Type type) {
    const ir::Inst& at = ir.module()[offset];
    if (at.op == ir::Op::Const && type == ir::kI32) {
        const auto bytes = static_cast<std::uint32_t>(ir.module().literal(at)[0]);
        if (const auto word = surface_word(convention(), context, slot, bytes)) return i32(*word);
    }
    std::optional<std::uint32_t>& known = constants_[slot];
    if (!known) {
        known = known_constants(slot);
        if (!known) known = ir.constant_buffer(fmt::format("c{}", slot), slot, kConstantBytes);
    }
    return ir.load_buffer(*known, offset, type);
}

const Convention& Lift::convention() {
    if (!convention_) {
        const Driver driver = driver_of(context);
        convention_ = convention_of(ir.module().stage, driver_of_file(program), driver);
    }
    return *convention_;
}

} // namespace relit::isa::maxwell
