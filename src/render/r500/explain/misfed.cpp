#include "render/r500/explain/misfed.hpp"

#include "isa/r500/fs/text/lint.hpp"
#include "isa/r500/vs/text/lint.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "machine/r500/capture/vertices.hpp"
#include "machine/r500/stream/program.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::r500::explain {
namespace {

namespace vs = isa::r500::vs;
namespace fs = isa::r500::fs;
using machine::r500::Stage;
using machine::r500::State;

/// Rules of lint that say it; others are about hazards.
constexpr std::string_view kVertexRules[] = {"no-position", "output-format", "unwritten-temporary"};
constexpr std::string_view kFragmentRules[] = {"no-out", "range-before-out", "unwritten-temporary", "rs-count",
                                               "out-format"};
constexpr std::string_view kToBlame[] = {"RS_INST",
                                         "RS_INST_COUNT",
                                         "RS_COUNT",
                                         "VAP_OUT_VTX_FMT_0",
                                         "VAP_OUT_VTX_FMT_1",
                                         "VAP_PROG_STREAM_CNTL",
                                         "US_OUT_FMT",
                                         "VAP_PVS_CODE_CNTL_0",
                                         "US_CODE_ADDR",
                                         "US_CODE_OFFSET",
                                         "VAP_VTX_SIZE",
                                         "VAP_CNTL_STATUS",
                                         "RS_IP",
                                         "VAP_PROG_STREAM_CNTL_EXT"};

void add(std::span<const codec::Finding> findings, std::span<const std::string_view> rules, std::string_view program,
         Misfits& into) {
    for (const codec::Finding& finding : findings)
        if (std::ranges::find(rules, finding.rule) != rules.end())
            into.insert(fmt::format("{} program: {}", program, finding.reason));
}

std::uint32_t inputs_of(const vs::Program& program) {
    std::uint32_t inputs = 0;
    for (const vs::Slot& slot : program.slots) {
        if (!slot.loaded || !vs::is_known(slot.word)) continue;
        const vs::Statement statement = vs::statement_of(slot.word);
        for (const vs::Operation& operation : statement.all())
            for (unsigned k = 0; k < operation.source_count; ++k)
                if (operation.sources[k].from == vs::SourceClass::Input && operation.sources[k].index < vs::kInputs)
                    inputs |= 1U << operation.sources[k].index;
    }
    return inputs;
}

/// Returns whether the rasteriser gives the fragment program anything.
bool interpolates(const State& state) {
    namespace reg = isa::r500::reg;
    namespace field = isa::r500::field;
    for (std::uint32_t i = 0; i <= state[reg::RS_INST_COUNT][field::RS_INST_COUNT__INST_COUNT]; ++i) {
        const auto word = state[reg::RS_INST + 4 * i];
        if (word[field::RS_INST__TEX_CN] != 0 || word[field::RS_INST__COL_CN] != 0) return true;
    }
    return false;
}

} // namespace

const Misfits& Misfeeds::of_vertex(const Stream& stream) {
    const auto [known, is_new] = vertex_.try_emplace(stream);
    if (!is_new) return known->second;
    const auto program = vs::load_binary(stream);
    if (!program) {
        known->second.insert("vertex program: " + program.error().text);
        return known->second;
    }
    add(vs::lint(*program), kVertexRules, "vertex", known->second);
    inputs_[stream] = inputs_of(*program);
    return known->second;
}

const Misfits& Misfeeds::of_fragment(const Stream& stream) {
    const auto [known, is_new] = fragment_.try_emplace(stream);
    if (!is_new) return known->second;
    const auto program = fs::load_binary(stream);
    if (!program || program->find(program->code_range().start) == nullptr)
        known->second.insert("fragment program: its first instruction is not loaded");
    if (program) add(fs::lint(*program), kFragmentRules, "fragment", known->second);
    return known->second;
}

Misfits Misfeeds::of(const State& state) {
    Misfits all;
    const auto first =
        state[isa::r500::reg::VAP_PVS_CODE_CNTL_0][isa::r500::field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST];
    const bool is_passed_by =
        state[machine::r500::reg::VAP_CNTL_STATUS][machine::r500::field::VAP_CNTL_STATUS__PVS_BYPASS] != 0;
    if (!is_passed_by && !state.vertex_memory.loaded[first])
        all.insert("vertex program: its first instruction is not loaded");
    if (const Stream stream = program_stream(state, Stage::Vertex); !stream.empty() && !is_passed_by) {
        all.merge(Misfits(of_vertex(stream)));
        std::uint32_t missing = inputs_[stream];
        for (const machine::r500::Element& element : elements_of(state)) missing &= ~(1U << element.input % 32);
        for (std::uint32_t i = 0; i < vs::kInputs && interpolates(state); ++i)
            if ((missing >> i & 1) != 0)
                all.insert(fmt::format("vertex program: input[{}] is read, and no element of vertices goes there", i));
    }
    if (const Stream stream = program_stream(state, Stage::Fragment); !stream.empty())
        all.merge(Misfits(of_fragment(stream)));
    else
        all.insert("fragment program: none is loaded");
    return all;
}

bool can_misfeed(std::string_view reg) { return std::ranges::find(kToBlame, reg) != std::end(kToBlame); }

} // namespace relit::render::r500::explain
