#include "verify/spirv_text.hpp"

#include <spirv-tools/libspirv.hpp>

namespace relit::verify {

std::string spirv_text(const std::vector<std::uint32_t>& words) {
    constexpr std::uint32_t kStyle = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES |
                                     SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
    std::string text;
    return tools.Disassemble(words, &text, kStyle) ? text : std::string();
}

} // namespace relit::verify
