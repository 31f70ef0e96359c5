#include "cache/url.hpp"

#include <gtest/gtest.h>

namespace relit::cache {
namespace {

TEST(Url, IsShownWithoutUserAndPassword) {
    const auto same = [](std::string_view text) { EXPECT_EQ(without_passwords(text), text); };
    const auto becomes = [](std::string_view text, std::string_view shown) {
        EXPECT_EQ(without_passwords(text), shown);
    };
    for (const std::string_view text : {"", "kept", "http://", "http://host", "http://host:80/a@b", "a@b: http://host/",
                                        "kept,http://127.0.0.1:1/a,read-only", "http://127.0.0.1:1,readonly"})
        same(text);
    becomes("http://user:secret@host/a", "http://host/a");
    becomes("https://secret@host:80", "https://host:80");
    becomes("kept,http://user:secret@host,read-only", "kept,http://host,read-only");
    becomes("http://user:se@cr,et@host/a", "http://host/a");
    becomes("http://user:se/cr?et@host/a", "http://host/a");
    becomes("http://a:b@c and https://d:e@f", "http://c and https://f");
}

} // namespace
} // namespace relit::cache
