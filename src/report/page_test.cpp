#include "report/page.hpp"

#include "base/compression.hpp"
#include "report/base64.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::report {
namespace {

std::string page_of(const Report& report) {
    std::string page;
    write_page(report, [&](std::string_view piece) { page += piece; });
    return page;
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
    return found;
}

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Base64, HasPadding) {
    EXPECT_EQ(base64({}), "");
    EXPECT_EQ(base64(bytes_of("f")), "Zg==");
    EXPECT_EQ(base64(bytes_of("fo")), "Zm8=");
    EXPECT_EQ(base64(bytes_of("foo")), "Zm9v");
    EXPECT_EQ(base64(bytes_of("foobar")), "Zm9vYmFy"); // RFC 4648, section 10
    EXPECT_EQ(base64(std::vector<std::uint8_t>{0xff, 0xfe, 0xfd}), "//79");
}

TEST(Page, HasDocumentsDeflated) {
    const std::string content(1000, 'x');
    const std::string page = page_of(
        {.title = "t",
         .version = "1",
         .parts = {{"program", "a.bin", "nv2a", {{"disasm", 0}}}},
         .documents = {{.command = "relit disasm a.bin", .form = "disasm", .content = content, .messages = {}}}});
    constexpr std::string_view kBegin = R"(<script type="text/plain" id="document-0">)";
    const std::size_t begin = page.find(kBegin) + kBegin.size(), end = page.find("</script>", begin);
    ASSERT_LT(begin, page.size());
    const std::string packed = base64(deflate_raw(bytes_of(content)));
    EXPECT_EQ(page.substr(begin, end - begin), packed);
    EXPECT_LT(packed.size(), 60U);
    EXPECT_NE(page.find(R"("documents":{"disasm":0}})"), page.npos);
    EXPECT_NE(page.find(R"("form":"disasm","exit":0,"size":1000,"messages":[]})"), page.npos);
}

TEST(Page, NamesTheProgramsOfAPipeline) {
    const std::string page = page_of({.title = "t",
                                      .version = "1",
                                      .parts = {{"program", "a", "rsx.vp", {}},
                                                {"program", "b", "rsx.fp", {}},
                                                {"pipeline", "a, b", "rsx.vp", {}, {0, 1}}},
                                      .documents = {}});
    EXPECT_EQ(count(page, "\"programs\""), 1U);
    EXPECT_NE(page.find(R"("name":"a, b","isa":"rsx.vp","documents":{},"programs":[0,1]})"), page.npos);
}

TEST(Page, ADifferenceNamesItsSides) {
    const std::string page =
        page_of({.title = {},
                 .version = {},
                 .parts = {{"difference", "a and b", "gs", {{"left/info", 0}}, {}, {"a\"</script>", "b"}}},
                 .documents = {}});
    EXPECT_NE(page.find(R"("documents":{"left/info":0},"sides":["a\"\u003c/script\u003e","b"]})"), page.npos);
}

TEST(Page, DocumentsWithoutContentHaveNoElement) {
    const std::string page = page_of(
        {.title = {},
         .version = {},
         .parts = {},
         .documents = {
             {.command = {}, .form = {}, .exit = 4, .content = {}, .messages = {R"({"error":{"text":"no"}})"}}}});
    EXPECT_EQ(count(page, "document-0"), 0U);
    EXPECT_NE(page.find(R"("messages":[{"error":{"text":"no"}}])"), page.npos);
}

// Texts that could begin or end elements, attributes, comments, lines of scripts.
constexpr std::string_view kHostile =
    "</title></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'>&lt;"
    "--><!--<!doctype x>]]>\xe2\x80\xa8\xe2\x80\xa9\r\n\x01\x7f\xff\xfe";

TEST(Page, HostileTextsAddNoElement) {
    const std::string hostile(kHostile);
    const auto report_of = [](const std::string& text, std::string message) {
        return Report{
            .title = text,
            .version = text,
            .parts = {{text, text, text, {{text, 0}}}},
            .documents = {{.command = text, .form = text, .content = text, .messages = {std::move(message)}}}};
    };
    const std::string harmless = page_of(report_of("name", R"({"note":{"text":"name"}})"));
    const std::string page = page_of(report_of(hostile, R"({"note":{"text":"</script><script>alert(1)</script>"}})"));
    for (const std::string_view mark : {"<", "<script", "</script", "<!--", "-->"})
        EXPECT_EQ(count(page, mark), count(harmless, mark)) << mark;
    EXPECT_EQ(count(std::string_view(page).substr(page.find("id=\"report\"")), "\xe2\x80\xa8"), 0U)
        << "ends lines of scripts";
    EXPECT_EQ(count(page, "\x01"), 0U);
}

TEST(Page, IsTheSameEachTime) {
    const Report report{.title = "t",
                        .version = "1",
                        .parts = {{"gs", "d", "gs", {}}},
                        .documents = {{.command = "c", .form = "f", .content = "abc", .messages = {}}}};
    EXPECT_EQ(page_of(report), page_of(report));
}

TEST(Page, TellsTheLicencesOfTheViewer) { EXPECT_NE(page_of({}).find(viewer_licences()), std::string::npos); }

} // namespace
} // namespace relit::report
