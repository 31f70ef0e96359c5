// Named numbers: sorted however they came, each name once.
#include "ir/facts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relit::ir {
namespace {

std::vector<std::string> names_of(const Facts& facts) {
    std::vector<std::string> names;
    for (const auto& [name, value] : facts) names.emplace_back(name);
    return names;
}

TEST(Facts, AreSortedByName) {
    Facts facts;
    for (const char* name : {"b", "c.texture10", "a", "c.texture1", "c"}) facts[name] = 1;
    EXPECT_EQ(names_of(facts), (std::vector<std::string>{"a", "b", "c", "c.texture1", "c.texture10"}));
}

TEST(Facts, AreFoundByNameOnly) {
    const Facts facts{{"one", 1}, {"three", 3}, {"zero", 0}};
    EXPECT_EQ(facts.at("three"), 3U);
    EXPECT_TRUE(facts.contains("zero"));
    EXPECT_EQ(facts.find("thre"), nullptr);
    EXPECT_EQ(facts.find("threes"), nullptr);
    EXPECT_EQ(facts.find(""), nullptr);
    EXPECT_EQ(Facts().find("one"), nullptr);
}

TEST(Facts, WhatIsThereStaysUnlessItIsSet) {
    Facts facts{{"a", 1}, {"a", 2}};
    EXPECT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts.find_or_add("a", 3).first, 1U);
    EXPECT_FALSE(facts.find_or_add("a", 3).second);
    EXPECT_TRUE(facts.find_or_add("b", 4).second);
    facts.add({{"b", 5}, {"c", 6}});
    EXPECT_EQ(facts, (Facts{{"c", 6}, {"b", 4}, {"a", 1}}));
    facts["a"] = 7;
    EXPECT_EQ(facts.at("a"), 7U);
}

TEST(Facts, AreEqualWhateverWasThereBefore) {
    Facts facts{{"a", 1}, {"gone", 2}, {"b", 3}};
    facts.erase("gone");
    facts.erase("never");
    EXPECT_EQ(facts, (Facts{{"a", 1}, {"b", 3}}));
    EXPECT_NE(facts, (Facts{{"a", 1}, {"b", 4}}));
    EXPECT_NE(facts, (Facts{{"a", 1}}));
}

TEST(Facts, ManyAreKeptApart) {
    Facts facts;
    for (std::uint64_t i = 0; i < 1000; ++i) facts["maxwell.constants2.word" + std::to_string(i * 7919 % 1000)] = i;
    EXPECT_EQ(facts.size(), 1000U);
    for (std::uint64_t i = 0; i < 1000; ++i)
        EXPECT_EQ(facts.at("maxwell.constants2.word" + std::to_string(i * 7919 % 1000)), i);
}

} // namespace
} // namespace relit::ir
