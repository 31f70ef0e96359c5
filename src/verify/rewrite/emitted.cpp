#include "verify/rewrite/emitted.hpp"

#include <string>

namespace relit::verify {

using ir::Id;
using ir::Role;

EmittedVertices::EmittedVertices(ir::Builder& builder) : ir_(builder) {
    const ir::Module& module = ir_.module();
    const std::uint32_t vertices = module.geometry.vertices;
    const std::size_t files = module.files.size(); // grows
    for (std::uint32_t i = 0; i < files; ++i) {
        if (module.files[i].role != Role::Output) continue;
        const std::string name = "emitted_" + std::string(module.files[i].name);
        const ir::RegisterFile& from = module.files[i];
        kept_.push_back({i, ir_.file(name, from.kind, from.lanes, from.count * vertices, Role::Output)});
    }
    count_ = ir_.file("emitted", ir::Kind::I32, 1, 1, Role::Output);
    ends_ = ir_.file("ends", ir::Kind::I32, 1, vertices + 1, Role::Output);
}

void EmittedVertices::keep_vertex() {
    const ir::Module& module = ir_.module();
    const Id count = ir_.load(count_, 0, ir::kI32);
    for (const Kept& each : kept_) {
        const std::uint32_t registers = module.files[each.from].count, lanes = module.files[each.from].lanes;
        const ir::Type type{module.files[each.from].kind, static_cast<std::uint8_t>(lanes)};
        const Id first = ir_.IMul(count, ir_.i32(registers));
        for (std::uint32_t reg = 0; reg < registers; ++reg)
            ir_.store_at(each.to, reg * lanes, first, ir_.load(each.from, reg * lanes, type));
    }
    // The machine makes no more vertices than the program says.
    const Id more = ir_.ULt(count, ir_.i32(module.geometry.vertices));
    ir_.store(count_, 0, ir_.Select(more, ir_.IAdd(count, ir_.i32(1)), count));
}

void EmittedVertices::end_primitive() {
    const Id count = ir_.load(count_, 0, ir::kI32);
    ir_.store_at(ends_, 0, count, ir_.i32(1));
}

} // namespace relit::verify
