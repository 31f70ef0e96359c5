// relit cache serve: clients share values through it; hostile requests cost it nothing and put nothing into it.
#include "cli/cache/server/server.hpp"
#include "guests/guests.hpp"
#include "tests/support/cache/http_server.hpp"
#include "tests/support/cache/trials.hpp"
#include "translate/cached.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include <fmt/format.h>

namespace relit::cache_server {
namespace {

using namespace std::chrono_literals;
using cli::CacheServer;
using cli::ServerSettings;
using test::talk;

constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};
constexpr auto kShared = static_cast<std::uint8_t>(translate::EntryKind::Shared);

std::unique_ptr<cache::Cache> opened(const std::string& folder, const std::string& url = {}) {
    cache::Settings settings{.folder = folder, .build = translate::build_number()};
    settings.remote.url = url;
    auto cache = cache::Cache::open(settings);
    EXPECT_TRUE(cache) << cache.error().text;
    return cache ? std::move(*cache) : nullptr;
}

struct Served {
    explicit Served(const ServerSettings& settings = {})
        : cache(opened(scratch.cache())), server(std::move(*CacheServer::start(*cache, settings))) {}

    [[nodiscard]] std::string ask(std::string_view request) const { return talk(server->port(), request, 500); }
    /// "404"
    [[nodiscard]] std::string status_of(std::string_view request) const {
        const std::string answer = ask(request);
        return answer.starts_with("HTTP/1.") ? answer.substr(9, 3) : "none";
    }

    test::ScratchFolder scratch;
    std::unique_ptr<cache::Cache> cache;
    std::unique_ptr<CacheServer> server;
};

/// Translations of samples through a cache that has nothing but the server; each is what it is without.
cache::Counts translate_samples(const std::string& url, const ir::Context& context = {}) {
    const auto cache = opened({}, url);
    for (const isa::Frontend* frontend : guests::frontends()) {
        const auto program = frontend->parse(frontend->codec.sample(2));
        const auto plain = translate::translate(**program, context, kTarget);
        const auto with = translate::translate(cache.get(), **program, context, kTarget);
        EXPECT_EQ(plain.has_value(), with.has_value());
        if (!plain || !with) continue;
        EXPECT_EQ(test::record_of(*plain), test::record_of(**with));
    }
    EXPECT_TRUE(cache->flush());
    EXPECT_TRUE(cache->remote()->take_warnings().empty());
    return cache->counts();
}

TEST(CacheServer, SharesTranslationsAndKeepsThem) {
    Served served;
    EXPECT_EQ(translate_samples(served.server->url()).remote_hits, 0U);
    const std::uint64_t taken = served.server->counts().taken;
    EXPECT_GT(taken, 9U);
    EXPECT_EQ(translate_samples(served.server->url()).puts, 0U);
    served.server.reset();
    served.cache.reset();
    // The folder is a cache, whose entries are right, and which another server serves.
    const auto again = opened(served.scratch.cache());
    EXPECT_EQ(again->store()->size()->entries, taken);
    (void)again->store()->each([&](const cache::Key&, Bytes bytes) {
        const auto entry = cache::open_entry(bytes);
        EXPECT_TRUE(entry && translate::check_entry(entry->label, entry->stored));
        return true;
    });
    const auto server = CacheServer::start(*again, {});
    EXPECT_EQ(translate_samples((*server)->url()).puts, 0U);
}

TEST(CacheServer, JoinsWhatTwoClientsSayAtOnce) {
    const Served served;
    const auto kind = translate::EntryKind::Sets;
    const std::string_view inputs[] = {"a program"};
    const cache::Address address{static_cast<std::uint8_t>(kind), sha256_of(inputs)};
    const cache::Label label{{1, 2}, static_cast<std::uint8_t>(kind), translate::build_number()};
    for (const std::string name : {"a", "b", "a"}) {
        const auto body = cache::body_of(address, label, translate::bytes_of(translate::KeySets{{{{name, 0}}}}));
        const std::string head =
            fmt::format("PUT /{} HTTP/1.0\r\nContent-Length: {}\r\n\r\n", cache::path_of(address), body.size());
        EXPECT_EQ(served.status_of(head + std::string(text_of(Bytes(body)))), "201");
    }
    const auto client = opened({}, served.server->url());
    const auto found = client->find({1, 2}, translate::kind_of(kind), inputs);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*translate::key_sets_of(found->bytes()), (translate::KeySets{{{{"a", 0}}}, {{{"b", 0}}}}));
}

