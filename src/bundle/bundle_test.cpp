#include "bundle/bundle.hpp"

#include "base/hash/sha256.hpp"
#include "base/zip.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace relit::bundle {
namespace {

using Json = nlohmann::json;

FileBytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Bundle full() {
    Bundle bundle;
    bundle.programs = {{"rsx.vp", "vertex", "a b.vp", {1, 2, 3, 4}}, {"rsx.fp", "fragment", "", bytes_of("MOV")}};
    bundle.context = {{"rsx.vp.start", 3}, {"rsx.fp.control", 0xffffffffffffffff}};
    bundle.targets = {{.to = "spirv", .version = 15, .features = {"int64", "float16"}, .passes = ""},
                      {.to = "glsl", .api = "opengl", .constants = "packed", .loop_limit = 7, .literal = true}};
    bundle.inputs = bytes_of("{}");
    bundle.constants = FileBytes{9};
    bundle.results = {{"expected", bytes_of("[]")}, {"spirv", {}}};
    bundle.verify = Samples{.seed = 5, .samples = 64};
    bundle.origin = {{"emulator", "RPCS3"}, {"version", "v1.95"}};
    bundle.notes = "draws black\nsince Tuesday";
    return bundle;
}

/// An archive by hand: a manifest over one program, and more files.
std::vector<std::uint8_t> archive(const Json& manifest, std::vector<ZipFile> files) {
    const std::string text = manifest.dump();
    files.insert(files.begin(), {"bundle.json", {text.begin(), text.end()}});
    return write_zip(files);
}
const FileBytes kCode = {7, 8};
Json least() {
    return {{"format", "relit-bundle"},
            {"version", 1},
            {"programs",
             {{{"file", "programs/1.nv2a"},
               {"size", 2},
               {"sha256", sha256_text(kCode)},
               {"guest", "nv2a"},
               {"stage", "vertex"}}}}};
}
std::string fault_of(const std::vector<std::uint8_t>& file) {
    const auto bundle = read(file);
    return bundle ? "none" : bundle.error().text;
}
std::string fault_of(const Json& manifest) { return fault_of(archive(manifest, {{"programs/1.nv2a", kCode}})); }

TEST(Bundle, ReadsWhatItWrites) {
    const auto file = write(full());
    ASSERT_TRUE(file) << file.error().text;
    EXPECT_TRUE(is_bundle(*file));
    const auto again = read(*file);
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, full());
    EXPECT_EQ(write(*again), *file) << "the same content, the same bytes";
}

TEST(Bundle, ReadsArchivesOfOthers) {
    const auto bundle = read(archive(least(), {{"programs/", {}}, {"programs/1.nv2a", kCode}}));
    ASSERT_TRUE(bundle) << bundle.error().text;
    EXPECT_EQ(bundle->programs[0].bytes, kCode);
    EXPECT_EQ(bundle->programs[0].guest, "nv2a");
    EXPECT_FALSE(is_bundle(write_zip({{"manifest.json", {}}})));
}

// Whatever the entries are: folders count, too.
TEST(Bundle, HasAsManyEntriesAsDocumentedAtMost) {
    for (const std::size_t more : {254U, 255U}) {
        std::vector<ZipFile> files{{"programs/1.nv2a", kCode}};
        for (std::size_t i = 0; i < more; ++i) files.push_back({"f" + std::to_string(i) + "/", {}});
        const std::string fault = fault_of(archive(least(), std::move(files)));
        EXPECT_EQ(fault.find("the archive has 257 entries, more than 256") != std::string::npos, more == 255) << fault;
    }
}

