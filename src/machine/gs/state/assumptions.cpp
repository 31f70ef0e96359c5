#include "machine/gs/state/assumptions.hpp"

#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/palette.hpp"

#include <algorithm>

#include <fmt/args.h>
#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

/// The roles of formats that the manual lists (reference 4), by code.
constexpr std::uint64_t codes(std::initializer_list<unsigned> listed) {
    std::uint64_t all = 0;
    for (const unsigned code : listed) all |= std::uint64_t{1} << code;
    return all;
}
constexpr std::uint64_t kColours = codes({0x00, 0x01, 0x02, 0x0a}), kDepths = codes({0x30, 0x31, 0x32, 0x3a});
constexpr std::uint64_t kIndexed = codes({0x13, 0x14, 0x1b, 0x24, 0x2c});
constexpr std::uint64_t kFrames = kColours | kDepths, kTextures = kFrames | kIndexed;
constexpr std::uint64_t kDepthCodes = kColours, kPalettes = codes({0x00, 0x02, 0x0a}); // of ZBUF: the low four bits

constexpr bool is_in(std::uint64_t set, std::uint32_t code) { return (set >> code & 1) != 0; }
constexpr std::uint32_t code_of(PixelFormat format) { return static_cast<std::uint32_t>(format); }

std::string_view name_of_layout(PixelFormat format) { return kFormatNames[code_of(layout_of(format).format)]; }

constexpr auto kTexts = std::to_array<std::string_view>({
#define ASSUMPTION(kind, text) text,
#include "machine/gs/state/assumptions.inc"
#undef ASSUMPTION
});

/// What a assumption's code is taken as.
std::string_view taken_as(const Assumption& assumption) {
    constexpr std::uint32_t kThreeBytes = 0x12;
    const auto format = static_cast<PixelFormat>(assumption.code);
    switch (assumption.kind) {
        case AssumptionKind::Frame: return is_alpha_alone(format) ? "CT32, alpha alone" : name_of_layout(format);
        case AssumptionKind::Depth:
            return layout_row(format) == 0 ? "words in the layout of CT32" : name_of_layout(format);
        case AssumptionKind::Display:
            return assumption.code == kThreeBytes ? "pixels of three bytes in the layout of CT16"
                                                  : name_of_layout(format);
        case AssumptionKind::Palette:
            return name_of_layout(entry_format(Tex0{}.set(Tex0::clut_format, assumption.code)));
        default: return name_of_layout(format);
    }
}

bool uses_depth(const DrawState& state) {
    const bool compares = state.test[Test::depth_test] >= DepthTest::GreaterEqual;
    return state.test[Test::depth_on] && (compares || !state.zbuf[ZBuf::keep]);
}

} // namespace

std::string text_of(const Assumption& assumption) {
    return fmt::format(fmt::runtime(kTexts[static_cast<std::size_t>(assumption.kind)]),
                       fmt::arg("c", assumption.context), fmt::arg("code", assumption.code),
                       fmt::arg("low", register_of(assumption.code)), fmt::arg("as", taken_as(assumption)));
}

std::string text_of(const LocatedAssumption& assumption) {
    return fmt::format("packet {} at 0x{:x}: {}", assumption.packet, assumption.offset,
                       text_of(static_cast<const Assumption&>(assumption)));
}

void Assumptions::add(AssumptionKind kind, std::uint8_t context, std::uint32_t code) {
    const auto is_same = [&](const Assumption& one) { return one.kind == kind && one.code == code; };
    if (std::ranges::none_of(all_, is_same)) all_.push_back({kind, context, code});
}

void Assumptions::of_address(std::uint32_t address) {
    if (address >= kAddresses && general_register(register_of(address)) != nullptr)
        add(AssumptionKind::Address, 0, address);
}

void Assumptions::of_draw(const DrawState& state) {
    const auto context = static_cast<std::uint8_t>(state.prim[Prim::context] + 1);
    const std::uint32_t frame = code_of(state.frame[Frame::format]), width = state.frame[Frame::width];
    constexpr std::uint32_t kWidest = 32;
    if (!is_in(kFrames, frame)) add(AssumptionKind::Frame, context, frame);
    if (width > kWidest) add(AssumptionKind::WideFrame, context, width);
    const std::uint32_t depth = state.zbuf[ZBuf::format];
    if (!is_in(kDepthCodes, depth) && uses_depth(state)) add(AssumptionKind::Depth, context, depth);
    if (!state.prim[Prim::textured]) return;
    const PixelFormat texture = state.tex0[Tex0::format];
    if (!is_in(kTextures, code_of(texture))) add(AssumptionKind::Texture, context, code_of(texture));
    if (is_indexed(texture) && state.tex0[Tex0::clut_linear] && palette_is_of_csm1_)
        add(AssumptionKind::PaletteOrder, context, 0);
}

void Assumptions::of_palette(std::uint8_t context, const Tex0& tex0) {
    palette_is_of_csm1_ = !tex0[Tex0::clut_linear];
    const std::uint32_t code = tex0[Tex0::clut_format];
    if (!is_in(kPalettes, code)) add(AssumptionKind::Palette, context, code);
    const std::uint32_t index = code_of(tex0[Tex0::format]);
    if (!is_in(kIndexed, index)) add(AssumptionKind::LoadsPalette, context, index);
}

void Assumptions::of_transfer(const StartTransfer& start) {
    const std::uint32_t from = code_of(start.bitbltbuf[BitBltBuf::source_format]);
    const std::uint32_t to = code_of(start.bitbltbuf[BitBltBuf::destination_format]);
    const Direction direction = start.direction;
    const bool reads = direction == Direction::LocalToHost || direction == Direction::LocalToLocal;
    const bool writes = direction == Direction::HostToLocal || direction == Direction::LocalToLocal;
    if (reads && !is_in(kTextures, from)) add(AssumptionKind::Source, 0, from);
    if (writes && !is_in(kTextures, to)) add(AssumptionKind::Destination, 0, to);
}

void Assumptions::of_display(const Privileged& registers) {
    const auto circuit = [&](std::uint8_t number, bool on, const DispFb& buffer) {
        const std::uint32_t code = code_of(buffer[DispFb::format]);
        if (on && !is_in(kColours, code)) add(AssumptionKind::Display, number, code);
    };
    circuit(1, registers.PMODE[PMode::circuit1], registers.DISPFB1);
    circuit(2, registers.PMODE[PMode::circuit2], registers.DISPFB2);
}

} // namespace relit::machine::gs
