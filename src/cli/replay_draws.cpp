#include "cli/replay_draws.hpp"

#include "cli/replay_images.hpp"
#include "machine/gs/draw_registers.hpp"
#include "machine/gs/text.hpp"
#include "machine/gs/vertex_queue.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;
using Json = nlohmann::ordered_json;

constexpr double kSixteenths = 16;

Json register_json(const gs::RegisterValue& one) {
    gs::RawWord word = gs::word_of<gs::RawWord>(one.value);
    Json fields = Json::array();
    for (const FieldInfo& field : one.info->fields) {
        if (field.name == "-") continue;
        const std::uint64_t value = word.extract(field);
        fields.push_back({{"name", field.name}, {"value", value}, {"meaning", gs::value_text(field, value)}});
    }
    return {{"name", one.info->name}, {"value", fmt::format("0x{:016x}", one.value)}, {"fields", fields}};
}

/// Coordinates in the window, after XYOFFSET.
Json vertex_json(const gs::Vertex& vertex, const gs::XyOffset& offset) {
    const auto place = [](std::uint32_t at, std::uint32_t from) {
        return (static_cast<std::int32_t>(at) - static_cast<std::int32_t>(from)) / kSixteenths;
    };
    return {{"x", place(vertex.x, offset[gs::XyOffset::x])},
            {"y", place(vertex.y, offset[gs::XyOffset::y])},
            {"z", vertex.z},
            {"rgba", vertex.rgba},
            {"fog", vertex.fog},
            {"s", gs::number_of(vertex.s)},
            {"t", gs::number_of(vertex.t)},
            {"q", gs::number_of(vertex.q)},
            {"u", vertex.u / kSixteenths},
            {"v", vertex.v / kSixteenths}};
}

Json draw_json(const gs::Draw& draw, const gs::DrawState& state) {
    const gs::Primitive primitive = state.prim[gs::Prim::primitive];
    Json json{{"primitive", gs::kPrimitiveNames[static_cast<std::size_t>(primitive)]},
              {"vertices", Json::array()},
              {"registers", Json::array()}};
    for (const gs::Vertex& vertex : std::span(draw.vertices).first(gs::info(primitive).vertices))
        json["vertices"].push_back(vertex_json(vertex, state.offset));
    for (const gs::RegisterValue& one : gs::registers_of(state)) json["registers"].push_back(register_json(one));
    return json;
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
    Json json{{"draw", number_},
              {"frame", position_.frames + 1},
              {"packet", position_.packet},
              {"offset", position_.offset},
              {"pixels", replay_.renderer().counts().pixels - pixels_}};
    json.update(draw_json(*draw, state));
    if (!after.depth.values.empty()) json["depth_range"] = {{"least", range.least}, {"most", range.most}};
    NamedImages named(wish_.draws_folder, fmt::format("draw-{:06}", number_));
    for (const auto& [when, images] : {std::pair<const char*, const Images*>("before", &before_), {"after", &after}}) {
        named.begin(when);
        named.add(when, "colour", images->colour);
        named.add(when, "depth", images->depth.values.empty() ? Image{} : player::depth_image(images->depth, range));
        named.add(when, "texture", images->texture);
        named.add(when, "palette", images->palette);
    }
    return named.finish(std::move(json));
}

} // namespace relit::cli
