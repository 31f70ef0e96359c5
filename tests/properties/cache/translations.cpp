// The result with a cache is the result without, byte for byte, whatever was asked before.
#include "guests/guests.hpp"
#include "tests/support/cache/random_context.hpp"
#include "tests/support/cache/trials.hpp"
#include "translate/cached.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

namespace relit::cached_translations {
namespace {

namespace fs = std::filesystem;

constexpr lang::Target kTargets[] = {
    {.dialect = lang::Dialect::SpirV},
    {.dialect = lang::Dialect::GlslVulkan, .version = 450},
    {.dialect = lang::Dialect::SpirV, .interface = lang::Interface::Harness, .has_int64 = true, .has_float64 = true},
    {.dialect = lang::Dialect::GlslOpenGl, .version = 450, .literal = true}};

struct File {
    const isa::Frontend* frontend = nullptr;
    std::vector<std::uint8_t> bytes;
};

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Small files of a folder that a guest takes, sorted: a share of large corpora.
std::vector<File> programs_in(const fs::path& folder, std::size_t most) {
    constexpr std::uintmax_t kMostBytes = 16 << 10;
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->is_regular_file() && at->file_size() <= kMostBytes) paths.push_back(at->path());
    std::ranges::sort(paths);
    std::vector<File> files;
    const std::size_t step = std::max<std::size_t>(paths.size() / std::max<std::size_t>(most, 1), 1);
    for (std::size_t i = 0; i < paths.size(); i += step) {
        const auto bytes = bytes_of(paths[i]);
        for (const isa::Frontend* frontend : guests::frontends()) {
            if (bytes.empty() || frontend->codec.recognise(bytes).sureness == Sureness::No) continue;
            if (frontend->parse(bytes)) files.push_back({frontend, bytes});
        }
    }
    return files;
}

/// Asks for a translation, with and without; 1 where it is not refused.
std::size_t hold(cache::Cache& cache, const File& file, const ir::Context& context, const lang::Target& target) {
    const auto program = file.frontend->parse(file.bytes);
    if (!program) return 0;
    const auto plain = translate::translate(**program, context, target);
    const auto with = translate::translate(&cache, **program, context, target);
    EXPECT_EQ(plain.has_value(), with.has_value());
    if (!plain || !with) {
        EXPECT_TRUE(plain || with || plain.error().text == with.error().text);
        return 0;
    }
    EXPECT_EQ(test::record_of(*plain), test::record_of(**with)) << file.frontend->name() << " " << plain->key;
    EXPECT_EQ(translate::to_json(*plain), translate::to_json(**with)) << file.frontend->name() << " " << plain->key;
    return 1;
}

/// In a random order, most questions several times; the cache is opened again now and then.
void hold_all(const std::vector<File>& files, std::size_t questions, std::uint64_t seed) {
    const test::ScratchFolder scratch;
    cache::Settings settings{.folder = scratch.cache(), .build = translate::build_number()};
    settings.most_bytes_in_memory = 1 << 16; // little: the disk is asked, too
    isa::Random random(seed);
    std::vector<ir::Context> contexts(1);
    std::size_t held = 0;
    std::uint64_t hits = 0;
    auto cache = cache::Cache::open(settings);
    ASSERT_TRUE(cache) << cache.error().text;
    for (std::size_t i = 0; i < questions; ++i) {
        const File& file = files[random.below(static_cast<std::uint32_t>(files.size()))];
        isa::Random fixed(random.below(6));
        const ir::Context context = random.one_in(2) ? ir::Context{} : test::random_context(*file.frontend, fixed);
        held += hold(**cache, file, context, kTargets[random.below(4)]);
        if (i % 100 != 99) continue;
        hits += (*cache)->counts().disk_hits + (*cache)->counts().memory_hits;
        EXPECT_EQ((*cache)->counts().damaged, 0U);
        cache->reset();
        cache = cache::Cache::open(settings);
        ASSERT_TRUE(cache) << cache.error().text;
    }
    EXPECT_GT(held, questions / 4) << "too few are translated";
    EXPECT_GT(hits, questions / 8) << "too few are found";
}

TEST(CachedTranslations, AreThoseWithoutACacheOfSamples) {
    std::vector<File> files;
    for (const isa::Frontend* frontend : guests::frontends())
        for (std::uint64_t seed = 0; seed < 6; ++seed) files.push_back({frontend, frontend->codec.sample(seed)});
    hold_all(files, 1000, 1);
}

TEST(CachedTranslations, AreThoseWithoutACacheOfFilesThatComeWithUs) {
    const auto files = programs_in(RELIT_DATA, 1000);
    ASSERT_GT(files.size(), 20U);
    hold_all(files, 600, 2);
}

TEST(CachedTranslations, AreThoseWithoutACacheOfTheCorpus) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder = corpus != nullptr ? corpus : RELIT_SOURCE "/../shared/corpus";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    const auto files = programs_in(folder, 400);
    ASSERT_GT(files.size(), 20U);
    hold_all(files, 800, 3);
}

