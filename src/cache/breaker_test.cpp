#include "cache/breaker.hpp"

#include <gtest/gtest.h>

namespace relit::cache {
namespace {

using std::chrono::seconds;

constexpr Clock::time_point kBegin{};

/// Whether the failure opens it or keeps it open.
bool fails(Breaker& breaker, Clock::time_point now) {
    EXPECT_TRUE(breaker.allows(now));
    return breaker.fail(now);
}

TEST(Breaker, OpensAfterFailuresInARow) {
    Breaker breaker(3, seconds(1), seconds(5));
    EXPECT_FALSE(fails(breaker, kBegin));
    EXPECT_FALSE(fails(breaker, kBegin));
    breaker.succeed(); // the row ends
    EXPECT_FALSE(fails(breaker, kBegin));
    EXPECT_FALSE(fails(breaker, kBegin));
    EXPECT_TRUE(fails(breaker, kBegin));
    EXPECT_FALSE(breaker.allows(kBegin));
    EXPECT_FALSE(breaker.allows(kBegin + seconds(1) - Clock::duration(1)));
}

TEST(Breaker, LetsOneAskWhenAWaitIsOver) {
    Breaker breaker(1, seconds(1), seconds(5));
    EXPECT_TRUE(fails(breaker, kBegin));
    EXPECT_TRUE(breaker.allows(kBegin + seconds(1)));
    EXPECT_FALSE(breaker.allows(kBegin + seconds(1))) << "the others wait for its answer";
    breaker.succeed();
    EXPECT_TRUE(breaker.allows(kBegin + seconds(1)));
    EXPECT_TRUE(breaker.allows(kBegin + seconds(1)));
}

TEST(Breaker, WaitsTwiceAsLongEachTimeUpToALimit) {
    Breaker breaker(1, seconds(1), seconds(5));
    Clock::time_point now = kBegin;
    for (const int wait : {1, 2, 4, 5, 5}) {
        EXPECT_TRUE(fails(breaker, now));
        EXPECT_FALSE(breaker.allows(now + seconds(wait) - Clock::duration(1))) << wait;
        now += seconds(wait);
    }
    EXPECT_TRUE(breaker.allows(now));
    breaker.succeed(); // and the waits begin anew
    EXPECT_TRUE(fails(breaker, now));
    EXPECT_TRUE(breaker.allows(now + seconds(1)));
}

} // namespace
} // namespace relit::cache
