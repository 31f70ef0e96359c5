// Named numbers: sorted however they came, each name once.
#include "ir/context_values.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relit::ir {
namespace {

std::vector<std::string> names_of(const ContextValues& values) {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) names.emplace_back(name);
    return names;
}

TEST(ContextValues, AreSortedByName) {
    ContextValues values;
    for (const char* name : {"b", "c.texture10", "a", "c.texture1", "c"}) values[name] = 1;
    EXPECT_EQ(names_of(values), (std::vector<std::string>{"a", "b", "c", "c.texture1", "c.texture10"}));
}

TEST(ContextValues, AreFoundByNameOnly) {
    const ContextValues values{{"one", 1}, {"three", 3}, {"zero", 0}};
    EXPECT_EQ(values.at("three"), 3U);
    EXPECT_TRUE(values.contains("zero"));
    EXPECT_EQ(values.find("thre"), nullptr);
    EXPECT_EQ(values.find("threes"), nullptr);
    EXPECT_EQ(values.find(""), nullptr);
    EXPECT_EQ(ContextValues().find("one"), nullptr);
}

TEST(ContextValues, WhatIsThereStaysUnlessItIsSet) {
    ContextValues values{{"a", 1}, {"a", 2}};
    EXPECT_EQ(values.size(), 1U);
    EXPECT_EQ(values.find_or_add("a", 3).first, 1U);
    EXPECT_FALSE(values.find_or_add("a", 3).second);
    EXPECT_TRUE(values.find_or_add("b", 4).second);
    values.add({{"b", 5}, {"c", 6}});
    EXPECT_EQ(values, (ContextValues{{"c", 6}, {"b", 4}, {"a", 1}}));
    values["a"] = 7;
    EXPECT_EQ(values.at("a"), 7U);
}

TEST(ContextValues, AreEqualWhateverWasThereBefore) {
    ContextValues values{{"a", 1}, {"gone", 2}, {"b", 3}};
    values.erase("gone");
    values.erase("never");
    EXPECT_EQ(values, (ContextValues{{"a", 1}, {"b", 3}}));
    EXPECT_NE(values, (ContextValues{{"a", 1}, {"b", 4}}));
    EXPECT_NE(values, (ContextValues{{"a", 1}}));
}

TEST(ContextValues, ManyAreKeptApart) {
    ContextValues values;
    for (std::uint64_t i = 0; i < 1000; ++i) values["maxwell.constants2.word" + std::to_string(i * 7919 % 1000)] = i;
    EXPECT_EQ(values.size(), 1000U);
    for (std::uint64_t i = 0; i < 1000; ++i)
        EXPECT_EQ(values.at("maxwell.constants2.word" + std::to_string(i * 7919 % 1000)), i);
}

} // namespace
} // namespace relit::ir
