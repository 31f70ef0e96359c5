// Plans, units and results of a store, and what is refused.
#include "batch/store.hpp"

#include "batch/manifest.hpp"
#include "batch/test_folder.hpp"

#include <set>

namespace relit::batch {
namespace {

const Plan kPlan{"translate", {"--to", "spirv"}, {}, "one"};

TEST(BatchStore, KeepsOnePlan) {
    const TestFolder folder;
    const std::string path = folder.path("store");
    ASSERT_TRUE(Store::open_for(path, kPlan));
    ASSERT_TRUE(Store::open_for(path, kPlan));
    EXPECT_EQ(Store::open(path)->plan(), kPlan);
    Plan other = kPlan;
    other.options = {"--to", "glsl"};
    const auto refused = Store::open_for(path, other);
    EXPECT_EQ(refused.error().kind, FaultKind::Usage);
    EXPECT_NE(refused.error().text.find("translate --to spirv"), std::string::npos);
    other = kPlan;
    other.version = "two";
    EXPECT_NE(Store::open_for(path, other).error().text.find("another build"), std::string::npos);
    other = kPlan;
    other.option_files = {"contents"};
    EXPECT_NE(Store::open_for(path, other).error().text.find("other contents"), std::string::npos);
}

TEST(BatchStore, RefusesFoldersThatAreNone) {
    const TestFolder folder;
    (void)folder.write("full/file", "text");
    EXPECT_EQ(Store::open_for(folder.path("full"), kPlan).error().kind, FaultKind::Usage);
    EXPECT_FALSE(std::filesystem::exists(folder.path("full/results")));
    EXPECT_EQ(Store::open(folder.path("full")).error().kind, FaultKind::BadInput);
    EXPECT_EQ(Store::open(folder.path("no_such")).error().kind, FaultKind::BadInput);
    for (const std::string text : {"", "{", "[]", "{\"format\": 2}", "{\"format\": 1}", "{\"format\": \"1\"}"}) {
        (void)folder.write("damaged/plan.json", text);
        EXPECT_FALSE(Store::open(folder.path("damaged"))) << text;
        EXPECT_FALSE(Store::open_for(folder.path("damaged"), kPlan)) << text;
    }
}

TEST(BatchStore, IsMadeAfterARunThatWasKilledBeforeThePlan) {
    const TestFolder folder;
    (void)folder.write("store/plan.json.123", "{");
    std::filesystem::create_directories(folder.path("store/results"));
    EXPECT_TRUE(Store::open_for(folder.path("store"), kPlan));
    (void)folder.write("other/results/file", "text");
    EXPECT_FALSE(Store::open_for(folder.path("other"), kPlan));
}

TEST(BatchStore, ListsUnitsOfAnyName) {
    const TestFolder folder;
    const auto store = Store::open_for(folder.path("store"), kPlan);
    std::string every;
    for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
    const std::vector<Unit> units{{every, {every, "b"}, {1, 2}, {3, ~std::uint64_t{0}}}, {"", {}, {}, {}}};
    ASSERT_TRUE(store->write_units(units));
    EXPECT_EQ(*store->units(), units);
    (void)folder.write("store/units.jsonl", unit_line(units[0]) + "{\"name\": 1}\n");
    EXPECT_NE(store->units().error().text.find("units.jsonl, line 2"), std::string::npos);
    std::filesystem::remove(folder.path("store/units.jsonl"));
    EXPECT_FALSE(store->units());
}

TEST(BatchStore, ListsShardsThatFollowOneAnother) {
    const TestFolder folder;
    const auto store = Store::open_for(folder.path("store"), kPlan);
    const auto list = [&](const std::vector<std::uint32_t>& shards) {
        std::vector<Unit> units;
        for (const std::uint32_t shard : shards)
            units.push_back({"", {}, {}, {}, shard, shard == 0 ? 0 : std::uint64_t{1} << 60});
        EXPECT_TRUE(store->write_units(units));
        const auto read = store->units();
        EXPECT_TRUE(!read || *read == units);
        return read.has_value();
    };
    EXPECT_FALSE(store->has_shards());
    EXPECT_TRUE(list({0, 0}));
    EXPECT_FALSE(store->has_shards());
    EXPECT_TRUE(list({1, 1, 2, 3}));
    EXPECT_TRUE(store->has_shards());
    for (const std::vector<std::uint32_t>& shards : {std::vector<std::uint32_t>{2}, {0, 1}, {1, 3}, {1, 0}, {1, 2, 1}})
        EXPECT_FALSE(list(shards));
    (void)folder.write("store/units.jsonl", R"({"name":"","files":[],"inputs":")" + to_string(Hash128{}) +
                                                R"(","key":")" + to_string(Hash128{}) +
                                                R"(","shard":-1,"cost":1})"
                                                "\n");
    EXPECT_FALSE(store->units());
}

