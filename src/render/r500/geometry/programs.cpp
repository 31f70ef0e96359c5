#include "render/r500/geometry/programs.hpp"

#include "isa/r500/vs/context_keys.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/lift/outputs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "machine/r500/stream/program.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace vs = isa::r500::vs;
using machine::r500::FetchedVertex;
using machine::r500::State;

constexpr std::size_t kBatch = 4096;                     // vertices that run together
constexpr std::uint64_t kSteps = std::uint64_t{1} << 24; // instructions of a batch

std::uint32_t file_of(const ir::Module& module, ir::Role role) {
    const auto found = std::ranges::find(module.files, role, &ir::RegisterFile::role);
    return static_cast<std::uint32_t>(found - module.files.begin());
}

/// Clipping by planes and the division by W are not the program's here.
ir::Context context_of_programs() {
    constexpr std::uint64_t kNothingDivided = 0x400; // of VAP_VTE_CNTL
    ir::Context context;
    context.values.find_or_add(std::string(vs::key::clip_cntl.name), 0);
    context.values.find_or_add(std::string(vs::key::vte_cntl.name), kNothingDivided);
    return context;
}

std::vector<std::uint8_t> bytes_of(const std::vector<vs::LoadedConstant>& constants) {
    std::vector<std::uint8_t> bytes(std::size_t{16} * vs::kConstants);
    for (const vs::LoadedConstant& constant : constants) {
        if (constant.index >= vs::kConstants) continue;
        for (std::size_t i = 0; i < 16; ++i)
            bytes[16 * constant.index + i] = static_cast<std::uint8_t>(constant.lanes[i / 4] >> 8 * (i % 4));
    }
    return bytes;
}

/// The chip drops such outputs too.
bool is_of_dropped_output(std::string_view approximation) {
    return approximation.ends_with("goes nowhere by the output formats");
}

Status check_files(const ir::Module& module) {
    const bool has_both = file_of(module, ir::Role::Input) < module.files.size() &&
                          file_of(module, ir::Role::Output) < module.files.size();
    return has_both ? Status{} : fail(FaultKind::Internal, "a vertex program without inputs or outputs");
}

void clear(run::State& state) {
    for (std::vector<std::uint64_t>& file : state.files) std::ranges::fill(file, 0);
    state.discarded = state.hit_loop_limit = state.undefined_lookup = false;
}

void give(std::vector<std::uint64_t>& file, const FetchedVertex& fetched) {
    for (const machine::r500::InputValue& value : fetched)
        for (std::size_t i = 0; i < 4; ++i)
            if ((value.mask >> i & 1) != 0 && 4 * value.input + i < file.size())
                file[4 * value.input + i] = value.bits[i];
}

float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

Vertex vertex_of(const ir::RegisterFile& outputs, const std::vector<std::uint64_t>& file) {
    Vertex vertex;
    for (const ir::IoSlot& slot : outputs.io_slots) {
        const std::size_t first = std::size_t{4} * slot.reg + slot.lane;
        const std::array lanes = {float_of(file[first]), float_of(file[first + 1]), float_of(file[first + 2]),
                                  float_of(file[first + 3])};
        if (slot.semantic == ir::Semantic::Position) vertex.position = lanes;
        if (slot.semantic == ir::Semantic::PointSize) vertex.point_size = lanes[0];
        if (slot.semantic == ir::Semantic::User && slot.number < vertex.varyings.size())
            vertex.varyings[slot.number] = lanes;
    }
    return vertex;
}

/// Where the program is passed by, input k is output register k.
Vertex passed_by(const std::vector<vs::Output>& outputs, const FetchedVertex& fetched) {
    Vertex vertex;
    for (const machine::r500::InputValue& value : fetched) {
        if (value.input >= outputs.size()) continue;
        const vs::Output& output = outputs[value.input];
        std::array<float, 4> lanes{};
        for (std::size_t i = 0; i < 4; ++i)
            if ((value.mask >> i & 1) != 0) lanes[i] = float_of(value.bits[i]);
        switch (output.is) {
            case vs::Output::Is::Position: vertex.position = lanes; break;
            case vs::Output::Is::PointSize: vertex.point_size = lanes[0]; break;
            case vs::Output::Is::Colour: vertex.varyings[kFirstColour + output.number] = lanes; break;
            case vs::Output::Is::Coordinate: vertex.varyings[output.number] = lanes; break;
        }
    }
    return vertex;
}

} // namespace

