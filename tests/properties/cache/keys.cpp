// Keys of translations: known before translating, different where anything that was read is, and never the same for
// different bytes.
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "tests/support/cache/random_context.hpp"
#include "tests/support/guests/parsed.hpp"
#include "translate/linked.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

namespace relit::keys {
namespace {

constexpr lang::Target kTargets[] = {{.dialect = lang::Dialect::SpirV},
                                     {.dialect = lang::Dialect::GlslVulkan, .version = 450},
                                     {.dialect = lang::Dialect::GlslVulkan, .version = 450, .literal = true}};

std::string output_of(const lang::Artifact& artifact) {
    std::string all = artifact.text + '\0' + artifact.partial;
    for (const std::uint32_t word : artifact.words) all += std::to_string(word) + ' ';
    return all;
}

class Keys : public testing::TestWithParam<const isa::Frontend*> {};

/// What a cache keeps: sets of keys that were read, by program key, and outputs, by full key.
struct Cache {
    std::map<std::string, std::vector<ir::Context>> sets;
    std::map<std::string, std::string> outputs;

    [[nodiscard]] const std::string* find(const std::string& first, const ir::Context& context) const {
        const auto known = sets.find(first);
        if (known == sets.end()) return nullptr;
        for (const ir::Context& set : known->second)
            if (const auto at = outputs.find(translate::full_key(first, set, context)); at != outputs.end())
                return &at->second;
        return nullptr;
    }
};

/// Translates, whether it is known or not, and holds it to what is known. False where the program is refused.
bool hold(Cache& cache, const isa::Program& program, const ir::Context& context, const lang::Target& target) {
    const isa::Program* const row[] = {&program};
    const std::string first = translate::program_key(row, target);
    const std::string* const known = cache.find(first, context);
    const auto done = translate::translate(program, context, target);
    if (!done) return false;
    const std::string output = output_of(done->artifact);
    EXPECT_EQ(known != nullptr ? *known : output, output);
    EXPECT_EQ(done->key, translate::full_key(first, done->read, context));
    EXPECT_EQ(cache.outputs.emplace(done->key, output).first->second, output);
    cache.sets[first].push_back(done->read);
    return true;
}

TEST_P(Keys, AreKnownBeforeTranslatingAndLeadToOneOutput) {
    const isa::Frontend& frontend = *GetParam();
    constexpr std::uint64_t kPrograms = 12, kContexts = 8;
    Cache cache;
    std::uint32_t count = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const auto program = frontend.parse(frontend.codec.sample(seed));
        ASSERT_TRUE(program) << program.error().text;
        isa::Random random(seed);
        for (std::uint64_t i = 0; i < kContexts; ++i) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " context " + std::to_string(i));
            ir::Context context = i == 0 ? ir::Context{} : test::random_context(frontend, random);
            const lang::Target& target = kTargets[random.below(3)];
            if (!hold(cache, **program, context, target)) continue;
            ++count;
            // Another context that says the same of what was read is known.
            context.values["unused.key"] = i;
            const isa::Program* const row[] = {program->get()};
            EXPECT_NE(cache.find(translate::program_key(row, target), context), nullptr);
            EXPECT_TRUE(hold(cache, **program, context, target));
        }
    }
    EXPECT_GE(count, kPrograms);
}

TEST_P(Keys, ChangeWithEveryValueThatWasRead) {
    const isa::Frontend& frontend = *GetParam();
    std::size_t changed = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto program = frontend.parse(frontend.codec.sample(seed));
        ASSERT_TRUE(program) << program.error().text;
        const isa::Program* const row[] = {program->get()};
        const auto done = translate::translate(**program, {}, kTargets[0]);
        if (!done) continue;
        const std::string first = translate::program_key(row, kTargets[0]);
        std::set<std::string> keys = {done->key};
        std::size_t count = 1;
        for (const auto& [name, value] : done->read.values) {
            for (const std::uint64_t said : {value, value + 1}) { // saying the default is another key, too
                const ir::Context context{{{name, said}}};
                EXPECT_TRUE(keys.insert(translate::full_key(first, done->read, context)).second) << name;
                ++count;
            }
        }
        EXPECT_EQ(keys.size(), count);
        changed += count - 1;
        const ir::Context other{{{"unused.key", 1}}};
        EXPECT_EQ(translate::full_key(first, done->read, other), done->key);
    }
    EXPECT_TRUE(changed != 0 || frontend.context_keys.empty()) << "no sample was translated";
}

