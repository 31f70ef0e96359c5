// JSON from outside: what it gives, what it refuses, and where it says that the mistake is.
#include "base/json/reader.hpp"

#include "base/json/document.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit {
namespace {

std::string fault_of(std::string_view text, const JsonLimits& limits = {}) {
    const auto json = read_json(text, limits, "it");
    return json ? "" : json.error().text;
}
std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }
/// Gives the items that are read one by one, and at the end whether they were a list, or the fault.
std::vector<std::string> items_of(std::string_view text) {
    std::vector<std::string> items;
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto is_list = read_json(reader_of(bytes), {}, [&](const nlohmann::ordered_json& value, bool) {
        items.push_back(value.dump());
        return Status();
    });
    items.push_back(!is_list ? is_list.error().text : *is_list ? "list" : "one");
    return items;
}

TEST(JsonReader, GivesWholeDocuments) {
    const auto json = read_json(R"({"b": [1, -2, 3.5, "x\u00e9", true, null], "a": {}})", {});
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)->dump(), R"({"a":{},"b":[1,-2,3.5,"xé",true,null]})");
    EXPECT_EQ((*read_json("[[1], 2]", {}))->dump(), "[[1],2]");
    EXPECT_EQ((*read_json(" 7 ", {}))->dump(), "7");
}
TEST(JsonReader, GivesItems) {
    EXPECT_EQ(items_of(R"([{"b": 1, "a": 2}, [3], 4])"),
              (std::vector<std::string>{R"({"b":1,"a":2})", "[3]", "4", "list"}));
    EXPECT_EQ(items_of(R"({"b": [1]})"), (std::vector<std::string>{R"({"b":[1]})", "one"}));
    EXPECT_EQ(items_of("[1, }"), (std::vector<std::string>{"1", "not JSON"})); // what stands before it has been given
}
TEST(JsonReader, SaysWhereTheMistakeIs) {
    EXPECT_EQ(fault_of("{"), "it: line 1, column 1: not JSON: it ends too early");
    EXPECT_EQ(fault_of("{\n  \"a\": x}"), "it: line 2, column 8: not JSON");
    EXPECT_EQ(fault_of(R"({"a": 1, "b": {"a": 2}, "a": 3})"), "it: line 1, column 27: the key \"a\" a second time");
    EXPECT_EQ(fault_of("{\"a\\nb\": 1, \"a\\nb\": 2}"), "it: line 1, column 18: the key \"a\\x0ab\" a second time");
    EXPECT_EQ(fault_of("\xff"), "it: line 1, column 1: not JSON");
    EXPECT_EQ(fault_of("[1] [2]"), "it: line 1, column 5: not JSON");
}
// Each limit at its edge, and one beyond.
TEST(JsonReader, RefusesWhatIsBeyondItsLimits) {
    EXPECT_EQ(fault_of(nested(8), {.depth = 8}), "");
    EXPECT_EQ(fault_of(nested(9), {.depth = 8}), "it: line 1, column 9: nested deeper than 8 levels");
    EXPECT_EQ(fault_of("[1, 2, 3]", {.values = 4}), "");
    EXPECT_EQ(fault_of("[1, 2, 3, 4]", {.values = 4}), "it: line 1, column 12: more than 4 values");
    const std::string long_one = '"' + std::string((std::size_t{1} << 20) - 2, 'x') + '"';
    EXPECT_EQ(fault_of(long_one, {.bytes = std::size_t{1} << 20}), "");
    EXPECT_EQ(fault_of(long_one + " ", {.bytes = std::size_t{1} << 20}), "larger than 1 MiB, the limit");
}
// A bundle's manifest of 8 KB on disk took minutes: objects without end, each with a key or two.
TEST(JsonReader, ReadsManySmallObjects) {
    std::string text = "[";
    for (int i = 0; i < 200'000; ++i) text += fmt::format("{}{{\"a{}\": {}}}", i == 0 ? "" : ",", i % 7, i);
    const auto json = read_json(text + "]", {});
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)->size(), 200'000U);
    std::string keys = "{";
    for (int i = 0; i < 100'000; ++i) keys += fmt::format("{}\"key{}\": 0", i == 0 ? "" : ",", i);
    EXPECT_EQ((*read_json(keys + "}", {}))->size(), 100'000U);
}

} // namespace
} // namespace relit
