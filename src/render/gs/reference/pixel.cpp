#include "render/gs/reference/pixel.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kAlphaBits = 0xff000000;
constexpr std::uint8_t kFrameColour = 1, kNoColour = 2, kFrameAlpha = 1, kSourceAlpha = 0;

/// A format's name is not looked at here, only how many bits its pixels have: Z formats are frames like others.
unsigned bits_of_frame(PixelFormat format) {
    const unsigned bits = layout_of(format).bits;
    return bits >= 16 ? bits : 32;
}

std::uint32_t packed(const Rgba& c) {
    const auto byte = [&](unsigned i) { return static_cast<std::uint32_t>(c[i]) & 0xff; };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}
/// A, B, C, D.
std::array<std::uint8_t, 4> blend_of(const Alpha& alpha) {
    const auto byte = [](std::uint32_t v) { return static_cast<std::uint8_t>(v); };
    return {byte(alpha[Alpha::a]), byte(alpha[Alpha::b]), byte(alpha[Alpha::c]), byte(alpha[Alpha::d])};
}
/// Sixteen numbers of three bits, signed; every second field of DIMX is a gap.
std::array<std::int8_t, 16> dither_of(const Dimx& dimx) {
    std::array<std::int8_t, 16> added{};
    for (std::size_t i = 0; i < added.size(); ++i) {
        const auto raw = static_cast<std::int8_t>(dimx.extract(Dimx::fields[2 * i]));
        added[i] = static_cast<std::int8_t>(raw >= 4 ? raw - 8 : raw);
    }
    return added;
}

} // namespace

PixelStage::PixelStage(Memory& memory, const DrawState& state, bool blends)
    : memory_(memory), state_(state), frame_(frame_of(state.frame)), depth_(depth_of(state.zbuf, state.frame)),
      frame_bits_(machine::gs::format_of(state.frame)), depth_bits_(depth_of(state.zbuf, state.frame).format),
      frame_depth_(bits_of_frame(machine::gs::format_of(state.frame))),
      keep_(frame_depth_ == 16 ? colour_to_16(machine::gs::kept_of(state.frame)) : machine::gs::kept_of(state.frame)),
      keep_rgb_only_(keep_ | (frame_depth_ == 32 ? kAlphaBits : 0)), blends_(blends), dithers_(state.dthe[Switch::on]),
      clamps_(state.colclamp[Switch::on]), blends_bright_only_(state.pabe[Switch::on]),
      sets_alpha_(state.fba[Switch::on] && frame_depth_ != 24), tests_alpha_(state.test[Test::alpha_on]),
      tests_destination_(state.test[Test::destination_on]), tests_depth_(state.test[Test::depth_on]),
      // Without a depth test nothing is written either (reference 8: ZTE = 0 is forbidden; GSdx).
      writes_depth_(tests_depth_ && !state.zbuf[ZBuf::keep]), blend_(blend_of(state.alpha)),
      fix_(static_cast<std::int32_t>(state.alpha[Alpha::fix])),
      alpha_reference_(static_cast<std::int32_t>(state.test[Test::alpha_reference])), most_depth_(depth_bits_.mask),
      dither_(dither_of(state.dimx)) {}

