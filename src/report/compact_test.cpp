#include "report/compact.hpp"

#include <gtest/gtest.h>

namespace relit::report {
namespace {

TEST(CompactExplanation, SaysEachRowOnce) {
    const auto made = compact_explanation(R"([
        {"offset": 16, "text": "MOV", "summary": "copies", "fields": [
            {"bits": "0", "name": "END", "value": 0, "meaning": "goes on"},
            {"bits": "6:1", "name": "dst", "value": 2, "meaning": "R2"}]},
        {"offset": 32, "text": "ADD", "fields": [
            {"bits": "0", "name": "END", "value": 0, "meaning": "goes on"}]}])");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(*made, R"({"rows":[["0","END",0,"goes on"],["6:1","dst",2,"R2"]],"instructions":)"
                     R"([{"offset":16,"summary":"copies","fields":[0,1]},{"offset":32,"fields":[0]}]})");
}

TEST(CompactExplanation, RefusesOtherDocuments) {
    for (const char* text : {"{}", "[1]", "[{}]", "[{\"offset\":0}]", R"([{"offset":0,"fields":[1]}])",
                             R"([{"offset":"0","fields":[]}])", "", "["})
        EXPECT_FALSE(compact_explanation(text)) << text;
}

TEST(CompactSteps, SaysEachLineOnce) {
    const auto made =
        compact_steps(R"({"steps": [{"name": "lift", "text": "a\nb\na\n"}, {"name": "dce", "text": "b\nc\n"}],
                                        "code": {"text": "b\nc\n"}})");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(*made,
              "{\"steps\":[{\"name\":\"lift\",\"lines\":[0,1,0]},{\"name\":\"dce\",\"lines\":[1,2]}],"
              "\"lines\":[\"a\",\"b\",\"c\"]}\n");
}

TEST(CompactSteps, RefusesOtherDocuments) {
    for (const char* text : {"{}", "[1]", R"({"steps":[1]})", R"({"steps":[{"name":"a"}]})", ""})
        EXPECT_FALSE(compact_steps(text)) << text;
}

TEST(WithoutBlanks, LeavesStrings) {
    EXPECT_EQ(without_blanks("{\n  \"a b\": [ 1, \"c \\\" d\\\\\" , 2 ]\n}\n"), "{\"a b\":[1,\"c \\\" d\\\\\",2]}");
}

} // namespace
} // namespace relit::report
