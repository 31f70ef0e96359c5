// Costs, and the shards that are made of them.
#include "batch/shards.hpp"

#include "batch/test_folder.hpp"

#include <numeric>

namespace relit::batch {
namespace {

constexpr std::uint64_t kSecond = 1'000'000;

std::vector<Unit> units_of_seconds(const std::vector<std::uint64_t>& seconds) {
    std::vector<Unit> units;
    for (const std::uint64_t one : seconds) units.push_back({"", {}, {}, {}, 0, one * kSecond});
    return units;
}

std::vector<std::uint32_t> shards_when_cut(const std::vector<std::uint64_t>& seconds, std::uint32_t most) {
    auto units = units_of_seconds(seconds);
    cut_into_shards(units, most);
    std::vector<std::uint32_t> numbers;
    for (const Unit& unit : units) numbers.push_back(unit.shard);
    return numbers;
}

using Numbers = std::vector<std::uint32_t>;

TEST(BatchShards, AreRangesOfAboutTheSameTime) {
    EXPECT_EQ(shards_when_cut({30, 30, 30, 30}, 60), (Numbers{1, 1, 2, 2}));
    EXPECT_EQ(shards_when_cut({30, 30, 30, 30}, 1000), (Numbers{1, 1, 1, 1}));
    EXPECT_EQ(shards_when_cut({200, 10, 10, 10}, 60),
              (Numbers{1, 2, 2, 2})); // a long unit is alone, and no number is left out
    EXPECT_EQ(shards_when_cut({10, 10, 200}, 60), (Numbers{1, 1, 1}));
    EXPECT_EQ(shards_when_cut({40, 0, 40, 0}, 40),
              (Numbers{1, 1, 2, 2})); // a unit with the contents of another follows
    EXPECT_EQ(shards_when_cut({0, 0}, 60), (Numbers{1, 1}));
    EXPECT_EQ(shards_when_cut({}, 60), Numbers{});
    EXPECT_EQ(shards_of(units_of_seconds({})), 0U);
}

TEST(BatchShards, TakeWhatIsAskedForAtMostByAUnit) {
    std::vector<std::uint64_t> seconds;
    for (std::uint64_t i = 0; i < 5000; ++i) seconds.push_back(i * 7919 % 13);
    auto units = units_of_seconds(seconds);
    cut_into_shards(units, 90);
    std::map<std::uint32_t, std::uint64_t> costs;
    for (const Unit& unit : units) costs[unit.shard] += unit.cost / kSecond;
    EXPECT_EQ(costs.size(), shards_of(units));
    for (const auto& [shard, cost] : costs) EXPECT_TRUE(cost <= 90 + 12 && cost >= 60) << shard << ": " << cost;
}

TEST(BatchShards, CostsAreMeasuredElseBySize) {
    const TestFolder folder;
    const std::string small = folder.write("small", "x"), large = folder.write("large", std::string(1 << 20, 'x'));
    const std::vector<Unit> found{{"a", {small}, {0, 1}, {}}, {"b", {large}, {0, 2}, {}}, {"c", {small}, {0, 1}, {}}};
    const Numbers firsts{0, 1, 0};
    auto units = found;
    auto sources = set_costs(units, firsts, {});
    EXPECT_EQ(sources.measured, 0U);
    EXPECT_EQ(sources.by_size, 2U);
    EXPECT_EQ(units[0].cost, 10'000U);
    EXPECT_EQ(units[1].cost, 1'010'000U);
    EXPECT_EQ(units[2].cost, 0U);
    units = found;
    sources = set_costs(units, firsts, {{Hash128{0, 1}, 40'000}}); // so this machine is four times slower
    EXPECT_EQ(sources.measured, 1U);
    EXPECT_EQ(sources.by_size, 1U);
    EXPECT_EQ(units[0].cost, 40'000U);
    EXPECT_EQ(units[1].cost, 4'040'000U);
}

TEST(BatchShards, ChoicesNameShardsOrParts) {
    EXPECT_EQ(*chosen_shards(*shard_choice_from("3"), 7), Numbers{3});
    EXPECT_EQ(chosen_shards(*shard_choice_from("8"), 7).error().text, "there is no shard 8: the plan has 7");
    EXPECT_EQ(*chosen_shards(*shard_choice_from("1/1"), 3), (Numbers{1, 2, 3}));
    EXPECT_EQ(*chosen_shards(*shard_choice_from("2/3"), 7), (Numbers{2, 5}));
    EXPECT_EQ(*chosen_shards(*shard_choice_from("4294967295/4294967295"), 7), Numbers{});
    for (const std::string text : {"", "0", "-1", "1/", "/1", "0/3", "4/3", "1/0", "1/2/3", "x", "1 ", "4294967296"})
        EXPECT_EQ(shard_choice_from(text).error().kind, FaultKind::Usage) << text;
}

TEST(BatchShards, AnArrayHasHoles) {
    EXPECT_EQ(array_expression({}), "");
    EXPECT_EQ(array_expression(Numbers{7}), "7");
    EXPECT_EQ(array_expression(Numbers{1, 2, 3, 5, 8, 9}), "1-3,5,8-9");
}

TEST(BatchTimes, TheShortestStaysAndWhatIsCutOffIsPassedOver) {
    const TestFolder folder;
    const std::string store = folder.path("");
    for (const std::uint64_t time : {30, 20, 40}) {
        TimeLog log(store);
        log.add({1, 2}, time);
        log.add({3, time}, 5);
    }
    (void)TimeLog(store); // makes no file
    (void)folder.write("times/cut", to_string(Hash128{1, 2}) + " 7\nnothing\n" + to_string(Hash128{1, 2}) + " 1");
    Times times;
    add_times(store, times);
    EXPECT_EQ(times.size(), 4U);
    EXPECT_EQ((times[{1, 2}]), 7U);
    EXPECT_EQ((times[{3, 40}]), 5U);
    add_times(folder.path("none"), times);
    EXPECT_EQ(times.size(), 4U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("times")), {}), 4);
}

} // namespace
} // namespace relit::batch
