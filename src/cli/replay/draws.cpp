#include "cli/replay/draws.hpp"

#include "cli/replay/images.hpp"
#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/state/vertex_queue.hpp"
#include "machine/gs/text/text.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

constexpr double kUnitsOfPixel = 16;

void add_members(JsonWriter& json, const gs::RegisterValue& one) {
    gs::RawWord word = gs::word_of<gs::RawWord>(one.value);
    json.members({{"name", one.info->name}, {"value", fmt::format("0x{:016x}", one.value)}});
    json.begin_array("fields");
    for (const FieldInfo& field : one.info->fields) {
        if (field.name == "-") continue;
        const std::uint64_t value = word.extract(field);
        json.object({{"name", field.name}, {"value", value}, {"meaning", gs::value_text(field, value)}});
    }
    json.end();
}

/// Coordinates in the window, after XYOFFSET.
void add_members(JsonWriter& json, const gs::Vertex& vertex, const gs::XyOffset& offset) {
    const auto coordinate = [](std::uint32_t at, std::uint32_t from) {
        return (static_cast<std::int32_t>(at) - static_cast<std::int32_t>(from)) / kUnitsOfPixel;
    };
    json.members({{"x", coordinate(vertex.x, offset[gs::XyOffset::x])},
                  {"y", coordinate(vertex.y, offset[gs::XyOffset::y])},
                  {"z", vertex.z},
                  {"rgba", vertex.rgba},
                  {"fog", vertex.fog},
                  {"s", gs::number_of(vertex.s)},
                  {"t", gs::number_of(vertex.t)},
                  {"q", gs::number_of(vertex.q)},
                  {"u", vertex.u / kUnitsOfPixel},
                  {"v", vertex.v / kUnitsOfPixel}});
}

void add_members(JsonWriter& json, const gs::Draw& draw, const gs::DrawState& state) {
    const gs::Primitive primitive = state.prim[gs::Prim::primitive];
    json.member("primitive", gs::kPrimitiveNames[static_cast<std::size_t>(primitive)]);
    json.objects("vertices", std::span(draw.vertices).first(gs::info(primitive).vertices),
                 [&](const gs::Vertex& vertex) { add_members(json, vertex, state.offset); });
    json.objects("registers", gs::registers_of(state), [&](const gs::RegisterValue& one) { add_members(json, one); });
}

} // namespace

DrawFiles::Images DrawFiles::images(const gs::DrawState& state) const {
    const render::gs::Memory memory(replay_.renderer().read({}));
    Images images;
    images.colour = player::frame_image(memory, state);
    if (state.test[gs::Test::depth_on]) images.depth = player::depth_values(memory, state);
    if (!state.prim[gs::Prim::textured]) return images;
    const render::gs::Clut& clut = replay_.renderer().clut();
    images.texture = player::texture_image(memory, clut, state);
    images.palette = player::palette_image(clut, state);
    return images;
}

Status DrawFiles::before(const gs::Work& work) {
    const auto* draw = std::get_if<gs::Draw>(&work);
    if (draw == nullptr || !is_chosen(replay_.position().draws + 1)) return {};
    position_ = replay_.position();
    number_ = position_.draws + 1;
    pixels_ = replay_.renderer().counts().pixels;
    before_ = images(replay_.states()[draw->state]);
    return {};
}

Status DrawFiles::after(const gs::Work& work) {
    const auto* draw = std::get_if<gs::Draw>(&work);
    if (draw == nullptr || !is_chosen(replay_.position().draws)) return {};
    const gs::DrawState& state = replay_.states()[draw->state];
    const Images after = images(state);
    player::DepthRange range;
    range.add(before_.depth), range.add(after.depth);
    NamedImages named(options_.draws_folder, fmt::format("draw-{:06}", number_));
    for (const auto& [when, images] : {std::pair<const char*, const Images*>("before", &before_), {"after", &after}}) {
        named.begin(when);
        named.add(when, "colour", images->colour);
        named.add_depth(when, images->depth, range);
        named.add(when, "texture", images->texture);
        named.add(when, "palette", images->palette);
    }
    return named.finish([&](JsonWriter& json) {
        json.members({{"draw", number_},
                      {"frame", position_.frames + 1},
                      {"packet", position_.packet},
                      {"offset", position_.offset},
                      {"pixels", replay_.renderer().counts().pixels - pixels_}});
        add_members(json, *draw, state);
        if (!after.depth.values.empty()) add_depth_range(json, range);
    });
}

} // namespace relit::cli
