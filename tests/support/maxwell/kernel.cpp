#include "tests/support/maxwell/kernel.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/shapes.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace relit::test {

MaxwellVector kernel_of(std::string_view text, std::uint32_t threads, std::uint32_t result_words) {
    const std::string all = kResultInR4 + std::string(text);
    const auto code = isa::maxwell::assemble(all, {});
    if (!code) ADD_FAILURE() << code.error().text << "\n" << all;
    MaxwellVector kernel{.id = "test", .name = "test"};
    if (code) kernel.code = *code;
    kernel.shared_bytes = 4096;
    kernel.result_bytes = result_words * 4;
    kernel.workgroup = {threads, 1, 1};
    return kernel;
}

std::vector<std::uint32_t> words_of(const Result<std::vector<std::uint8_t>>& bytes) {
    if (!bytes) {
        ADD_FAILURE() << bytes.error().text;
        return {};
    }
    std::vector<std::uint32_t> words(bytes->size() / 4);
    std::memcpy(words.data(), bytes->data(), words.size() * 4);
    return words;
}

} // namespace relit::test