TEST(Bundle, IsKnownInAFile) {
    const std::string name = testing::TempDir() + "relit_is_bundle.zip";
    const auto is_bundle_of = [&](const FileBytes& bytes) {
        std::ofstream(name, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
        return is_bundle_file(name);
    };
    EXPECT_TRUE(is_bundle_of(*write(full())));
    EXPECT_TRUE(is_bundle_of(write_zip({{"first", {1}}, {"bundle.json", {}}})));
    EXPECT_FALSE(is_bundle_of(write_zip({{"first", {1}}, {"a/bundle.json", {}}})));
    EXPECT_FALSE(is_bundle_of({}));
    std::filesystem::resize_file(name, std::uintmax_t{1} << 40); // no bytes of it are on the disk
    EXPECT_FALSE(is_bundle_file(name));
    std::filesystem::remove(name);
    EXPECT_FALSE(is_bundle_file(name));
}

TEST(Bundle, LaterVersionsAreNamed) {
    Json manifest = least();
    manifest["version"] = 2;
    manifest["unheard_of"] = true;
    const auto bundle = read(archive(manifest, {{"programs/1.nv2a", kCode}}));
    ASSERT_FALSE(bundle);
    EXPECT_EQ(bundle.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(bundle.error().text, "the bundle is of version 2; version 1 is read");
}

TEST(Bundle, WrongFilesAreNamed) {
    const ZipFile good{"programs/1.nv2a", kCode};
    EXPECT_EQ(fault_of(archive(least(), {})), "programs/1.nv2a is missing");
    EXPECT_EQ(fault_of(archive(least(), {good, good})), "programs/1.nv2a is in the archive twice");
    EXPECT_EQ(fault_of(archive(least(), {good, {"extra", {}}})), "bundle.json does not name extra");
    EXPECT_EQ(fault_of(archive(least(), {{"programs/1.nv2a", {7, 9}}})),
              "bundle.json: programs[0].sha256 is not the one of programs/1.nv2a");
    EXPECT_EQ(fault_of(archive(least(), {{"programs/1.nv2a", {7}}})),
              "bundle.json: programs[0].size is 2, but programs/1.nv2a has 1 bytes");
    for (const std::string path : {"../a", "/a", "a/../b", "a//b", "C:\\a", ".a", "a\n", ""})
        EXPECT_NE(fault_of(archive(least(), {good, {path, {}}})).find("is no path of a bundle"), std::string::npos)
            << path;
}

TEST(Bundle, WrongManifestsAreNamed) {
    const auto with = [](const char* pointer, const Json& value) {
        Json manifest = least();
        manifest[Json::json_pointer(pointer)] = value;
        return fault_of(manifest);
    };
    EXPECT_EQ(with("/context", {{"nv2a.arithmetic", 1}}), "none");
    EXPECT_EQ(with("/format", "zip"), "bundle.json: format is not relit-bundle");
    EXPECT_EQ(with("/programs", Json::array()), "bundle.json: programs are missing");
    EXPECT_EQ(with("/programs/0/guest", 1),
              "bundle.json: programs[0].guest is no text of at most 1024 bytes without control characters");
    EXPECT_EQ(with("/programs/0/guest", "../../x"), "programs/1.../../x is no path of a bundle");
    EXPECT_EQ(with("/programs/0/size", -1), "bundle.json: programs[0].size is no number from 0 to 16777216");
    EXPECT_EQ(with("/programs/0/colour", 1), "bundle.json: programs[0].colour is not a field of a bundle");
    EXPECT_EQ(with("/context", {{"a", 1.5}}), "bundle.json: context.a is no name with a whole number");
    EXPECT_EQ(with("/notes", "\x1b[2J"),
              "bundle.json: notes is no text of at most 65536 bytes without control characters");
    // A line end or a change of direction in a name makes other lines of what is shown; notes have lines.
    for (const char* name : {"a\nb", "a\tb", "a\xe2\x80\xae"}) {
        EXPECT_EQ(with("/programs/0/name", name),
                  "bundle.json: programs[0].name is no text of at most 1024 bytes without control characters");
        EXPECT_NE(with("/origin", {{name, "x"}}), "none");
        EXPECT_NE(with("/origin", {{"game", name}}), "none");
        EXPECT_NE(with("/context", {{name, 1}}), "none");
    }
    EXPECT_EQ(with("/notes", "a\n\tb"), "none");
    EXPECT_NE(with("/notes", "a\xe2\x80\xae"), "none");
    EXPECT_EQ(with("/inputs", {{"file", "programs/1.nv2a"}, {"size", 2}, {"sha256", sha256_text(kCode)}}),
              "bundle.json names programs/1.nv2a twice");
    EXPECT_EQ(fault_of(write_zip({{"bundle.json", bytes_of("{")}})),
              "bundle.json: line 1, column 1: not JSON: it ends too early");
    EXPECT_EQ(fault_of(write_zip({{"bundle.json", bytes_of("[]")}})), "bundle.json is no object");
    EXPECT_EQ(fault_of(write_zip({{"bundle.json", bytes_of(R"({"a": 1, "a": 2})")}})),
              "bundle.json: line 1, column 12: the key \"a\" a second time");
    EXPECT_EQ(fault_of(write_zip({{"bundle.json", bytes_of(std::string(100000, '['))}})),
              "bundle.json: line 1, column 9: nested deeper than 8 levels");
}

TEST(Bundle, DamageIsAFault) {
    const auto file = write(full());
    ASSERT_TRUE(file);
    for (std::size_t i = 0; i < file->size(); ++i) {
        EXPECT_FALSE(read(Bytes(*file).first(i))) << i;
        std::vector<std::uint8_t> damaged = *file;
        damaged[i] ^= 0xff;
        const auto bundle = read(damaged);
        EXPECT_TRUE(!bundle || *bundle == full()) << "byte " << i;
    }
}

TEST(Bundle, LimitsAreNamed) {
    Bundle bundle = full();
    bundle.programs.resize(9, bundle.programs[0]);
    const auto many = write(bundle);
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().text, "a bundle has no room for 9 programs");
    bundle.programs.assign(1, {"nv2a", "vertex", "", FileBytes((16U << 20) + 1)});
    EXPECT_FALSE(write(bundle));
    Json manifest = least();
    for (int i = 0; i < 9; ++i) manifest["programs"][i] = manifest["programs"][0];
    EXPECT_EQ(fault_of(manifest), "bundle.json: programs has more than 8 items");
}

TEST(Bundle, WhatFitsIsWrittenAndReadToTheLast) {
    Bundle bundle = full();
    bundle.programs.resize(kMostPrograms, bundle.programs[1]);
    bundle.targets.resize(kMostTargets, bundle.targets[1]);
    while (bundle.results.size() < kMostResults)
        bundle.results.push_back({std::to_string(bundle.results.size()), bytes_of("[]")});
    const auto file = write(bundle);
    ASSERT_TRUE(file) << file.error().text;
    EXPECT_EQ(read(*file), bundle);
    Bundle programs = bundle, targets = bundle, results = bundle;
    programs.programs.push_back(bundle.programs[1]);
    targets.targets.push_back(bundle.targets[1]);
    results.results.push_back({"one more", {}});
    for (const Bundle* const more : {&programs, &targets, &results}) EXPECT_FALSE(write(*more));
}

// An archive of 300 bytes that says, and has, 4 GiB less one: nothing is unpacked.
TEST(Bundle, BombsAreRefusedUnseen) {
    std::vector<std::uint8_t> file = archive(least(), {{"programs/1.nv2a", kCode}});
    const auto zip = ZipReader::open(file);
    ASSERT_TRUE(zip);
    for (std::size_t at = 0; at + 46 < file.size(); ++at)
        if (little_endian(Bytes(file).subspan(at, 4)) == 0x02014b50)
            for (std::size_t i = 0; i < 4; ++i) file[at + 24 + i] = 0xff; // the size of what is unpacked
    EXPECT_EQ(fault_of(file), "it unpacks to 8589934590 bytes, more than the 268435456 that are read");
}

} // namespace
} // namespace relit::bundle
