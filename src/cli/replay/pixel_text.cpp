#include "cli/replay/pixel_text.hpp"

#include "machine/gs/state/buffers.hpp"

#include <bit>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
using render::gs::Rgba, render::gs::rgba_of, render::gs::TexelRead, render::gs::TracedFragment;

constexpr double kSixteenths = 16;

std::string_view name_of(gs::PixelFormat format) {
    const auto code = static_cast<std::size_t>(format);
    return code < gs::kFormatNames.size() ? gs::kFormatNames[code] : std::string_view();
}
std::string colour(const Rgba& rgba) { return fmt::format("{:3} {:3} {:3} {:3}", rgba[0], rgba[1], rgba[2], rgba[3]); }
std::string sixteenths(std::int32_t value) {
    return fmt::format("{}{}.{:04}", value < 0 ? "-" : "", std::abs(value) / 16, std::abs(value) % 16 * 625);
}
/// An address in bytes. Pixels of four bits begin in the middle of one.
std::string address(std::uint32_t bit) {
    return fmt::format("{:#08x}{}", bit / 8, bit % 8 != 0 ? fmt::format("+{} bits", bit % 8) : "");
}

bool is_indexed(const PixelEvent& event) { return gs::is_indexed(event.state->tex0[gs::Tex0::format]); }

// ---- text

std::string texel_text(const TexelRead& read, bool indexed) {
    return fmt::format("    texel  level {}   {},{} at {}   {} {:#x}   rgba {}\n", read.level, read.u, read.v,
                       address(read.bit), indexed ? "index" : "bits", read.raw, colour(rgba_of(read.colour)));
}

std::string texture_text(const PixelEvent& event) {
    const TracedFragment& fragment = *event.fragment;
    const auto& choice = fragment.sample.choice;
    std::string text = fmt::format("  texture  u {}   v {}   rgba {}\n", sixteenths(fragment.coordinates->u),
                                   sixteenths(fragment.coordinates->v), colour(fragment.texel));
    text += fmt::format("  level    lod {}: level {}, {}", sixteenths(choice.lod), choice.level,
                        choice.linear ? "linear" : "nearest");
    if (choice.weight != 0) text += fmt::format(", {}/16 of level {}", choice.weight, choice.level + 1);
    text += '\n';
    for (std::size_t i = 0; i < fragment.sample.count; ++i)
        text += texel_text(fragment.sample.texels[i], is_indexed(event));
    return text;
}

std::string tests_text(const TracedFragment& fragment) {
    const auto& outcome = fragment.outcome;
    std::string text;
    if (!outcome.alpha_passed) text += " alpha fails;";
    if (!outcome.destination_passed) text += " destination alpha fails;";
    if (!outcome.depth_passed) text += fmt::format(" depth fails against {:#x};", outcome.depth_before);
    return text.empty() ? " all passed" : text;
}

std::string fragment_text(const PixelEvent& event) {
    const TracedFragment& fragment = *event.fragment;
    const auto& outcome = fragment.outcome;
    std::string text =
        fmt::format("  vertex   rgba {}   z {:#x}   fog {}\n", colour(fragment.vertex), fragment.z, fragment.fog);
    if (fragment.coordinates) text += texture_text(event);
    text += fmt::format("  shaded   rgba {}\n  tests   {}\n", colour(fragment.shaded), tests_text(fragment));
    if (outcome.colour_written)
        text += fmt::format("  blended  rgba {}\n  frame    {:#010x} -> {:#010x} at {}\n", colour(outcome.blended),
                            outcome.frame_before, outcome.frame_after, address(fragment.frame_bit));
    else
        text += fmt::format("  frame    {:#010x} stays at {}\n", outcome.frame_before, address(fragment.frame_bit));
    if (outcome.depth_written)
        text += fmt::format("  depth    {:#x} -> {:#x} at {}\n", outcome.depth_before, outcome.depth_after,
                            address(fragment.depth_bit));
    else if (event.state->test[gs::Test::depth_on])
        text += fmt::format("  depth    {:#x} stays at {}\n", outcome.depth_before, address(fragment.depth_bit));
    return text;
}

std::string location_name(const PixelLocation& location) {
    return fmt::format("{} of page {:#x}, {} pixels wide, {}", location.is_depth ? "depth" : "frame",
                       location.buffer.base / gs::kBlocksOfPage, 64 * location.buffer.width,
                       format_text(location.buffer.format));
}