INSTANTIATE_TEST_SUITE_P(Guests, Keys, testing::ValuesIn(guests::frontends().begin(), guests::frontends().end()),
                         [](const auto& param) {
                             std::string name(param.param->name());
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

/// Every field of a target, given another value.
constexpr void (*kChanges[])(lang::Target&) = {
    [](lang::Target& t) { t.dialect = lang::Dialect::GlslVulkan; },
    [](lang::Target& t) { t.interface = lang::Interface::Harness; },
    [](lang::Target& t) { t.version = 450; },
    [](lang::Target& t) { t.literal = !t.literal; },
    [](lang::Target& t) { t.debug_lines = !t.debug_lines; },
    [](lang::Target& t) { t.leaves_out_unknown = !t.leaves_out_unknown; },
    [](lang::Target& t) { t.debug_operations = !t.debug_operations; },
    [](lang::Target& t) { t.keeps_denormals = !t.keeps_denormals; },
    [](lang::Target& t) { t.keeps_signed_zero = !t.keeps_signed_zero; },
    [](lang::Target& t) { t.flushes_denormals = !t.flushes_denormals; },
    [](lang::Target& t) { t.has_int64 = !t.has_int64; },
    [](lang::Target& t) { t.has_int16 = !t.has_int16; },
    [](lang::Target& t) { t.has_int8 = !t.has_int8; },
    [](lang::Target& t) { t.has_float16 = !t.has_float16; },
    [](lang::Target& t) { t.has_float64 = !t.has_float64; },
    [](lang::Target& t) { t.has_atomic_int64 = !t.has_atomic_int64; },
    [](lang::Target& t) { t.has_subgroups = !t.has_subgroups; },
    [](lang::Target& t) { t.has_demote = !t.has_demote; },
    [](lang::Target& t) { t.fuses = !t.fuses; },
    [](lang::Target& t) { t.loops_end_at_head = !t.loops_end_at_head; },
    [](lang::Target& t) { t.constants = lang::ConstantLayout::Packed; },
    [](lang::Target& t) { t.loop_limit = 7; },
};

TEST(ProgramKeys, DifferForEveryFieldOfATarget) {
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const test::ParsedPrograms program{{&frontend, frontend.codec.sample(1)}};
    std::set<std::string> keys{translate::program_key(program, lang::Target{})}, words{translate::words_of({})};
    for (const auto change : kChanges) {
        lang::Target target;
        change(target);
        keys.insert(translate::program_key(program, target));
        words.insert(translate::words_of(target));
    }
    EXPECT_EQ(keys.size(), std::size(kChanges) + 1);
    EXPECT_EQ(words.size(), std::size(kChanges) + 1);
}

TEST(ProgramKeys, HaveTargetsThatCanBeSaidInWords) {
    EXPECT_EQ(translate::words_of({.version = 0x10500}), "SPIR-V 1.5");
    EXPECT_EQ(
        translate::words_of({.dialect = lang::Dialect::GlslOpenGl, .version = 330, .literal = true, .fuses = false}),
        "GLSL 330 for OpenGL, literal, no fused multiply-add");
}

TEST(ProgramKeys, DifferForTargetsPassesAndPrograms) {
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const test::ParsedPrograms programs{{&frontend, frontend.codec.sample(1)}, {&frontend, frontend.codec.sample(2)}};
    const isa::Program *const one[] = {&programs[0]}, *const other[] = {&programs[1]};
    std::set<std::string> keys;
    for (const lang::Target& target : kTargets) keys.insert(translate::program_key(one, target));
    keys.insert(translate::program_key(other, kTargets[0]));
    keys.insert(translate::program_key(programs, kTargets[0]));
    keys.insert(translate::program_key(one, kTargets[0], {.passes = "to_ssa"}));
    keys.insert(translate::program_key(one, kTargets[0], {.passes = ""}));
    keys.insert(translate::program_key(one, kTargets[0], {.observe = true}));
    EXPECT_EQ(keys.size(), std::size(kTargets) + 5);
    EXPECT_EQ(translate::program_key(one, kTargets[0]), translate::program_key(one, kTargets[0]));
}

// ---- rows of context keys

TEST_P(Keys, HaveDefaultsThatTheirRowsTakeOrSayWhatTheyFollowFrom) {
    std::size_t computed = 0;
    for (const isa::ContextKey& key : GetParam()->context_keys) {
        std::string name(key.name);
        for (std::size_t mark = name.find('#'); mark != name.npos; mark = name.find('#')) name.replace(mark, 1, "0");
        const auto value = key.default_value;
        if (!value) {
            ++computed;
            EXPECT_TRUE(key.usual.empty() || key.usual.starts_with("as ") || key.usual.find("else") != key.usual.npos)
                << key.name << ": " << key.usual;
            continue;
        }
        const Status taken = guests::check_context({{name, *value}});
        EXPECT_TRUE(taken) << key.name << ": " << (taken ? "" : taken.error().text);
    }
    EXPECT_LE(2 * computed, GetParam()->context_keys.size());
}

TEST(ContextKeys, CountTheirNamesAndReadNumbers) {
    constexpr ir::ContextKey kNamed{"a", "never:0x200|less|equal", "equal", ""}, kWhole{"a", "COUNT 0..32", "0x1f", ""};
    constexpr ir::ContextKey kReal{"a", "FLOAT", "1.0", ""}, kComputed{"a", "0|1", "as the file says", ""};
    EXPECT_EQ(kNamed.default_value, 0x202U);
    EXPECT_EQ(kWhole.default_value, 31U);
    EXPECT_EQ(kReal.default_value, 0x3f800000U);
    EXPECT_EQ(kComputed.default_value, std::nullopt);
}

TEST(ContextKeys, ListTheirValuesInOrder) {
    std::string all;
    ir::for_each_choice("never:0x200|less|COUNT 3..0x10|REGISTER|D3D", [&](const ir::ContextChoice& one) {
        all += fmt::format("{} {} {}\n", one.name, one.first, one.last);
    });
    EXPECT_EQ(all, "never 512 512\nless 513 513\n 3 16\n 0 4294967295\nD3D 514 514\n");
}

} // namespace
} // namespace relit::keys
