#include "ir/verify/text.hpp"

#include "base/text.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"

#include <algorithm>
#include <cstdint>

namespace relit::ir {
namespace {

/// The line that begins the module, for a violation of the module as a whole.
std::uint32_t line_of_module(const std::vector<std::string_view>& lines) {
    const auto begins = [](std::string_view line) {
        return line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("module");
    };
    return static_cast<std::uint32_t>(std::ranges::find_if(lines, begins) - lines.begin()) + 1;
}

} // namespace

Result<Module> parse_and_verify(std::string_view text) {
    Lines where;
    auto module = parse(text, &where);
    if (!module) return module;
    const auto violation = find_violation(*module);
    if (!violation) return module;
    const auto lines = split_lines(text);
    const std::uint32_t of_part = line_of(*violation, where), line = of_part != 0 ? of_part : line_of_module(lines);
    const std::string_view at = lines[line - 1];
    const auto column = static_cast<std::uint32_t>(std::min(at.find_first_not_of(" \t"), at.size())) + 1;
    return std::unexpected(Fault{FaultKind::BadInput, violation->text, {}, line, column});
}

} // namespace relit::ir
