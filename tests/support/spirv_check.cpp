#include "tests/support/spirv_check.hpp"

#include "verify/validation.hpp"

#include <spirv-tools/libspirv.hpp>

namespace relit::test {

std::string spirv_error(std::span<const std::uint32_t> words) { return verify::spirv_error(words); }

std::string spirv_text(std::span<const std::uint32_t> words) {
    const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
    std::string text;
    const bool done = tools.Disassemble(words.data(), words.size(), &text,
                                        SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
    return done ? text : "not SPIR-V";
}

} // namespace relit::test