TEST(CachedTranslations, AreFoundTheSecondTime) {
    const auto cache = cache::Cache::open({.build = translate::build_number()});
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const File file{&frontend, frontend.codec.sample(1)};
    EXPECT_EQ(hold(**cache, file, {}, kTargets[0]), 1U);
    EXPECT_EQ((*cache)->counts().memory_hits, 0U);
    EXPECT_EQ(hold(**cache, file, {}, kTargets[0]), 1U);
    EXPECT_EQ((*cache)->counts().memory_hits, 2U) << "the set of keys, then the translation";
    EXPECT_EQ(hold(**cache, file, {{{"unused.key", 1}}}, kTargets[0]), 1U);
    EXPECT_EQ((*cache)->counts().memory_hits, 4U);
    EXPECT_EQ(hold(**cache, file, {}, kTargets[1]), 1U);
    EXPECT_EQ((*cache)->counts().memory_hits, 4U);
}

/// Each is asked for by a process of its own, which does nothing else.
TEST(CachedTranslations, AreKeptWhileTheyAreUsed) {
    const test::ScratchFolder scratch;
    cache::Settings settings{.folder = scratch.cache(), .build = translate::build_number(), .most_bytes = 1 << 20};
    settings.use_resolution = std::chrono::milliseconds(0);
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const auto result_of = [&](std::uint64_t seed) {
        const int status = test::in_child([&] {
            const auto cache = cache::Cache::open(settings);
            const auto program = frontend.parse(frontend.codec.sample(seed));
            translate::CacheResult how = translate::CacheResult::Miss;
            const auto made = translate::translate(cache->get(), **program, {}, kTargets[0], {}, {}, &how);
            return made && (*cache)->flush() ? static_cast<int>(how) : 99;
        });
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 99) << seed;
        return static_cast<translate::CacheResult>(WEXITSTATUS(status));
    };
    EXPECT_EQ(result_of(0), translate::CacheResult::Miss);
    for (std::uint64_t seed = 1; seed < 200; ++seed) {
        EXPECT_EQ(result_of(seed), translate::CacheResult::Miss) << seed;
        ASSERT_EQ(result_of(0), translate::CacheResult::Hit) << seed;
    }
    EXPECT_EQ(result_of(199), translate::CacheResult::Hit);
    EXPECT_EQ(result_of(1), translate::CacheResult::Miss) << "it was not used again";
}

/// An entry that lies under the key of another translation is none.
TEST(CachedTranslations, AreNotThoseOfAnotherKey) {
    const auto cache = cache::Cache::open({.build = translate::build_number()});
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const auto right = frontend.parse(frontend.codec.sample(1)), other = frontend.parse(frontend.codec.sample(2));
    ASSERT_TRUE(right && other);
    const auto wanted = translate::translate(cache->get(), **right, {}, kTargets[0]);
    const auto wrong = translate::translate(**other, {}, kTargets[0]);
    ASSERT_TRUE(wanted && wrong);
    constexpr auto kShader = translate::EntryKind::Shader;
    using Value = translate::CachedValue<translate::Translation>;
    (*cache)->put(translate::key_of((*wanted)->key, kShader), translate::kind_of(kShader),
                  std::make_shared<const Value>(translate::Kept<translate::Translation>{*wrong, {}, {}}));
    translate::CacheResult cache_result = translate::CacheResult::Hit;
    const auto again = translate::translate(cache->get(), **right, {}, kTargets[0], {}, {}, &cache_result);
    ASSERT_TRUE(again);
    EXPECT_EQ(cache_result, translate::CacheResult::Miss);
    EXPECT_EQ(test::record_of(**again), test::record_of(**wanted));
}

