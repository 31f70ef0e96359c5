#include "isa/r500/vs/lift/outputs.hpp"

#include "isa/r500/vs/context_keys.hpp"
#include "isa/r500/vs/lift/assumed.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

constexpr std::uint32_t kCoordinates = 8, kMostRegisters = 16, kBytesPerPlane = 16;

/// The registers of out[] that some instruction writes; of relative ones all from there on.
std::vector<bool> written_by(const Program& program) {
    std::vector<bool> written(kOutputs, false);
    for (const Slot& slot : program.slots) {
        const W& word = slot.word;
        const bool is_out = word[W::target] == TargetClass::Out || word[W::target] == TargetClass::OutReplicateX;
        if (!is_known(word) || !is_out || word[W::mask] == 0 || is_nothing(opcode_of(word))) continue;
        const std::uint32_t first = word[W::target_index];
        const std::uint32_t end = word[W::target_mode] == Mode::Absolute ? first + 1 : kMostRegisters;
        for (std::uint32_t i = first; i < std::max(end, first + 1); ++i) written[i] = true;
    }
    return written;
}

/// A coordinate of four components for each register but the first that is written.
std::uint32_t likely_format_1(const std::vector<bool>& written) {
    RegisterWord format;
    for (std::uint32_t i = 0; i < kCoordinates; ++i)
        if (std::any_of(written.begin() + 1 + i, written.end(), [](bool is) { return is; }))
            format.set(Field<std::uint32_t>("components", 3 * i, 3), 4U);
    return format.raw[0];
}

} // namespace

Outputs::Outputs(ir::Builder& builder, ir::ContextReader& context, const Program& program)
    : ir_(builder), context_(context), written_(written_by(program)) {
    constexpr std::string_view kWhy =
        "the file does not say it: position first, then a coordinate for each other output";
    const std::uint32_t format_0 = read_assumed(context, key::out_format_0, 1, kWhy);
    const std::uint32_t format_1 = read_assumed(context, key::out_format_1, likely_format_1(written_), kWhy);
    outputs_ = outputs_of(format_0, format_1);
    const bool all = context.read(key::all_outputs) != 0;
    file_ = ir_.file(context.readable() ? "v_out" : "o", ir::Kind::F32, 4, std::max<std::uint32_t>(count(), 1),
                     ir::Role::Output);
    if (outputs_.empty()) ir_.add_io_slot(file_, {.reg = 0, .semantic = ir::Semantic::None});
    for (std::uint32_t i = 0; i < count(); ++i) {
        declared_.push_back(all || written_[i] || outputs_[i].is == Output::Is::Position);
        add_slot(static_cast<std::uint16_t>(i), declared_[i]);
    }
    for (std::uint32_t i = count(); i < written_.size(); ++i)
        if (written_[i] && context.brought().values.find(key::out_format_0.name) == nullptr)
            context.approximate("out[" + std::to_string(i) + "] is written and goes nowhere by the output formats");
    if (count() != 0 && outputs_[0].is == Output::Is::Position) declare_planes();
}

/// Distances are numbered one after the other, whichever planes are on.
void Outputs::declare_planes() {
    const RegisterWord control{{{static_cast<std::uint32_t>(context_.read(key::clip_cntl))}}};
    constexpr Field<std::uint32_t> kPlanesOn{"UCP_ENA", 0, kClipPlanes};
    if (control[field::VAP_CLIP_CNTL__CLIP_DISABLE] == 0) planes_on_ = control[kPlanesOn];
    if (planes_on_ == 0) return;
    const bool culls = control[field::VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA] != 0;
    const auto planes = static_cast<std::uint32_t>(std::popcount(planes_on_));
    distances_ = ir_.file("distance", ir::Kind::F32, 1, planes, ir::Role::Output);
    for (std::uint32_t i = 0; i < planes; ++i)
        ir_.add_io_slot(distances_, {.reg = static_cast<std::uint16_t>(i),
                                     .semantic = culls ? ir::Semantic::CullDistance : ir::Semantic::ClipDistance,
                                     .number = static_cast<std::uint8_t>(i)});
    planes_ = ir_.constant_buffer("plane", kPlaneBinding, kClipPlanes * kBytesPerPlane);
    if (std::ranges::any_of(outputs_, [](const Output& output) { return output.is == Output::Is::PointSize; }))
        context_.approximate("points are clipped by user planes as a whole, by where their centre lies");
}

