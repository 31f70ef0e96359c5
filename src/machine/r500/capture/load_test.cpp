#include "machine/r500/capture/load.hpp"

#include "base/hash/sha256.hpp"
#include "base/zip.hpp"
#include "codec/codec.hpp"
#include "machine/r500/capture/memory.hpp"
#include "machine/r500/capture/test_text.hpp"
#include "machine/r500/capture/walk.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500 {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::vector<std::uint32_t> copied(Dwords dwords) { return {dwords.begin(), dwords.end()}; }

std::vector<std::uint32_t> dwords_of(std::string_view text) {
    const std::vector<std::uint8_t> file = bytes_of(text);
    const auto loaded = load(file);
    EXPECT_TRUE(loaded) << text;
    return loaded ? copied(loaded->capture.submissions[0].dwords) : std::vector<std::uint32_t>{};
}

TEST(R500Load, ReadsEveryForm) {
    const std::vector<std::uint32_t> wanted = {0x00001380, 0x4000};
    EXPECT_EQ(dwords_of("0x00001380, 0x00004000,\n"), wanted);
    EXPECT_EQ(dwords_of("-- a log\n0x00001380 0x4000 // the rest\n"), (std::vector<std::uint32_t>{0x00001380, 0x4000}))
        << "a head is no address of a register";
    EXPECT_EQ(dwords_of("0x4e00 0x4000\n"), wanted) << "an address and a value";
    EXPECT_EQ(dwords_of(std::string_view("\x80\x13\0\0\0\x40\0\0", 8)), wanted);
}

TEST(R500Load, ReadsNamesOfRegisters) {
    EXPECT_EQ(dwords_of("RB3D_CCTL = 0x4000\n"), (std::vector<std::uint32_t>{0x1380, 0x4000}));
    const std::vector<std::uint8_t> file = bytes_of("-- a comment\nRB3D_CCTL = 1\nZB_CNTL = 2\n");
    const auto loaded = load(file);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(at_dword({}, file, *loaded, 0, 3).line, 3U);
}

/// `begin`, then `part` again and again, to where recognition stops reading.
std::vector<std::uint8_t> up_to_what_is_looked_at(std::string_view begin, std::string_view part) {
    std::vector<std::uint8_t> bytes(begin.begin(), begin.end());
    while (bytes.size() < codec::kLookedAt) bytes.insert(bytes.end(), part.begin(), part.end());
    bytes.resize(codec::kLookedAt);
    return bytes;
}

TEST(R500Load, StreamsThatGoOnBehindWhatIsLookedAtAreRecognised) {
    using namespace std::string_view_literals;
    constexpr std::string_view kOfOne = "\x80\x13\0\0valu"sv, kOfThree = "\x80\x13\x02\0three values"sv;
    const std::vector<std::uint8_t> stream = up_to_what_is_looked_at(kOfOne, kOfThree);
    const Recognition found = recognise_stream(stream);
    EXPECT_EQ(found.sureness, Sureness::Plausible) << found.why;
    EXPECT_EQ(recognise_stream(Bytes(stream).first(codec::kLookedAt - 16)).sureness, Sureness::No) << "it ends there";
    for (const std::string_view line : {"0x00001380, 0x1234567,\n", "0x4e00 0x4567\n", "RB3D_CCTL 0x4567\n"})
        EXPECT_EQ(recognise_stream(up_to_what_is_looked_at("", line)).sureness, Sureness::Plausible) << line;
}

TEST(R500Load, PartsOfALogKeepTheirNumbers) {
    const std::vector<std::uint8_t> file = bytes_of(
        "[1.0] *ERROR* why\n[1.0] ib[7]=0x00001380\n[1.0] ib[8]=0x00004000\n"
        "[1.0] ib[2]=0x0000138A\n[1.0] ib[3]=0x00000000\n");
    const auto loaded = load(file);
    ASSERT_TRUE(loaded) << loaded.error().text;
    EXPECT_EQ(loaded->container, Container::KernelLog);
    ASSERT_EQ(loaded->capture.submissions.size(), 2U);
    const Submission &early = loaded->capture.submissions[0], &late = loaded->capture.submissions[1];
    EXPECT_TRUE(early.is_part);
    EXPECT_EQ(early.first, 2U);
    EXPECT_EQ(copied(early.dwords), (std::vector<std::uint32_t>{0x138a, 0}));
    EXPECT_TRUE(early.messages.empty());
    EXPECT_EQ(late.first, 7U);
    ASSERT_EQ(late.messages.size(), 1U);
    EXPECT_EQ(late.messages[0].dword, 0U) << "counts from the first dword of the part";
    EXPECT_EQ(late.messages[0].text, "*ERROR* why");
    EXPECT_EQ(at_dword({}, file, *loaded, 1, 1).line, 3U);
    EXPECT_EQ(loaded->capture.warnings.size(), 1U) << "what is missing is said";
    std::size_t violations = 0;
    for (Walker walker(loaded->capture); walker.next();) violations += walker.violations().size();
    EXPECT_EQ(violations, 0U) << "the NOP of an address may be in the gap";
}

