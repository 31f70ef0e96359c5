// What the kernel checks when a packet writes registers.
#include "machine/r500/capture/check.hpp"
#include "machine/r500/registers/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

struct RegisterRange {
    std::uint32_t first, last;
};
constexpr RegisterRange kSafe[] = {
#define R500_SAFE(first, last) {first, last},
#include "machine/r500/capture/safe.inc"
#undef R500_SAFE
};
static_assert(std::ranges::is_sorted(kSafe, {}, &RegisterRange::first), "safe.inc lists runs by address");

/// Bytes of a pixel by RB3D_COLORPITCH.COLORFORMAT; 0: none.
constexpr std::array<std::uint8_t, 16> kColorBytes = {0, 0, 0, 2, 2, 4, 4, 16, 0, 1, 8, 1, 1, 2, 0, 2};

/// What the kernel makes of TX_FORMAT1.TXFORMAT: bytes of a texel (of a block's texel 1), 0: none.
constexpr std::array<std::uint8_t, 32> kTexelBytes = {1, 2, 1, 2, 4, 1, 2, 2, 4, 4, 2, 2, 4, 4,  8, 1,
                                                      1, 1, 2, 0, 2, 2, 0, 4, 2, 4, 8, 4, 8, 16, 4, 1};
constexpr std::uint32_t kDxt1 = 15, kDxt3 = 16, kDxt5 = 17, kAti2 = 31;

/// Which of `count` registers from `first` on it is, every fourth byte one.
constexpr std::optional<std::size_t> entry_of(std::uint32_t number, std::uint32_t first, std::uint32_t count) {
    if (number < first || number >= first + 4 * count) return std::nullopt;
    return (number - first) / 4;
}

/// A code of wrapping that keeps a size from being rounded up: the clamps that need no power of two.
constexpr bool is_clamp(std::uint32_t wrap) { return wrap == 2 || wrap == 4 || wrap == 6; }

std::optional<BufferRef> copy_of(const BufferRef* buffer) {
    return buffer != nullptr ? std::optional(*buffer) : std::nullopt;
}

} // namespace

bool is_safe(std::uint32_t number) {
    return std::ranges::any_of(kSafe,
                               [&](const RegisterRange& run) { return number >= run.first && number <= run.last; });
}

void Checker::write(std::uint32_t dword, std::uint32_t number, std::uint32_t value, const BufferRef* buffer) {
    if (is_safe(number)) return;
    const RegisterWord word = word_of(value);
    if (number == reg::D1MODE_VLINE_START_END || number == reg::CRTC_GUI_TRIG_VLINE) return;
    if (number == reg::DST_PITCH_OFFSET || number == reg::SRC_PITCH_OFFSET || number == reg::ZB_ZPASS_ADDR) return;
    if (entry_of(number, reg::RB3D_COLORPITCH, 4)) color_format(dword, number, word);
    if (write_target(number, word, buffer) || write_texture(dword, number, word, buffer) ||
        write_granted(dword, number, word) || write_draw_state(number, word))
        return;
    if (number == reg::ZB_FORMAT) {
        const std::uint32_t format = word[field::ZB_FORMAT__DEPTHFORMAT];
        if (format > 2) report(Rule::DepthFormat, dword, fmt::format("ZB_FORMAT names format {}", format));
        depth_.bytes = format == 2 ? 4 : 2;
        depth_changed_ = true;
        return;
    }
    forbidden(dword, number, value);
}

void Checker::forbidden(std::uint32_t dword, std::uint32_t number, std::uint32_t value) {
    if (number == reg::FG_ZBREG_DEST) {
        if (!capture_.is_rv530()) report(Rule::WrongChip, dword, "FG_ZBREG_DEST exists on RV530 alone");
        return;
    }
    // No list that was read has these two; Mesa writes them wherever CMASK was granted, and is taken.
    const bool is_clear_value = number == reg::RB3D_COLOR_CLEAR_VALUE_AR || number == reg::RB3D_COLOR_CLEAR_VALUE_GB;
    if (is_clear_value && capture_.grants.cmask) return;
    report(Rule::UnsafeRegister, dword,
           fmt::format("{} = {:#x}: programs may not write it", register_name(number), value));
}

