// Keys of translations: known before translating, different where anything that was read is, and never the same for
// different bytes.
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "isa/random.hpp"
#include "tests/support/parsed.hpp"
#include "translate/linked.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

namespace relit {
namespace {

constexpr lang::Target kTargets[] = {{.dialect = lang::Dialect::SpirV},
                                     {.dialect = lang::Dialect::GlslVulkan, .version = 450},
                                     {.dialect = lang::Dialect::GlslVulkan, .version = 450, .literal = true}};

/// Some keys of the guest with small values: most are legal, others are refused.
ir::Context random_context(const isa::Frontend& frontend, isa::Random& random) {
    ir::Context context;
    for (const isa::ContextKey& key : frontend.context_keys) {
        if (!random.one_in(3)) continue;
        std::string name(key.name);
        for (std::size_t mark = name.find('#'); mark != name.npos; mark = name.find('#'))
            name.replace(mark, 1, std::to_string(random.below(2)));
        context.values[name] = random.below(3);
    }
    return context;
}

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
            ir::Context context = i == 0 ? ir::Context{} : random_context(frontend, random);
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
    EXPECT_GT(changed, 0U) << "no sample was translated";
}

INSTANTIATE_TEST_SUITE_P(Guests, Keys, testing::ValuesIn(guests::frontends().begin(), guests::frontends().end()),
                         [](const auto& param) {
                             std::string name(param.param->name());
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

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
        const auto value = key.default_value();
        if (!value) {
            ++computed;
            EXPECT_TRUE(key.usual.empty() || key.usual.starts_with("as ") || key.usual.find("else") != key.usual.npos)
                << key.name << ": " << key.usual;
            continue;
        }
        const Status taken = guests::check_context({{name, *value}});
        EXPECT_TRUE(taken) << key.name << ": " << (taken ? "" : taken.error().text);
    }
    EXPECT_LT(2 * computed, GetParam()->context_keys.size());
}

TEST(ContextKeys, CountTheirNamesAndReadNumbers) {
    constexpr ir::ContextKey kNamed{"a", "never:0x200|less|equal", "equal", ""}, kWhole{"a", "COUNT 0..32", "0x1f", ""};
    constexpr ir::ContextKey kReal{"a", "FLOAT", "1.0", ""}, kComputed{"a", "0|1", "as the file says", ""};
    EXPECT_EQ(kNamed.default_value(), 0x202U);
    EXPECT_EQ(kWhole.default_value(), 31U);
    EXPECT_EQ(kReal.default_value(), 0x3f800000U);
    EXPECT_EQ(kComputed.default_value(), std::nullopt);
}

TEST(ContextKeys, ListTheirValuesInOrder) {
    std::string all;
    ir::for_each_choice("never:0x200|less|COUNT 3..0x10|REGISTER|D3D", [&](const ir::ContextChoice& one) {
        all += fmt::format("{} {} {}\n", one.name, one.first, one.last);
    });
    EXPECT_EQ(all, "never 512 512\nless 513 513\n 3 16\n 0 4294967295\nD3D 514 514\n");
}

} // namespace
} // namespace relit
