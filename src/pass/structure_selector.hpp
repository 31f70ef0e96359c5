// The registers in which pass/structure notes where control is to go next.
#pragma once

#include "ir/builder.hpp"

#include <algorithm>
#include <string_view>

namespace relit::pass {

/// A file of at least `count` i32 registers of that name; functions share it, since nothing runs between a store and
/// its load.
[[nodiscard]] inline std::uint32_t selector_file(ir::Module& module, std::string_view name, std::uint32_t count) {
    const auto found = std::ranges::find_if(module.files, [&](const ir::RegisterFile& file) {
        return std::string_view(file.name) == name && file.role == ir::Role::Register && file.kind == ir::Kind::I32;
    });
    if (found == module.files.end()) return ir::Builder(module).file(name, ir::Kind::I32, 1, count, ir::Role::Register);
    found->count = std::max(found->count, count);
    return static_cast<std::uint32_t>(found - module.files.begin());
}

} // namespace relit::pass
