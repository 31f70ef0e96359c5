// Which inputs words stand for.
#include "batch/inputs.hpp"

#include "batch/test_folder.hpp"

namespace relit::batch {
namespace {

FolderRole searched(const std::string& /*folder*/) { return FolderRole::Search; }

std::vector<std::string> names_of(const Found& found) {
    std::vector<std::string> names;
    for (const Unit& unit : found.units) names.push_back(unit.name);
    return names;
}

using Names = std::vector<std::string>;

TEST(BatchInputs, AreFilesFoldersAndPatterns) {
    const TestFolder folder;
    for (const char* const name : {"in/b", "in/a", "in/sub/c", "in/new\nline", "one.bin", "two.bin", "[x].bin"})
        (void)folder.write(name, "text");
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("in")}, searched)), (Names{"a", "b", "new\nline", "sub/c"}));
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("???.bin")}, searched)),
              (Names{folder.path("[x].bin"), folder.path("one.bin"), folder.path("two.bin")}));
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("[x].bin")}, searched)), Names{folder.path("[x].bin")});
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("i*")}, searched)).size(), 4U);
    for (const char* const wrong : {"none", "n*"}) {
        const auto found = find_inputs(Names{folder.path(wrong)}, searched);
        ASSERT_FALSE(found);
        EXPECT_NE(found.error().text.find("no such file"), std::string::npos);
    }
}

TEST(BatchInputs, HaveNamesThatDiffer) {
    const TestFolder folder;
    const std::string a = folder.write("x/a", "1"), other = folder.write("y/a", "2");
    (void)folder.write("y/b", "3");
    const auto found = find_inputs(Names{folder.path("x"), folder.path("y")}, searched);
    EXPECT_EQ(names_of(*found), (Names{a, other, "b"}));
}

TEST(BatchInputs, KeepCapturesWholeAndPassStoresOver) {
    const TestFolder folder;
    for (const char* const name : {"in/capture/manifest.json", "in/capture/sub/blob", "in/store/plan.json", "in/a"})
        (void)folder.write(name, "text");
    const auto role = [&](const std::string& path) {
        if (path == folder.path("in/store")) return FolderRole::Skip;
        return path.ends_with("capture") ? FolderRole::Unit : FolderRole::Search;
    };
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("in")}, role)), (Names{"a", "capture"}));
    EXPECT_EQ(names_of(*find_inputs(Names{folder.path("in/capture")}, role)), Names{folder.path("in/capture")});
}

TEST(BatchInputs, ArePairedByName) {
    const TestFolder folder;
    for (const char* const name : {"x/a", "x/only", "y/a", "y/s/b", "x/s/b", "y/new"}) (void)folder.write(name, "text");
    const auto found = find_pairs(folder.path("x"), folder.path("y"), searched);
    EXPECT_EQ(names_of(*found), (Names{"a", "s/b"}));
    EXPECT_EQ(found->units[1].files, (Names{folder.path("x/s/b"), folder.path("y/s/b")}));
    EXPECT_EQ(found->unpaired, (Names{folder.path("x/only"), folder.path("y/new")}));
    EXPECT_EQ(find_pairs(folder.path("x/a"), folder.path("y/a"), searched)->units.size(), 1U);
}

TEST(BatchInputs, ComeFromLists) {
    EXPECT_EQ(words_of_list("a\n\nb c\r\nd", false), (Names{"a", "b c\r", "d"}));
    EXPECT_EQ(words_of_list(std::string_view("a\nb\0c\0", 6), true), (Names{"a\nb", "c"}));
    EXPECT_EQ(words_of_list("", false), Names{});
}

} // namespace
} // namespace relit::batch
