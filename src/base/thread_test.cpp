#include "base/thread.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace relit {
namespace {

TEST(Thread, ThrowsWhereItIsJoinedWhatEndedIt) {
    Thread thread([] { throw std::runtime_error("it failed"); });
    try {
        thread.join();
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& failure) {
        EXPECT_STREQ(failure.what(), "it failed");
    }
    {
        const Thread never_joined([] { throw std::bad_alloc(); });
    }
    Thread good([] {});
    good.join();
}

TEST(Thread, IsAskedToStopAtItsEnd) {
    std::atomic<bool> was_asked = false;
    {
        const Thread thread([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) std::this_thread::yield();
            was_asked = true;
        });
    }
    EXPECT_TRUE(was_asked);
}

} // namespace
} // namespace relit
