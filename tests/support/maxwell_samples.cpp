#include "tests/support/maxwell_samples.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell_vectors.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace relit::test {
namespace {

constexpr std::size_t kMostThreads = 1024;

std::string whole(std::string_view text) {
    return fmt::format(
        "S2R R22, SR_TID.X ;\nSHL R21, R22, 0x5 ;\nLDC.128 R0, c[0x2][R21] ;\nLDC.128 R4, c[0x2][R21+0x10] ;\n{}\n"
        "S2R R22, SR_TID.X ;\nMOV R20, c[0x0][0x140] ;\nMOV R21, c[0x0][0x144] ;\nSHL R22, R22, 0x4 ;\n"
        "IADD R20.CC, R20, R22 ;\nIADD.X R21, R21, RZ ;\nSTG.E.128 [R20], R16 ;\nEXIT ;\n",
        text);
}

std::vector<std::uint8_t> code_of(std::string_view text) {
    const auto code = isa::maxwell::assemble(whole(text), {});
    if (!code) ADD_FAILURE() << code.error().text << "\n" << text;
    return code ? *code : std::vector<std::uint8_t>{};
}

void run(std::string_view text, std::span<const MaxwellGiven> samples, std::vector<MaxwellLeft>& all) {
    MaxwellVector kernel{.id = "samples", .name = "samples", .code = code_of(text)};
    const auto threads = static_cast<std::uint32_t>(samples.size());
    kernel.input.resize(samples.size_bytes());
    std::memcpy(kernel.input.data(), samples.data(), samples.size_bytes());
    kernel.result_bytes = threads * sizeof(MaxwellLeft);
    kernel.shared_bytes = kernel.local_bytes = 4096;
    kernel.workgroup = {threads, 1, 1};
    const auto bytes = interpret(kernel, Warps::AreSubgroups);
    if (!bytes) ADD_FAILURE() << bytes.error().text << "\n" << text;
    const std::size_t first = all.size();
    all.resize(first + samples.size());
    if (bytes) std::memcpy(&all[first], bytes->data(), bytes->size());
}

} // namespace

std::vector<MaxwellLeft> left_by(std::string_view text, std::span<const MaxwellGiven> samples) {
    std::vector<MaxwellLeft> all;
    for (; !samples.empty(); samples = samples.subspan(std::min(samples.size(), kMostThreads)))
        run(text, samples.first(std::min(samples.size(), kMostThreads)), all);
    return all;
}

namespace {

Result<ir::Module> lifted(std::string_view text, ir::ContextReader& reader) {
    const std::vector<std::uint8_t> code = code_of(text);
    return translate::lift(isa::maxwell::kFrontend, code, reader);
}
ir::Context context() { return {{{"maxwell.convention", 2}, {"maxwell.warp_is_subgroup", 1}}}; } // 2: deko3d

} // namespace

std::vector<std::string> doubts_of(std::string_view text) {
    const ir::Context given = context();
    ir::ContextReader reader(given);
    const auto module = lifted(text, reader);
    if (!module) ADD_FAILURE() << module.error().text << "\n" << text;
    return reader.doubts();
}

std::string refusal_of(std::string_view text) {
    const ir::Context given = context();
    ir::ContextReader reader(given);
    const auto module = lifted(text, reader);
    return module ? "" : module.error().text;
}

bool is_doubtful(std::string_view text, std::string_view words) {
    return std::ranges::any_of(doubts_of(text),
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
