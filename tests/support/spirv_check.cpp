#include "tests/support/spirv_check.hpp"

#include <spirv-tools/libspirv.hpp>

namespace relit::test {
namespace {

// The oldest Vulkan that takes the module's version.
spv_target_env environment_for(std::span<const std::uint32_t> words) {
    const std::uint32_t version = words.size() > 1 ? words[1] : 0;
    if (version >= 0x10600) return SPV_ENV_VULKAN_1_3;
    if (version >= 0x10400) return SPV_ENV_VULKAN_1_2;
    return SPV_ENV_VULKAN_1_1;
}

} // namespace

std::string spirv_error(std::span<const std::uint32_t> words) {
    std::string said;
    spvtools::SpirvTools teller(environment_for(words));
    teller.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
        said += "word " + std::to_string(at.index) + ": " + message + "\n";
    });
    // What nests deeper than SPIR-V promises is said by the translation (approximate).
    spvtools::ValidatorOptions options;
    options.SetUniversalLimit(spv_validator_limit_max_control_flow_nesting_depth, 1 << 20);
    return teller.Validate(words.data(), words.size(), options) ? "" : said + "\n";
}

std::string spirv_text(std::span<const std::uint32_t> words) {
    const spvtools::SpirvTools tools(environment_for(words));
    std::string text;
    const bool done = tools.Disassemble(words.data(), words.size(), &text,
                                        SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
    return done ? text : "not SPIR-V";
}

} // namespace relit::test
