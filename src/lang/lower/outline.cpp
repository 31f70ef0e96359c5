#include "lang/lower/outline.hpp"

#include "ir/names.hpp"
#include "lang/denormals.hpp"
#include "lang/target.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <string>

#include <fmt/format.h>

namespace relit::lang {
namespace {

/// "fadd_f64", "fconvert_f64_f32", "fmul_rz_ftz"; "flush" of what does nothing else.
std::string name_of(const OutlineKey& key) {
    constexpr std::string_view kRoundings[] = {"", "_rz", "_rp", "_rm"};
    const bool copies = key.op == ir::Op::Copy;
    std::string name(copies ? "flush" : ir::info(key.op).mnemonic);
    if (key.first != ir::kF32 && key.first != ir::kI32) name += "_" + ir::type_name(key.first);
    if (key.result != key.first && key.result.kind != ir::Kind::Bool) name += "_" + ir::type_name(key.result);
    name += kRoundings[key.mode[ir::FloatMode::rounding]];
    if (flushes_any(key.mode) && !copies) name += "_ftz";
    return key.to_odd ? name + "_ro" : name;
}

/// "look_up_0"
std::string name_of_table(const OutlineKey& key) { return fmt::format("look_up_{}", key.resource - 1); }

/// "load_s0", "load_row_c", "store2_s0", "atomicadd_s0"
std::string name_of_access(const ir::Resource& resource, const OutlineKey& key) {
    std::string name = resource.full_name();
    std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    const auto lanes = [](ir::Type type) { return type.lanes == 1 ? "" : std::to_string(type.lanes); };
    const ir::OpInfo& row = ir::info(key.op);
    if (row.is_atomic()) return fmt::format("{}{}_{}", row.mnemonic, key.result == ir::kI64 ? "64" : "", name);
    if (row.is_store()) return fmt::format("store{}_{}", key.first == ir::kI64 ? "_pair" : lanes(key.last), name);
    if (key.last.lanes == kRowWords) return "load_row_" + name;
    return fmt::format("load{}_{}", key.last == ir::kI64 ? "_pair" : lanes(key.result), name);
}

/// "load_a0", or "load_a0x" of one lane of several
std::string name_of_vertex(const ir::Module& module, const OutlineKey& key) {
    ir::Access access{};
    access.raw[0] = key.resource - 1;
    const ir::RegisterFile& file = module.files[access[ir::Access::file]];
    const std::uint32_t lane = access[ir::Access::lane];
    const std::string name = fmt::format("load_{}{}", std::string_view(file.name), lane / file.lanes);
    return key.result.lanes == file.lanes ? name : name + ir::kLaneNames[lane % file.lanes];
}

std::string name_of(const ir::Module& module, const OutlineKey& key) {
    if (key.op == ir::Op::LoadTable) return name_of_table(key);
    if (key.op == ir::Op::LoadVertex) return name_of_vertex(module, key);
    return key.resource == 0 ? name_of(key) : name_of_access(module.resources[key.resource - 1], key);
}

} // namespace

OutlineKey outline_key(const ir::Module& module, ir::Id id) {
    const ir::Inst& inst = module[id];
    const auto type = [&](ir::Id operand) { return module[operand].type; };
    return {inst.op, inst.type, type(inst.operands.front()), type(inst.operands.back()), inst.mode};
}

void Outlines::count(const OutlineKey& key) {
    const auto known = std::ranges::find(uses_, key, &Uses::key);
    known == uses_.end() ? uses_.push_back({key, 1}) : void(++known->count);
}

std::size_t Outlines::uses(const OutlineKey& key) const {
    const auto known = std::ranges::find(uses_, key, &Uses::key);
    return known == uses_.end() ? 0 : known->count;
}

std::optional<ir::FunctionId> Outlines::find(const OutlineKey& key) const {
    const auto known = std::ranges::find(functions_, key, &Outline::key);
    return known == functions_.end() ? std::nullopt : std::optional(known->function);
}

Outlines::Position Outlines::begin(const OutlineKey& key, ir::Type result, std::span<const ir::Id> operands) {
    const Position before{ir_.function_here(), ir_.here(), ir_.origin_here(), ir_.mode()};
    functions_.push_back({key, ir_.function(name_of(ir_.module(), key), result)});
    auto& params = ir_.module().functions[functions_.back().function].params;
    for (const ir::Id id : operands) params.push_back(ir_.type_of(id));
    ir_.origin_index(0);
    ir_.mode({});
    return before;
}

void Outlines::finish(std::optional<ir::Id> value, const Position& before) {
    if (value) ir_.ret(*value);
    ir_.move_to(before.function, before.block);
    ir_.origin_index(before.origin);
    ir_.mode(before.mode);
    if (value) return;
    assert(functions_.back().function + 1 == ir_.module().functions.size()); // what has no form calls nothing
    functions_.pop_back();
    ir_.module().functions.pop_back();
}

} // namespace relit::lang
