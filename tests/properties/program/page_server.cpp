// A page is given to who knows its address, under the server's own name, and to nobody else.
#include "http/page_server.hpp"

#include "tests/support/cache/http_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace relit::page_server {
namespace {

using http::PageServer;
using test::talk;

class PageServerTest : public testing::Test {
protected:
    void SetUp() override {
        auto started = PageServer::start([this]() -> Result<std::string> { return page_(); },
                                         [this]() -> Result<std::string> { return std::to_string(++stamps_); });
        ASSERT_TRUE(started) << started.error().text;
        server_ = std::move(*started);
        host_ = fmt::format("127.0.0.1:{}", server_->port());
        path_ = server_->url().substr(std::string_view("http://").size() + host_.size());
    }
    [[nodiscard]] std::string ask(std::string_view method, const std::string& path, const std::string& host) const {
        return talk(server_->port(),
                    fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", method, path, host), 500);
    }
    [[nodiscard]] std::string status(std::string_view method, const std::string& path, const std::string& host) const {
        const std::string answer = ask(method, path, host);
        return answer.starts_with("HTTP/1.1 ") ? answer.substr(9, 3) : "none";
    }

    std::function<Result<std::string>()> page_ = [] { return std::string("<p>the page"); };
    std::atomic<int> stamps_ = 0;
    std::unique_ptr<PageServer> server_;
    std::string host_, path_;
};

TEST_F(PageServerTest, GivesThePageAndItsStamp) {
    const std::string answer = ask("GET", path_, host_);
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200")) << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\n<p>the page")) << answer;
    EXPECT_NE(answer.find("Content-Type: text/html; charset=utf-8"), std::string::npos);
    EXPECT_NE(answer.find("Cache-Control: no-store"), std::string::npos);
    EXPECT_TRUE(ask("GET", path_ + "stamp", host_).ends_with("\r\n\r\n1"));
    EXPECT_TRUE(ask("GET", path_ + "stamp", host_).ends_with("\r\n\r\n2"));
    EXPECT_EQ(status("GET", path_, fmt::format("localhost:{}", server_->port())), "200");
    EXPECT_FALSE(ask("HEAD", path_, host_).ends_with("the page"));
}

TEST_F(PageServerTest, KnowsNoOtherAddress) {
    EXPECT_EQ(path_.size(), 34U); // 32 digits of a secret between slashes
    std::string other = path_;
    other[5] = other[5] == '0' ? '1' : '0';
    for (const std::string& path : {std::string("/"), other, path_.substr(0, 33), path_ + "..", std::string("/stamp")})
        EXPECT_EQ(status("GET", path, host_), "404") << path;
}

// A name that leads here by a trick of its owner's name server is not the server's own.
TEST_F(PageServerTest, RefusesOtherHosts) {
    for (const std::string& host :
         {std::string("example.com"), std::string("127.0.0.1"), fmt::format("127.0.0.2:{}", server_->port()),
          fmt::format("localhost.example.com:{}", server_->port())})
        EXPECT_EQ(status("GET", path_, host), "403") << host;
    EXPECT_NE(status("GET", path_, "\r\nX: y"), "200");
}

TEST_F(PageServerTest, OnlyGives) {
    for (const std::string_view method : {"POST", "PUT", "DELETE", "OPTIONS"})
        EXPECT_EQ(status(method, path_, host_), "405") << method;
}

TEST_F(PageServerTest, TellsThatThePageIsNotThere) {
    page_ = [] { return Result<std::string>(fail("no page yet")); };
    EXPECT_EQ(status("GET", path_, host_), "503");
}

TEST_F(PageServerTest, HasAnotherSecretEachTime) {
    const auto other = PageServer::start([] { return std::string(); }, [] { return std::string(); });
    ASSERT_TRUE(other);
    EXPECT_NE((*other)->url().substr((*other)->url().size() - 34), path_);
}

} // namespace
} // namespace relit::page_server
