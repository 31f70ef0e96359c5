// Files of archives as units: which ones are, what is refused, and that they are unpacked as they were.
#include "batch/archive/archive.hpp"

#include "batch/members.hpp"
#include "batch/test_folder.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <map>
#include <vector>

namespace relit::batch {
namespace {

/// An entry of an archive that a test makes.
struct TestEntry {
    std::string name, contents;
    unsigned type = AE_IFREG;
    std::string link{};
};

/// Writes an archive in the format and with the filter that the ending of its name says. libarchive's own names of both.
void write_archive(const std::string& file, const std::vector<TestEntry>& entries, const std::string& password = {}) {
    archive* const writer = archive_write_new();
    ASSERT_EQ(archive_write_set_format_filter_by_ext(writer, file.c_str()), ARCHIVE_OK);
    if (!password.empty()) {
        ASSERT_EQ(archive_write_set_options(writer, "zip:encryption=traditional"), ARCHIVE_OK);
        ASSERT_EQ(archive_write_set_passphrase(writer, password.c_str()), ARCHIVE_OK);
    }
    ASSERT_EQ(archive_write_open_filename(writer, file.c_str()), ARCHIVE_OK);
    for (const TestEntry& one : entries) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, one.name.c_str());
        archive_entry_set_filetype(entry, one.type);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, static_cast<la_int64_t>(one.contents.size()));
        if (!one.link.empty()) archive_entry_set_symlink(entry, one.link.c_str());
        ASSERT_EQ(archive_write_header(writer, entry), ARCHIVE_OK) << archive_error_string(writer);
        ASSERT_EQ(archive_write_data(writer, one.contents.data(), one.contents.size()),
                  static_cast<la_ssize_t>(one.contents.size()));
        archive_entry_free(entry);
    }
    ASSERT_EQ(archive_write_close(writer), ARCHIVE_OK);
    ASSERT_EQ(archive_write_free(writer), ARCHIVE_OK);
}

MemberUnits units_in_archive(const std::string& file) { return units_of_archive({"named/a", {file}, {}, {}}); }

/// The refusals by name.
std::map<std::string, std::string> refusals(const MemberUnits& found) {
    std::map<std::string, std::string> all;
    for (const RefusedInput& one : found.refused) all.emplace(one.name, one.fault.text);
    return all;
}

const std::vector<TestEntry> kTwoFiles{{"x", "of x"}, {"sub/", "", AE_IFDIR, {}}, {"sub/y", std::string(100'000, 'y')}};

TEST(BatchArchive, HasItsFilesAsUnits) {
    const TestFolder folder;
    for (const char* const name : {"a.zip", "a.7z", "a.tar", "a.tar.gz", "a.tar.xz", "a.tgz", "a.tar.bz2"}) {
        const std::string file = folder.path(name);
        write_archive(file, kTwoFiles);
        EXPECT_TRUE(has_archive_name(file));
        const MemberUnits found = units_in_archive(file);
        EXPECT_EQ(refusals(found).size(), 0U) << name;
        ASSERT_EQ(found.units.size(), 2U) << name;
        const Unit& unit = found.units[1];
        EXPECT_EQ(unit.name, "named/a/sub/y");
        EXPECT_EQ(unit.files, std::vector<std::string>{std::string(name) + "/sub/y"});
        EXPECT_EQ(unit.archive, file);
        // The same contents are the same inputs, in an archive or not.
        EXPECT_EQ(unit.inputs, *hash_of_files({folder.write("plain", kTwoFiles[2].contents)}));
    }
    EXPECT_TRUE(has_archive_name("A.ZIP"));
    for (const char* const name : {"a.gs.xz", "a.zip.bin", ".zip", "a.zip/b", "a"})
        EXPECT_FALSE(has_archive_name(name)) << name;
}

TEST(BatchArchive, RefusesNamesThatLeadAnywhere) {
    const TestFolder folder;
    const std::string file = folder.path("a.tar");
    write_archive(file, {{"../up", "1"},
                         {"a/../../up", "2"},
                         {"/etc/x", "3"},
                         {"a\nb", "4"},
                         {"./good", "5"},
                         {"link", "", AE_IFLNK, "/etc/passwd"},
                         {"pipe", "", AE_IFIFO, {}},
                         {"good", "6"},
                         {"a//b", "7"}});
    const MemberUnits found = units_in_archive(file);
    ASSERT_EQ(found.units.size(), 1U);
    EXPECT_EQ(found.units[0].name, "named/a/good");
    EXPECT_EQ(refusals(found), (std::map<std::string, std::string>{
                                   {"named/a/../up", "its name leads out of the archive"},
                                   {"named/a/a/../../up", "its name leads out of the archive"},
                                   {"named/a//etc/x", "its name is absolute"},
                                   {"named/a/a\nb", "its name has control characters"},
                                   {"named/a/link", "is a link"},
                                   {"named/a/pipe", "is no file"},
                                   {"named/a/good", "is in the archive once more: the first one is taken"},
                                   {"named/a/a//b", "its name has an empty part"}}));
}

TEST(BatchArchive, RefusesEncryptedFiles) {
    const TestFolder folder;
    write_archive(folder.path("a.zip"), kTwoFiles, "secret");
    const MemberUnits found = units_in_archive(folder.path("a.zip"));
    EXPECT_TRUE(found.units.empty());
    EXPECT_EQ(refusals(found).at("named/a/x"), "is encrypted");
}

TEST(BatchArchive, KeepsWhatComesBeforeDamage) {
    const TestFolder folder;
    const std::string file = folder.path("a.tar");
    write_archive(file, kTwoFiles);
    std::filesystem::resize_file(file, 50'000);
    const MemberUnits found = units_in_archive(file);
    ASSERT_EQ(found.units.size(), 1U);
    EXPECT_EQ(found.units[0].name, "named/a/x");
    EXPECT_NE(refusals(found).at("named/a").find("the archive is damaged"), std::string::npos);
    EXPECT_NE(refusals(units_in_archive(folder.write("b.zip", "no archive"))).at("named/a").find("damaged"),
              std::string::npos);
    EXPECT_EQ(refusals(units_in_archive(folder.path("none.zip"))).size(), 1U);
    write_archive(folder.path("empty.tar"), {});
    EXPECT_EQ(refusals(units_in_archive(folder.path("empty.tar"))).at("named/a"), "the archive has no file");
    EXPECT_EQ(refusals(units_in_archive(folder.write("c.tar", ""))).at("named/a"), "the archive has no file");
}

TEST(BatchArchive, TellsOfAFileWhoseContentsAreDamaged) {
    const TestFolder folder;
    const std::string file = folder.path("a.zip");
    write_archive(file, {{"x", std::string(1000, 'x')}, {"y", "of y"}});
    std::string bytes = text_of_file(file);
    const auto length_at = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]) + 256U * bytes[at + 1]; };
    const std::size_t packed = 30 + length_at(26) + length_at(28); // behind the name and the extra field of x
    bytes[packed] = static_cast<char>(bytes[packed] ^ 0x55);
    (void)folder.write("a.zip", bytes);
    const MemberUnits found = units_in_archive(file);
    EXPECT_EQ(refusals(found).size(), 1U);
    ASSERT_EQ(found.units.size(), 1U);
    EXPECT_EQ(found.units[0].name, "named/a/y");
}

TEST(BatchArchive, UnpacksNoMoreThanTheLimits) {
    // A tar file whose header declares 5 GiB; it has none of them.
    const TestFolder folder;
    archive* const writer = archive_write_new();
    ASSERT_EQ(archive_write_set_format_gnutar(writer), ARCHIVE_OK);
    ASSERT_EQ(archive_write_open_filename(writer, folder.path("bomb.tar").c_str()), ARCHIVE_OK);
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, "zeros");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, la_int64_t{5} << 30);
    ASSERT_EQ(archive_write_header(writer, entry), ARCHIVE_OK);
    archive_entry_free(entry);
    (void)archive_write_fail(writer);
    (void)archive_write_free(writer);
    EXPECT_EQ(refusals(units_in_archive(folder.path("bomb.tar"))).count("named/a"), 1U);
}

