#include "base/json/writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
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
    } else if (json.is_null()) {
        writer.value(nullptr);
    } else if (json.is_boolean()) {
        writer.value(json.get<bool>());
    } else if (json.is_number_float()) {
        writer.value(json.get<double>());
    } else if (json.is_number_unsigned()) {
        writer.value(json.get<std::uint64_t>());
    } else {
        writer.value(json.get<std::int64_t>());
    }
}

Json random_leaf(std::mt19937_64& random) {
    switch (random() % 5) {
        case 0: return nullptr;
        case 1: return random() % 2 == 0;
        case 2: return static_cast<std::int64_t>(random()) >> random() % 64;
        case 3: return static_cast<double>(random() % 1000) / 8;
        default: return random() >> random() % 64;
    }
}

Json random_document(std::mt19937_64& random, unsigned depth) {
    const unsigned what = depth == 0 ? 0 : 1 + static_cast<unsigned>(random() % 4);
    if (depth > 3 || what > 2) {
        if (what == 3) return random_leaf(random);
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
        JsonWriter line({.one_line = true, .only_ascii = true});
        say(line, json);
        ASSERT_EQ(line.take(), json.dump(-1, ' ', true) + "\n");
    }
}

std::string text_of(double number) {
    JsonWriter writer({.one_line = true});
    writer.value(number);
    std::string text = writer.take();
    text.pop_back();
    return text;
}

TEST(JsonWriter, WritesTheShortestDecimal) {
    std::mt19937_64 random(2);
    int same = 0;
    for (int i = 0; i < 100000; ++i) {
        const double number = i % 2 == 0 ? std::bit_cast<double>(random())
                                         : double{std::bit_cast<float>(static_cast<std::uint32_t>(random()))};
        const std::string text = text_of(number), theirs = Json(number).dump();
        if (std::isfinite(number)) {
            ASSERT_EQ(Json::parse(text).get<double>(), number) << text;
        }
        ASSERT_LE(text.size(), theirs.size()); // the library's are not always the shortest
        same += text == theirs ? 1 : 0;
    }
    EXPECT_GT(same, 99000);
}

TEST(JsonWriter, WritesAnExponentWhereALibraryDoes) {
    for (int exponent = -20; exponent < 20; ++exponent) {
        for (const double digits : {1.0, 1.5, -9.75, 0.0}) {
            const double number = digits * std::pow(10.0, exponent);
            EXPECT_EQ(text_of(number), Json(number).dump());
        }
    }
    for (const double number : {-0.0, 999999999999999.0, 5e-324, 1.7976931348623157e308, 1e100})
        EXPECT_EQ(text_of(number), Json(number).dump());
}

TEST(JsonWriter, WritesOptionalsAndLists) {
    JsonWriter writer({.one_line = true});
    writer.begin_object();
    writer.member("none", std::optional<int>());
    writer.member("list", std::vector<std::string>{"a", "b"});
    writer.member("rgba", std::array<std::uint8_t, 4>{1, 2, 3, 255});
    writer.end();
    EXPECT_EQ(writer.take(), "{\"none\":null,\"list\":[\"a\",\"b\"],\"rgba\":[1,2,3,255]}\n");
}

TEST(JsonWriter, WritesEachValueOnOneLine) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 1000; ++i) {
        const Json json = {{"first", random_document(random, 1)}, {"last", random_document(random, 1)}};
        JsonWriter writer({.one_line_values = true});
        say(writer, json);
        ASSERT_EQ(writer.take(),
                  "{\n  \"first\": " + json["first"].dump() + ",\n  \"last\": " + json["last"].dump() + "\n}\n");
    }
}

TEST(JsonWriter, WritesWhatAFunctionDoes) {
    JsonWriter writer({.one_line = true});
    writer.begin_object();
    writer.member("list", [](JsonWriter& json) { json.value(std::array{1, 2}); });
    writer.end();
    EXPECT_EQ(writer.take(), "{\"list\":[1,2]}\n");
}

TEST(JsonWriter, WritesObjectsByTheirMembers) {
    JsonWriter writer({.one_line = true});
    writer.begin_object();
    writer.object("at", {{"x", -1}, {"y", 2.5}, {"name", std::string("a") + "b"}, {"none", nullptr}});
    writer.members({{"text", "c"}, {"list", std::array{1, 2}}, {"flag", true}});
    writer.begin_array("all");
    writer.object({{"z", 3U}});
    writer.object({});
    writer.end();
    writer.end();
    EXPECT_EQ(writer.take(),
              "{\"at\":{\"x\":-1,\"y\":2.5,\"name\":\"ab\",\"none\":null},"
              "\"text\":\"c\",\"list\":[1,2],\"flag\":true,\"all\":[{\"z\":3},{}]}\n");
}

TEST(JsonWriter, WritesListsOfObjects) {
    JsonWriter writer({.one_line = true});
    writer.begin_object();
    writer.objects("squares", std::array{1, 2}, [&](int number) { writer.member("of", number); });
    writer.objects("none", std::vector<int>(), [&](int number) { writer.member("of", number); });
    writer.end();
    EXPECT_EQ(writer.take(), "{\"squares\":[{\"of\":1},{\"of\":2}],\"none\":[]}\n");
}

TEST(JsonWriter, GivesItsTextToASinkInPieces) {
    JsonWriter whole;
    std::string pieces;
    std::size_t largest = 0;
    JsonWriter writer([&](std::string_view piece) { pieces += piece, largest = std::max(largest, piece.size()); }, {});
    for (JsonWriter* each : {&whole, &writer}) {
        each->begin_array();
        for (int i = 0; i < 100000; ++i) each->value(i);
        each->end();
    }
    EXPECT_EQ(writer.take(), "");
    EXPECT_EQ(pieces, whole.take());
    EXPECT_LT(largest, pieces.size() / 4);
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

TEST(JsonWriter, ReplacesWhatALibraryDoes) {
    constexpr std::string_view kBytes = "a\x80\x90\xa0\xbf\xc1\xc3\xe0\xe2\xed\xf0\xf1\xf4\xff";
    std::mt19937_64 random(4);
    for (int i = 0; i < 100000; ++i) {
        std::string text;
        for (std::uint64_t left = random() % 8; left > 0; --left) text += kBytes[random() % kBytes.size()];
        JsonWriter writer({.only_ascii = true});
        writer.value(text);
        ASSERT_EQ(writer.take(), Json(text).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
    }
}

} // namespace
} // namespace relit
