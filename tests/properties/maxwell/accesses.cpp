// Nothing that Maxwell programs read or write vanishes in silence: every address of attributes, every special register and
// every mode of a query is translated, reported or refused, by stage. What must be translated is listed here.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_accesses {
namespace {

constexpr std::uint32_t kAddresses = 0x400;

/// Words from `first` to `last`.
struct Range {
    std::uint32_t first = 0, last = 0;
};
bool is_in(const std::vector<Range>& ranges, std::uint32_t address) {
    return std::ranges::any_of(ranges, [&](const Range& one) { return address >= one.first && address <= one.last; });
}

/// What a stage must read, write, and read and write of its patch; of the rest it may have some.
struct Stage {
    std::string_view kind, load;
    std::vector<Range> reads, writes, patch, may;
    bool stores_patch = false;
};

constexpr Range kVaryings{0x080, 0x2bc}, kClip{0x2c0, 0x2dc}, kFog{0x2e8, 0x2e8}, kTexcoords{0x300, 0x39c};
constexpr Range kPositions{0x070, 0x07c}, kLayers{0x064, 0x068}, kPointSize{0x06c, 0x06c}, kPrimitive{0x060, 0x060};
constexpr Range kPatch{0x000, 0x1fc}, kRestOfFog{0x2e0, 0x2ec};

const std::vector<Stage>& stages() {
    static const std::vector<Stage> kStages = {
        {kVertex,
         "ALD",
         {kVaryings, kFog, kTexcoords, {0x2f8, 0x2fc}},
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kLayers, kPointSize},
         {},
         {kRestOfFog}},
        {kControl,
         "ALD",
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kPointSize, kPrimitive},
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kPointSize},
         {kPatch},
         {kRestOfFog},
         true},
        {kEvaluation,
         "ALD",
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kPointSize, kPrimitive, {0x2f0, 0x2f4}},
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kLayers, kPointSize},
         {kPatch},
         {kRestOfFog}},
        {kGeometry,
         "ALD",
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kPointSize, kPrimitive},
         {kVaryings, kFog, kTexcoords, kClip, kPositions, kLayers, kPointSize, kPrimitive},
         {},
         {kRestOfFog}},
        {kFragment,
         "IPA.PASS",
         {{0x080, 0x29c}, kFog, kTexcoords, kClip, kPositions, kPrimitive, kLayers, {0x2e0, 0x2e4}, {0x3fc, 0x3fc}},
         {},
         {},
         {kRestOfFog}},
        {"", "ALD", {}, {}, {}, {}},
    };
    return kStages;
}

/// A header that names every attribute; or none, so that the words of a patch have locations.
std::string head_of(const Stage& stage, bool names_all) {
    if (stage.kind.empty()) return "";
    std::string head(stage.kind);
    if (!names_all) return head + "threads=1";
    if (stage.kind == kFragment) {
        head +=
            "in_system_ab=0xffffffff, in_colors=0xaaaa, in_system_c=0xffff, in_textures=0xaaaaaaaa, "
            "in_textures4=0xaaaaaaaa, in_textures8=0xaaaa, in_generics=0xaaaaaaaa, ";
        for (const int first : {4, 8, 12, 16, 20, 24, 28}) head += fmt::format("in_generics{}=0xaaaaaaaa, ", first);
        return head + "targets=0xf";
    }
    head += "threads=1, topology=7, max_vertices=1";
    for (const std::string_view direction : {"in", "out"}) {
        head += fmt::format(
            ", {0}_system_ab=0xffffffff, {0}_colors=0xffff, {0}_system_c=0xffff, "
            "{0}_textures=0xffffffff, {0}_textures8=0xff, {0}_rest=0xff, {0}_generics=0xffffffff",
            direction);
        for (const int first : {8, 16, 24}) head += fmt::format(", {}_generics{}=0xffffffff", direction, first);
    }
    return head;
}

/// In R7 of all programs. Outputs that the header names are stored anyway, as they start.
constexpr std::uint32_t kStored = 0x40490fdb;

