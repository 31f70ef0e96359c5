#include "lang/constants.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace relit::lang {
namespace {

using ir::Id;

constexpr std::uint32_t kRow = kConstantRowBytes;

/// "view[2]"
struct Label {
    std::string base;
    std::optional<std::uint32_t> element;
};
Label parse_label(std::string_view text) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return {std::string(text), {}};
    const auto element = parse_integer(text.substr(open + 1, text.size() - open - 2));
    if (!element) return {std::string(text), {}};
    return {std::string(text.substr(0, open)), static_cast<std::uint32_t>(*element)};
}

std::uint32_t guest_offset(const ir::Resource& buffer, std::uint32_t row) {
    return row < buffer.guest_offsets.size() ? buffer.guest_offsets[row] : row * kRow;
}

/// How many elements of an array follow each other, here and in the guest, from its first at row `first` on; 0 where some
/// lie elsewhere.
std::uint32_t elements_of(const ir::Resource& buffer, const std::string& base, std::uint32_t first) {
    std::uint32_t count = 0, others = 0;
    for (const ir::Label& label : buffer.labels) {
        const Label one = parse_label(label.text);
        if (one.base != base || !one.element) continue;
        const bool follows = label.offset == (first + count) * kRow && *one.element == count &&
                             guest_offset(buffer, first + count) == guest_offset(buffer, first) + count * kRow;
        ++(follows ? count : others);
    }
    return others == 0 ? count : 0;
}

/// The member that begins at `row`, or that the row is an element of.
Member member_at(const ir::Resource& buffer, std::uint32_t row) {
    const auto found = std::ranges::find(buffer.labels, row * kRow, &ir::Label::offset);
    const Label label = found == buffer.labels.end() ? Label{} : parse_label(found->text);
    const std::uint32_t element = label.element.value_or(0), first = row - std::min(row, element);
    const std::uint32_t count = label.element ? elements_of(buffer, label.base, first) : 0;
    if (count != 0) return {label.base, first * kRow, guest_offset(buffer, first), count, true};
    std::string name = found == buffer.labels.end() ? std::string() : row_name(*found);
    const std::uint32_t from = guest_offset(buffer, row);
    if (name.empty()) name = fmt::format("{}{}", buffer.full_name(), from / kRow);
    return {std::move(name), row * kRow, from, 1, false};
}

std::vector<Member> unique(std::vector<Member> members) {
    std::set<std::string> taken;
    for (Member& member : members) {
        const std::string wanted = member.name;
        for (unsigned i = 2; !taken.insert(member.name).second; ++i) member.name = fmt::format("{}_{}", wanted, i);
    }
    return members;
}

} // namespace

std::optional<std::set<std::uint32_t>> rows_read(const ir::Module& module, std::uint32_t resource) {
    std::set<std::uint32_t> rows;
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const Id id : block.insts) {
                const ir::Inst& inst = module[id];
                const ir::OpInfo& op = ir::info(inst.op);
                if (!op.touches(ir::Memory::Buffer) || !op.has(ir::kReads) || inst.imm != resource) continue;
                const auto at = op.is_load() ? ir::known_offset(module, inst) : std::nullopt;
                const std::uint32_t bytes = ir::bits_of(inst.type) / 8;
                if (!at || *at > module.resources[resource].size || module.resources[resource].size - *at < bytes)
                    return {};
                const auto last = static_cast<std::uint32_t>((*at + bytes - 1) / kRow);
                for (auto row = static_cast<std::uint32_t>(*at / kRow); row <= last; ++row) rows.insert(row);
            }
        }
    }
    return rows;
}

std::vector<Member> members_of(const ir::Resource& buffer, const std::set<std::uint32_t>& used) {
    std::vector<Member> members;
    std::uint32_t end = 0; // of the last
    for (const std::uint32_t row : used) {
        if (row * kRow < end) continue;
        members.push_back(member_at(buffer, row));
        end = members.back().offset + members.back().count * kRow;
    }
    return members;
}

std::string row_name(const ir::Label& label) {
    const Label parsed = parse_label(label.text);
    return parsed.element ? fmt::format("{}_{}", parsed.base, *parsed.element) : parsed.base;
}

std::vector<Member> interface_members(const ir::Module& module, std::uint32_t resource) {
    const ir::Resource& buffer = module.resources[resource];
    if (buffer.labels.empty() && buffer.guest_offsets.empty() && !buffer.holds_registers) return {};
    const auto read = rows_read(module, resource);
    if (read) return unique(members_of(buffer, *read));
    std::set<std::uint32_t> named;
    for (const ir::Label& label : buffer.labels) named.insert(label.offset / kRow);
    return unique(members_of(buffer, named));
}

std::vector<Member> declared_members(const ir::Module& module, std::uint32_t resource) {
    const ir::Resource& buffer = module.resources[resource];
    if (buffer.kind != ir::ResourceKind::ConstantBuffer || buffer.labels.empty()) return {};
    const auto read = rows_read(module, resource);
    return read ? unique(members_of(buffer, *read)) : std::vector<Member>{};
}

std::vector<std::uint8_t> packed_rows(const ir::Resource& packed, std::span<const std::uint8_t> whole) {
    std::vector<std::uint8_t> bytes(packed.guest_offsets.size() * kRow);
    for (std::size_t row = 0; row < packed.guest_offsets.size(); ++row) {
        const std::span<const std::uint8_t> from =
            whole.subspan(std::min<std::size_t>(packed.guest_offsets[row], whole.size()));
        std::copy_n(from.begin(), std::min<std::size_t>(from.size(), kRow),
                    bytes.begin() + static_cast<std::ptrdiff_t>(row * kRow));
    }
    return bytes;
}

} // namespace relit::lang