/// Returns true if a draw's own lines already name this position.
bool is_told(const PixelEvent& event, const PixelLocation& location) {
    if (event.fragment == nullptr) return false;
    const auto bits_of = [](const gs::Buffer& buffer) { return render::gs::PixelBits(buffer.format).mask; };
    const gs::DrawState& state = *event.state;
    const bool frame = location.bit == event.fragment->frame_bit && location.mask == bits_of(gs::frame_of(state.frame));
    const bool depth =
        location.bit == event.fragment->depth_bit && location.mask == bits_of(gs::depth_of(state.zbuf, state.frame));
    const auto& outcome = event.fragment->outcome;
    return location.is_depth ? depth && outcome.depth_written : frame && outcome.colour_written;
}

std::string transfer_text(const gs::StartTransfer& transfer) {
    using gs::BitBltBuf, gs::TrxPos, gs::TrxReg;
    const gs::BitBltBuf& b = transfer.bitbltbuf;
    const auto& [pos, size] = std::pair(transfer.trxpos, transfer.trxreg);
    std::string text =
        transfer.direction == gs::Direction::LocalToLocal
            ? fmt::format("local to local, from {} in block {:#x} at {},{}", format_text(b[BitBltBuf::source_format]),
                          b[BitBltBuf::source], pos[TrxPos::source_x], pos[TrxPos::source_y])
            : std::string("host to local");
    return text + fmt::format(" to {} in block {:#x} at {},{}, {} x {} pixels",
                              format_text(b[BitBltBuf::destination_format]), b[BitBltBuf::destination],
                              pos[TrxPos::destination_x], pos[TrxPos::destination_y], size[TrxReg::width],
                              size[TrxReg::height]);
}

std::string head_text(const PixelEvent& event) {
    const std::string where =
        fmt::format("frame {}, packet {} at {:#x}", event.at.frames + 1, event.at.packet, event.at.offset);
    if (event.transfer != nullptr)
        return fmt::format("transfer {}, {}: {}\n", event.at.transfers, where, transfer_text(*event.transfer));
    if (event.fragment == nullptr) return fmt::format("display, {}: its image is written (EXTWRITE)\n", where);
    const auto kind = static_cast<std::size_t>(event.state->prim[gs::Prim::primitive]);
    return fmt::format("draw {}, {}: {} at {},{} on FBP {:#x}\n", event.at.draws + 1, where, gs::kPrimitiveNames[kind],
                       event.fragment->x, event.fragment->y, event.state->frame[gs::Frame::base]);
}

// ---- JSON

void add_members(JsonWriter& json, const TexelRead& read, bool indexed) {
    json.members({{"level", read.level}, {"u", read.u}, {"v", read.v}, {"address", read.bit / 8}});
    if (read.bit % 8 != 0) json.member("bit", read.bit % 8);
    json.members({{indexed ? "index" : "bits", read.raw}, {"rgba", rgba_of(read.colour)}});
}

void add_texture(JsonWriter& json, const PixelEvent& event) {
    const TracedFragment& fragment = *event.fragment;
    const auto& choice = fragment.sample.choice;
    json.begin_object("texture");
    json.members({{"u", fragment.coordinates->u / kSixteenths},
                  {"v", fragment.coordinates->v / kSixteenths},
                  {"rgba", fragment.texel},
                  {"lod", choice.lod / kSixteenths},
                  {"level", choice.level},
                  {"weight", choice.weight / kSixteenths},
                  {"linear", choice.linear},
                  {"format", format_text(event.state->tex0[gs::Tex0::format])}});
    json.objects("texels", std::span(fragment.sample.texels).first(fragment.sample.count),
                 [&](const TexelRead& read) { add_members(json, read, is_indexed(event)); });
    json.end();
}

void add_word(JsonWriter& json, std::string_view name, bool written, std::uint32_t bit, std::uint32_t before,
              std::uint32_t after) {
    json.object(name, {{"address", bit / 8}, {"written", written}, {"before", before}, {"after", after}});
}

