#include "verify/compared.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace relit::verify {
namespace {

/// Registers and memory that instructions store to, in the order of the module.
class Stored {
public:
    explicit Stored(const ir::Module& module) : module_(module) {
        for (const ir::Function& function : module.functions)
            for (const ir::Block& block : function.blocks)
                for (const ir::Id id : block.insts) add(module[id]);
    }

    [[nodiscard]] std::vector<OutputCount> registers(ir::Role role) const {
        std::vector<OutputCount> all;
        for (const auto& [index, reg] : registers_) {
            const ir::RegisterFile& file = module_.files[index];
            const bool is_guest = file.purpose == ir::FilePurpose::Guest;
            if (file.role != role || !is_guest) continue;
            const std::string number = file.count == 1 ? "" : std::to_string(reg);
            all.push_back({.name = std::string(file.name) + number, .index = index, .reg = reg});
        }
        return all;
    }
    [[nodiscard]] std::vector<OutputCount> memory() const {
        std::vector<OutputCount> all;
        for (const std::uint32_t index : resources_) {
            const ir::ResourceKind kind = module_.resources[index].kind;
            if (kind == ir::ResourceKind::StorageBuffer || kind == ir::ResourceKind::Image)
                all.push_back({.name = std::string(module_.resources[index].name), .is_memory = true, .index = index});
        }
        return all;
    }

private:
    void add(const ir::Inst& inst) {
        const ir::OpInfo& row = ir::info(inst.op);
        if (row.stores(ir::Memory::Registers))
            return row.has(ir::kIndexed) ? add_file(inst.access()[ir::Access::file]) : add_registers(inst);
        if (row.writes(ir::Memory::Buffer)) resources_.insert(inst.imm);
        if (row.writes(ir::Memory::Image)) resources_.insert(module_.texture_uses[inst.imm].resource);
    }
    void add_registers(const ir::Inst& inst) {
        const std::uint32_t index = inst.access()[ir::Access::file], lane = inst.access()[ir::Access::lane];
        const ir::RegisterFile& file = module_.files[index];
        const std::uint32_t taken = ir::lanes_taken(file, ir::accessed_type(module_, inst));
        for (std::uint32_t i = 0; i < std::max(taken, 1U); ++i) registers_.emplace(index, (lane + i) / file.lanes);
    }
    void add_file(std::uint32_t index) {
        for (std::uint32_t reg = 0; reg < module_.files[index].count; ++reg) registers_.emplace(index, reg);
    }

    const ir::Module& module_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> registers_;
    std::set<std::uint32_t> resources_;
};

} // namespace

std::uint32_t OutputCount::left_out() const {
    return std::accumulate(not_compared.begin(), not_compared.end(), std::uint32_t{0});
}

std::string OutputCount::reasons() const {
    std::vector<std::string_view> occurred;
    for (std::size_t i = 0; i < not_compared.size(); ++i)
        if (not_compared[i] != 0) occurred.push_back(kNotCompared[i]);
    return occurred.empty() ? std::string("no sample ran") : fmt::format("{}", fmt::join(occurred, ", "));
}

std::vector<OutputCount> outputs_of(const ir::Module& module) {
    const Stored stored(module);
    std::vector<OutputCount> outputs = stored.registers(ir::Role::Output);
    for (OutputCount& each : stored.memory()) outputs.push_back(std::move(each));
    return outputs.empty() ? stored.registers(ir::Role::Register) : outputs;
}

std::vector<OutputCount> stored_registers(const ir::Module& module) {
    return Stored(module).registers(ir::Role::Register);
}

void count_sample(OutputCount& output, std::optional<NotCompared> why) {
    if (!why) {
        ++output.compared;
        return;
    }
    ++output.not_compared[static_cast<std::size_t>(*why)];
}

void add_counts(std::vector<OutputCount>& to, const std::vector<OutputCount>& more) {
    for (const OutputCount& each : more) {
        const auto known = std::ranges::find(to, each.name, &OutputCount::name);
        if (known == to.end()) {
            to.push_back(each);
            continue;
        }
        known->compared += each.compared;
        for (std::size_t i = 0; i < each.not_compared.size(); ++i) known->not_compared[i] += each.not_compared[i];
    }
}

} // namespace relit::verify