/// How many stores to registers have it in some lane.
unsigned stores_of_it(const ir::Module& module) {
    const auto has_it = [&](ir::Id id) {
        const ir::Inst& inst = module[id];
        return inst.op == ir::Op::Const && std::ranges::count(module.literal(inst), kStored) != 0;
    };
    unsigned stores = 0;
    for (const ir::Block& block : module.functions[0].blocks)
        for (const ir::Id id : block.insts) {
            const ir::Inst& inst = module[id];
            if (inst.op != ir::Op::StoreFile && inst.op != ir::Op::StoreFileAt) continue;
            const ir::Inst& value = module[inst.operands.back()];
            const bool is_composed = value.op == ir::Op::Compose && std::ranges::any_of(value.operands, has_it);
            stores += is_composed || has_it(inst.operands.back()) ? 1 : 0;
        }
    return stores;
}

/// What became of a program: reads and writes beyond its registers, what is reported, and why it is refused.
struct Outcome {
    unsigned effects = 0, reads = 0, queries = 0; // accesses; of builtins; of textures' sizes
    std::string reports, refusal;
};
Outcome outcome_of(const Stage& stage, const std::string& text, bool names_all = true) {
    const std::string end =
        stage.kind == kGeometry ? "OUT.EMIT RZ, RZ, RZ ;\nEXIT ;\n" : "EXIT ;\n"; // hands on what it made
    const auto file =
        assembled_maxwell(head_of(stage, names_all), fmt::format("MOV32I R7, {:#x} ;\n", kStored) + text + end);
    ir::Context context{};
    context.values["maxwell.fixed_location"] = 32;
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, file, reader);
    Outcome outcome;
    for (const std::string& one : reader.approximations()) outcome.reports += one + "\n";
    if (!module) return outcome.refusal = module.error().text, outcome;
    for (const ir::Op op : {ir::Op::LoadFile, ir::Op::LoadFileAt, ir::Op::LoadFileOf, ir::Op::LoadVertex,
                            ir::Op::ReadBuiltin, ir::Op::StoreFile, ir::Op::StoreFileAt})
        outcome.effects += count(*module, op);
    outcome.effects += stores_of_it(*module);
    outcome.reads = count(*module, ir::Op::ReadBuiltin);
    outcome.queries = count(*module, ir::Op::QuerySize) + count(*module, ir::Op::QueryLevels);
    return outcome;
}

/// Demands that the access at `address` has an effect beyond those of `without`, or is reported by `name`, or refused.
void check(const Stage& stage, const std::string& text, const Outcome& without, bool must, bool may,
           std::string_view name, bool names_all = true) {
    const Outcome got = outcome_of(stage, text, names_all);
    const bool is_reported = got.reports.find(name) != std::string::npos;
    const bool is_translated = got.refusal.empty() && !is_reported && got.effects > without.effects;
    const bool is_told = is_reported || !got.refusal.empty();
    EXPECT_TRUE(must ? is_translated : is_told || (may && is_translated))
        << stage.kind << text << got.reports << got.refusal;
}

TEST(MaxwellAccesses, EveryAttributeIsTranslatedReportedOrRefused) {
    for (const Stage& stage : stages()) {
        const Outcome without = outcome_of(stage, "MOV R0, RZ ;\n"), nothing = outcome_of(stage, "NOP ;\n");
        const Outcome none_read = outcome_of(stage, "MOV R0, RZ ;\n", false),
                      none_kept = outcome_of(stage, "NOP ;\n", false);
        for (std::uint32_t at = 0; at < kAddresses; at += 4) {
            const std::string name = fmt::format("a[{:#x}]", at);
            const bool may = is_in(stage.may, at);
            check(stage, fmt::format("{} R0, {} ;\n", stage.load, name), without, is_in(stage.reads, at), may, name);
            check(stage, fmt::format("AST {}, R7 ;\n", name), nothing, is_in(stage.writes, at), may, name);
            const bool is_of_patch = is_in(stage.patch, at);
            check(stage, fmt::format("ALD.P R0, {} ;\n", name), none_read, is_of_patch, false, name, false);
            check(stage, fmt::format("AST.P {}, R7 ;\n", name), none_kept, is_of_patch && stage.stores_patch,
                  is_of_patch, name, false);
        }
    }
}

