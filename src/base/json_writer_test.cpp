#include "base/json_writer.hpp"

#include <gtest/gtest.h>

#include <random>

#include <nlohmann/json.hpp>

namespace relit {
namespace {

using Json = nlohmann::ordered_json;

/// Says a document to a writer.
void say(JsonWriter& writer, const Json& json) {
    if (json.is_object()) {
        writer.begin_object();
        for (const auto& [name, value] : json.items()) {
            writer.key(name);
            say(writer, value);
        }
        writer.end();
    } else if (json.is_array()) {
        writer.begin_array();
        for (const Json& value : json) say(writer, value);
        writer.end();
    } else if (json.is_string()) {
        writer.value(json.get_ref<const std::string&>());
    } else {
        writer.value(json.get<std::uint64_t>());
    }
}

Json random_document(std::mt19937_64& random, unsigned depth) {
    const unsigned what = depth == 0 ? 0 : 1 + static_cast<unsigned>(random() % 4);
    if (depth > 3 || what > 2) {
        if (what == 3) return random() >> random() % 64;
        std::string text;
        for (std::uint64_t left = random() % 12; left > 0; --left)
            text += random() % 8 == 0 ? std::string("\xc3\xa9\xf0\x9f\x98\x80\x7f")
                                      : std::string(1, static_cast<char>(random() % 0x80));
        return text;
    }
    Json all = what == 2 ? Json::array() : Json::object();
    for (std::uint64_t i = random() % 4; i > 0; --i) {
        if (what == 2)
            all.push_back(random_document(random, depth + 1));
        else
            all["k" + std::to_string(i)] = random_document(random, depth + 1);
    }
    return all;
}

TEST(JsonWriter, WritesWhatALibraryWrites) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 3000; ++i) {
        const Json json = random_document(random, 0);
        JsonWriter writer;
        say(writer, json);
        ASSERT_EQ(writer.take(), json.dump(2) + "\n");
    }
}

TEST(JsonWriter, ReplacesWhatIsNotUtf8) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("a\xff", std::string_view("\xc3(\xed\xa0\x80"));
    writer.end();
    const std::string text = writer.take();
    EXPECT_EQ(text, "{\n  \"a\xef\xbf\xbd\": \"\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n}\n");
    EXPECT_TRUE(Json::accept(text));
}

} // namespace
} // namespace relit
