#include "render/r500/program/programs.hpp"

#include "ir/builder.hpp"
#include "isa/r500/fs/fs.hpp"
#include "render/r500/target/fixed_state.hpp"
#include "translate/translate.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::Primitive;
using machine::r500::State;
using machine::r500::TextureKind;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::uint32_t kTextures = 8;

/// How many components of texture coordinates points have of their own: GB_ENABLE's sources 1 and 2.
std::uint32_t stuffed_components(const machine::r500::RegisterWord& enable, std::uint32_t texture) {
    constexpr std::uint32_t kFirstBit = 16;
    const std::uint32_t source = enable.raw[0] >> (kFirstBit + 2 * texture) & 3;
    return source == 0 ? 0 : source == 1 ? 2 : 3;
}

/// What images and samplers do is nothing that the program depends on: of formats only the kind of coordinates is left, of filters
/// only the wrapping.
void keep_coordinate_kinds(State& state) {
    constexpr std::uint32_t kUnits = 16, kCoordinateKind = 0x6000000, kWrapping = 0x1ff;
    const auto keep = [&](std::uint32_t number, std::uint32_t bits) {
        if (state.has(number)) state.write(number, state[number].raw[0] & bits);
    };
    for (std::uint32_t unit = 0; unit < kUnits; ++unit) {
        keep(program_reg::TX_FORMAT0 + 4 * unit, 0);
        keep(program_reg::TX_FORMAT1 + 4 * unit, kCoordinateKind);
        keep(program_reg::TX_FORMAT2 + 4 * unit, 0);
        keep(program_reg::TX_FILTER0 + 4 * unit, kWrapping);
        keep(program_reg::TX_FILTER1 + 4 * unit, 0);
    }
}

/// Whether GB_ENABLE gives primitives of this kind coordinates of their own.
bool has_stuffing(const machine::r500::RegisterWord& enable, Primitive primitive) {
    switch (primitive) {
        case Primitive::Points: return enable[program_field::GB_ENABLE__POINT_STUFF_ENABLE] != 0;
        case Primitive::Lines:
        case Primitive::LineStrip:
        case Primitive::LineLoop: return enable[program_field::GB_ENABLE__LINE_STUFF_ENABLE] != 0;
        default: return false; // the geometry makes none for polygons
    }
}

/// The state of a draw whose varyings are computed: it stuffs and selects nothing, shades smoothly and has no constants.
State reduced(State state, Primitive primitive) {
    constexpr std::uint32_t kBitsOfACount = 3, kSmooth = 0xaaaa, kBackColours = 0x18, kFogSource = 7;
    const auto enable = state[program_reg::GB_ENABLE];
    std::uint32_t counts = state[program_reg::VAP_OUT_VTX_FMT_1].raw[0];
    for (std::uint32_t texture = 0; texture < kTextures && has_stuffing(enable, primitive); ++texture)
        if (const std::uint32_t components = stuffed_components(enable, texture)) {
            counts &= ~(7U << kBitsOfACount * texture);
            counts |= components << kBitsOfACount * texture;
        }
    state.write(program_reg::VAP_OUT_VTX_FMT_1, counts);
    state.write(program_reg::VAP_OUT_VTX_FMT_0, state[program_reg::VAP_OUT_VTX_FMT_0].raw[0] & ~kBackColours);
    state.write(program_reg::GB_ENABLE, 0);
    state.write(program_reg::GB_SELECT, state[program_reg::GB_SELECT].raw[0] & kFogSource);
    state.write(program_reg::GA_COLOR_CONTROL, kSmooth);
    state.fragment_constants = {};
    keep_coordinate_kinds(state);
    return state;
}

TextureKind kind_of(std::string_view type) {
    return type == "sampler3D" ? TextureKind::Volume : type == "samplerCube" ? TextureKind::Cube : TextureKind::Flat;
}

bool kills(const ir::Module& module) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts)
                if (module[id].op == ir::Op::Discard) return true;
    return depth_output(module).has_value();
}

std::uint32_t temporaries_of(const ir::Module& module) {
    const auto found = std::ranges::find(module.files, "temp", &ir::RegisterFile::name);
    return found == module.files.end() ? 0 : found->count;
}

void take_interface(FragmentProgram& program, const lang::Artifact& artifact) {
    for (const lang::Binding& binding : artifact.interface) {
        if (binding.kind == "input") program.locations.push_back(binding.location);
        if (binding.kind == "texture") program.textures.push_back({binding.binding, kind_of(binding.type)});
        if (binding.kind == "uniform") program.reads_constants = true;
        if (binding.kind == "output" && binding.location < kTargets) program.written_colours |= 1U << binding.location;
    }
    std::ranges::sort(program.locations);
}

