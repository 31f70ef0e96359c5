// relit replay --verify: both renderers at once, and the first difference between them.
#include "cli/replay/replay.hpp"

#include "machine/gs/state/codes.hpp"
#include "machine/gs/state/draw_registers.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

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

void add_members(JsonWriter& json, const player::Mismatch::Pixel& pixel) {
    json.members({{"x", pixel.x},
                  {"y", pixel.y},
                  {"buffer", pixel.is_shown   ? "display"
                             : pixel.is_depth ? "depth"
                                              : "frame"},
                  {"reference", pixel.wanted},
                  {"vulkan", pixel.found}});
}

void add_members(JsonWriter& json, const player::Mismatch& mismatch, const player::Position& at) {
    json.members({{"differs", true},
                  {"first_draw", mismatch.first_draw},
                  {"last_draw", mismatch.last_draw},
                  {"only_together", mismatch.only_together},
                  {"packet", at.packet},
                  {"offset", at.offset},
                  {"palette", mismatch.palette}});
    json.object("memory", {{"words", mismatch.words},
                           {"first", 4 * mismatch.first_word},
                           {"reference", mismatch.wanted},
                           {"vulkan", mismatch.found}});
    if (mismatch.sample) json.member("sample", *mismatch.sample);
    if (mismatch.pixel) {
        json.begin_object("pixel");
        add_members(json, *mismatch.pixel);
        json.end();
    }
    if (!mismatch.state) return;
    json.member("primitive", primitive_of(mismatch));
    json.begin_object("registers");
    for (const gs::RegisterValue& one : gs::registers_of(*mismatch.state)) json.member(one.info->name, one.value);
    json.end();
}

std::string as_json(const player::VerifyingRenderer& renderer, const player::Position& at) {
    return json_text([&](JsonWriter& json) {
        if (renderer.mismatch()) return add_members(json, *renderer.mismatch(), at);
        json.members({{"differs", false}, {"draws", at.draws}, {"comparisons", renderer.comparisons()}});
        if (const std::string_view why = why_not_verified(at); !why.empty()) json.member("not_compared", why);
    });
}

} // namespace

std::string_view why_not_verified(const player::Position& at) {
    return at.draws + at.transfers + at.frames == 0 ? "there are no draws, transfers or frames" : "";
}

Result<std::unique_ptr<player::VerifyingRenderer>> verifying_renderer(const Options& options) {
    auto truth = renderer_of("reference", options.replay.rules, options);
    if (!truth) return std::unexpected(truth.error());
    auto tested = renderer_of("vulkan", options.replay.rules, options);
    if (!tested) return std::unexpected(tested.error());
    return std::make_unique<player::VerifyingRenderer>(std::move(*truth), std::move(*tested));
}

Status report_verified(const player::VerifyingRenderer& renderer, const player::Replay& replay, bool json) {
    const player::Position& at = replay.position();
    const std::string_view why = why_not_verified(at);
    const std::string text =
        json                  ? as_json(renderer, at)
        : renderer.mismatch() ? as_text(*renderer.mismatch(), at)
        : !why.empty()        ? fmt::format("nothing was compared: {}\n", why)
                       : fmt::format("no difference in {} draws, {} comparisons\n", at.draws, renderer.comparisons());
    return write_output("-", as_bytes(text));
}

} // namespace relit::cli
