#include "isa/rsx/vp/lift/outputs.hpp"
#include "isa/rsx/lift/lanes.hpp"
#include "isa/rsx/vp/context_keys.hpp"
#include "isa/rsx/vp/encoding/outputs.hpp"

#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::uint32_t kOneBits = 0x3f800000;
constexpr std::uint16_t kPosition = 0, kFogAndClip = 5, kSizeAndClip = 6;
constexpr std::uint32_t kSizeLane = 1, kClipLanes = 14;
constexpr unsigned kClipPlanes = 6;
constexpr std::uint64_t kClipBelow = 1, kClipAbove = 2; // of a plane, in method 0x1478
constexpr std::uint64_t kAllOn = 0xffffffff;

} // namespace

OutputLanes enabled_lanes_of(std::uint64_t output_mask) {
    OutputLanes on{};
    for (const OutputRow& row : kOutputRows)
        if (row.bit < 0 || (output_mask >> row.bit & 1) != 0)
            for (const char lane : row.lanes) on[row.index] |= 1U << kLanes.find(lane);
    return on;
}

Outputs::Outputs(ir::Builder& builder, ir::ContextReader& context, GuestFunctions* guest_functions)
    : ir_(builder), context_(context), guest_functions_(guest_functions),
      o_(ir_.file(guest_functions != nullptr ? "v_out" : "o", ir::Kind::F32, 4, kOutputs, ir::Role::Output)),
      all_(context.read(key::all_outputs) != 0) {}

void Outputs::add_user_slot(std::uint16_t output) {
    ir_.add_io_slot(o_, {.reg = output, .semantic = ir::Semantic::User, .number = static_cast<std::uint8_t>(output)});
}

void Outputs::declare(const OutputLanes& written) {
    written_ = written;
    const bool any = std::ranges::any_of(std::span(written).subspan(1), [](std::uint32_t mask) { return mask != 0; });
    on_ = enabled_lanes_of(any ? context_.read(key::output_mask) : kAllOn);
    ir_.add_io_slot(o_, {.reg = kPosition, .semantic = ir::Semantic::Position});
    if (written_[kFogAndClip] != 0) add_user_slot(kFogAndClip);
    if (written_[kSizeAndClip] != 0) add_user_slot(kSizeAndClip);
    declare_size();
    declare_clip();
}

/// Points whose program gives them no size have that of the machine's state.
void Outputs::declare_size() {
    if ((written_[kSizeAndClip] & on_[kSizeAndClip] & kSizeLane) != 0)
        return ir_.add_io_slot(o_, {.reg = kSizeAndClip, .semantic = ir::Semantic::PointSize});
    point_size_ = static_cast<std::uint32_t>(context_.read(key::point_size));
    if (point_size_ == 0) return;
    size_ = ir_.file("size", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir_.add_io_slot(size_, {.semantic = ir::Semantic::PointSize});
}

bool Outputs::is_clipped(unsigned plane) const {
    const std::uint64_t how = user_clip_ >> (4 * plane) & 15;
    return how == kClipBelow || how == kClipAbove;
}

void Outputs::declare_clip() {
    const bool clips = ((written_[kFogAndClip] | written_[kSizeAndClip]) & kClipLanes) != 0;
    user_clip_ = clips ? context_.read(key::user_clip) : 0;
    if (user_clip_ == 0) return;
    clip_ = ir_.file("clip", ir::Kind::F32, 1, kClipPlanes, ir::Role::Output);
    for (unsigned plane = 0, number = 0; plane < kClipPlanes; ++plane) {
        const bool on = is_clipped(plane);
        ir_.add_io_slot(clip_, {.reg = static_cast<std::uint16_t>(plane),
                                .semantic = on ? ir::Semantic::ClipDistance : ir::Semantic::None,
                                .number = static_cast<std::uint8_t>(on ? number++ : 0)});
    }
}

// The hardware keeps what an earlier vertex left in outputs that are not written; emulators agree on (0, 0, 0, 1).
ir::Id Outputs::untouched() {
    constexpr std::array<std::uint64_t, 4> kUntouched = {0, 0, 0, kOneBits};
    return ir_.constant(kFloats, kUntouched);
}

void Outputs::preset() {
    ir::Id value = ir::kNone;
    for (std::uint32_t i = 0; i < kOutputs; ++i) {
        if (written_[i] == 0 && !all_) continue;
        if (value == ir::kNone) value = untouched();
        ir_.store(o_, i * 4, value);
    }
}

void Outputs::disable() {
    ir::Id value = ir::kNone;
    for (std::uint32_t i = 0; i < kOutputs; ++i) {
        const std::uint32_t off = written_[i] & ~on_[i];
        if (off == 0) continue;
        if (value == ir::kNone) value = untouched();
        ir_.store(o_, i * 4, value, off);
    }
}

float Outputs::number(const ir::ContextKey& of) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(context_.read(of)));
}
float Outputs::number(const ir::ContextKey& of, unsigned which) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(context_.read(of, which)));
}

// The console: pixel = position / w * scale + offset. A host: pixel = (position / w + 1) * size / 2, depth = z / w, of which the
// host's range of depths makes the console's again.
void Outputs::transform_position() {
    if (context_.read(key::viewport) == 0) return;
    std::array<float, 3> scale{}, offset{};
    for (unsigned i = 0; i < 3; ++i) {
        scale[i] = number(key::viewport_scale, i);
        offset[i] = number(key::viewport_offset, i);
    }
    const std::array<float, 2> half = {static_cast<float>(context_.read(key::surface_width)) / 2,
                                       static_cast<float>(context_.read(key::surface_height)) / 2};
    for (unsigned i = 0; i < 2; ++i) {
        scale[i] /= half[i];
        offset[i] = offset[i] / half[i] - 1;
    }
    const float least = number(key::depth_min), range = number(key::depth_max) - least;
    if (range != 0) scale[2] /= range, offset[2] = (offset[2] - least) / range;
    const auto moved = [&](std::span<const ir::Id> position) {
        const ir::Id w = ir_.lane(position[0], 3);
        const auto along = [&](unsigned i) {
            const ir::Id x = ir_.lane(position[0], i), scaled = scale[i] == 1 ? x : ir_.FMul(x, ir_.f32(scale[i]));
            return offset[i] == 0 ? scaled : ir_.FAdd(scaled, ir_.FMul(w, ir_.f32(offset[i])));
        };
        return ir_.compose({along(0), along(1), along(2), w});
    };
    const std::array<ir::Id, 1> position = {ir_.load(o_, kPosition * 4, kFloats)};
    ir_.store(o_, kPosition * 4,
              guest_functions_ == nullptr ? moved(position) : guest_functions_->call("viewport", position, moved));
}

void Outputs::finish() {
    disable();
    transform_position();
    if (point_size_ != 0) ir_.store(size_, 0, ir_.constant(ir::kF32, point_size_));
    for (unsigned plane = 0; plane < kClipPlanes && user_clip_ != 0; ++plane) {
        if (!is_clipped(plane)) continue;
        const std::uint32_t output = plane < 3 ? kFogAndClip : kSizeAndClip;
        const ir::Id distance = ir_.load(o_, output * 4 + 1 + plane % 3, ir::kF32);
        const bool below = (user_clip_ >> (4 * plane) & 15) == kClipBelow;
        ir_.store(clip_, plane, below ? ir_.FNeg(distance) : distance);
    }
}

} // namespace relit::isa::rsx::vp