void add_fragment(JsonWriter& json, const PixelEvent& event) {
    const TracedFragment& fragment = *event.fragment;
    const auto& outcome = fragment.outcome;
    json.members({{"primitive", gs::kPrimitiveNames[static_cast<std::size_t>(event.state->prim[gs::Prim::primitive])]},
                  {"x", fragment.x},
                  {"y", fragment.y},
                  {"fbp", event.state->frame[gs::Frame::base]}});
    json.object("vertex", {{"rgba", fragment.vertex}, {"z", fragment.z}, {"fog", fragment.fog}});
    if (fragment.coordinates) add_texture(json, event);
    json.member("shaded", fragment.shaded);
    json.object("tests", {{"alpha", outcome.alpha_passed},
                          {"destination_alpha", outcome.destination_passed},
                          {"depth", outcome.depth_passed}});
    if (outcome.colour_written) json.member("blended", outcome.blended);
    add_word(json, "frame_word", outcome.colour_written, fragment.frame_bit, outcome.frame_before, outcome.frame_after);
    if (event.state->test[gs::Test::depth_on])
        add_word(json, "depth_word", outcome.depth_written, fragment.depth_bit, outcome.depth_before,
                 outcome.depth_after);
}

void add_buffer(JsonWriter& json, std::string_view name, gs::PixelFormat format, std::uint32_t base,
                std::uint32_t width, std::uint32_t x, std::uint32_t y) {
    json.object(name, {{"block", base}, {"width", 64 * width}, {"format", format_text(format)}, {"x", x}, {"y", y}});
}

void add_transfer(JsonWriter& json, const gs::StartTransfer& transfer) {
    using gs::BitBltBuf, gs::TrxPos, gs::TrxReg;
    const gs::BitBltBuf& b = transfer.bitbltbuf;
    const gs::TrxPos& pos = transfer.trxpos;
    const bool copies = transfer.direction == gs::Direction::LocalToLocal;
    json.member("direction", copies ? "local to local" : "host to local");
    if (copies)
        add_buffer(json, "from", b[BitBltBuf::source_format], b[BitBltBuf::source], b[BitBltBuf::source_width],
                   pos[TrxPos::source_x], pos[TrxPos::source_y]);
    add_buffer(json, "to", b[BitBltBuf::destination_format], b[BitBltBuf::destination], b[BitBltBuf::destination_width],
               pos[TrxPos::destination_x], pos[TrxPos::destination_y]);
    json.object("size", {{"width", transfer.trxreg[TrxReg::width]}, {"height", transfer.trxreg[TrxReg::height]}});
}

} // namespace

std::string format_text(gs::PixelFormat format) {
    const std::string_view name = name_of(format);
    return name.empty() ? fmt::format("PSM {:#x}", static_cast<unsigned>(format)) : std::string(name);
}

std::string event_text(const PixelEvent& event, const std::vector<PixelLocation>& locations) {
    std::string text = head_text(event);
    if (event.fragment != nullptr) text += fragment_text(event);
    for (const PixelChange& change : event.changes) {
        const PixelLocation& location = locations[change.location];
        if (is_told(event, location)) continue;
        text += fmt::format("  memory   {:#010x} -> {:#010x} at {}: {}\n", change.before, change.after,
                            address(location.bit), location_name(location));
    }
    return text;
}

void add_members(JsonWriter& json, const PixelEvent& event) {
    json.member("kind", event.fragment != nullptr ? "draw" : event.transfer != nullptr ? "transfer" : "display");
    if (event.fragment != nullptr) json.member("draw", event.at.draws + 1);
    if (event.transfer != nullptr) json.member("transfer", event.at.transfers);
    json.members({{"frame", event.at.frames + 1}, {"packet", event.at.packet}, {"offset", event.at.offset}});
    if (event.fragment != nullptr) add_fragment(json, event);
    if (event.transfer != nullptr) add_transfer(json, *event.transfer);
    json.objects("changes", event.changes, [&](const PixelChange& change) {
        json.members({{"place", change.location}, {"before", change.before}, {"after", change.after}});
    });
}

void add_area(JsonWriter& json, const PixelArea& area) {
    json.object("area", {{"x", area.x},
                         {"y", area.y},
                         {"width", area.width},
                         {"height", area.height},
                         {"columns", area.columns},
                         {"rows", area.rows}});
}

std::string location_text(const PixelLocation& location, std::uint32_t value) {
    return fmt::format("  memory   {:#010x} at {}: {}\n", value, address(location.bit), location_name(location));
}

void add_members(JsonWriter& json, const PixelLocation& location, std::uint32_t value) {
    json.members({{"buffer", location.is_depth ? "depth" : "frame"},
                  {"page", location.buffer.base / gs::kBlocksOfPage},
                  {"width", 64 * location.buffer.width},
                  {"format", format_text(location.buffer.format)},
                  {"address", location.bit / 8},
                  {"bits", std::popcount(location.mask)},
                  {"first", location.first},
                  {"last", value}});
}

} // namespace relit::cli
