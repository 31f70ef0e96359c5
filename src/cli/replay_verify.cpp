// relit replay --verify: both renderers at once, and the first difference between them.
#include "cli/replay.hpp"

#include "machine/gs/codes.hpp"
#include "machine/gs/draw_registers.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;
using Json = nlohmann::ordered_json;

std::string_view primitive_of(const player::Mismatch& mismatch) {
    const auto kind = static_cast<std::size_t>(mismatch.state->prim[gs::Prim::primitive]);
    return gs::kPrimitiveNames[kind];
}

std::string as_text(const player::Mismatch& mismatch, const player::Position& at) {
    std::string text = fmt::format("{} (packet {} at {:#x})\n", player::text_of(mismatch), at.packet, at.offset);
    if (!mismatch.state) return text;
    text += fmt::format("{} with these registers:\n", primitive_of(mismatch));
    for (const gs::RegisterValue& one : gs::registers_of(*mismatch.state))
        text += fmt::format("  {:<10} {:#018x}\n", one.info->name, one.value);
    return text;
}

Json pixel_json(const player::Mismatch::Pixel& pixel) {
    return {{"x", pixel.x},
            {"y", pixel.y},
            {"buffer", pixel.is_shown   ? "display"
                       : pixel.is_depth ? "depth"
                                        : "frame"},
            {"reference", pixel.wanted},
            {"vulkan", pixel.found}};
}

Json as_json(const player::Mismatch& mismatch, const player::Position& at) {
    Json json{{"differs", true},
              {"first_draw", mismatch.first_draw},
              {"last_draw", mismatch.last_draw},
              {"only_together", mismatch.only_together},
              {"packet", at.packet},
              {"offset", at.offset},
              {"palette", mismatch.palette},
              {"memory",
               {{"words", mismatch.words},
                {"first", 4 * mismatch.first_word},
                {"reference", mismatch.wanted},
                {"vulkan", mismatch.found}}}};
    if (mismatch.sample) json["sample"] = *mismatch.sample;
    if (mismatch.pixel) json["pixel"] = pixel_json(*mismatch.pixel);
    if (!mismatch.state) return json;
    json["primitive"] = primitive_of(mismatch);
    for (const gs::RegisterValue& one : gs::registers_of(*mismatch.state))
        json["registers"][std::string(one.info->name)] = one.value;
    return json;
}

} // namespace

Result<std::unique_ptr<player::VerifyingRenderer>> verifying_renderer(const Options& options) {
    auto truth = renderer_of("reference", options.replay.rules, options);
    if (!truth) return std::unexpected(truth.error());
    auto tested = renderer_of("vulkan", options.replay.rules, options);
    if (!tested) return std::unexpected(tested.error());
    return std::make_unique<player::VerifyingRenderer>(std::move(*truth), std::move(*tested));
}

Status tell_verified(const player::VerifyingRenderer& renderer, const player::Replay& replay, bool json) {
    const player::Position& at = replay.position();
    const auto& mismatch = renderer.mismatch();
    std::string text;
    if (mismatch)
        text = json ? text_of(as_json(*mismatch, at)) + "\n" : as_text(*mismatch, at);
    else if (json)
        text = text_of(Json{{"differs", false}, {"draws", at.draws}, {"comparisons", renderer.comparisons()}}) + "\n";
    else
        text = fmt::format("no difference in {} draws, {} comparisons\n", at.draws, renderer.comparisons());
    return write_output("-", as_bytes(text));
}

} // namespace relit::cli
