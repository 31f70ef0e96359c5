#include "cli/replay/passes.hpp"

#include "render/gs/player/interpolants.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

gs::Buffer depth_buffer_of(const gs::DrawState& state) { return gs::depth_of(state.zbuf, state.frame); }
bool uses_depth(const gs::DrawState& state) { return state.test[gs::Test::depth_on]; }

} // namespace

std::string_view PassFiles::end_before(const gs::Work& work) const {
    if (const auto* draw = std::get_if<gs::Draw>(&work))
        return fits(replay_.states()[draw->state]) ? std::string_view() : "target";
    if (std::holds_alternative<gs::Vsync>(work)) return "vsync";
    return std::holds_alternative<gs::LoadPalette>(work) ? std::string_view() : "transfer";
}

bool PassFiles::fits(const gs::DrawState& state) const {
    return gs::frame_of(drawn_.front().state.frame) == gs::frame_of(state.frame) &&
           (!depth_ || !uses_depth(state) || *depth_ == depth_buffer_of(state));
}

void PassFiles::begin() {
    const Bytes memory = replay_.renderer().read({});
    memory_.assign(memory.begin(), memory.end());
    position_ = replay_.position();
    pixels_ = replay_.renderer().counts().pixels;
    depth_.reset();
}

Status PassFiles::before(const gs::Work& work) {
    if (!drawn_.empty())
        if (const std::string_view reason = end_before(work); !reason.empty())
            if (const Status done = end(reason); !done) return done;
    if (drawn_.empty() && std::holds_alternative<gs::Draw>(work) && is_chosen(replay_.position().draws + 1)) begin();
    return {};
}

Status PassFiles::after(const gs::Work& work) {
    const auto* draw = std::get_if<gs::Draw>(&work);
    if (draw == nullptr || !is_chosen(replay_.position().draws)) return {};
    drawn_.push_back({*draw, replay_.states()[draw->state]});
    if (uses_depth(drawn_.back().state)) depth_ = depth_buffer_of(drawn_.back().state);
    return drawn_.size() == options_.split ? end("count") : Status();
}

gs::DrawState PassFiles::shown() const {
    gs::DrawState state = drawn_.front().state;
    std::uint32_t last = 0;
    for (const Drawn& one : drawn_) {
        last = std::max(last, one.state.scissor[gs::Scissor::y1]);
        if (uses_depth(one.state)) state.zbuf = one.state.zbuf, state.test = one.state.test;
    }
    state.scissor.set(gs::Scissor::y1, last);
    return state;
}

std::optional<player::DepthRange> PassFiles::add_depth(NamedImages& images, const gs::DrawState& state,
                                                       const std::array<render::gs::Memory, 2>& memories) const {
    if (!depth_) return {};
    const std::array values{player::depth_values(memories[0], state), player::depth_values(memories[1], state)};
    player::DepthRange range;
    range.add(values[0]), range.add(values[1]);
    images.add_depth("before", values[0], range);
    images.add_depth("after", values[1], range);
    return range;
}

void PassFiles::add_interpolants(NamedImages& images, const gs::DrawState& state) const {
    const render::gs::Rect rect = player::shown_of(state);
    player::Interpolants interpolants(rect.width, rect.height);
    for (const Drawn& one : drawn_) interpolants.add(one.draw, one.state, rules_);
    images.begin("interpolants");
    images.add("interpolants", "colour", interpolants.colour());
    images.add("interpolants", "depth", interpolants.depth());
    images.add("interpolants", "texel", interpolants.texel());
    images.add("interpolants", "fog", interpolants.fog());
}

Status PassFiles::end(std::string_view reason) {
    if (drawn_.empty()) return {};
    const gs::DrawState state = shown();
    const std::uint64_t first = position_.draws + 1, last = position_.draws + drawn_.size();
    const std::array memories{render::gs::Memory(memory_), render::gs::Memory(replay_.renderer().read({}))};
    NamedImages images(options_.draws_folder, fmt::format("draws-{:06}-{:06}", first, last));
    images.begin("before"), images.begin("after");
    images.add("before", "colour", player::frame_image(memories[0], state));
    images.add("after", "colour", player::frame_image(memories[1], state));
    const auto depth_range = add_depth(images, state, memories);
    add_interpolants(images, state);
    drawn_.clear();
    return images.finish([&](JsonWriter& json) {
        json.members({{"first_draw", first},
                      {"last_draw", last},
                      {"ended_by", reason},
                      {"frame", position_.frames + 1},
                      {"packet", position_.packet},
                      {"offset", position_.offset},
                      {"pixels", replay_.renderer().counts().pixels - pixels_}});
        add_buffer(json, "colour_buffer", gs::frame_of(state.frame));
        if (!depth_range) return;
        add_buffer(json, "depth_buffer", *depth_);
        add_depth_range(json, *depth_range);
    });
}

} // namespace relit::cli
