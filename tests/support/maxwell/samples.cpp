#include "tests/support/maxwell/samples.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace relit::test {

std::vector<MaxwellLeft> left_by(std::string_view text, std::span<const MaxwellGiven> samples) {
    auto left = run_over(text, samples);
    if (!left) ADD_FAILURE() << left.error().text << "\n" << text;
    return left ? *std::move(left) : std::vector<MaxwellLeft>{};
}

namespace {

Result<ir::Module> lifted(std::string_view text, ir::ContextReader& reader) {
    const auto code = isa::maxwell::assemble(text_over(text), {});
    if (!code) return std::unexpected(code.error());
    return translate::lift(isa::maxwell::kFrontend, *code, reader);
}
ir::Context context() { return {{{"maxwell.convention", 2}, {"maxwell.warp_is_subgroup", 1}}}; } // 2: deko3d

} // namespace

std::vector<std::string> caveats_of(std::string_view text) {
    const ir::Context given = context();
    ir::ContextReader reader(given);
    const auto module = lifted(text, reader);
    if (!module) ADD_FAILURE() << module.error().text << "\n" << text;
    return reader.approximations();
}

std::string refusal_of(std::string_view text) {
    const ir::Context given = context();
    ir::ContextReader reader(given);
    const auto module = lifted(text, reader);
    return module ? "" : module.error().text;
}

bool is_approximate(std::string_view text, std::string_view words) {
    return std::ranges::any_of(caveats_of(text),
                               [&](const std::string& one) { return one.find(words) != std::string::npos; });
}

std::vector<MaxwellGiven> triples_of(std::span<const std::uint32_t> words, std::uint32_t seed) {
    std::vector<MaxwellGiven> samples;
    std::mt19937 random(seed);
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        MaxwellGiven& sample = samples.emplace_back(MaxwellGiven{a, b, c});
        for (std::size_t i = 3; i < sample.size(); ++i) sample[i] = static_cast<std::uint32_t>(random());
    };
    for (const std::uint32_t a : words)
        for (const std::uint32_t b : words)
            for (const std::uint32_t c : words) add(a, b, c);
    const std::size_t count = samples.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
        add(a, b, static_cast<std::uint32_t>(random()));
    }
    return samples;
}

} // namespace relit::test