bool Checker::write_target(std::uint32_t number, RegisterWord word, const BufferRef* buffer) {
    if (const auto i = entry_of(number, reg::RB3D_COLOROFFSET, 4)) {
        colors_[*i].buffer = copy_of(buffer);
        colors_[*i].offset = word.raw[0];
        return colors_changed_ = true;
    }
    if (const auto i = entry_of(number, reg::RB3D_COLORPITCH, 4)) {
        colors_[*i].pitch = 2 * word[field::RB3D_COLORPITCH__COLORPITCH];
        return colors_changed_ = true;
    }
    switch (number) {
        case reg::ZB_DEPTHOFFSET:
            depth_.buffer = copy_of(buffer), depth_.offset = word.raw[0];
            return depth_changed_ = true;
        case reg::ZB_DEPTHPITCH:
            depth_.pitch = 4 * word[field::ZB_DEPTHPITCH__DEPTHPITCH];
            return depth_changed_ = true;
        case reg::RB3D_AARESOLVE_OFFSET:
            resolve_.buffer = copy_of(buffer), resolve_.offset = word.raw[0];
            return resolve_changed_ = true;
        case reg::RB3D_AARESOLVE_PITCH:
            resolve_.pitch = 2 * word[field::RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH];
            return resolve_changed_ = true;
        case reg::RB3D_AARESOLVE_CTL:
            resolves_ = word[field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0;
            return resolve_changed_ = true;
        default: return false;
    }
}

void Checker::color_format(std::uint32_t dword, std::uint32_t number, RegisterWord word) {
    const std::uint32_t format = word[field::RB3D_COLORPITCH__COLORFORMAT];
    if (kColorBytes[format] == 0)
        return report(Rule::ColorFormat, dword, fmt::format("{} names format {}", register_name(number), format));
    colors_[(number - reg::RB3D_COLORPITCH) / 4].bytes = kColorBytes[format];
}

bool Checker::write_granted(std::uint32_t dword, std::uint32_t number, RegisterWord word) {
    constexpr std::uint32_t kHyperZ[] = {reg::ZB_ZMASK_OFFSET, reg::ZB_ZMASK_PITCH, reg::ZB_HIZ_OFFSET,
                                         reg::ZB_HIZ_PITCH, reg::GB_Z_PEQ_CONFIG};
    const auto needs_hyperz = [&](bool used) {
        if (used && !capture_.grants.hyperz)
            report(Rule::HyperZNotGranted, dword, fmt::format("{} = {:#x}", register_name(number), word.raw[0]));
        return true;
    };
    if (std::ranges::find(kHyperZ, number) != std::end(kHyperZ)) return needs_hyperz(word.raw[0] != 0);
    switch (number) {
        case reg::SC_HYPERZ_EN: return true; // its lowest bit is cleared in silence
        case reg::ZB_BW_CNTL:
            clears_by_depth_ = word[field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0;
            colors_changed_ = depth_changed_ = true;
            return needs_hyperz((word[field::ZB_BW_CNTL__HIZ_ENABLE] | word[field::ZB_BW_CNTL__RD_COMP_ENABLE] |
                                 word[field::ZB_BW_CNTL__WR_COMP_ENABLE] | word[field::ZB_BW_CNTL__FAST_FILL]) != 0);
        case reg::RB3D_CCTL:
            if (word[field::RB3D_CCTL__CMASK_ENABLE] != 0 && !capture_.grants.cmask)
                report(Rule::CmaskNotGranted, dword, fmt::format("RB3D_CCTL = {:#x}", word.raw[0]));
            color_count_ = std::uint64_t{1} + word[field::RB3D_CCTL__NUM_MULTIWRITES];
            return colors_changed_ = true;
        default: return false;
    }
}

bool Checker::write_draw_state(std::uint32_t number, RegisterWord word) {
    switch (number) {
        case reg::VAP_VF_CNTL: return true;
        case reg::VAP_VTX_SIZE: vertex_dwords_ = word[field::VAP_VTX_SIZE__DWORDS_PER_VTX]; return true;
        case reg::VAP_VF_MAX_VTX_INDX: greatest_index_ = word[field::VAP_VF_MAX_VTX_INDX__MAX_INDX]; return true;
        case reg::VAP_ALT_NUM_VERTICES: alternate_count_ = word[field::VAP_ALT_NUM_VERTICES__NUM_VERTICES]; return true;
        case reg::SC_SCISSOR1:
            rows_ = std::uint64_t{1} + word[field::SC_SCISSOR1__YS1];
            return colors_changed_ = depth_changed_ = true;
        case reg::ZB_CNTL: tests_depth_ = word[field::ZB_CNTL__Z_ENABLE] != 0; return depth_changed_ = true;
        case reg::RB3D_COLOR_CHANNEL_MASK: color_mask_ = word.raw[0]; return colors_changed_ = true;
        case reg::RB3D_BLENDCNTL:
            reads_target_ = word[field::RB3D_BLENDCNTL__READ_ENABLE] != 0;
            return colors_changed_ = true;
        default: return false;
    }
}

bool Checker::write_texture(std::uint32_t dword, std::uint32_t number, RegisterWord word, const BufferRef* buffer) {
    if (number == reg::TX_ENABLE) {
        for (std::size_t i = 0; i < textures_.size(); ++i) textures_[i].is_on = (word.raw[0] & 1U << i) != 0;
        return textures_changed_ = true;
    }
    if (const auto i = entry_of(number, reg::TX_OFFSET, 16))
        textures_[*i].buffer = copy_of(buffer);
    else if (const auto f = entry_of(number, reg::TX_FILTER0, 16)) {
        if (is_clamp(word[field::TX_FILTER0__CLAMP_S])) textures_[*f].rounds_width = false;
        if (is_clamp(word[field::TX_FILTER0__CLAMP_T])) textures_[*f].rounds_height = false;
    } else if (const auto s = entry_of(number, reg::TX_FORMAT0, 16))
        texture_size(textures_[*s], word);
    else if (const auto k = entry_of(number, reg::TX_FORMAT1, 16))
        texture_format(dword, textures_[*k], word);
    else if (const auto p = entry_of(number, reg::TX_FORMAT2, 16)) {
        Texture& texture = textures_[*p];
        texture.pitch = std::uint64_t{1} + word[field::TX_FORMAT2__TXPITCH];
        texture.width_high = std::uint64_t{2048} * word[field::TX_FORMAT2__TXWIDTH_11];
        texture.height_high = std::uint64_t{2048} * word[field::TX_FORMAT2__TXHEIGHT_11];
        if (word[field::TX_FORMAT2__TXFORMAT_MSB] != 0)
            texture.blocks = Blocks::Dxt1; // ATI1N has blocks of 8 bytes as well
    } else
        return false;
    return textures_changed_ = true;
}

void Checker::texture_size(Texture& texture, RegisterWord word) {
    texture.width = std::uint64_t{1} + word[field::TX_FORMAT0__TXWIDTH];
    texture.height = std::uint64_t{1} + word[field::TX_FORMAT0__TXHEIGHT];
    texture.levels = word[field::TX_FORMAT0__NUM_LEVELS];
    texture.log_depth = word[field::TX_FORMAT0__TXDEPTH];
    texture.uses_pitch = word[field::TX_FORMAT0__TXPITCH_EN] != 0;
}

void Checker::texture_format(std::uint32_t dword, Texture& texture, RegisterWord word) {
    const std::uint32_t format = word[field::TX_FORMAT1__TXFORMAT];
    texture.kind = word[field::TX_FORMAT1__TEX_COORD_TYPE];
    if (kTexelBytes[format] == 0)
        return report(Rule::TextureFormat, dword, fmt::format("a texture of format {}", format));
    texture.bytes = kTexelBytes[format];
    texture.blocks = format == kDxt1                                         ? Blocks::Dxt1
                     : format == kDxt3 || format == kDxt5 || format == kAti2 ? Blocks::Dxt35
                                                                             : Blocks::None;
}

} // namespace relit::machine::r500
