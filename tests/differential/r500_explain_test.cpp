// replay --explain says nothing of captures as they are, the register of captures in which one was changed, and a value with which
// the draw writes.
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/registers/text.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/breaks.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/r500/stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::r500_explain_test {
namespace {

namespace fs = std::filesystem;
namespace reg = machine::r500::reg;
namespace program_reg = isa::r500::reg;
using machine::r500::Capture;
using render::r500::explain::ExplainedDraw;
using render::r500::explain::Suspect;
using render::r500::explain::Symptom;
using test::R500Explained;

R500Explained explained(render::vk::Device& device, const Capture& capture) {
    auto made = test::explained(device, capture, {});
    EXPECT_TRUE(made) << made.error().text;
    for (const Fault& fault : device.take_messages()) ADD_FAILURE() << fault.text;
    return made ? std::move(*made) : R500Explained{};
}

std::string names_of(const ExplainedDraw& draw) {
    std::string names;
    for (const Suspect& suspect : draw.suspects) names += machine::r500::register_name(suspect.number) + " ";
    return names;
}

class R500Unbroken : public testing::TestWithParam<fs::path> {};

TEST_P(R500Unbroken, AccusesNothing) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    for (const ExplainedDraw& draw : explained(*device, capture.loaded.capture).draws)
        ADD_FAILURE() << "draw " << draw.number << ": " << names_of(draw) << draw.reason;
}

std::vector<fs::path> captures() {
    std::vector<fs::path> all = test::r500_data();
    for (const fs::path& folder : test::r500_corpus_captures()) all.push_back(folder);
    return all;
}
std::string name_of(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename();
    if (info.param.parent_path().filename() != "r500") name += "_of_the_corpus";
    return name;
}
INSTANTIATE_TEST_SUITE_P(Captures, R500Unbroken, testing::ValuesIn(captures()), name_of);

/// A register of a capture with another value in all its writes, or in one of them.
struct Case {
    std::uint32_t number, value;
    std::optional<Symptom> symptom; // nothing: the image stays as it was
    std::optional<std::uint32_t> nth = {};
};
void change(Capture& capture, const Case& one) {
    std::uint32_t found = 0;
    std::vector<std::pair<std::size_t, std::size_t>> dwords;
    for (machine::r500::Walker walker(capture); walker.next();) {
        if (walker.packet().kind != machine::r500::PacketKind::Registers) continue;
        for (std::size_t i = 0; i < walker.packet().body.size(); ++i)
            if (walker.packet().register_of(i) == one.number && one.nth.value_or(found) == found++)
                dwords.emplace_back(walker.submission(), walker.packet().at + 1 + i);
    }
    ASSERT_FALSE(dwords.empty());
    for (const auto& [submission, dword] : dwords) capture.submissions[submission].dwords.own()[dword] = one.value;
}

class R500Cases : public testing::TestWithParam<Case> {};

/// Of a suspect that is no port, the value is set before the draw, which then writes; of an index of a port where it is written.
void expect_passing(render::vk::Device& device, Capture capture, const ExplainedDraw& draw) {
    for (const Suspect& suspect : draw.suspects) {
        if (suspect.is_port || draw.symptom != Symptom::NothingWritten) continue;
        Capture mended = capture;
        if (suspect.is_index)
            mended.submissions[suspect.submission].dwords.own()[suspect.dword] = suspect.passing;
        else
            test::put_before_draw(mended, draw.number, test::write_register(suspect.number, suspect.passing));
        EXPECT_TRUE(explained(device, mended).writes.at(draw.number - 1))
            << machine::r500::register_name(suspect.number);
    }
}

TEST_P(R500Cases, NamesTheRegister) {
    const fs::path folder = test::r500_corpus() / "foreign/seed-demos/drm_vertex_color";
    if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not there";
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    test::R500Capture capture = test::read_r500_capture(folder);
    change(capture.loaded.capture, GetParam());
    const R500Explained found = explained(*device, capture.loaded.capture);
    if (!GetParam().symptom) {
        EXPECT_TRUE(found.draws.empty()) << names_of(found.draws[0]);
        return;
    }
    ASSERT_EQ(found.draws.size(), 1U);
    EXPECT_EQ(found.draws[0].symptom, *GetParam().symptom);
    EXPECT_TRUE(test::names(found, 1, {.number = GetParam().number})) << names_of(found.draws[0]);
    expect_passing(*device, capture.loaded.capture, found.draws[0]);
}

using enum Symptom;
INSTANTIATE_TEST_SUITE_P(
    All, R500Cases,
    testing::Values(
        Case{reg::SC_CLIP_RULE, 0, NothingWritten}, Case{reg::VAP_CNTL, 0xa0a5a, NothingWritten},
        Case{reg::SU_CULL_MODE, 3, NothingWritten}, Case{reg::GA_US_VECTOR_DATA, 0x78004, NothingWritten},
        Case{program_reg::US_CODE_ADDR, 0x50005, NothingWritten}, Case{reg::GA_US_VECTOR_DATA, 0x8020005, Misfed},
        Case{reg::RB3D_COLOR_CHANNEL_MASK, 0, NothingWritten}, Case{reg::VAP_VF_MAX_VTX_INDX, 0, std::nullopt},
        Case{program_reg::VAP_OUT_VTX_FMT_0, 1, Misfed}, Case{program_reg::VAP_OUT_VTX_FMT_0, 0, NothingWritten},
        Case{program_reg::US_OUT_FMT, 15, NothingWritten}, Case{reg::VAP_PROG_STREAM_CNTL, 0x2002, Misfed},
        Case{reg::RS_COUNT, 0, Misfed}, Case{program_reg::RS_INST, 0, Misfed},
        Case{reg::SC_SCISSOR1, 0, NothingWritten}, Case{program_reg::VAP_PVS_CODE_CNTL_0, 0, NothingWritten},
        Case{reg::VAP_VPORT_XSCALE, 0, NothingWritten}),
    [](const auto& one) {
        return machine::r500::register_name(one.param.number) + "_" + std::to_string(one.param.value);
    });

/// A dword of tests/data/r500/fmt_dxt1 with another value: draw 2 textures a strip, draw 3 copies the target to memory.
struct DwordCase {
    const char* name;
    std::uint32_t dword, value, draw, number; // the register that must be named
};
class R500Dwords : public testing::TestWithParam<DwordCase> {};

TEST_P(R500Dwords, AreNamed) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    test::R500Capture capture = test::read_r500_capture(test::r500_data().at(1));
    capture.loaded.capture.submissions[0].dwords.own()[GetParam().dword] = GetParam().value;
    const R500Explained found = explained(*device, capture.loaded.capture);
    const auto draw = std::ranges::find(found.draws, GetParam().draw, &ExplainedDraw::number);
    ASSERT_NE(draw, found.draws.end());
    EXPECT_TRUE(test::names(found, GetParam().draw, {.number = GetParam().number})) << names_of(*draw);
    expect_passing(*device, capture.loaded.capture, *draw);
}

