#include <relit/cache.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace relit::api {
namespace {

std::vector<std::uint8_t> program(int number) {
    return *assemble("nv2a", "mov oPos, v" + std::to_string(number) + "\n");
}
Request request_of(int number) { return {.language = "nv2a", .file = program(number)}; }

/// A cache with one worker that waits until it is let go.
struct Held {
    explicit Held(std::size_t most_queued = 100)
        : cache(*TranslationCache::open({.workers = 1, .most_queued = most_queued})),
          first(*cache.request(request_of(0), [this](const auto&) {
              begun.set_value();
              gate.get_future().wait();
          })) {
        begun.get_future().wait();
    }
    void let_go() { gate.set_value(); }

    std::promise<void> begun, gate;
    TranslationCache cache;
    Pending first;
};

TEST(Requests, GiveWhatATranslationGives) {
    auto cache = TranslationCache::open({.workers = 2});
    ASSERT_TRUE(cache);
    const auto file = program(1);
    EXPECT_EQ(cache->look_up("nv2a", file)->has_value(), false);
    std::atomic<int> called = 0;
    std::string told_key;
    const auto pending = cache->request(request_of(1), [&](const Expected<Shader>& shader) {
        told_key = shader->key;
        ++called;
    });
    ASSERT_TRUE(pending);
    const auto plain = translate("nv2a", file);
    ASSERT_TRUE(pending->get());
    EXPECT_EQ((*pending->get()).spirv, plain->spirv);
    EXPECT_TRUE(pending->is_ready());
    while (called == 0) std::this_thread::yield();
    EXPECT_EQ(told_key, plain->key);
    const auto found = cache->look_up("nv2a", file);
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->spirv, plain->spirv);
    EXPECT_EQ((*found)->reflection, plain->reflection);
    const auto wrong = cache->request({.language = "nv2a", .file = {1, 2, 3}});
    EXPECT_EQ(wrong->get().error().code, translate("nv2a", std::vector<std::uint8_t>{1, 2, 3}).error().code);
}

TEST(Requests, AreCancelledBeforeTheyBegin) {
    Held held;
    bool is_called = false;
    auto second = held.cache.request(request_of(1), [&](const auto&) { is_called = true; });
    auto third = held.cache.request(request_of(2));
    ASSERT_TRUE(second && third);
    EXPECT_FALSE(held.first.cancel()) << "it has begun";
    EXPECT_TRUE(second->cancel());
    EXPECT_TRUE(second->is_ready());
    EXPECT_EQ(second->get().error().code, 1);
    EXPECT_FALSE(second->cancel());
    held.let_go();
    EXPECT_TRUE(third->get());
    EXPECT_FALSE(is_called);
    EXPECT_FALSE(*held.cache.look_up("nv2a", program(1)));
}

TEST(Requests, AreRefusedWhereTooManyWait) {
    Held held(2);
    const auto one = held.cache.request(request_of(1)), two = held.cache.request(request_of(2));
    EXPECT_TRUE(one && two);
    const auto refused = held.cache.request(request_of(3));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, 1);
    held.let_go();
    EXPECT_TRUE(two->get());
    EXPECT_TRUE(held.cache.request(request_of(3)));
}

TEST(Requests, EndWithTheirCache) {
    std::optional<Pending> waiting;
    {
        Held held;
        waiting = *held.cache.request(request_of(1));
        held.let_go();
    }
    EXPECT_TRUE(waiting->is_ready()) << "made or cancelled";
    if (!waiting->get()) {
        EXPECT_EQ(waiting->get().error().code, 1);
    }
}

TEST(Requests, WarmTheCacheWithProgress) {
    auto cache = TranslationCache::open({.workers = 3, .most_queued = 4});
    ASSERT_TRUE(cache);
    std::vector<Request> all;
    for (int i = 0; i < 16; ++i) all.push_back(request_of(i));
    all.push_back({.language = "nv2a", .file = {1, 2, 3}});
    std::vector<std::size_t> told;
    EXPECT_EQ(cache->warm(all,
                          [&](std::size_t done, std::size_t of) {
                              told.push_back(done);
                              EXPECT_EQ(of, all.size());
                          }),
              16U);
    ASSERT_EQ(told.size(), all.size());
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], i + 1);
    for (int i = 0; i < 16; ++i) EXPECT_TRUE(cache->look_up("nv2a", program(i))->has_value());
    EXPECT_EQ(cache->warm({}), 0U);
}

TEST(Requests, RefuseAServerThatIsNone) {
    const auto refused = TranslationCache::open({.server = "ftp://host"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, 2);
    auto cache = TranslationCache::open({.server = "http://127.0.0.1:1"});
    ASSERT_TRUE(cache);
    EXPECT_TRUE(cache->translate("nv2a", program(1)));
    EXPECT_FALSE(cache->take_warnings().empty());
}

} // namespace
} // namespace relit::api
