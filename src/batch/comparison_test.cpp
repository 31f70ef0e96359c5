// Two stores side by side: which units are pairs, and what became of each.
#include "batch/comparison.hpp"

#include "batch/test_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace relit::batch {
namespace {

Unit unit_of_contents(const std::string& name, std::uint64_t contents) { return {name, {name}, {0, contents}, {}}; }

TEST(BatchComparison, PairsByContentsAndThenByName) {
    const std::vector<Unit> a{unit_of_contents("same", 1), unit_of_contents("copy", 1), unit_of_contents("moved", 2),
                              unit_of_contents("edited", 3), unit_of_contents("gone", 4)};
    const std::vector<Unit> b{unit_of_contents("new", 9), unit_of_contents("edited", 8),
                              unit_of_contents("elsewhere", 2), unit_of_contents("same", 1),
                              unit_of_contents("gone but its contents", 3)};
    // "edited" of A has its contents under another name in B, which counts more than the name.
    EXPECT_EQ(pair_units(a, b), (std::vector<UnitPair>{{0, 3}, {2, 2}, {3, 4}, {4, {}}, {{}, 0}, {{}, 1}}));
    const std::vector<Unit> edited{unit_of_contents("edited", 8)};
    EXPECT_EQ(pair_units({&a[3], 1}, edited), (std::vector<UnitPair>{{0, 0}}));
    EXPECT_EQ(pair_units({}, edited), (std::vector<UnitPair>{{{}, 0}}));
}

/// A store of a verb with results that the test writes.
class TestStore {
public:
    explicit TestStore(const TestFolder& folder, const std::string& name, const std::string& option)
        : store_(*Store::open_for(folder.path(name), Plan{"test", {option}, {}, "one"})), folder_(folder) {
        EXPECT_TRUE(store_.begin_run(Sharing::Alone, note_of_this_run({}, {})));
    }
    [[nodiscard]] const Store& store() const { return store_; }

    [[nodiscard]] Unit unit(const std::string& name, std::uint64_t contents) const {
        return {name, {name}, {0, contents}, key_of(store_.plan(), {0, contents})};
    }
    /// Parts by name; "stdout" and "stderr" as a worker writes them.
    void put(const Unit& unit, int exit, const std::vector<std::pair<std::string, std::string>>& parts) const {
        std::vector<PartSource> sources;
        for (const auto& [name, text] : parts)
            sources.push_back({name, ::open(folder_.write("part", text).c_str(), O_RDONLY | O_CLOEXEC)}),
                std::filesystem::remove(folder_.path("part"));
        ASSERT_TRUE(write_record(folder_.path("record"), unit.key, exit, sources));
        ASSERT_TRUE(store_.keep(folder_.path("record"), unit.key));
        for (const PartSource& source : sources) ::close(source.descriptor);
    }

private:
    Store store_;
    const TestFolder& folder_;
};

/// Both stores, and one unit in them.
struct BothStores {
    TestFolder folder;
    TestStore a{folder, "a", "1"}, b{folder, "b", "2"};
    Unit in_a = a.unit("u", 1), in_b = b.unit("u", 1);

    [[nodiscard]] Compared compared() const { return *compare_units(a.store(), &in_a, b.store(), &in_b); }
};

TEST(BatchComparison, TellsWhatBecameOfAUnit) {
    struct Ends {
        int exit_a, exit_b;
        std::string out_a, out_b, message_b, file_b;
        Change change;
        std::vector<std::string> parts;
        bool has_other_messages;
    };
    const Ends all[] = {
        {0, 0, "x", "x", "m", "f", Change::Same, {}, false},
        {0, 0, "x", "x", "another", "f", Change::Same, {}, true},
        {0, 0, "x", "y", "m", "f", Change::Differs, {"stdout"}, false},
        {0, 0, "x", "y", "m", "g", Change::Differs, {"stdout", "files/f"}, false},
        {0, 3, "x", "x", "m", "f", Change::FailsInB, {}, false},
        {1, 0, "x", "x", "m", "f", Change::FailsInA, {}, false},
        {1, 1, "x", "x", "m", "f", Change::Same, {}, false},
        {1, 3, "x", "x", "m", "f", Change::Differs, {}, false},
    };
    for (const Ends& one : all) {
        const BothStores both;
        both.a.put(both.in_a, one.exit_a, {{"stdout", one.out_a}, {"stderr", "m"}, {"files/f", "f"}});
        both.b.put(both.in_b, one.exit_b, {{"stdout", one.out_b}, {"stderr", one.message_b}, {"files/f", one.file_b}});
        const Compared compared = both.compared();
        EXPECT_EQ(compared.change, one.change);
        EXPECT_EQ(compared.parts, one.parts);
        EXPECT_EQ(compared.has_other_messages, one.has_other_messages);
        EXPECT_FALSE(compared.is_by_name);
    }
}

TEST(BatchComparison, TellsFilesThatOneAloneHas) {
    const BothStores both;
    both.a.put(both.in_a, 0, {{"stdout", ""}, {"stderr", ""}, {"files/of a", ""}});
    both.b.put(both.in_b, 0, {{"stdout", ""}, {"stderr", ""}, {"files/of b", ""}});
    EXPECT_EQ(both.compared().parts, (std::vector<std::string>{"files/of a", "files/of b"}));
    EXPECT_EQ(both.compared().change, Change::Differs);
}

TEST(BatchComparison, TellsUnitsWithoutAResult) {
    const BothStores both;
    EXPECT_EQ(both.compared().change, Change::NotRun);
    both.b.put(both.in_b, 0, {{"stdout", "x"}});
    EXPECT_EQ(both.compared().change, Change::New);
    ASSERT_TRUE(both.a.store().put_quarantined(both.in_a.key, {"ended by SIGSEGV", ""}));
    EXPECT_EQ(both.compared().change, Change::Quarantined);
    both.a.put(both.in_a, 0, {{"stdout", "x"}}); // a result counts more than a quarantine that is older
    EXPECT_EQ(both.compared().change, Change::Same);
    EXPECT_EQ(compare_units(both.a.store(), &both.in_a, both.b.store(), nullptr)->change, Change::Missing);
    std::ofstream(both.b.store().result_path(both.in_b.key), std::ios::app) << "more";
    EXPECT_EQ(both.compared().change, Change::Damaged);
    EXPECT_FALSE(both.compared().b.damage.empty());
}

} // namespace
} // namespace relit::batch