/// A vertex and a fragment program in one entry.
TEST(CachedTranslations, OfPairsAreThoseWithoutACache) {
    const auto cache = cache::Cache::open({.build = translate::build_number()});
    std::size_t held = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const isa::Frontend &vertex = *guests::frontend_named("rsx.vp"), &fragment = *guests::frontend_named("rsx.fp");
        const auto first = vertex.parse(vertex.codec.sample(seed % 4)),
                   second = fragment.parse(fragment.codec.sample(seed % 4));
        ASSERT_TRUE(first && second);
        const isa::Program* const row[] = {first->get(), second->get()};
        const auto plain = translate::translate_linked(row, {}, kTargets[0]);
        const auto with = translate::translate_linked(cache->get(), row, {}, kTargets[0]);
        ASSERT_EQ(plain.has_value(), with.has_value());
        if (!plain) continue;
        EXPECT_EQ(test::record_of(*plain), test::record_of(**with));
        ++held;
    }
    EXPECT_GT(held, 0U);
    EXPECT_GE((*cache)->counts().memory_hits, held);
}

TEST(CachedTranslations, SayWhatMadeThemMiss) {
    const test::ScratchFolder scratch;
    const auto cache = cache::Cache::open({.folder = scratch.cache(), .build = translate::build_number()});
    ASSERT_TRUE(cache);
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const auto program = frontend.parse(frontend.codec.sample(1));
    const isa::Program* const row[] = {program->get()};
    const std::vector<translate::ProgramFiles> files = {{"nv2a", {frontend.codec.sample(1)}}};
    const auto why = [&](const ir::Context& context, const lang::Target& target) {
        return translate::look_up(**cache, row, context, target, {}, files).why;
    };
    EXPECT_EQ(why({}, kTargets[0]), "no translation of this program is there");
    const auto made = translate::translate(cache->get(), *row[0], {}, kTargets[0], {}, files);
    ASSERT_TRUE(made && (*cache)->flush());
    EXPECT_EQ(why({}, kTargets[0]), "");
    EXPECT_EQ(translate::look_up(**cache, row, {}, kTargets[0]).full_key, (*made)->key);
    ASSERT_TRUE((*made)->read.values.contains("nv2a.arithmetic"));
    EXPECT_EQ(
        why({{{"nv2a.arithmetic", 1}}}, kTargets[0]),
        "no translation with these values of context keys; the nearest differs: nv2a.arithmetic is 1, there not given");
    EXPECT_EQ(why({}, kTargets[1]), "the program is there, but for target \"SPIR-V\"");
}

// ---- records

TEST(CachedTranslations, AreRefusedWhereTheirRecordIsDamaged) {
    const isa::Frontend& frontend = *guests::frontend_named("rsx.fp");
    const auto made = translate::translate(frontend, frontend.codec.sample(2), {}, kTargets[1]);
    ASSERT_TRUE(made) << made.error().text;
    const auto whole =
        translate::bytes_of(translate::Kept<translate::Translation>{*made, "key", {{{"nv2a.arithmetic", 1}}}});
    const auto kept = translate::kept_translation_of(whole);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->program_key, "key");
    EXPECT_EQ(kept->said, (ir::Context{{{"nv2a.arithmetic", 1}}}));
    const translate::Translation* const back = &kept->result;
    EXPECT_EQ(test::record_of(*back), test::record_of(*made));
    EXPECT_EQ(translate::to_json(*back), translate::to_json(*made));
    EXPECT_EQ(back->artifact.text, made->artifact.text);
    for (std::size_t size = 0; size < whole.size(); ++size)
        ASSERT_FALSE(translate::kept_translation_of(Bytes(whole).first(size))) << size;
    isa::Random random(1);
    for (int i = 0; i < 2000; ++i) { // whatever it says: it ends, and takes no more memory than it has
        auto changed = whole;
        changed[random.below(static_cast<std::uint32_t>(whole.size()))] = static_cast<std::uint8_t>(random.below(256));
        (void)translate::kept_translation_of(changed).has_value();
        (void)translate::kept_linked_of(changed).has_value();
        (void)translate::origin_of(changed).has_value();
        (void)translate::key_sets_of(changed).has_value();
    }
}

} // namespace
} // namespace relit::cached_translations