TEST(BatchArchive, RunsItsFilesInAFolderThatGoes) {
    const TestFolder folder;
    write_archive(folder.path("a.tar.xz"), kTwoFiles);
    write_archive(folder.path("b.zip"), {{"x", "of another x"}});
    auto store = *Store::open_for(folder.path("store"), Plan{"test", {}, {}, "one"});
    ASSERT_TRUE(store.begin_run(Sharing::Alone, note_of_this_run({}, {})));
    std::vector<Unit> units = units_of_archive({"a", {folder.path("a.tar.xz")}, {}, {}}).units;
    for (Unit& unit : units_of_archive({"b", {folder.path("b.zip")}, {}, {}}).units) units.push_back(unit);
    units.push_back({"plain", {folder.write("plain", "of plain")}, *hash_of_files({folder.path("plain")}), {}});
    for (Unit& unit : units) unit.key = key_of(store.plan(), unit.inputs);
    const std::string members = members_folder(store);
    const RunUnit run = [&](const Unit& unit, const std::string&) -> Result<int> {
        const std::string file = (unit.archive.empty() ? "" : members + "/") + unit.files[0];
        std::printf("%s", text_of_file(file).substr(0, 20).c_str());
        return 0;
    };
    const std::vector<std::uint32_t> pending{3, 1, 0, 2}; // in any order
    const auto end = run_with_members(store, units, pending, run, {2, {}}, {[](std::size_t, const UnitEnd&) {}, [] {}});
    ASSERT_TRUE(end) << end.error().text;
    EXPECT_FALSE(std::filesystem::exists(members));
    const auto output = [&](const Unit& unit) {
        std::string text;
        EXPECT_TRUE(store.find(unit.key, [&](const Part& part, std::string_view piece) -> Status {
            if (part.name == "stdout") text += piece;
            return {};
        }));
        return text;
    };
    EXPECT_EQ(output(units[0]), "of x");
    EXPECT_EQ(output(units[1]), std::string(20, 'y'));
    EXPECT_EQ(output(units[2]), "of another x");
    EXPECT_EQ(output(units[3]), "of plain");
    // An archive that has changed since is told of.
    write_archive(folder.path("b.zip"), {{"x", "of a changed x"}});
    const auto changed = run_with_members(store, units, std::vector<std::uint32_t>{2}, run, {1, {}}, {});
    ASSERT_FALSE(changed);
    EXPECT_NE(changed.error().text.find("has changed"), std::string::npos);
}

} // namespace
} // namespace relit::batch
