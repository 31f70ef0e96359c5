// Constants under the names that the guest's file gives them: a block whose members lie where the constants lie.
#include "lang/constants.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

constexpr std::uint32_t kRow = kConstantRowBytes, kWord = 4, kWordsOfRow = 4;
constexpr std::uint32_t kPlacedMembers = 440; // the version in which GLSL says where members lie

} // namespace

/// The rows that are used, if nothing looks one up otherwise than by its number, as floats.
std::set<std::uint32_t> Writer::rows_by_number(std::uint32_t resource) const {
    std::set<std::uint32_t> rows;
    for (const ir::Function& function : module_.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                if ((inst.op != ir::Op::LoadBuffer && inst.op != ir::Op::BufferSize) || inst.imm != resource) continue;
                const auto at = inst.op == ir::Op::LoadBuffer ? known(inst.operands[0]) : std::nullopt;
                const bool whole = at && !by_row_[id] && inst.type.kind == ir::Kind::F32 &&
                                   *at / kWord % kWordsOfRow + inst.type.lanes <= kWordsOfRow &&
                                   *at / kRow < module_.resources[resource].size / kRow;
                if (!whole) return {};
                rows.insert(*at / kRow);
            }
        }
    }
    return rows;
}

Writer::Members Writer::named_members(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                      const std::function<std::string(std::string_view)>& fresh) const {
    Members members{.declared = members_of(buffer, used)};
    for (Member& member : members.declared) {
        member.name = fresh(member.name);
        for (std::uint32_t i = 0; i < member.count; ++i)
            members.rows[member.offset / kRow + i] =
                member.is_array ? fmt::format("{}[{}]", member.name, i) : member.name;
    }
    return members;
}

// Where it cannot be said where members lie, or constants are looked up by a computed number, the buffer stays an array.
void Writer::name_members(const std::function<std::string(std::string_view)>& fresh) {
    members_.resize(module_.resources.size());
    if (harness() || target_.literal) return;
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
        const ir::Resource& buffer = module_.resources[i];
        const bool packed = !buffer.guest_offsets.empty();
        const bool named = !buffer.labels.empty() && version_ >= kPlacedMembers;
        const bool rows = used_resources_[i] && rows_[i] == ir::Kind::F32;
        if (buffer.kind == ir::ResourceKind::ConstantBuffer && (named || packed) && rows)
            members_[i] = named_members(buffer, rows_by_number(i), fresh);
    }
}

// Packed rows follow each other as they do without being told.
std::string Writer::print_members(std::uint32_t resource) const {
    const bool packed = !module_.resources[resource].guest_offsets.empty();
    std::string text;
    for (const Member& member : members_[resource].declared) {
        const std::string place = packed ? "" : fmt::format("layout(offset = {}) ", member.offset);
        const std::string array = member.is_array ? fmt::format("[{}]", member.count) : "";
        text += fmt::format("    {}vec4 {}{};\n", place, member.name, array);
    }
    return text;
}

} // namespace relit::lang::glsl