void Outputs::add_slot(std::uint16_t reg, bool is_declared) {
    const Output& output = outputs_[reg];
    ir::IoSlot slot{.reg = reg, .semantic = ir::Semantic::None};
    if (output.is == Output::Is::Position) slot.semantic = ir::Semantic::Position;
    if (output.is == Output::Is::PointSize && is_declared) slot.semantic = ir::Semantic::PointSize;
    const bool is_colour = output.is == Output::Is::Colour;
    if ((is_colour || output.is == Output::Is::Coordinate) && is_declared) {
        slot.semantic = ir::Semantic::User;
        slot.number = static_cast<std::uint8_t>(output.number + (is_colour ? kFirstColourLocation : 0));
    }
    ir_.add_io_slot(file_, slot);
    ir_.module().files[file_].labels.push_back({reg, describe(output)});
}

void Outputs::preset() {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (declared_[i]) ir_.store(file_, i * 4, ir_.f32(0, 4));
}

/// The machine divides by W what does not come divided: hosts divide everything.
void Outputs::clip_position() {
    const RegisterWord steps{{{static_cast<std::uint32_t>(context_.read(key::vte_cntl))}}};
    const bool xy_divided = steps[field::VAP_VTE_CNTL__VTX_XY_FMT] != 0,
               z_divided = steps[field::VAP_VTE_CNTL__VTX_Z_FMT] != 0,
               w_inverted = steps[field::VAP_VTE_CNTL__VTX_W0_FMT] == 0;
    if (!xy_divided && !z_divided && !w_inverted) return;
    const ir::Id position = ir_.load(file_, 0, ir::kF32.with_lanes(4));
    ir::Id w = ir_.lane(position, 3);
    if (w_inverted) w = ir_.FRcp(w);
    const auto lane = [&](unsigned i, bool divided) {
        const ir::Id value = ir_.lane(position, i);
        return divided ? ir_.FMul(value, w) : value;
    };
    ir_.store(file_, 0, ir_.compose({lane(0, xy_divided), lane(1, xy_divided), lane(2, z_divided), w}));
}

/// Halfway between Z and W: what stands from -W to W stands from 0 to W then.
void Outputs::clip_depth() {
    if (context_.read(key::clip_depth) == 0) return;
    const RegisterWord control{{{static_cast<std::uint32_t>(context_.read(key::vap_cntl))}}};
    if (control[field::VAP_CNTL__DX_CLIP_SPACE_DEF] != 0) return;
    const ir::Id z = ir_.load(file_, 2, ir::kF32), w = ir_.load(file_, 3, ir::kF32);
    ir_.store(file_, 2, ir_.FMul({ir_.FAdd(z, w), ir_.f32(0.5F)}), 1);
}

void Outputs::finish() {
    if (count() == 0 || outputs_[0].is != Output::Is::Position) return;
    clip_position();
    measure_planes();
    clip_depth();
}

void Outputs::measure_planes() {
    if (planes_on_ == 0) return;
    constexpr ir::Type kFloats = ir::kF32.with_lanes(4);
    const ir::Id position = ir_.load(file_, 0, kFloats);
    std::uint32_t number = 0;
    for (std::uint32_t plane = 0; plane < kClipPlanes; ++plane) {
        if ((planes_on_ >> plane & 1) == 0) continue;
        const ir::Id equation = ir_.load_buffer(planes_, ir_.i32(plane * kBytesPerPlane), kFloats);
        ir_.store(distances_, number++, ir_.FDot(equation, position));
    }
}

} // namespace relit::isa::r500::vs