TEST(MaxwellAccesses, EverySpecialRegisterIsTranslatedReportedOrRefused) {
    enum : std::uint32_t { kLane = 0, kPrimitiveType = 16, kInvocation = 17, kY = 18, kKill = 19, kInfo = 29 };
    const std::vector<Range> compute = {{kLane, kLane}, {32, 35}, {37, 39}, {56, 60}};
    const auto is_known = [&](const Stage& stage, std::uint32_t which) {
        if (which == kY || which == kKill || which == kLane)
            return true; // where warps are single threads, the lane is 0
        if (stage.kind.empty()) return is_in(compute, which);
        const bool tessellates = stage.kind == kControl || stage.kind == kEvaluation;
        const bool has_vertices = tessellates || stage.kind == kGeometry;
        if (which == kPrimitiveType || which == kInfo) return has_vertices;
        if (which == kInvocation) return has_vertices && stage.kind != kEvaluation;
        return false;
    };
    for (const Stage& stage : stages())
        for (std::uint32_t which = 0; which < 256; ++which) {
            const std::string text =
                fmt::format("S2R R0, SR_LANEID @ {{bits={:#018x}}} ;\n", std::uint64_t{which} << 20);
            const Outcome got = outcome_of(stage, text);
            const bool is_reported = got.reports.find("special register") != std::string::npos;
            if (is_known(stage, which))
                EXPECT_TRUE(got.refusal.empty() && !is_reported) << stage.kind << which << got.reports << got.refusal;
            else
                EXPECT_TRUE(is_reported || !got.refusal.empty()) << stage.kind << which;
        }
}

TEST(MaxwellAccesses, EveryModeOfPixldIsTranslatedOrRefused) {
    enum : std::uint32_t { kCoverageMask = 1, kMyIndex = 5 };
    constexpr std::string_view kOperands[] = {"R0, [0x0]", "P0, R0, [0x0]", "R0, [R1]", "R0, [0x8]"};
    for (const Stage& stage : stages())
        for (std::uint32_t mode = 0; mode < 8; ++mode)
            for (const std::string_view operands : kOperands) {
                const std::string text = fmt::format("PIXLD.COVMASK {} @ {{bits={:#018x}}} ;\n", operands,
                                                     std::uint64_t{mode ^ kCoverageMask} << 31);
                const Outcome got = outcome_of(stage, text);
                const bool is_known = mode == kCoverageMask || mode == kMyIndex;
                if (stage.kind == kFragment && is_known && operands == kOperands[0])
                    EXPECT_TRUE(got.refusal.empty() && got.reads == 1 && got.reports.empty() == (mode == kMyIndex))
                        << text << got.refusal << got.reports;
                else
                    EXPECT_TRUE(got.refusal.starts_with("PIXLD: ")) << stage.kind << text << got.refusal;
            }
}

TEST(MaxwellAccesses, EveryQueryOfTxqIsTranslatedOrRefused) {
    enum : std::uint32_t { kDimension = 1 };
    const auto fragment = std::ranges::find(stages(), kFragment, &Stage::kind); // its results are seen
    for (std::uint32_t query = 0; query < 64; ++query)
        for (const std::string_view form :
             {"TXQ R0, R8, TEX_HEADER_DIMENSION, 0x28, {0:#x}", "TXQ.B R0, R8, TEX_HEADER_DIMENSION, {0:#x}"})
            for (std::uint32_t mask = 1; mask < 16; ++mask) {
                const std::string text =
                    "MOV R8, c[0x2][0x40] ;\nMOV R9, RZ ;\n" + fmt::format(fmt::runtime(form), mask) +
                    fmt::format(" @ {{bits={:#018x}}} ;\n", std::uint64_t{query ^ kDimension} << 22);
                const Outcome got = outcome_of(*fragment, text);
                if (query == kDimension)
                    EXPECT_TRUE(got.refusal.empty() && got.queries > 0) << text << got.refusal;
                else
                    EXPECT_TRUE(got.refusal.starts_with("TXQ")) << text << got.refusal;
            }
}

} // namespace
} // namespace relit::test::maxwell_accesses
