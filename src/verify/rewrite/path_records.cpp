#include "verify/rewrite/path_records.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace relit::verify {
namespace {

constexpr std::uint32_t kTaken = 0x10000;

struct PathBranch {
    ir::FunctionId function = 0;
    ir::BlockId block = 0;
    std::uint32_t origin = 0;
};

std::vector<PathBranch> branches_of(const ir::Module& module) {
    std::vector<PathBranch> all;
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) {
        for (ir::BlockId b = 0; b < module.functions[f].blocks.size(); ++b) {
            const ir::Terminator& end = module.functions[f].blocks[b].end;
            if (end.kind != ir::TerminatorKind::Branch && end.kind != ir::TerminatorKind::Switch) continue;
            const std::uint32_t origin = end.origin != 0 ? end.origin : module[end.value].origin;
            if (origin != 0) all.push_back({f, b, origin});
        }
    }
    return all;
}

void count(ir::Builder& ir, const PathBranch& branch, std::uint32_t file, std::uint32_t reg) {
    ir::Block& block = ir.module().functions[branch.function].blocks[branch.block];
    const ir::Terminator end = std::exchange(block.end, {});
    ir.move_to(branch.function, branch.block);
    ir.origin_index(branch.origin);
    const bool is_switch = end.kind == ir::TerminatorKind::Switch;
    const ir::Id way = is_switch ? end.value : ir.Select({end.value, ir.i32(kTaken), ir.i32(1)});
    ir.store(file, reg, ir.IAdd(ir.load(file, reg, ir::kI32), way));
    ir.module().functions[branch.function].blocks[branch.block].end = end;
}

} // namespace

bool add_path_records(ir::Module& module) {
    const std::vector<PathBranch> branches = branches_of(module);
    if (branches.empty()) return false;
    ir::Builder ir(module);
    ir.mode({});
    const std::uint32_t file =
        ir.file(kPathFile, ir::Kind::I32, 1, static_cast<std::uint32_t>(branches.size()), ir::Role::Register);
    for (std::uint32_t i = 0; i < branches.size(); ++i) count(ir, branches[i], file, i);
    ir.origin_index(0);
    return true;
}

std::uint32_t path_file(const ir::Module& module) {
    const auto found = std::ranges::find_if(
        module.files, [](const ir::RegisterFile& file) { return std::string_view(file.name) == kPathFile; });
    return static_cast<std::uint32_t>(found - module.files.begin());
}

} // namespace relit::verify
