// The registers in which pass/structure notes where control is to go next.
#pragma once

#include "ir/builder.hpp"

#include <algorithm>
#include <string_view>

namespace relit::pass {

/// The file of that purpose, with at least `count` i32 registers; made, under `name`, where there is none. Functions share it,
/// since nothing runs between a store and its load.
[[nodiscard]] inline std::uint32_t selector_file(ir::Module& module, ir::FilePurpose purpose, std::string_view name,
                                                 std::uint32_t count) {
    const auto found = std::ranges::find_if(module.files, [&](const ir::RegisterFile& file) {
        return file.purpose == purpose && file.role == ir::Role::Register;
    });
    if (found == module.files.end())
        return ir::Builder(module).file(name, ir::Kind::I32, 1, count, ir::Role::Register, purpose);
    found->count = std::max(found->count, count);
    return static_cast<std::uint32_t>(found - module.files.begin());
}

} // namespace relit::pass
