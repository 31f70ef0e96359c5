// Files of archives as units: which ones are, what is refused, and that they are unpacked as they were.
#include "batch/archive/archive.hpp"

#include "batch/archive/unpacking.hpp"
#include "batch/members.hpp"
#include "batch/test_folder.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>
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
    if (file.ends_with(".tar.zst")) {
        ASSERT_EQ(archive_write_set_format_pax_restricted(writer), ARCHIVE_OK);
        ASSERT_EQ(archive_write_add_filter_zstd(writer), ARCHIVE_OK);
    } else {
        ASSERT_EQ(archive_write_set_format_filter_by_ext(writer, file.c_str()), ARCHIVE_OK);
    }
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

MemberUnits units_in_archive(const std::string& file, const ArchiveLimits& limits = {}) {
    return units_of_archive({"named/a", {file}, {}, {}}, limits);
}

using Refusals = std::map<std::string, std::string>;

/// The refusals by name.
Refusals refusals(const MemberUnits& found) {
    Refusals all;
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
    ASSERT_EQ(archive_write_set_bytes_per_block(writer, 0), ARCHIVE_OK); // the header is not kept for a whole block
    ASSERT_EQ(archive_write_open_filename(writer, folder.path("bomb.tar").c_str()), ARCHIVE_OK);
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, "zeros");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, la_int64_t{5} << 30);
    ASSERT_EQ(archive_write_header(writer, entry), ARCHIVE_OK);
    archive_entry_free(entry);
    (void)archive_write_fail(writer);
    (void)archive_write_free(writer);
    EXPECT_EQ(refusals(units_in_archive(folder.path("bomb.tar"))),
              Refusals({{"named/a", "a file of the archive unpacks to more than 4096 MiB, which is too large"}}));
}

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

TEST(BatchArchive, StopsAtAFileThatIsTooLarge) {
    const TestFolder folder;
    for (const char* const name : {"a.zip", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.tar.bz2", "a.7z"}) {
        const std::string file = folder.path(name);
        write_archive(file, {{"x", "of x"}, {"zeros", std::string(12 * kMebibyte, '\0')}, {"y", "of y"}});
        EXPECT_LT(std::filesystem::file_size(file), kMebibyte / 4) << name;
        const MemberUnits found = units_in_archive(file, {.member_bytes = 8 * kMebibyte});
        ASSERT_EQ(found.units.size(), 1U) << name;
        EXPECT_EQ(refusals(found),
                  Refusals({{"named/a", "a file of the archive unpacks to more than 8 MiB, which is too large"}}));
        EXPECT_EQ(refusals(units_in_archive(file, {.unpacked_bytes = 9 * kMebibyte})),
                  Refusals({{"named/a", "the archive unpacks to more than 9 MiB, which is too large"}}));
        EXPECT_EQ(units_in_archive(file, {.member_bytes = 12 * kMebibyte}).units.size(), 3U) << "the limit itself";
    }
}

TEST(BatchArchive, StopsAtTooManyFiles) {
    const TestFolder folder;
    std::vector<TestEntry> entries;
    for (int i = 0; i < 1001; ++i) entries.push_back({std::to_string(i), {}});
    for (const char* const name : {"a.zip", "a.tar.gz", "a.7z"}) {
        write_archive(folder.path(name), entries);
        const MemberUnits found = units_in_archive(folder.path(name), {.members = 1000});
        EXPECT_EQ(found.units.size(), 1000U) << name;
        EXPECT_EQ(refusals(found), Refusals({{"named/a", "the archive has more than 1000 files"}}));
        EXPECT_EQ(units_in_archive(folder.path(name), {.members = 1001}).units.size(), 1001U) << name;
    }
}

/// A number of 7z.
std::string packed_number(std::uint64_t value) {
    std::string text = "\xff";
    for (int i = 0; i < 8; ++i) text += static_cast<char>(value >> 8 * i);
    return text;
}

/// An archive (7z) of so many empty files, all called "a". Its header is not packed.
std::string archive_of_empty_files(std::size_t count) {
    std::string names(1, '\0'), header = "\x01\x05" + packed_number(count);
    for (std::size_t i = 0; i < count; ++i) names += std::string_view("a\0\0\0", 4);
    const std::string bits(count / 8, '\xff');
    for (const char kind : {'\x0e', '\x0f'}) header += kind + packed_number(bits.size()) + bits;
    header += '\x11' + packed_number(names.size()) + names + std::string(2, '\0');
    const auto number = [](std::uint64_t value, int bytes) { return packed_number(value).substr(1, bytes); };
    const auto checksum = [&](const std::string& text) {
        return number(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()), 4);
    };
    const std::string start = number(0, 8) + number(header.size(), 8) + checksum(header);
    return "7z\xbc\xaf'\x1c" + std::string("\0\4", 2) + checksum(start) + start + header;
}

