#include "ir/verify/text.hpp"

#include "base/text.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"

#include <algorithm>
#include <cstdint>

namespace relit::ir {

Result<Module> parse_and_verify(std::string_view text) {
    Lines where;
    auto module = parse(text, &where);
    if (!module) return module;
    const auto violation = find_violation(*module);
    if (!violation) return module;
    const std::uint32_t line = line_of(*violation, where);
    std::uint32_t column = 0;
    if (line != 0) {
        const std::string_view at = split_lines(text)[line - 1];
        column = static_cast<std::uint32_t>(std::min(at.find_first_not_of(" \t"), at.size())) + 1;
    }
    return std::unexpected(Fault{FaultKind::BadInput, violation->text, {}, line, column});
}

} // namespace relit::ir
