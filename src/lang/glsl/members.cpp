// Constants under the names that the guest's file gives them: a block whose members lie where the constants lie, or, where
// constants are looked up by computed numbers too, an array and variables that hold its rows.
#include "lang/constants.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

constexpr std::uint32_t kExplicitOffsets = 440; // the version in which GLSL says where members lie

} // namespace

/// The row that a load takes by its number, as floats; nothing of other loads.
std::optional<std::uint32_t> Writer::row_by_number(ir::Id id) const {
    const ir::Inst& inst = module_[id];
    const auto at = ir::info(inst.op).loads(ir::Memory::Buffer) ? ir::known_offset(module_, inst) : std::nullopt;
    return at ? std::optional(static_cast<std::uint32_t>(*at) / kRowBytes) : std::nullopt;
}

Writer::NumberedRows Writer::rows_by_number(std::uint32_t resource) const {
    NumberedRows found;
    for (const ir::Function& function : module_.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                const ir::OpInfo& op = ir::info(inst.op);
                if (!op.touches(ir::Memory::Buffer) || !op.has(ir::kReads) || inst.imm != resource) continue;
                const auto row = row_by_number(id);
                if (row) found.rows.insert(*row);
                found.are_all = found.are_all && row;
            }
        }
    }
    return found;
}

Writer::Members Writer::named_members(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                      const Fresh& fresh) const {
    Members members{.declared = members_of(buffer, used)};
    std::uint32_t end = 0;
    for (Member& member : members.declared) {
        member.name = fresh(member.name);
        for (std::uint32_t i = 0; i < member.count; ++i)
            members.rows[member.offset / kRowBytes + i] =
                member.is_array ? fmt::format("{}[{}]", member.name, i) : member.name;
        const bool gap = member.offset > end && version_ < kExplicitOffsets;
        members.gaps.push_back(gap ? fresh("unused") : "");
        end = member.offset + member.count * kRowBytes;
    }
    return members;
}

/// Of an array: variables that hold the rows that have names and are used by their numbers.
Writer::Members Writer::named_rows(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                   const Fresh& fresh) const {
    Members members;
    for (const ir::Label& label : buffer.labels)
        if (const std::uint32_t row = label.offset / kRowBytes; used.contains(row))
            members.rows.emplace(row, fresh(row_name(label)));
    return members;
}

void Writer::name_members(const Fresh& fresh) {
    members_.resize(module_.resources.size());
    if (target_.literal) return;
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
        const ir::Resource& buffer = module_.resources[i];
        const bool named = !buffer.labels.empty(), packed = !buffer.guest_offsets.empty();
        const bool rows = used_resources_[i] && buffer.element == ir::kF32.with_lanes(kRowWords);
        if (buffer.kind != ir::ResourceKind::ConstantBuffer || !(named || packed) || !rows) continue;
        const NumberedRows used = rows_by_number(i);
        members_[i] = used.are_all ? named_members(buffer, used.rows, fresh) : named_rows(buffer, used.rows, fresh);
    }
}

// Rows follow each other as they do without an explicit offset.
std::string Writer::print_members(std::uint32_t resource) const {
    const Members& members = members_[resource];
    std::string text;
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < members.declared.size(); ++i) {
        const Member& member = members.declared[i];
        const bool has_offsets = version_ >= kExplicitOffsets && module_.resources[resource].guest_offsets.empty();
        const std::string layout = has_offsets ? fmt::format("layout(offset = {}) ", member.offset) : "";
        const std::string array = member.is_array ? fmt::format("[{}]", member.count) : "";
        if (!members.gaps[i].empty())
            text += fmt::format("    vec4 {}[{}];\n", members.gaps[i], (member.offset - end) / kRowBytes);
        text += fmt::format("    {}vec4 {}{};\n", layout, member.name, array);
        end = member.offset + member.count * kRowBytes;
    }
    return text;
}

// "vec4 gain = c[460];"
std::string Writer::print_named_rows(std::uint32_t resource) const {
    std::string text;
    for (const auto& [row, name] : members_[resource].rows)
        text += fmt::format("vec4 {} = {}[{}];\n", name, resource_names_[resource], row);
    return text;
}

} // namespace relit::lang::glsl
