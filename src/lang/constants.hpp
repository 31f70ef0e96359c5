// What a program reads of a guest's constant buffers: the rows that uniform blocks declare, name and keep.
#pragma once

#include "lang/target.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::lang {

inline constexpr std::uint32_t kConstantRowBytes = 16;

/// The rows of a constant buffer that the program reads, all by constant addresses inside the buffer; nothing where it
/// computes one, or reads the buffer's size.
[[nodiscard]] std::optional<std::set<std::uint32_t>> rows_read(const ir::Module& module, std::uint32_t resource);

/// What the rows `used` are called, in the order of their offsets: by the labels of the guest's file, of which those that
/// count on ("view[0]", "view[1]") are one array; rows without one by the buffer and their number in the guest's.
[[nodiscard]] std::vector<Member> members_of(const ir::Resource& buffer, const std::set<std::uint32_t>& used);

/// What one row is called that has the label: "view_1" of "view[1]".
[[nodiscard]] std::string row_name(const ir::Label& label);

/// Members of a block in the interface: the rows that are read, or, where the program computes addresses, those that have
/// labels. A block without labels, offsets of packed rows or registers has none. Each has a name of its own: of those that
/// share one the later ones end in _2 and so on.
[[nodiscard]] std::vector<Member> interface_members(const ir::Module& module, std::uint32_t resource);
/// The same of a block that can be declared by its members: the guest's file names some, and all rows that are read are
/// known; else empty.
[[nodiscard]] std::vector<Member> declared_members(const ir::Module& module, std::uint32_t resource);

/// The bytes of a packed buffer, from those of the guest's; what lies beyond those is 0.
[[nodiscard]] std::vector<std::uint8_t> packed_rows(const ir::Resource& packed, std::span<const std::uint8_t> whole);

} // namespace relit::lang