TEST(BatchStore, TellsDamageFromAbsence) {
    const TestFolder folder;
    const auto store = Store::open_for(folder.path("store"), kPlan);
    const Hash128 key = key_of(kPlan, {5, 6});
    EXPECT_FALSE(store->find(key)->has_value());
    const std::string written = folder.path("store/running/record");
    ASSERT_TRUE(write_record(written, key, 0, {}));
    ASSERT_TRUE(store->keep(written, key));
    EXPECT_TRUE(store->find(key)->has_value());
    const std::string digits = to_string(key);
    (void)folder.write("store/results/" + digits.substr(0, 2) + "/" + digits, "");
    EXPECT_FALSE(store->find(key));
}

TEST(BatchStore, KeepsWhyThereIsNoResult) {
    const TestFolder folder;
    auto store = Store::open_for(folder.path("store"), kPlan);
    ASSERT_TRUE(store->begin_run(Sharing::Alone, note_of_this_run({}, {})));
    const Quarantine why{"it was ended by SIGSEGV", "crash at relit+0x1"};
    EXPECT_FALSE(store->find_quarantined({7, 8})->has_value());
    ASSERT_TRUE(store->put_quarantined({7, 8}, why));
    EXPECT_EQ(**store->find_quarantined({7, 8}), why);
    store->forget_quarantined({7, 8});
    EXPECT_FALSE(store->find_quarantined({7, 8})->has_value());
}

TEST(BatchUnit, KeysDependOnPlanAndContentsAlone) {
    const TestFolder folder;
    const std::string a = folder.write("a", "text"), b = folder.write("b", "text"), c = folder.write("c", "other");
    EXPECT_EQ(*hash_of_files({a}), *hash_of_files({b}));
    EXPECT_NE(*hash_of_files({a}), *hash_of_files({c}));
    EXPECT_NE(*hash_of_files({a, c}), *hash_of_files({c, a}));
    EXPECT_NE(*hash_of_files({a, a}), *hash_of_files({a}));
    EXPECT_NE(hash_of_files({folder.path("none")}).error().text.find("none: cannot open"), std::string::npos);
    std::set<std::string> keys;
    for (const Plan& plan :
         {kPlan, Plan{"verify", {"--to", "spirv"}, {}, "one"}, Plan{"translate", {"--to", "glsl"}, {}, "one"},
          Plan{"translate", {"--to spirv"}, {}, "one"}, Plan{"translate", {"--to", "spirv"}, {"x"}, "one"},
          Plan{"translate", {"--to", "spirv"}, {}, "two"}})
        keys.insert(to_string(key_of(plan, *hash_of_files({a}))));
    EXPECT_EQ(keys.size(), 6U);
}

TEST(BatchUnit, FoldersCountWithNamesAndContents) {
    const TestFolder folder;
    for (const std::string one : {"x", "y", "renamed"}) (void)folder.write(one + "/manifest.json", "{}");
    (void)folder.write("x/blob", "1");
    (void)folder.write("y/blob", "1");
    (void)folder.write("renamed/blub", "1");
    EXPECT_EQ(*hash_of_files({folder.path("x")}), *hash_of_files({folder.path("y")}));
    EXPECT_NE(*hash_of_files({folder.path("x")}), *hash_of_files({folder.path("renamed")}));
}

TEST(BatchUnit, ReadsHashesThatItWrites) {
    EXPECT_EQ(*hash_from(to_string(Hash128{1, ~std::uint64_t{0}})), (Hash128{1, ~std::uint64_t{0}}));
    for (const std::string text : {"", "1", "0123456789abcdef0123456789abcdeF", "0123456789abcdef 123456789abcdef",
                                   "0123456789abcdef0123456789abcdef0", "-123456789abcdef0123456789abcdef"})
        EXPECT_FALSE(hash_from(text)) << text;
}

} // namespace
} // namespace relit::batch