Sureness sureness_of(std::string_view text) { return recognise_stream(bytes_of(text)).sureness; }

TEST(R500Load, SmallStreamsAreRecognisedWhereTheyAreSure) {
    EXPECT_EQ(sureness_of("0x4e00 0x4000\n"), Sureness::Plausible) << "an address and a value";
    EXPECT_EQ(sureness_of("0x6080 1\n0x4e00 2\n"), Sureness::Plausible);
    EXPECT_EQ(sureness_of("ZB_CNTL = 2\n"), Sureness::Plausible) << "a name and a value";
    EXPECT_EQ(sureness_of("kernel: [drm] ib[0]=0x00001380\n"), Sureness::Plausible) << "a log";
    EXPECT_EQ(sureness_of("static const u32 x[] = {0x00001380, 0x00004000};\n"), Sureness::Plausible);
    EXPECT_EQ(sureness_of("00001380 00004000\n"), Sureness::Plausible);
    EXPECT_EQ(sureness_of("0x00001380, 0x00004000,\n"), Sureness::Plausible) << "a packet of eight digits a dword";
    EXPECT_EQ(sureness_of(std::string_view("\x80\x13\0\0\0\x40\0\0\0\x10\0\xc0\0\0\0\0", 16)), Sureness::Plausible)
        << "a register and a NOP";
}

TEST(R500Load, WhatMayBeAnythingIsNotTaken) {
    EXPECT_EQ(sureness_of("0x4e01 0x4000\n"), Sureness::No) << "no address";
    EXPECT_EQ(sureness_of("0x4e00 0x4000\n0x8000 1\n"), Sureness::No) << "one line without a register";
    EXPECT_EQ(sureness_of("0x00 0x01\n0x04 0x02\n"), Sureness::No) << "any table of numbers";
    EXPECT_EQ(sureness_of("0x1380 0x4000\n"), Sureness::No) << "one packet in other digits";
    EXPECT_EQ(sureness_of("0x00001380 0x00004000 0x00000000\n"), Sureness::No) << "a packet that is cut off";
    EXPECT_EQ(sureness_of("0x00000000 0x00000000\n"), Sureness::No) << "registers that no stream writes";
    EXPECT_EQ(sureness_of(std::string_view("\x80\x13\0\0\0\x40\0\0", 8)), Sureness::No) << "one packet of bytes";
    EXPECT_EQ(recognise_stream(std::vector<std::uint8_t>(256)).sureness, Sureness::No) << "zeros";
}

TEST(R500Load, MistakesAreFaultsWithTheirLocation) {
    const auto fault_of = [](std::string_view text) {
        const std::vector<std::uint8_t> file = bytes_of(text);
        const auto loaded = load(file);
        return loaded ? "no fault" : describe(loaded.error(), "f");
    };
    EXPECT_EQ(fault_of("0x00001380\n 0x12345678a"), "f:2:2: error: 0x12345678a is no dword");
    EXPECT_EQ(fault_of("-- nothing"), "f:0x0: error: the text holds no dword");
    EXPECT_EQ(fault_of(std::string_view("\x80\x13\0\0\0", 5)),
              "f:0x5: error: a stream is made of dwords: the file's length is no multiple of 4");
}

// ---- captures

constexpr std::string_view kManifest = R"({"format": "relit-r500-capture", "version": 1, "chip": "R580",
  "submissions": [{"index": 0, "cs_flags": 1, "relocs": [{"handle": 3}], "updates": [{"buffer": 3, "blob": "b0"}],
                   "ib": {"file": "ib000.bin", "dwords": 2}}],
  "buffers": {"3": {"size": 8}},
  "blobs": {"b0": {"file": "b/b0.bin", "size": 8, "sha256": "SHA"}}})";

const std::vector<std::uint8_t> kBlob = {1, 2, 3, 4, 5, 6, 7, 8};

std::string manifest() { return replaced(kManifest, "SHA", sha256_text(kBlob)); }