ir::Context context_of(const Programs::Reading& reading) {
    ir::Context context;
    if (reading.is_of_mesa) context.values["r500.fs.floats"] = 1;
    return context;
}

ir::Module pass_on(const std::vector<std::uint32_t>& locations) {
    ir::Module module;
    ir::Builder ir(module);
    const ir::Type vector{ir::Kind::F32, 4};
    const auto file = [&](const std::string& name, ir::Role role, const ir::IoSlot& slot) {
        const std::uint32_t made = ir.file(name, vector.kind, vector.lanes, 1, role);
        ir.add_io_slot(made, slot);
        return made;
    };
    std::vector<std::pair<std::uint32_t, std::uint32_t>> files; // from and to, made in this order
    files.push_back({file("position_in", ir::Role::Input, {.number = 0}),
                     file("position", ir::Role::Output, {.semantic = ir::Semantic::Position})});
    for (std::uint32_t i = 0; i < locations.size(); ++i)
        files.push_back(
            {file(fmt::format("in{}", locations[i]), ir::Role::Input, {.number = static_cast<std::uint8_t>(i + 1)}),
             file(fmt::format("out{}", locations[i]), ir::Role::Output,
                  {.number = static_cast<std::uint8_t>(locations[i])})});
    ir.function("main");
    for (const auto& [from, to] : files) ir.store(to, 0, ir.load(from, 0, vector));
    ir.ret();
    return module;
}

} // namespace

Result<ir::Module> Programs::lifted(const State& state, const Reading& reading) {
    const std::vector<std::uint8_t> stream =
        program_stream(reduced(state, reading.primitive), machine::r500::Stage::Fragment);
    if (stream.empty()) return fail(FaultKind::NotSupported, "the draw has no fragment program");
    const ir::Context context = context_of(reading);
    ir::ContextReader reader(context, {.named = false, .registers = false});
    auto module = translate::lift(isa::r500::fs::kFrontend, stream, reader);
    if (module) round_depth(*module, reading.depth);
    return module;
}

Result<FragmentProgram> Programs::translate(Bytes stream, const Reading& reading) const {
    const ir::Context context = context_of(reading);
    ir::ContextReader reader(context, translate::wanted_of(target_));
    auto lifted = translate::lift(isa::r500::fs::kFrontend, stream, reader);
    if (!lifted) return std::unexpected(lifted.error());
    FragmentProgram program{.temporaries = temporaries_of(*lifted), .kills = kills(*lifted)};
    round_depth(*lifted, reading.depth);
    const auto module = translate::prepare(std::move(*lifted), target_, {});
    if (!module) return std::unexpected(module.error());
    auto artifact = translate::print(*module, target_);
    if (!artifact) return std::unexpected(artifact.error());
    take_interface(program, *artifact);
    program.spirv = std::move(artifact->words);
    program.approximate = reader.approximations();
    program.approximate.insert(program.approximate.end(), artifact->approximate.begin(), artifact->approximate.end());
    return program;
}

Result<const FragmentProgram*> Programs::fragment(const State& state, const Reading& reading) {
    std::pair key{program_stream(reduced(state, reading.primitive), machine::r500::Stage::Fragment), reading};
    key.second.primitive = {}; // the state depends on it already
    if (key.first.empty()) return fail(FaultKind::NotSupported, "the draw has no fragment program");
    if (const auto found = fragments_.find(key); found != fragments_.end()) return &found->second;
    const auto begin = std::chrono::steady_clock::now();
    auto program = translate(key.first, reading);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!program) return std::unexpected(program.error());
    ++translated_;
    return &fragments_.emplace(std::move(key), std::move(*program)).first->second;
}

Result<const FragmentProgram*> Programs::nothing() {
    if (nothing_) return &*nothing_;
    ir::Module empty;
    empty.stage = ir::Stage::Fragment;
    ir::Builder ir(empty);
    ir.function("main");
    ir.ret();
    const auto module = translate::prepare(std::move(empty), target_, {});
    if (!module) return std::unexpected(module.error());
    auto artifact = translate::print(*module, target_);
    if (!artifact) return std::unexpected(artifact.error());
    return &nothing_.emplace(FragmentProgram{.spirv = std::move(artifact->words)});
}

Result<const std::vector<std::uint32_t>*> Programs::vertex(const std::vector<std::uint32_t>& locations) {
    if (const auto found = vertices_.find(locations); found != vertices_.end()) return &found->second;
    auto module = translate::prepare(pass_on(locations), target_, {});
    if (!module) return std::unexpected(module.error());
    auto artifact = translate::print(*module, target_);
    if (!artifact) return std::unexpected(artifact.error());
    return &vertices_.emplace(locations, std::move(artifact->words)).first->second;
}

} // namespace relit::render::r500