TEST(BatchArchive, TakesNoMoreMemoryThanTheLimit) {
    const TestFolder folder;
    const std::string few = folder.write("few.7z", archive_of_empty_files(16));
    EXPECT_EQ(units_in_archive(few, {.memory = 64 * kMebibyte}).units.size(), 1U);
    EXPECT_EQ(refusals(units_in_archive(few, {.members = 10})).at("named/a"), "the archive has more than 10 files");
    // libarchive allocates some 90 bytes for each of 2 million files.
    const std::string many = folder.write("many.7z", archive_of_empty_files(2'000'000));
    EXPECT_EQ(refusals(units_in_archive(many, {.members = 10})).at("named/a"), "the archive has more than 10 files");
    const MemberUnits found = units_in_archive(many, {.members = 10, .memory = 64 * kMebibyte});
    EXPECT_TRUE(found.units.empty());
    EXPECT_EQ(refusals(found).at("named/a").find("the archive is damaged: "), 0U) << refusals(found).at("named/a");
    EXPECT_EQ(units_in_archive(few).units.size(), 1U) << "the limit of this process is as before";
}

TEST(BatchArchive, RefusesLongNamesEachAlone) {
    const TestFolder folder;
    std::string nested;
    for (int i = 0; i < 500; ++i) nested += "n/";
    const std::string allowed = nested + std::string(24, 'f'), deeper = nested + nested + "f";
    for (const char* const name : {"a.zip", "a.tar.gz"}) {
        write_archive(folder.path(name), {{allowed, "1"},
                                          {deeper, "2"},
                                          {std::string(65'000, 'z'), "3"},
                                          {"p/" + std::string(255, 'q'), "4"},
                                          {"p/" + std::string(256, 'r'), "5"}});
        const MemberUnits found = units_in_archive(folder.path(name));
        ASSERT_EQ(found.units.size(), 2U) << name;
        EXPECT_EQ(found.units[0].name, "named/a/" + allowed);
        EXPECT_EQ(refusals(found),
                  Refusals({{"named/a/" + deeper.substr(0, 60), "its name has more than 1024 bytes"},
                            {"named/a/" + std::string(60, 'z'), "its name has more than 1024 bytes"},
                            {"named/a/p/" + std::string(256, 'r'), "a part of its name has more than 255 bytes"}}));
        Unpacking unpacking(folder.path(name), found.units, {0, 1}, folder.path("unpacked"));
        EXPECT_EQ(unpacking.next_group()->ready.size(), 2U) << name;
        EXPECT_TRUE(unpacking.next_group()->is_empty());
    }
}

TEST(BatchArchive, StopsAtTooManyBytesOfNames) {
    const TestFolder folder;
    std::vector<TestEntry> entries;
    for (int i = 0; i < 20; ++i) entries.push_back({std::to_string(i) + std::string(60'000, 'n'), {}});
    for (const char* const name : {"a.zip", "a.tar.gz"}) {
        write_archive(folder.path(name), entries);
        const auto all = refusals(units_in_archive(folder.path(name), {.names_bytes = kMebibyte}));
        EXPECT_EQ(all.size(), 18U) << name; // 17 names fit into 1 MiB
        EXPECT_EQ(all.at("named/a"), "the names of its files have more than 1 MiB");
    }
}

/// The same archive (zip) whose directory and headers declare a byte for each file.
void declare_a_byte(const std::string& file) {
    std::string bytes = text_of_file(file);
    const auto set = [&](std::string_view signature, std::size_t offset) {
        for (std::size_t at = 0; (at = bytes.find(signature, at)) != std::string::npos; at += signature.size())
            bytes.replace(at + offset, 4, std::string_view("\1\0\0\0", 4));
    };
    set("PK\1\2", 24);
    set("PK\3\4", 22);
    std::ofstream(file, std::ios::binary) << bytes;
}

TEST(BatchArchive, CountsBytesThatAreNotDeclared) {
    const TestFolder folder;
    const std::string file = folder.path("a.zip"), zeros(6 * kMebibyte, '\0');
    write_archive(file, {{"x", zeros}, {"y", zeros}, {"z", zeros}});
    declare_a_byte(file);
    const auto of_one = refusals(units_in_archive(file, {.member_bytes = 4 * kMebibyte}));
    EXPECT_EQ(of_one.at("named/a/x"), "a file of the archive unpacks to more than 4 MiB, which is too large");
    const auto of_all = refusals(units_in_archive(file, {.unpacked_bytes = 8 * kMebibyte}));
    EXPECT_NE(of_all.at("named/a/x").find("the archive is damaged: ZIP uncompressed data is wrong size"),
              std::string::npos)
        << of_all.at("named/a/x");
    EXPECT_EQ(of_all.at("named/a/y"), "the archive unpacks to more than 8 MiB, which is too large");
    EXPECT_EQ(of_all.at("named/a"), "the archive unpacks to more than 8 MiB, which is too large");
}

TEST(BatchArchive, CountsHeadersBetweenFiles) {
    // 40 empty files, each with a comment of 100 kB in its header.
    const TestFolder folder;
    archive* const writer = archive_write_new();
    ASSERT_EQ(archive_write_set_format_pax(writer), ARCHIVE_OK);
    ASSERT_EQ(archive_write_add_filter_gzip(writer), ARCHIVE_OK);
    ASSERT_EQ(archive_write_open_filename(writer, folder.path("a.tar.gz").c_str()), ARCHIVE_OK);
    const std::string value(100'000, 'v');
    for (int i = 0; i < 40; ++i) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, std::to_string(i).c_str());
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, 0);
        archive_entry_xattr_add_entry(entry, "user.comment", value.data(), value.size());
        ASSERT_EQ(archive_write_header(writer, entry), ARCHIVE_OK) << archive_error_string(writer);
        archive_entry_free(entry);
    }
    ASSERT_EQ(archive_write_free(writer), ARCHIVE_OK);
    EXPECT_EQ(units_in_archive(folder.path("a.tar.gz")).units.size(), 40U);
    EXPECT_EQ(refusals(units_in_archive(folder.path("a.tar.gz"), {.unpacked_bytes = 2 * kMebibyte})),
              Refusals({{"named/a", "the archive unpacks to more than 2 MiB, which is too large"}}));
}

TEST(BatchArchive, UnpacksOnlyWhatItsUnitsAreOf) {
    const TestFolder folder;
    const std::string file = folder.path("a.tar.xz"), unpacked = folder.path("unpacked");
    write_archive(file, {{"x", "of x"}, {"y", "of y"}, {"z", "of z"}, {"w", "of w"}});
    const std::vector<Unit> units = units_in_archive(file).units;
    ASSERT_EQ(units.size(), 4U);
    const auto group_after = [&](const std::vector<TestEntry>& entries) {
        if (!entries.empty()) write_archive(file, entries);
        auto group = Unpacking(file, units, {3, 0, 2, 1}, unpacked).next_group();
        EXPECT_TRUE(group);
        return *group;
    };
    const auto numbers = [](const UnpackedGroup& group) {
        std::vector<std::uint32_t> all;
        for (const auto& [number, why] : group.refused) {
            EXPECT_EQ(why.text.find("the archive has changed since its files were listed"), 0U) << why.text;
            all.push_back(number);
        }
        return all;
    };
    using Numbers = std::vector<std::uint32_t>;
    EXPECT_EQ(group_after({}).ready, (Numbers{0, 1, 2, 3}));
    EXPECT_EQ(text_of_file(folder_of_member(unpacked, units[1]) + "/a.tar.xz/y"), "of y");
    // One of other contents, one that is a folder, and the last one lacks.
    const UnpackedGroup changed = group_after({{"x", "of x"}, {"y", "of ?"}, {"z/", "", AE_IFDIR, {}}});
    EXPECT_EQ(changed.ready, Numbers{0});
    EXPECT_EQ(numbers(changed), (Numbers{1, 2, 3}));
    // The same contents at the same place count, whatever the name.
    const UnpackedGroup renamed = group_after({{"other", "of x"}, {"y", "of y"}, {"z", "of w"}, {"w", "of w"}});
    EXPECT_EQ(renamed.ready, (Numbers{0, 1, 3}));
    EXPECT_EQ(numbers(renamed), Numbers{2});
    (void)folder.write("a.tar.xz", "no archive");
    EXPECT_EQ(numbers(group_after({})), (Numbers{0, 1, 2, 3}));
    std::filesystem::remove(file);
    EXPECT_EQ(numbers(group_after({})), (Numbers{0, 1, 2, 3}));
}

TEST(BatchArchive, HasFilesThatCannotLieBesideOneAnother) {
    const TestFolder folder;
    write_archive(folder.path("a.tar"), {{"a", "a file"}, {"a/b", "below it"}});
    const std::vector<Unit> units = units_in_archive(folder.path("a.tar")).units;
    ASSERT_EQ(units.size(), 2U);
    Unpacking unpacking(folder.path("a.tar"), units, {0, 1}, folder.path("unpacked"));
    EXPECT_EQ(unpacking.next_group()->ready.size(), 2U);
    // A folder that cannot be written is a fault of the run.
    Unpacking nowhere(folder.path("a.tar"), units, {0, 1}, folder.write("file", "") + "/unpacked");
    EXPECT_FALSE(nowhere.next_group());
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
    const std::string members = std::filesystem::path(member_folder(store, units[0])).parent_path();
    const RunUnit run = [&](const Unit& unit, const std::string&) -> Result<int> {
        const std::string file = (unit.archive.empty() ? "" : member_folder(store, unit) + "/") + unit.files[0];
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
    // Archives that change meanwhile: the units of the others run, and those of the changed ones are refused.
    for (Unit& unit : units) unit.key = key_of({"test", {}, {}, "two"}, unit.inputs);
    write_archive(folder.path("b.zip"), {{"x", "of a changed x"}});
    (void)folder.write("plain", "of other contents");
    std::map<std::size_t, UnitEnd> ends;
    const PoolEvents events{[&](std::size_t number, const UnitEnd& one) { ends[number] = one; }, [] {}};
    ASSERT_TRUE(run_with_members(store, units, pending, run, {1, {}}, events));
    ASSERT_EQ(ends.size(), 4U);
    EXPECT_EQ(output(units[0]), "of x");
    EXPECT_EQ(output(units[1]), std::string(20, 'y'));
    ASSERT_TRUE(ends[2].refused && ends[3].refused);
    EXPECT_NE(ends[2].refused->text.find("the archive has changed"), std::string::npos);
    EXPECT_EQ(ends[3].refused->text, "its contents have changed since the run began");
    for (const std::size_t number : {2U, 3U}) EXPECT_FALSE(*store.find(units[number].key)) << number;
}

} // namespace
} // namespace relit::batch
