#include "verify/rewrite/register_records.hpp"

#include "ir/builder.hpp"
#include "verify/compared.hpp"
#include "verify/rewrite/record_words.hpp"

#include <algorithm>

namespace relit::verify {
namespace {

constexpr std::uint64_t kMostBytes = 1U << 24;

/// Returns a number of three parts, the first of which counts fastest.
ir::Id number_of(ir::Builder& ir, ir::Builtin builtin, const std::array<std::uint32_t, 3>& sizes) {
    const ir::Id parts = ir.add(ir::Op::ReadBuiltin, ir::kI32.with_lanes(3), {}, static_cast<std::uint32_t>(builtin));
    const ir::Id slow = ir.IAdd({ir.lane(parts, 1), ir.IMul({ir.lane(parts, 2), ir.i32(sizes[1])})});
    return ir.IAdd({ir.lane(parts, 0), ir.IMul({slow, ir.i32(sizes[0])})});
}

std::uint32_t free_binding(const ir::Module& module) {
    std::uint32_t binding = 0;
    for (const ir::Resource& resource : module.resources)
        if (resource.kind == ir::ResourceKind::StorageBuffer) binding = std::max(binding, resource.binding + 1);
    return binding;
}

} // namespace

RegisterRecords::OfInvocation RegisterRecords::lane_at(std::uint64_t byte) const {
    return {byte / record_bytes, words[byte % record_bytes / kRecordWord]};
}

std::optional<RegisterRecords> add_register_records(ir::Module& module, std::array<std::uint32_t, 3> groups) {
    const std::array<std::uint32_t, 3> size = {module.workgroup[0], module.workgroup[1], module.workgroup[2]};
    const std::vector<OutputCount> stored = stored_registers(module);
    RegisterRecords records;
    for (const OutputCount& each : stored) {
        const ir::RegisterFile& file = module.files[each.index];
        const unsigned words = ir::bits_of(file.kind) > kRecordWordBits ? 2 : 1;
        for (unsigned i = 0; i < file.lanes * words; ++i)
            records.words.push_back({each.index, each.reg * file.lanes + i / words});
    }
    const std::uint64_t each = std::uint64_t{size[0]} * size[1] * size[2],
                        all = each * groups[0] * groups[1] * groups[2],
                        record_bytes = records.words.size() * kRecordWord;
    if (record_bytes == 0 || all > kMostBytes / record_bytes) return std::nullopt;
    records.invocations = static_cast<std::uint32_t>(all);
    records.record_bytes = static_cast<std::uint32_t>(record_bytes);
    ir::Builder ir(module);
    ir.mode({});
    records.resource =
        ir.storage_buffer(kRegisterRecords, free_binding(module), static_cast<std::uint32_t>(all * record_bytes));
    for (const ir::BlockId block : returns_of(module.functions[0])) {
        append(ir, block, [&] {
            const ir::Id group = number_of(ir, ir::Builtin::WorkgroupId, groups);
            const ir::Id local = number_of(ir, ir::Builtin::LocalInvocationId, size);
            const ir::Id invocation = ir.IAdd({ir.IMul({group, ir.i32(static_cast<std::uint32_t>(each))}), local});
            const ir::Id record = ir.IMul({invocation, ir.i32(records.record_bytes)});
            std::uint32_t word = 0;
            for (const OutputCount& reg : stored) {
                const ir::RegisterFile file = module.files[reg.index];
                const ir::Type type{file.kind, static_cast<std::uint8_t>(file.lanes)};
                const ir::Id address = ir.IAdd(record, ir.i32(word * kRecordWord));
                store_words(ir, records.resource, address, ir.load(reg.index, reg.reg * file.lanes, type));
                word += file.lanes * (ir::bits_of(file.kind) > kRecordWordBits ? 2 : 1);
            }
        });
    }
    return records;
}

} // namespace relit::verify