/// What a capture of this manifest has against it, its blobs checked.
std::vector<std::string> problems_of(const std::string& text, const std::vector<std::uint8_t>& blob = kBlob) {
    const auto file = write_zip(
        {{"x/manifest.json", bytes_of(text)}, {"x/ib000.bin", {0x80, 0x13, 0, 0, 0, 0, 0, 0}}, {"x/b/b0.bin", blob}});
    auto loaded = load(file);
    if (!loaded) return {"fault: " + loaded.error().text};
    check_blobs(loaded->capture);
    EXPECT_EQ(loaded->capture.submissions.size(), 1U) << "the rest is still there";
    return loaded->capture.problems;
}

using Problems = std::vector<std::string>;

TEST(R500Capture, IsReadWhole) {
    EXPECT_EQ(problems_of(manifest()), Problems{});
    const auto file = write_zip({{"manifest.json", bytes_of(manifest())},
                                 {"ib000.bin", {0x80, 0x13, 0, 0, 0, 0x40, 0, 0}},
                                 {"b/b0.bin", kBlob}});
    const auto loaded = load(file);
    ASSERT_TRUE(loaded) << loaded.error().text;
    EXPECT_EQ(loaded->container, Container::Archive);
    EXPECT_EQ(copied(loaded->capture.submissions[0].dwords), (std::vector<std::uint32_t>{0x1380, 0x4000}));
    Memory memory(loaded->capture);
    EXPECT_EQ(memory.dword(3, 0), std::nullopt) << "not written yet";
    memory.advance(0);
    EXPECT_EQ(memory.dword(3, 4), 0x08070605U);
    EXPECT_EQ(memory.dword(3, 5), std::nullopt) << "half after the end";
    EXPECT_EQ(memory.dword(4, 0), std::nullopt);
}

TEST(R500Capture, NamesWhatIsMissingOrDamaged) {
    EXPECT_EQ(problems_of(replaced(manifest(), "b/b0.bin", "b/b1.bin")), Problems{"b/b1.bin: is missing"});
    EXPECT_EQ(problems_of(manifest(), {1, 2, 3}), Problems{"b/b0.bin: has 3 bytes, not 8 as the manifest says"});
    const std::vector<std::uint8_t> other = {1, 2, 3, 4, 5, 6, 7, 9};
    EXPECT_EQ(problems_of(manifest(), other), Problems{"b/b0.bin: its SHA-256 is " + sha256_text(other) + ", not " +
                                                       sha256_text(kBlob) + " as the manifest says"});
    EXPECT_EQ(problems_of(replaced(manifest(), "ib000.bin", "ib001.bin")),
              Problems{"ib001.bin: is missing (the stream of submissions[0])"});
}

TEST(R500Capture, NamesBadFields) {
    EXPECT_EQ(problems_of(replaced(manifest(), R"("dwords": 2)", R"("dwords": 3)")),
              Problems{"manifest.json: submissions[0].ib.dwords is 3, but ib000.bin has 8 bytes"});
    EXPECT_EQ(problems_of(replaced(manifest(), R"({"handle": 3})", R"({"handle": -3})")),
              Problems{"manifest.json: submissions[0].relocs[0].handle is no number from 0 to 4294967295"});
    EXPECT_EQ(problems_of(replaced(manifest(), R"("relocs": [{"handle": 3}])", R"("relocs": 3)")),
              Problems{"manifest.json: submissions[0].relocs is no array"});
    EXPECT_EQ(problems_of(replaced(manifest(), R"("3": {"size": 8})", R"("three": {"size": 8})")),
              Problems{"manifest.json: buffers.three is no handle"});
    EXPECT_EQ(problems_of(replaced(manifest(), R"("blob": "b0")", R"("blob": "b1")")),
              Problems{"manifest.json: submissions[0].updates[0].blob names no blob of the manifest"});
    EXPECT_EQ(problems_of("[]"), Problems{"fault: manifest.json holds no object"});
    EXPECT_EQ(problems_of("{"), Problems{"fault: manifest.json: line 1, column 1: not JSON: it ends too early"});
    EXPECT_EQ(problems_of(replaced(manifest(), "relit-r500-capture", "x")),
              Problems{"fault: manifest.json: format is \"x\", not \"relit-r500-capture\""});
    EXPECT_EQ(problems_of(replaced(manifest(), R"("version": 1)", R"("version": 2)")),
              Problems{"fault: manifest.json: version is 2; 1 is read"});
}

} // namespace
} // namespace relit::machine::r500
