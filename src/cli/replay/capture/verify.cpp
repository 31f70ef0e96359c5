#include "cli/replay/capture/verify.hpp"

#include "cli/replay/capture/fragments.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

using capture_fragments::word_text;
using machine::r500::SurfaceUse;
using render::r500::PixelMismatch;
using render::r500::PixelVerifier;
using render::r500::VerifiedPixels;

std::string surface_text(const machine::r500::BoundSurface& surface) {
    return surface.use == SurfaceUse::Depth ? "depth" : fmt::format("colour {}", surface.unit);
}

std::string mismatch_text(const PixelMismatch& mismatch, const RowOrder& rows) {
    const auto& value = mismatch.value;
    std::string text = fmt::format("draw {}, submission {}: {}: {} of pixel {},{} differs\n", mismatch.draw,
                                   mismatch.submission, capture_fragments::primitive_name(mismatch.primitive),
                                   surface_text(value.surface), mismatch.x, rows.shown(mismatch.y));
    for (const auto& fragment : mismatch.fragments) text += capture_fragments::fragment_text(fragment);
    return text + fmt::format("  before   {}\n  computed {}\n  device   {}\n", word_text(value.before),
                              word_text(value.computed), word_text(value.stored));
}

} // namespace

std::string verified_text(const PixelVerifier& verifier, const RowOrder& rows) {
    const VerifiedPixels& all = verifier.verified();
    std::string text;
    if (verifier.mismatch())
        text = mismatch_text(*verifier.mismatch(), rows);
    else if (all.values == 0)
        text = "nothing was compared\n";
    else
        text =
            fmt::format("no difference in {} draws: {} values of {} pixels; {} differ by rounding, {} lie on an edge\n",
                        all.draws, all.values, all.pixels, all.rounded, all.on_edges);
    for (const VerifiedPixels::Reason& reason : all.not_compared)
        text += fmt::format("not compared: {} {}, the first is draw {}: {}\n", reason.draws,
                            reason.draws == 1 ? "draw" : "draws", reason.first_draw, reason.text);
    return text;
}

void add_verified(JsonWriter& json, const PixelVerifier& verifier, const RowOrder& rows) {
    const VerifiedPixels& all = verifier.verified();
    json.begin_object("verify");
    json.members({{"differs", verifier.mismatch().has_value()},
                  {"draws", all.draws},
                  {"pixels", all.pixels},
                  {"values", all.values},
                  {"rounded", all.rounded},
                  {"on_edges", all.on_edges}});
    json.objects("not_compared", all.not_compared, [&](const VerifiedPixels::Reason& reason) {
        json.members({{"reason", reason.text}, {"draws", reason.draws}, {"first_draw", reason.first_draw}});
    });
    if (const auto& mismatch = verifier.mismatch()) {
        json.begin_object("first");
        json.members({{"draw", mismatch->draw},
                      {"submission", mismatch->submission},
                      {"primitive", capture_fragments::primitive_name(mismatch->primitive)},
                      {"x", mismatch->x},
                      {"y", rows.shown(mismatch->y)},
                      {"row", mismatch->y},
                      {"use", mismatch->value.surface.use == SurfaceUse::Depth ? "depth" : "colour"},
                      {"unit", mismatch->value.surface.unit},
                      {"before", word_text(mismatch->value.before)},
                      {"computed", word_text(mismatch->value.computed)},
                      {"device", word_text(mismatch->value.stored)}});
        json.objects("fragments", mismatch->fragments,
                     [&](const auto& fragment) { capture_fragments::add_fragment(json, fragment); });
        json.end();
    }
    json.end();
}

} // namespace relit::cli