Outcome PixelStage::draw(const Fragment& fragment) const {
    const auto x = static_cast<std::uint32_t>(fragment.x), y = static_cast<std::uint32_t>(fragment.y);
    const std::uint32_t at = frame_(x, y), depth_at = depth_(x, y);
    const std::uint32_t z = std::min(fragment.z, most_depth_);
    Outcome outcome;
    outcome.frame_before = outcome.frame_after = memory_.raw(frame_bits_, at);
    outcome.depth_before = outcome.depth_after = memory_.raw(depth_bits_, depth_at);

    bool colour = true, depth = writes_depth_ && !fragment.keeps_depth;
    std::uint32_t keep = keep_;
    outcome.alpha_passed = !tests_alpha_ || passes_alpha(fragment.rgba[3]);
    if (!outcome.alpha_passed) {
        const AlphaFail fail = state_.test[Test::alpha_fail];
        colour = fail == AlphaFail::FbOnly || fail == AlphaFail::RgbOnly;
        depth = depth && fail == AlphaFail::ZbOnly;
        if (fail == AlphaFail::RgbOnly) keep = keep_rgb_only_;
    }
    outcome.destination_passed = !tests_destination_ || passes_destination(outcome.frame_before);
    outcome.depth_passed = !tests_depth_ || passes_depth(z, outcome.depth_before);
    if (!outcome.destination_passed || !outcome.depth_passed) return outcome;

    if (colour) {
        outcome.blended = blend(fragment.rgba, frame_colour(outcome.frame_before));
        const auto added = dithers_ ? dither_[(y & 3) * 4 + (x & 3)] : std::int8_t{0};
        for (std::size_t i = 0; i < 3; ++i) {
            std::int32_t& c = outcome.blended[i];
            c += added;
            c = clamps_ ? std::clamp(c, 0, 255) : c & 0xff;
        }
        if (sets_alpha_) outcome.blended[3] |= 0x80;
        outcome.frame_after = (outcome.frame_before & keep) | (pack(outcome.blended) & ~keep);
        outcome.colour_written = true;
        outcome.written_bits = ~keep & frame_bits_.mask;
        write(frame_bits_, at, outcome.frame_after, ~keep, frame_written_);
    }
    if (depth) {
        outcome.depth_after = z;
        outcome.depth_written = true;
        write(depth_bits_, depth_at, z, ~0U, depth_written_);
    }
    return outcome;
}

void PixelStage::write(PixelBits bits, std::uint32_t at, std::uint32_t value, std::uint32_t written,
                       WrittenBits* note) const {
    memory_.set_raw(bits, at, value);
    if (note != nullptr) note->note(bits.at(at) / 32, (bits.mask & written) << bits.at(at) % 32);
}

bool PixelStage::passes_alpha(std::int32_t alpha) const {
    switch (state_.test[Test::alpha_test]) {
        case AlphaTest::Never: return false;
        case AlphaTest::Always: return true;
        case AlphaTest::Less: return alpha < alpha_reference_;
        case AlphaTest::LessEqual: return alpha <= alpha_reference_;
        case AlphaTest::Equal: return alpha == alpha_reference_;
        case AlphaTest::GreaterEqual: return alpha >= alpha_reference_;
        case AlphaTest::Greater: return alpha > alpha_reference_;
        case AlphaTest::NotEqual: return alpha != alpha_reference_;
    }
    return false;
}

// A frame of 24 bits has no bit to compare: nothing passes [HW, reference 7.3 rule 10].
bool PixelStage::passes_destination(std::uint32_t raw) const {
    return frame_depth_ != 24 && raw >> (frame_depth_ - 1) == state_.test[Test::destination_bit];
}

bool PixelStage::passes_depth(std::uint32_t z, std::uint32_t before) const {
    switch (state_.test[Test::depth_test]) {
        case DepthTest::Never: return false;
        case DepthTest::Always: return true;
        case DepthTest::GreaterEqual: return z >= before;
        case DepthTest::Greater: return z > before;
    }
    return false;
}

Rgba PixelStage::frame_colour(std::uint32_t raw) const {
    switch (frame_depth_) {
        case 16: return rgba_of(colour_of_16(raw));
        case 24: return rgba_of(raw | 0x80000000);
        default: return rgba_of(raw);
    }
}

// ((A - B) * C >> 7) + D, rounded down; alpha is that of the source.
Rgba PixelStage::blend(const Rgba& source, const Rgba& frame) const {
    if (!blends_ || (blends_bright_only_ && source[3] < 0x80)) return source;
    constexpr Rgba kZero{};
    const auto colour = [&](std::uint8_t which) -> const Rgba& {
        return which >= kNoColour ? kZero : which == kFrameColour ? frame : source;
    };
    const Rgba &a = colour(blend_[0]), &b = colour(blend_[1]), &d = colour(blend_[3]);
    const std::int32_t c = blend_[2] == kSourceAlpha ? source[3] : blend_[2] == kFrameAlpha ? frame[3] : fix_;
    Rgba result = source;
    for (std::size_t i = 0; i < 3; ++i) result[i] = ((a[i] - b[i]) * c >> 7) + d[i];
    return result;
}

std::uint32_t PixelStage::pack(const Rgba& rgba) const {
    return frame_depth_ == 16 ? colour_to_16(packed(rgba)) : packed(rgba);
}

} // namespace relit::render::gs::reference