// ---- hostile requests

std::string valid_path() {
    const std::string_view inputs[] = {"x"};
    return cache::path_of({3, sha256_of(inputs)});
}

TEST(CacheServer, AnswersOnlyToItsOwnPaths) {
    const Served served;
    for (const std::string& path : {std::string("/"), std::string("/../../etc/passwd"), std::string("/v1/3/%2e%2e/x"),
                                    "/" + valid_path() + "?a=b", "//" + valid_path(), "/" + valid_path() + "/"})
        EXPECT_EQ(served.status_of("GET " + path + " HTTP/1.0\r\n\r\n"), "404") << path;
    EXPECT_EQ(served.status_of("DELETE /" + valid_path() + " HTTP/1.0\r\n\r\n"), "405");
    EXPECT_EQ(served.status_of("POST /" + valid_path() + " HTTP/1.0\r\nContent-Length: 1\r\n\r\nx"), "405");
    EXPECT_EQ(served.status_of("PUT /other HTTP/1.0\r\nContent-Length: 1\r\n\r\nx"), "404");
    EXPECT_TRUE(served.cache->flush());
    EXPECT_EQ(served.cache->store()->size()->entries, 0U);
}

TEST(CacheServer, ChecksValuesBeforeItKeepsThem) {
    const Served served({.most_value_bytes = 1 << 20});
    const std::string_view inputs[] = {"x"};
    const auto put = [&](const cache::Address& at, Bytes body, std::size_t length) {
        return served.status_of(
            fmt::format("PUT /{} HTTP/1.0\r\nContent-Length: {}\r\n\r\n{}", cache::path_of(at), length, text_of(body)));
    };
    const auto build = translate::build_number();
    const cache::Address at{3, sha256_of(inputs)}, source{2, sha256_of(inputs)}, shared{kShared, sha256_of(inputs)};
    const std::vector<std::uint8_t> some(100, 7), large(std::size_t{2} << 20);
    const auto foreign = cache::body_of(at, {{1, 2}, 3, build + 1}, some);
    EXPECT_EQ(put(at, foreign, foreign.size()), "201") << "of another translator: its sum is right";
    for (std::size_t bit = 0; bit < 8 * foreign.size(); bit += 37) {
        auto changed = foreign;
        changed[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_EQ(put(at, changed, changed.size()), "400") << bit;
    }
    const auto refused = [&](const cache::Address& address, const cache::Label& label, Bytes value) {
        const auto body = cache::body_of(address, label, value);
        EXPECT_EQ(put(address, body, body.size()), "400");
    };
    refused(at, {{1, 2}, 3, build}, some);              // no translation
    refused(source, {{1, 2}, 2, build}, some);          // no program
    refused(shared, {{1, 2}, kShared, build}, foreign); // one in another
    refused(shared, {{1, 2}, kShared, build + 1}, some);
    refused(at, {{1, 2}, 3, build + 1}, large); // unpacks to more than it may
    EXPECT_EQ(put(source, foreign, foreign.size()), "400") << "at another address";
    EXPECT_TRUE(served.cache->flush());
    EXPECT_EQ(served.cache->store()->size()->entries, 1U);
    EXPECT_EQ(served.server->counts().taken, 1U);
}

TEST(CacheServer, RefusesLengthsThatAreNotToBeHad) {
    const Served served({.most_value_bytes = 1 << 10, .most_bytes_together = 1 << 10});
    const auto put = [&](std::string_view header) {
        return served.status_of(fmt::format("PUT /{} HTTP/1.1\r\nHost: x\r\n{}\r\n\r\n", valid_path(), header));
    };
    EXPECT_EQ(put("Content-Length: 1000000"), "413");
    EXPECT_EQ(put("Content-Length: 1100"), "503") << "more than there is room for together";
    EXPECT_EQ(put("Transfer-Encoding: chunked"), "411");
    for (const std::string_view header :
         {"Content-Length: -1", "Content-Length: 99999999999999999999999", "Nothing: 1"}) {
        const std::string status = put(header);
        EXPECT_TRUE(status == "400" || status == "411" || status == "413" || status == "none") << header << status;
    }
    EXPECT_EQ(served.status_of("GET /" + std::string(100000, 'x') + " HTTP/1.0\r\n\r\n").substr(0, 2), "41");
    EXPECT_EQ(served.status_of("GET / HTTP/1.0\r\n\r\n"), "404") << "it goes on";
}

TEST(CacheServer, ClosesConnectionsThatAreSlow) {
    const Served served({.longest_request = 400ms});
    const std::string part = fmt::format("PUT /{} HTTP/1.0\r\nContent-Length: 1000\r\n\r\n", valid_path());
    for (const std::string& begin : {std::string("GET /"), part}) {
        const int socket = test::connected_to(served.server->port());
        const auto start = std::chrono::steady_clock::now();
        ASSERT_TRUE(test::HttpExchange(socket).send(begin));
        bool is_open = true;
        while (is_open && std::chrono::steady_clock::now() - start < 5s) { // a byte now and then
            std::this_thread::sleep_for(50ms);
            is_open = test::HttpExchange(socket).send("x");
        }
        EXPECT_FALSE(is_open);
        EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
        ::close(socket);
    }
    EXPECT_EQ(served.status_of("GET / HTTP/1.0\r\n\r\n"), "404");
}

/// A slow client asks for all connections, or for all bytes that may be received together, and sends nothing.
TEST(CacheServer, AnswersOthersWhileOneClientIsSlow) {
    const std::string valid = fmt::format("PUT /{} HTTP/1.0\r\nContent-Length: ", valid_path());
    for (const std::string& begin : {std::string("GET /"), valid + "16000000\r\n\r\n"}) {
        const Served served;
        constexpr std::uint8_t kSlow = 2; // 127.0.0.2
        std::vector<int> held;
        for (unsigned i = 0; i < ServerSettings{}.most_connections + 50; ++i) {
            held.push_back(test::connected_to(served.server->port(), kSlow));
            ASSERT_GE(held.back(), 0);
            (void)test::HttpExchange(held.back()).send(begin);
        }
        std::this_thread::sleep_for(200ms); // all of it has come
        EXPECT_EQ(served.status_of("GET / HTTP/1.0\r\n\r\n"), "404");
        EXPECT_EQ(served.status_of(valid + "3\r\n\r\nabc"), "400") << "there is room for it, and it is no value";
        for (const int socket : held) ::close(socket);
    }
}

// ---- the program

/// A child of this process with a pipe from its standard output.
struct Child {
    explicit Child(const std::string& command) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::bad_alloc();
        process = ::fork();
        if (process == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
            ::_exit(127);
        }
        ::close(ends[1]);
        from = ends[0];
    }
    std::string line() const {
        std::string text;
        for (char one = 0; ::read(from, &one, 1) == 1 && one != '\n';) text += one;
        return text;
    }
    int end(int signal) const {
        int status = 0;
        ::kill(process, signal);
        ::waitpid(process, &status, 0);
        return status;
    }
    pid_t process = 0;
    int from = -1;
};

TEST(CacheServer, IsAVerbThatEndsCleanlyWhenItIsStopped) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const test::ScratchFolder scratch;
        const Child child(fmt::format("{} cache serve {} --listen 127.0.0.1:0", RELIT_PROGRAM, scratch.cache()));
        const std::string line = child.line();
        const std::size_t url = line.find("http://");
        ASSERT_NE(url, line.npos) << line;
        const auto run = [&](const std::string& output) {
            return std::system(fmt::format("{} translate {}/nv2a/op_add.bin --isa nv2a -o {} --cache {}", RELIT_PROGRAM,
                                           RELIT_DATA, (scratch.path() / output).string(), line.substr(url))
                                   .c_str());
        };
        EXPECT_EQ(run("1"), 0);
        EXPECT_EQ(run("2"), 0);
        const int status = child.end(signal);
        EXPECT_EQ(child.line(), "2 values given, 2 absent, 3 taken, 0 requests refused");
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        EXPECT_EQ(opened(scratch.cache())->store()->size()->entries, 3U);
    }
}

} // namespace
} // namespace relit::cache_server
