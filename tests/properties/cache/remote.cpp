// The tier of a cache that is a server: what is put is found by others, and a server that lies, stalls or is away gives no wrong
// value, costs a bounded time and is said.
#include "cache/cache.hpp"
#include "guests/guests.hpp"
#include "tests/support/cache/http_server.hpp"
#include "tests/support/cache/trials.hpp"
#include "translate/cached.hpp"
#include "translate/key.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include <fmt/format.h>

namespace relit::cache::remote_cache {
namespace {

using namespace std::chrono_literals;
using test::HttpExchange;
using test::HttpFiles;
using test::HttpRequestSeen;
using test::HttpServer;

constexpr std::uint8_t kKind = 7;

Settings settings_of(const std::string& url, const std::string& folder = {}) {
    Settings settings{.folder = folder, .build = test::kTrialBuild};
    settings.remote.url = url;
    return settings;
}
std::unique_ptr<Cache> opened(const Settings& settings) {
    auto cache = Cache::open(settings);
    EXPECT_TRUE(cache) << cache.error().text;
    return cache ? std::move(*cache) : nullptr;
}

std::string inputs_of(std::uint64_t number) { return fmt::format("inputs {}", number); }
Value find(Cache& cache, std::uint64_t number) {
    const std::string text = inputs_of(number);
    const std::string_view inputs[] = {text};
    return cache.find(test::trial_key(number), blobs(kKind), inputs);
}
void put(Cache& cache, std::uint64_t number, Join join = nullptr) {
    const std::string text = inputs_of(number);
    const std::string_view inputs[] = {text};
    cache.put(test::trial_key(number), blobs(kKind, join), blob(test::trial_value(number)), inputs);
}
Address address_of_trial(std::uint64_t number) {
    const std::string text = inputs_of(number);
    const std::string_view inputs[] = {text};
    return {kKind, sha256_of(inputs)};
}
std::string body_of_trial(std::uint64_t number) {
    const auto body = body_of(address_of_trial(number), {test::trial_key(number), kKind, test::kTrialBuild},
                              test::trial_value(number));
    return std::string(relit::text_of(Bytes(body)));
}
std::string path_of_trial(std::uint64_t number) { return "/cache/" + path_of(address_of_trial(number)); }

TEST(RemoteCache, GivesWhatOthersPut) {
    HttpFiles files;
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    const test::ScratchFolder scratch;
    constexpr std::uint64_t kCount = 40;
    {
        const auto one = opened(settings_of(server.url()));
        for (std::uint64_t i = 0; i < kCount; ++i) put(*one, i);
        ASSERT_TRUE(one->flush());
        EXPECT_TRUE(one->remote()->take_warnings().empty());
    }
    EXPECT_EQ(files.all().size(), kCount);
    EXPECT_EQ(files.all().at(path_of_trial(3)), body_of_trial(3));
    {
        const auto other = opened(settings_of(server.url(), scratch.cache()));
        for (std::uint64_t i = 0; i < kCount; ++i) {
            const Value value = find(*other, i);
            ASSERT_NE(value, nullptr) << i;
            EXPECT_EQ(value->bytes(), test::trial_value(i));
        }
        EXPECT_EQ(find(*other, kCount), nullptr);
        EXPECT_EQ(other->counts().remote_hits, kCount);
        ASSERT_TRUE(other->flush());
        const std::uint64_t before = server.requests();
        for (std::uint64_t i = 0; i < kCount; ++i) EXPECT_NE(find(*other, i), nullptr);
        EXPECT_EQ(server.requests(), before) << "they are here now";
    }
    const auto without = opened(settings_of({}, scratch.cache()));
    for (std::uint64_t i = 0; i < kCount; ++i) EXPECT_NE(find(*without, i), nullptr);
}

std::vector<std::uint8_t> both(Bytes old, Bytes fresh) {
    std::vector<std::uint8_t> all(old.begin(), old.end());
    all.insert(all.end(), fresh.begin(), fresh.end());
    return all;
}

TEST(RemoteCache, JoinsValuesWithWhatTheServerHas) {
    HttpFiles files;
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    const std::string_view inputs[] = {"sets"};
    for (const std::uint8_t letter : {'a', 'b'}) {
        const auto cache = opened(settings_of(server.url()));
        cache->put({1, 2}, blobs(kKind, both), blob({letter}), inputs);
    }
    const auto cache = opened(settings_of(server.url()));
    EXPECT_EQ(cache->find({1, 2}, blobs(kKind), inputs)->bytes(), (std::vector<std::uint8_t>{'a', 'b'}));
    const auto third = opened(settings_of(server.url()));
    third->put({1, 2}, blobs(kKind, both), blob({'c'}));
    EXPECT_EQ(third->refresh({1, 2}, blobs(kKind, both), inputs)->bytes(), (std::vector<std::uint8_t>{'a', 'b'}));
    EXPECT_EQ(third->find({1, 2}, blobs(kKind))->bytes(), (std::vector<std::uint8_t>{'c', 'a', 'b'}));
}

// ---- servers that lie

/// Answers every request in one way.
void expect_miss(const HttpServer::Handler& handler, std::string_view what, std::string_view warning) {
    const HttpServer server(handler);
    const test::ScratchFolder scratch;
    Settings settings = settings_of(server.url(), scratch.cache());
    settings.remote.read_only = true;
    settings.remote.most_value_bytes = 1 << 20;
    const auto begin = Clock::now();
    {
        const auto cache = opened(settings);
        EXPECT_EQ(find(*cache, 1), nullptr) << what;
        const auto warnings = cache->remote()->take_warnings();
        ASSERT_EQ(warnings.size(), 1U) << what;
        EXPECT_NE(warnings[0].find(warning), std::string::npos) << what << ": " << warnings[0];
        ASSERT_TRUE(cache->flush());
        EXPECT_EQ(cache->store()->size()->entries, 0U) << what;
    }
    EXPECT_LT(Clock::now() - begin, 2s) << what;
}

TEST(RemoteCache, BelievesNothingThatDoesNotCheck) {
    const std::string good = body_of_trial(1), other = body_of_trial(2);
    const Address address = address_of_trial(1);
    const auto lie = [&](std::string_view what, const std::string& body, std::string_view warning) {
        expect_miss([&](const auto&, const auto& exchange) { exchange.answer(200, body); }, what, warning);
    };
    lie("empty", "", "it is cut off");
    lie("cut", good.substr(0, good.size() - 1), "its SHA-256 is wrong");
    lie("longer", good + "x", "its SHA-256 is wrong");
    lie("of other inputs", other, "it is of other inputs");
    lie("a page", std::string(200, '<'), "it does not begin as a value does");
    const auto forged = [&](const Label& label) {
        const auto body = body_of(address, label, test::trial_value(2));
        return std::string(relit::text_of(Bytes(body)));
    };
    lie("of another key", forged({test::trial_key(2), kKind, test::kTrialBuild}), "another key or translator");
    lie("of another build", forged({test::trial_key(1), kKind, test::kTrialBuild + 1}), "another key or translator");
    lie("of another kind", forged({test::trial_key(1), kKind + 1, test::kTrialBuild}), "it is of another kind");
    // A value that unpacks to more than is wanted, in an answer that is small.
    const auto bomb = body_of(address, {test::trial_key(1), kKind, test::kTrialBuild},
                              std::vector<std::uint8_t>(std::size_t{30} << 20));
    lie("a bomb", std::string(relit::text_of(Bytes(bomb))), "it is too large");
}

TEST(RemoteCache, FindsEveryChangedBit) {
    const std::string good = body_of_trial(1);
    const Address address = address_of_trial(1);
    const auto bytes = [](const std::string& text) {
        return Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    };
    ASSERT_TRUE(open_body(address, bytes(good)));
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
        std::string changed = good;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
        ASSERT_FALSE(open_body(address, bytes(changed))) << "bit " << bit;
    }
    for (std::size_t size = 0; size < good.size(); ++size) ASSERT_FALSE(open_body(address, bytes(good).first(size)));
}

TEST(RemoteCache, SurvivesAnswersThatAreNone) {
    const auto raw = [](const std::string& text) {
        return [text](const HttpRequestSeen&, const HttpExchange& exchange) { exchange.send(text); };
    };
    expect_miss([](const auto&, const auto& exchange) { exchange.answer(500); }, "500", "status 500");
    expect_miss([](const auto&, const auto& exchange) { exchange.answer(204); }, "204", "status 204");
    expect_miss(raw("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"), "redirection",
                "status 302");
    expect_miss(raw("Hello\r\n\r\n"), "no HTTP", "");
    expect_miss(raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n"), "length", "");
    expect_miss(raw("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\nx"), "large length", "");
    expect_miss(raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), "chunks", "");
    expect_miss(
        [](const auto&, const auto& exchange) {
            if (!exchange.send("HTTP/1.1 200 OK\r\n\r\n")) return;
            while (exchange.send(std::string(1 << 16, 'x'))) {}
        },
        "no end", "larger than it may be");
    expect_miss(
        [](const auto&, const auto& exchange) {
            if (!exchange.send("HTTP/1.1 200 OK\r\n")) return;
            while (exchange.send("X-Header: " + std::string(1000, 'x') + "\r\n")) {}
        },
        "headers without end", "larger than it may be");
}

// ---- servers that stall

TEST(RemoteCache, WaitsForNoServerLongerThanItMay) {
    expect_miss([](const auto&, const auto& exchange) { exchange.stall(); }, "nothing",
                "no whole answer within 250 ms");
    expect_miss(
        [](const auto&, const auto& exchange) {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            while (exchange.send("x")) std::this_thread::sleep_for(20ms);
        },
        "byte by byte", "no whole answer within 250 ms");
}

TEST(RemoteCache, LeavesAServerAloneThatFailsInARow) {
    std::atomic<bool> is_well = false;
    const HttpServer server([&](const auto&, const auto& exchange) {
        if (is_well)
            exchange.answer(200, body_of_trial(200));
        else
            exchange.stall();
    });
    Settings settings = settings_of(server.url());
    settings.remote.read_only = true;
    settings.remote.longest_request = 50ms;
    settings.remote.first_pause = 300ms;
    const auto cache = opened(settings);
    const auto begin = Clock::now();
    for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(find(*cache, i), nullptr);
    EXPECT_LT(Clock::now() - begin, 280ms);
    EXPECT_EQ(server.requests(), 3U);
    EXPECT_EQ(cache->remote()->counts().skipped, 97U);
    const auto warnings = cache->remote()->take_warnings();
    EXPECT_EQ(warnings, (std::vector<std::string>{
                            "no whole answer within 50 ms (3 times)",
                            "the shared cache is left alone for a while: it failed several times in a row"}));
    std::this_thread::sleep_for(350ms);
    is_well = true;
    EXPECT_NE(find(*cache, 200), nullptr) << "it is asked again after the pause";
    EXPECT_EQ(server.requests(), 4U);
}

TEST(RemoteCache, WaitsForItsServerInAllNoLongerThanItMay) {
    const HttpServer server([&](const auto&, const auto& exchange) {
        std::this_thread::sleep_for(20ms);
        exchange.answer(404);
    });
    Settings settings = settings_of(server.url());
    settings.remote.longest_together = 100ms;
    settings.remote.read_only = true;
    const auto cache = opened(settings);
    for (std::uint64_t i = 0; i < 50; ++i) EXPECT_EQ(find(*cache, i), nullptr);
    EXPECT_LE(server.requests(), 6U);
    ASSERT_FALSE(cache->remote()->take_warnings().empty());
}

TEST(RemoteCache, AsksOnceForWhatIsNotThere) {
    const HttpServer server([&](const auto&, const auto& exchange) { exchange.answer(404); });
    Settings settings = settings_of(server.url());
    settings.remote.read_only = true;
    settings.remote.absent_for = 200ms;
    const auto cache = opened(settings);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(find(*cache, 1), nullptr);
    EXPECT_EQ(server.requests(), 1U);
    EXPECT_TRUE(cache->remote()->take_warnings().empty());
    std::this_thread::sleep_for(250ms);
    EXPECT_EQ(find(*cache, 1), nullptr);
    EXPECT_EQ(server.requests(), 2U);
}

TEST(RemoteCache, AsksAgainForWhatItPutItself) {
    HttpFiles files;
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    Settings settings = settings_of(server.url() + "/"); // which is the same folder
    settings.most_bytes_in_memory = 0;
    const auto cache = opened(settings);
    EXPECT_EQ(find(*cache, 1), nullptr);
    put(*cache, 1);
    ASSERT_TRUE(cache->flush());
    EXPECT_TRUE(files.all().contains(path_of_trial(1)));
    const Value value = find(*cache, 1);
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(value->bytes(), test::trial_value(1));
    EXPECT_EQ(cache->counts().remote_hits, 1U);
}

TEST(RemoteCache, DropsWhatItCannotQueue) {
    const HttpServer server([&](const auto&, const auto& exchange) { exchange.stall(); });
    Settings settings = settings_of(server.url());
    settings.remote.longest_upload = 300ms;
    settings.remote.longest_flush = 1ms;
    const auto cache = opened(settings);
    constexpr std::uint64_t kQueued = 4096, kPut = 5000; // one more is on its way
    for (std::uint64_t i = 0; i < kPut; ++i) put(*cache, i);
    EXPECT_GE(cache->remote()->counts().dropped, kPut - kQueued - 2);
}

TEST(RemoteCache, EndsSoonWhateverIsLeftToUpload) {
    const HttpServer server([&](const auto&, const auto& exchange) { exchange.stall(); });
    Settings settings = settings_of(server.url());
    settings.remote.longest_upload = 300ms;
    settings.remote.longest_flush = 200ms;
    const auto begin = Clock::now();
    {
        const auto cache = opened(settings);
        for (std::uint64_t i = 0; i < 1000; ++i) put(*cache, i);
        EXPECT_TRUE(cache->flush()) << "nothing on this machine failed";
        EXPECT_FALSE(cache->remote()->take_warnings().empty());
        EXPECT_GE(cache->remote()->counts().dropped, 999U);
    }
    EXPECT_LT(Clock::now() - begin, 1500ms);
}

TEST(RemoteCache, IsNotThere) {
    std::string url;
    {
        url = HttpServer([](const auto&, const auto&) {}).url();
    }
    const auto cache = opened(settings_of(url));
    EXPECT_EQ(find(*cache, 1), nullptr);
    EXPECT_EQ(cache->remote()->take_warnings(), (std::vector<std::string>{"no connection"}));
    put(*cache, 1);
    EXPECT_NE(find(*cache, 1), nullptr) << "in memory";
}

// ---- servers that take nothing

TEST(RemoteCache, UploadsNothingWhereItOnlyReads) {
    HttpFiles files;
    files.set({{path_of_trial(1), body_of_trial(1)}});
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    Settings settings = settings_of(server.url());
    settings.remote.read_only = true;
    {
        const auto cache = opened(settings);
        EXPECT_NE(find(*cache, 1), nullptr);
        put(*cache, 2);
    }
    EXPECT_EQ(files.all().size(), 1U);
}

TEST(RemoteCache, AsksNoMoreToUploadWhereThatIsRefused) {
    for (const int status : {401, 403, 404, 405}) {
        const HttpServer server([&](const auto&, const auto& exchange) { exchange.answer(status); });
        const auto cache = opened(settings_of(server.url()));
        for (std::uint64_t i = 0; i < 20; ++i) put(*cache, i);
        ASSERT_TRUE(cache->flush());
        EXPECT_EQ(server.requests(), 1U);
        EXPECT_EQ(cache->remote()->take_warnings(),
                  (std::vector<std::string>{fmt::format("the shared cache takes no values: status {}", status)}));
    }
}

TEST(RemoteCache, IsOfNoUseToAChild) {
    HttpFiles files;
    files.set({{path_of_trial(1), body_of_trial(1)}});
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    const auto cache = opened(settings_of(server.url()));
    put(*cache, 2);
    ASSERT_TRUE(cache->flush());
    const std::uint64_t before = server.requests();
    const int status = test::in_child([&] {
        put(*cache, 3);
        return find(*cache, 1) == nullptr ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(server.requests(), before);
    EXPECT_NE(find(*cache, 1), nullptr);
}

TEST(RemoteCache, RefusesWhatIsNoUrl) {
    for (const std::string url : {"file:///etc/passwd", "http://", "ftp://host/", "http://host/?a", "http://a b"}) {
        const auto refused = Cache::open(settings_of(url));
        ASSERT_FALSE(refused) << url;
        EXPECT_EQ(refused.error().text, "expected http://HOST[:PORT][/FOLDER]");
    }
}

// ---- addresses

TEST(RemoteCache, ReadsItsOwnAddressesAndNoOthers) {
    const std::string path = path_of(address_of_trial(9));
    EXPECT_EQ(address_of(path), address_of_trial(9));
    const std::string digest = path.substr(path.size() - 64);
    for (const std::string& other :
         {std::string(), "v1/" + digest, "/" + path, path + "/", path + "0", "v2" + path.substr(2), "v1/7/zz/" + digest,
          "v1/256/" + path.substr(5), "v1/-1/" + path.substr(5), "v1/07/" + path.substr(5),
          "v1/7/../" + digest.substr(3), path.substr(0, path.size() - 1) + "G"})
        EXPECT_FALSE(address_of(other)) << other;
}

} // namespace
} // namespace relit::cache::remote_cache

namespace relit::remote_cache {
namespace {

using test::HttpExchange;
using test::HttpFiles;
using test::HttpRequestSeen;
using test::HttpServer;

constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};

std::unique_ptr<cache::Cache> shared_at(const std::string& url) {
    cache::Settings settings{.build = translate::build_number()};
    settings.remote.url = url;
    settings.remote.longest_together = std::chrono::hours(1);
    settings.remote.first_pause = settings.remote.longest_pause = std::chrono::milliseconds(0);
    return std::move(*cache::Cache::open(settings));
}

/// What a server changes in its answers is a translation more, and never another one.
TEST(RemoteTranslations, AreThoseWithoutACacheWhateverTheServerSays) {
    HttpFiles files;
    std::atomic<std::uint32_t> lies = 0;
    std::mutex mutex; // of the random numbers
    std::mt19937 generator(1);
    const auto random = [&] {
        const std::lock_guard lock(mutex);
        return generator();
    };
    const HttpServer server([&](const HttpRequestSeen& request, const HttpExchange& exchange) {
        if (request.method != "GET" || random() % 3 == 0) return files.handle(request, exchange);
        ++lies;
        const auto all = files.all();
        if (all.empty() || random() % 4 == 0) return exchange.answer(random() % 2 == 0 ? 404 : 503);
        auto file = all.find(request.path);
        if (file == all.end() || random() % 3 == 0) file = std::next(all.begin(), random() % all.size());
        std::string body = file->second;
        if (random() % 2 == 0) body[random() % body.size()] ^= static_cast<char>(1 << random() % 8);
        if (random() % 4 == 0) body.resize(random() % body.size());
        exchange.answer(200, body);
    });
    std::uint64_t hits = 0;
    for (int round = 0; round < 4; ++round) {
        const auto cache = shared_at(server.url());
        for (const isa::Frontend* frontend : guests::frontends()) {
            for (std::uint64_t seed = 0; seed < 5; ++seed) {
                const auto program = frontend->parse(frontend->codec.sample(seed));
                ASSERT_TRUE(program);
                const auto plain = translate::translate(**program, {}, kTarget);
                const auto with = translate::translate(cache.get(), **program, {}, kTarget);
                ASSERT_EQ(plain.has_value(), with.has_value());
                if (!plain) continue;
                EXPECT_EQ(test::record_of(*plain), test::record_of(**with));
            }
        }
        (void)cache->flush();
        hits += cache->counts().remote_hits;
    }
    EXPECT_GT(lies, 20U);
    EXPECT_GT(hits, 5U) << "too few are found";
}

/// Sets of context keys that only others have asked for are learned from the server.
TEST(RemoteTranslations, AreFoundByTheSetsOfOthers) {
    HttpFiles files;
    const HttpServer server([&](const auto& request, const auto& exchange) { files.handle(request, exchange); });
    const isa::Frontend& frontend = *guests::frontend_named("nv2a");
    const auto program = frontend.parse(frontend.codec.sample(1));
    const ir::Context exact{{{"nv2a.arithmetic", 1}}};
    {
        const auto others = shared_at(server.url());
        ASSERT_TRUE(translate::translate(others.get(), **program, exact, kTarget));
    }
    const auto mine = shared_at(server.url());
    const isa::Program* const row[] = {program->get()};
    const auto kind = translate::EntryKind::Sets;
    mine->put(translate::key_of(translate::program_key(row, kTarget), kind), translate::kind_of(kind),
              std::make_shared<const translate::Sets>(translate::KeySets{{{{"nv2a.other", 0}}}}));
    const auto found = translate::translate(mine.get(), **program, exact, kTarget);
    const auto plain = translate::translate(**program, exact, kTarget);
    ASSERT_TRUE(found && plain);
    EXPECT_EQ(test::record_of(*plain), test::record_of(**found));
    EXPECT_EQ(mine->counts().remote_hits, 1U) << "the translation";
    EXPECT_EQ(mine->counts().puts, 1U) << "nothing was made anew";
}

} // namespace
} // namespace relit::remote_cache
