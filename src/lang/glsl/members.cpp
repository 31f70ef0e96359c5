// Constants under the names that the guest's file gives them: a block whose members lie where the constants lie.
#include "base/text.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

constexpr std::uint32_t kRow = 16, kWord = 4, kWordsOfRow = 4;
constexpr std::uint32_t kPlacedMembers = 440; // the version in which GLSL says where members lie

/// "view[2]"
struct Called {
    std::string base;
    std::optional<std::uint32_t> element;
};
Called called(std::string_view text) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return {std::string(text), {}};
    const auto element = parse_integer(text.substr(open + 1, text.size() - open - 2));
    if (!element) return {std::string(text), {}};
    return {std::string(text.substr(0, open)), static_cast<std::uint32_t>(*element)};
}

/// How many elements of an array stand one after the other from its first on; 0 where some stand elsewhere.
std::uint32_t elements_of(const ir::Resource& buffer, const std::string& base, std::uint32_t first) {
    std::uint32_t count = 0, others = 0;
    for (const ir::Label& label : buffer.labels) {
        const Called one = called(label.text);
        if (one.base != base || !one.element) continue;
        ++(label.offset == (first + count) * kRow && *one.element == count ? count : others);
    }
    return others == 0 ? count : 0;
}

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

Writer::Members Writer::members_of(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                   const std::function<std::string(std::string_view)>& fresh) const {
    Members members;
    for (const std::uint32_t row : used) {
        if (members.rows.contains(row)) continue;
        const auto label = std::ranges::find(buffer.labels, row * kRow, &ir::Label::offset);
        const Called name = label == buffer.labels.end() ? Called{} : called(label->text);
        const std::uint32_t element = name.element.value_or(0), first = row - std::min(row, element);
        const std::uint32_t count = name.element ? elements_of(buffer, name.base, first) : 0;
        if (count == 0) {
            const std::string own = name.element ? fmt::format("{}_{}", name.base, element) : name.base;
            members.declared.push_back(
                {row, 0, fresh(own.empty() ? fmt::format("{}{}", std::string_view(buffer.name), row) : own)});
            members.rows[row] = members.declared.back().name;
            continue;
        }
        members.declared.push_back({first, count, fresh(name.base)});
        for (std::uint32_t i = 0; i < count; ++i)
            members.rows[first + i] = fmt::format("{}[{}]", members.declared.back().name, i);
    }
    return members;
}

// Where it cannot be said where members lie, or constants are looked up by a computed number, the buffer stays an array.
void Writer::name_members(const std::function<std::string(std::string_view)>& fresh) {
    members_.resize(module_.resources.size());
    if (harness() || target_.literal || version_ < kPlacedMembers) return;
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
        const ir::Resource& buffer = module_.resources[i];
        const bool named = buffer.kind == ir::ResourceKind::ConstantBuffer && !buffer.labels.empty();
        const bool rows = used_resources_[i] && rows_[i] == ir::Kind::F32;
        if (named && rows) members_[i] = members_of(buffer, rows_by_number(i), fresh);
    }
}

std::string Writer::print_members(std::uint32_t resource) const {
    std::string text;
    for (const Member& member : members_[resource].declared) {
        const std::string array = member.rows == 0 ? "" : fmt::format("[{}]", member.rows);
        text += fmt::format("    layout(offset = {}) vec4 {}{};\n", member.row * kRow, member.name, array);
    }
    return text;
}

} // namespace relit::lang::glsl
