// Captures walk as their manifests say, which another walker wrote: the same addresses with the same buffers, the same draws. The
// kernel took all of these streams, so it finds no violation in them.
#include "machine/r500/capture/walk.hpp"
#include "tests/support/r500/corpus.hpp"

#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

namespace relit::machine::r500::r500_captures {
namespace {

using nlohmann::json;

/// "238 reg 0 1 0": dword, kind, relocation, buffer, addend.
std::string line_of(const RelocatedAddress& address) {
    constexpr std::string_view kKinds[] = {"reg", "vbpntr", "indx"};
    return fmt::format("{} {} {} {} {}", address.dword, kKinds[static_cast<std::size_t>(address.kind)],
                       address.buffer.relocation, address.buffer.handle.value_or(0), address.addend);
}
std::string line_of_manifest(const json& address) {
    return fmt::format("{} {} {} {} {}", address["dword"].get<int>(), address["kind"].get<std::string>(),
                       address["reloc"].get<int>(), address["buffer"].get<int>(),
                       address["addend"].get<std::uint32_t>());
}

/// The buffer of an address, if this submission has named it: the manifests know of no earlier one.
std::string handle_text(const Draw& draw, std::uint32_t number, const std::set<std::uint32_t>& named) {
    const BufferRef* const buffer = named.contains(number) ? draw.state.buffer(number) : nullptr;
    return buffer != nullptr && buffer->handle ? std::to_string(*buffer->handle) : "null";
}
/// Dword, operation, VAP_VF_CNTL, primitive, walk, vertices, colour and depth buffer.
std::string line_of(const Draw& draw, const std::set<std::uint32_t>& named) {
    return fmt::format("{} {} {} {} {} {} {} {}", draw.dword, op_info(draw.opcode)->name, draw.vf_cntl.raw[0],
                       static_cast<int>(draw.primitive), static_cast<int>(draw.walk), draw.count,
                       handle_text(draw, reg::RB3D_COLOROFFSET, named), handle_text(draw, reg::ZB_DEPTHOFFSET, named));
}
std::string line_of_draw(const json& draw) {
    constexpr std::uint32_t kAlternate = 1U << 14; // VAP_VF_CNTL.USE_ALT_NUM_VERTS
    const bool has_alternate = (draw["vf_cntl"].get<std::uint32_t>() & kAlternate) != 0;
    return fmt::format("{} {} {} {} {} {} {} {}", draw["dword"].get<int>(), draw["op"].get<std::string>(),
                       draw["vf_cntl"].get<std::uint32_t>(), draw["prim"].get<int>(), draw["walk"].get<int>(),
                       draw[has_alternate ? "alt_num_verts" : "nverts"].get<int>(), draw["color0"].dump(),
                       draw["depth"].dump());
}

struct Lines {
    std::vector<std::string> addresses, draws;
    [[nodiscard]] bool operator==(const Lines&) const = default;
};

void check(const std::filesystem::path& folder) {
    SCOPED_TRACE(folder.string());
    const test::R500Capture read = test::read_r500_capture(folder);
    const Capture& capture = read.loaded.capture;
    for (const std::string& problem : capture.problems) ADD_FAILURE() << problem;
    std::vector<Lines> found(capture.submissions.size()), wanted(capture.submissions.size());
    std::vector<std::set<std::uint32_t>> named(capture.submissions.size());
    std::uint32_t draws = 0;
    for (Walker walker(capture); walker.next();) {
        for (const Violation& violation : walker.violations())
            ADD_FAILURE() << violation.dword << ": " << violation.text;
        for (const RelocatedAddress& address : walker.relocated_addresses()) {
            found[walker.submission()].addresses.push_back(line_of(address));
            named[walker.submission()].insert(address.number);
        }
        if (walker.packet().kind == PacketKind::Registers) {
            for (std::size_t i = 0; i < walker.packet().body.size(); ++i)
                EXPECT_TRUE(register_at(walker.packet().register_of(i))) << walker.packet().register_of(i);
        }
        if (walker.draw() == nullptr) continue;
        EXPECT_EQ(walker.draw()->number, ++draws);
        found[walker.submission()].draws.push_back(line_of(*walker.draw(), named[walker.submission()]));
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        for (const json& address : read.manifest["submissions"][i]["patches"])
            wanted[i].addresses.push_back(line_of_manifest(address));
        for (const json& draw : read.manifest["submissions"][i]["draws"]) wanted[i].draws.push_back(line_of_draw(draw));
        EXPECT_EQ(found[i].addresses, wanted[i].addresses);
        EXPECT_EQ(found[i].draws, wanted[i].draws);
    }
}

TEST(R500CaptureProperties, CapturesOfTheRepositoryWalkAsTheirManifestsSay) {
    const auto captures = test::r500_data();
    EXPECT_EQ(captures.size(), 3U);
    for (const auto& folder : captures) check(folder);
}

TEST(R500CaptureProperties, CapturesOfTheCorpusWalkAsTheirManifestsSay) {
    const auto captures = test::r500_corpus_captures();
    if (captures.empty()) GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    EXPECT_GE(captures.size(), 87U);
    for (const auto& folder : captures) check(folder);
}

TEST(R500CaptureProperties, BlobsOfTheCorpusAreWhatTheirManifestsSay) {
    auto captures = test::r500_corpus_captures();
    if (captures.empty()) captures = test::r500_data();
    for (const auto& folder : captures) {
        test::R500Capture read = test::read_r500_capture(folder);
        check_blobs(read.loaded.capture);
        EXPECT_EQ(read.loaded.capture.problems, std::vector<std::string>{}) << folder;
    }
}

} // namespace
} // namespace relit::machine::r500::r500_captures