INSTANTIATE_TEST_SUITE_P(All, R500Dwords,
                         testing::Values(
                             // The program of draw 3 goes elsewhere; that of draw 2 still lies where it is executed.
                             DwordCase{"CodeElsewhere", 769, 32, 3, reg::GA_US_VECTOR_INDEX},
                             DwordCase{"CodeAtReservedBits", 113, 0x7da2e3d0, 1, reg::VAP_PVS_VECTOR_INDX_REG},
                             DwordCase{"ProgramWithoutOut", 777, 0, 3, reg::GA_US_VECTOR_DATA},
                             DwordCase{"ReservedBits", 457, 0x2741ca1b, 2, reg::SU_CULL_MODE},
                             DwordCase{"ResolveOfNothing", 12, 0x2bb76057, 1, reg::RB3D_AARESOLVE_CTL}),
                         [](const auto& one) { return one.param.name; });

/// A few of what the soak r500_explain does many times.
TEST(R500Explain, NamesRegistersThatWereChanged) {
    constexpr std::uint32_t kBreaks = 8, kLeast = 7;
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const fs::path folder = test::r500_data().at(0);
    const test::R500Capture whole = test::read_r500_capture(folder);
    const R500Explained before = explained(*device, whole.loaded.capture);
    std::uint32_t broken = 0, named = 0;
    std::string missed;
    for (std::uint64_t seed = 0; broken < kBreaks; ++seed) {
        Capture capture = whole.loaded.capture;
        const auto change = test::break_register(capture, seed);
        if (!change) continue;
        const R500Explained after = explained(*device, capture);
        const auto draw = test::broken_draw(before, after);
        if (!draw) continue;
        ++broken;
        const bool is_named = test::names(after, *draw, *change);
        named += is_named ? 1 : 0;
        if (!is_named) missed += test::text_of(*change) + "\n";
    }
    EXPECT_GE(named, kLeast) << missed;
}

/// Rows name registers and fields that there are.
TEST(R500Explain, RowsNameWhatThereIs) {
    for (const render::r500::explain::SuspectRow& row : render::r500::explain::suspect_rows()) {
        const auto found = isa::r500::register_named(machine::r500::registers(), row.reg);
        ASSERT_TRUE(found) << row.reg;
        const bool is_known =
            row.field.empty() || isa::r500::field_named(machine::r500::fields_of(*found->row), row.field) != nullptr;
        EXPECT_TRUE(is_known) << row.reg << "." << row.field;
    }
}

} // namespace
} // namespace relit::r500_explain_test
