// Where memory is exhausted, at any allocation, the functions of the library give an error, and end nothing.
#include <relit/cache.hpp>
#include <relit/gs.hpp>
#include <relit/gs_machine.hpp>
#include <relit/gs_player.hpp>
#include <relit/relit.hpp>

#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "tests/failures/failing_new.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

namespace relit::failures {
namespace {

using test::FailingNew;

std::vector<std::uint8_t> data(const std::string& name) {
    std::ifstream in(RELIT_DATA "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Nothing where it went well.
using Call = std::function<std::optional<api::Error>()>;

/// Fails allocations spread over all that a call makes, each alone and with all after it. `least`: how many must not be harmless.
void expect_errors(const Call& call, std::uint64_t least = 50, std::uint64_t tried = 150) {
    constexpr std::uint64_t kAllAfter = UINT64_MAX / 2;
    std::uint64_t all = 0;
    ASSERT_FALSE(call()); // makes what is made once a process
    {
        const FailingNew counting(0);
        ASSERT_FALSE(call());
        all = FailingNew::calls();
    }
    std::uint64_t failed = 0;
    for (std::uint64_t number = 1; number <= all; number += std::max<std::uint64_t>(1, all / tried)) {
        for (const std::uint64_t count : {std::uint64_t{1}, kAllAfter}) {
            std::optional<api::Error> error;
            {
                const FailingNew failing(number, count);
                ASSERT_NO_THROW(error = call()) << number << " of " << all;
            }
            if (!error) continue; // it was harmless
            ++failed;
            EXPECT_EQ(error->code, 5) << number << " of " << all;
            EXPECT_EQ(error->text, "out of memory");
        }
    }
    EXPECT_GE(failed, std::min(least, all)) << "of " << all;
    EXPECT_FALSE(call());
}

/// The error is moved, for a copy could take memory.
template <class T>
std::optional<api::Error> taken(api::Expected<T>&& result) {
    if (result) return {};
    return std::move(result.error());
}

TEST(WithoutMemory, ProgramsAreErrors) {
    const auto file = data("nv2a/lighting.bin");
    expect_errors([&] { return taken(api::disassemble("nv2a", file)); });
    const std::string text = *api::disassemble("nv2a", file);
    expect_errors([&] { return taken(api::assemble("nv2a", text)); });
    expect_errors([&] { return taken(api::translate("nv2a", file)); });
    const api::TranslateOptions glsl{.host = api::Host::GlslVulkan};
    expect_errors([&] { return taken(api::translate("nv2a", file, glsl)); });
}

TEST(WithoutMemory, LinkedProgramsAreErrors) {
    const auto vertex = data("maxwell/v_ids.uam.vert.dksh"), fragment = data("maxwell/f_deriv.uam.frag.dksh");
    expect_errors([&] { return taken(api::translate_pair("maxwell", vertex, "maxwell", fragment)); });
}

TEST(WithoutMemory, CachesAreErrors) {
    const auto file = data("nv2a/op_add.bin");
    expect_errors(
        [&]() -> std::optional<api::Error> {
            auto cache = api::TranslationCache::open({.workers = 2});
            if (!cache) return std::move(cache.error());
            if (auto made = cache->translate("nv2a", file); !made) return std::move(made.error());
            return taken(cache->look_up("nv2a", file));
        },
        20);
}

TEST(WithoutMemory, WorkersOfCachesGiveErrors) {
    const auto file = data("nv2a/op_add.bin");
    expect_errors(
        [&]() -> std::optional<api::Error> {
            auto cache = api::TranslationCache::open({.workers = 2});
            if (!cache) return std::move(cache.error());
            api::Request request{.language = {}, .file = {}};
            try {
                request = {.language = "nv2a", .file = file};
            } catch (const std::bad_alloc&) {
                return api::Error{5, "out of memory", {}, 0, 0}; // of the caller
            }
            auto pending = cache->request(std::move(request));
            if (!pending) return std::move(pending.error());
            const auto& made = pending->get();
            return made ? std::nullopt : std::optional(api::Error{made.error().code, "out of memory", {}, 0, 0});
        },
        20);
}

TEST(WithoutMemory, WarmingCountsWhatCouldBeMade) {
    std::vector<api::Request> all;
    for (int i = 0; i < 4; ++i) all.push_back({.language = "nv2a", .file = data("nv2a/op_add.bin")});
    std::size_t fewest = all.size();
    for (std::uint64_t number = 1; number < 2000; number += 50) {
        auto cache = api::TranslationCache::open({.workers = 2});
        const FailingNew failing(number, UINT64_MAX / 2);
        std::size_t made = 0;
        ASSERT_NO_THROW(made = cache->warm(all)) << number;
        fewest = std::min(fewest, made);
    }
    EXPECT_EQ(fewest, 0U);
}

TEST(WithoutMemory, DumpsAreErrors) {
    constexpr std::string_view kText = "FRAME_1 FBW=1, PSM=CT32\n.vsync 0\n";
    const auto dump = *api::gs::assemble(kText);
    expect_errors([&] { return taken(api::gs::disassemble(dump)); }, 10);
    expect_errors([&] { return taken(api::gs::assemble(kText)); }, 10);
    const auto read = [&dump](std::size_t& at) {
        return [&dump, &at](std::span<std::uint8_t> into) {
            const std::size_t count = std::min(into.size(), dump.size() - at);
            std::copy_n(dump.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
            at += count;
            return count;
        };
    };
    expect_errors(
        [&] {
            std::size_t at = 0;
            return taken(api::gs::Player::open(read(at)));
        },
        5, 10);
    expect_errors([] { return taken(api::gs::Machine::with({})); }, 2, 10);
}

TEST(WithoutMemory, DocumentsOfJsonEnd) {
    constexpr std::string_view kText =
        R"({"a":[[1,2],[3,{"b":[{"c":[]},{}]}]],"d":{"e":"a text that is not short at all","f":[1,[2,[3]]]},"g":0,"h":[],)"
        R"("i":{},"j":[1],"k":[2],"l":[3],"m":[4],"n":[[[[5]]]]})";
    const auto try_reading = [&](bool ordered) {
        const FailingNew counting(0);
        const Bytes bytes(reinterpret_cast<const std::uint8_t*>(kText.data()), kText.size());
        for (std::uint64_t number = 0; number < 400; ++number) {
            const FailingNew failing(number, UINT64_MAX / 2);
            try {
                const auto take = [](const nlohmann::ordered_json&, bool) { return Status(); };
                const bool is_read =
                    ordered ? read_json(reader_of(bytes), {}, take).has_value() : read_json(kText, {}).has_value();
                EXPECT_TRUE(is_read);
            } catch (const std::bad_alloc&) {}
        }
        // Whole, and taken apart without memory.
        std::optional<JsonDocument<nlohmann::json>> whole(std::move(*read_json(kText, {})));
        const FailingNew failing(1, UINT64_MAX / 2);
        whole.reset();
    };
    try_reading(false);
    try_reading(true);
}

} // namespace
} // namespace relit::failures
