#include "isa/r500/vs/lift/assumed.hpp"

#include "isa/text.hpp"

#include <string>

namespace relit::isa::r500::vs {

std::uint32_t read_assumed(ir::ContextReader& context, const ir::ContextKey& key, std::uint32_t likely,
                           std::string_view why) {
    const auto value = static_cast<std::uint32_t>(context.read_or(likely, key));
    if (context.brought().values.find(key.name) != nullptr || value != likely) return value;
    std::string text;
    print_hex(text, likely);
    context.assume(key.name, text, why);
    return value;
}

} // namespace relit::isa::r500::vs
