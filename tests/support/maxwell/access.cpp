#include "tests/support/maxwell/access.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "run/interpreter.hpp"
#include "tests/support/marked_textures.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test {
namespace {

constexpr unsigned kResults = 8;

Result<std::vector<std::uint32_t>> interpreted(const ir::Module& module) {
    std::vector<ir::Bound> bound = marked_resources(module, 4 * kResults);
    std::vector<run::State> states(1, run::blank_state(module));
    const run::Host host{.bound = &bound};
    if (const Status done = run::run(module, states, {}, host); !done) return std::unexpected(done.error());
    return stored_words(module, bound);
}

} // namespace

bool Accessed::approximates(std::string_view what) const {
    return std::ranges::any_of(approximations,
                               [&](const std::string& one) { return one.find(what) != std::string::npos; });
}

std::string registers(unsigned first, const std::vector<std::uint32_t>& words) {
    std::string text;
    for (const std::uint32_t word : words) text += fmt::format("MOV32I R{}, {:#x} ;\n", first++, word);
    return text;
}

Accessed access_marked(const std::string& text, const ir::ContextValues& context) {
    std::string all = "MOV R40, c[0x0][0x140] ;\nMOV R41, c[0x0][0x144] ;\n";
    for (unsigned i = 0; i < kResults; ++i) all += fmt::format("MOV32I R{}, {:#x} ;\n", i, 0xdead0000U + i);
    all += text + "STG.E.128 [R40], R0 ;\nSTG.E.128 [R40+0x10], R4 ;\nEXIT ;\n";
    const auto file = isa::maxwell::assemble(all, {});
    if (!file) {
        ADD_FAILURE() << file.error().text << "\n" << all;
        return {};
    }
    ir::Context given{context};
    given.values.find_or_add("maxwell.convention", 2);
    ir::ContextReader reader(given);
    const auto module = translate::lift(isa::maxwell::kFrontend, *file, reader);
    if (!module) return {{}, module.error().text, {}};
    const auto words = interpreted(*module);
    if (!words) ADD_FAILURE() << words.error().text << "\n" << all;
    return {words ? *words : std::vector<std::uint32_t>(kResults), "", reader.approximations()};
}

} // namespace relit::test