Result<VertexPrograms::Known> VertexPrograms::find(const std::vector<std::uint8_t>& stream) {
    const auto parsed = vs::kFrontend.parse(stream);
    if (!parsed) return std::unexpected(parsed.error());
    Known known{nullptr, bytes_of(isa::parsed_as<vs::Program>(**parsed).constants)};
    std::vector<std::uint8_t> canonical = vs::kFrontend.canonical(**parsed);
    if (const auto found = programs_.find(canonical); found != programs_.end()) {
        known.program = &found->second;
        return known;
    }
    const ir::Context context = context_of_programs();
    ir::ContextReader reader(context, {.named = false, .registers = false});
    auto module = vs::kFrontend.lift(**parsed, reader);
    if (!module) return std::unexpected(module.error());
    if (const Status done = pass::run_passes(*module, pass::kOptimising); !done) return std::unexpected(done.error());
    if (const Status checked = check_files(*module); !checked) return std::unexpected(checked.error());
    Program program{std::move(*module), 0, 0, {}, {}};
    std::ranges::remove_copy_if(reader.approximations(), std::back_inserter(program.approximations),
                                is_of_dropped_output);
    program.inputs = file_of(program.module, ir::Role::Input);
    program.outputs = file_of(program.module, ir::Role::Output);
    known.program = &programs_.emplace(std::move(canonical), std::move(program)).first->second;
    return known;
}

Status VertexPrograms::run(const State& state, std::span<const FetchedVertex> fetched, std::vector<Vertex>& vertices,
                           Notes& notes) {
    vertices.clear();
    vertices.reserve(fetched.size());
    if (state[reg::VAP_CNTL_STATUS][field::VAP_CNTL_STATUS__PVS_BYPASS] != 0) {
        const auto outputs = vs::outputs_of(state[reg::VAP_OUT_VTX_FMT_0].raw[0], state[reg::VAP_OUT_VTX_FMT_1].raw[0]);
        for (const FetchedVertex& each : fetched) vertices.push_back(passed_by(outputs, each));
        return {};
    }
    const auto stream = machine::r500::program_stream(state, machine::r500::Stage::Vertex);
    if (stream.empty()) return fail("no vertex program is loaded");
    const auto known = find(stream);
    if (!known) return std::unexpected(known.error());
    for (const std::string& approximation : known->program->approximations)
        notes.say("vertex program: " + approximation);
    for (std::size_t first = 0; first < fetched.size(); first += kBatch) {
        const auto batch = fetched.subspan(first, std::min(kBatch, fetched.size() - first));
        if (const Status done = run_batch(*known, batch, vertices, notes); !done) return done;
    }
    return {};
}

Status VertexPrograms::run_batch(const Known& known, std::span<const FetchedVertex> fetched,
                                 std::vector<Vertex>& vertices, Notes& notes) {
    Program& program = *known.program;
    std::vector<ir::Bound> bound(program.module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (program.module.resources[i].binding == 0) bound[i].bytes = known.constants;
    while (program.states.size() < fetched.size()) program.states.push_back(run::blank_state(program.module));
    const std::span states = std::span(program.states).first(fetched.size());
    for (std::size_t i = 0; i < fetched.size(); ++i) {
        clear(states[i]);
        give(states[i].files[program.inputs], fetched[i]);
    }
    const Status done = run::run(program.module, states, {.steps = kSteps}, {.bound = &bound});
    if (!done) return fail(FaultKind::NotSupported, "vertex program: " + done.error().text);
    for (const run::State& one : states) {
        if (one.hit_loop_limit) notes.say("vertex program: a loop was ended after 65536 iterations");
        vertices.push_back(vertex_of(program.module.files[program.outputs], one.files[program.outputs]));
    }
    return {};
}

} // namespace relit::render::r500
