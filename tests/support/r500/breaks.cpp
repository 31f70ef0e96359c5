#include "tests/support/r500/breaks.hpp"

#include "machine/r500/capture/walk.hpp"
#include "machine/r500/registers/text.hpp"
#include "render/r500/left_out.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace explain = render::r500::explain;
namespace reg = machine::r500::reg;

bool is_read(std::uint32_t number) {
    const auto found = machine::r500::register_at(number);
    if (!found) return false;
    const auto use = std::ranges::find(render::r500::register_uses(), found->row->name, &render::r500::UseRow::name);
    return use != render::r500::register_uses().end() && use->use != render::r500::Use::None;
}

/// Another value: any, none, all, or with a bit the other way round.
std::uint32_t other_value(std::uint32_t before, std::mt19937_64& rng) {
    switch (rng() % 4) {
        case 0: return 0;
        case 1: return static_cast<std::uint32_t>(rng());
        default: return before ^ 1U << rng() % 32;
    }
}

} // namespace

std::optional<R500Break> break_register(machine::r500::Capture& capture, std::uint64_t seed) {
    std::mt19937_64 rng(seed);
    std::vector<R500Break> writes;
    for (machine::r500::Walker walker(capture); walker.next();) {
        const machine::r500::Packet& packet = walker.packet();
        if (packet.kind != machine::r500::PacketKind::Registers) continue;
        for (std::size_t i = 0; i < packet.body.size(); ++i)
            if (is_read(packet.register_of(i)))
                writes.push_back({walker.submission(), static_cast<std::uint32_t>(packet.at + 1 + i),
                                  packet.register_of(i), packet.body[i], packet.body[i]});
    }
    if (writes.empty()) return std::nullopt;
    R500Break made = writes[rng() % writes.size()];
    made.after = other_value(made.before, rng);
    if (made.after == made.before) return std::nullopt;
    capture.submissions[made.submission].dwords.own()[made.dword] = made.after;
    return made;
}

Result<R500Explained> explained(render::vk::Device& device, const machine::r500::Capture& capture,
                                const std::shared_ptr<render::r500::Prepared>& prepared) {
    const auto player = render::r500::Player::make(device, capture, prepared);
    if (!player) return std::unexpected(player.error());
    R500Explained made;
    explain::Explainer explainer(**player, {});
    constexpr std::uint64_t kMostVertices = 400'000; // more take minutes
    for (std::uint64_t vertices = 0; vertices < kMostVertices; vertices += (*player)->draw()->count) {
        const std::uint32_t silent = explainer.silent();
        const auto next = (*player)->next();
        if (!next) return std::unexpected(next.error());
        if (!*next) break;
        made.writes.push_back(explainer.silent() == silent);
    }
    made.draws = explainer.take();
    return made;
}

std::optional<std::uint32_t> broken_draw(const R500Explained& whole, const R500Explained& broken) {
    for (std::size_t i = 0; i < std::min(whole.writes.size(), broken.writes.size()); ++i)
        if (whole.writes[i] && !broken.writes[i]) return static_cast<std::uint32_t>(i + 1);
    return std::nullopt;
}

bool names(const R500Explained& broken, std::uint32_t draw, const R500Break& change) {
    const auto main = [](std::uint32_t number) { // ports have two addresses
        return number == reg::VAP_PVS_VECTOR_DATA_REG ? reg::VAP_PVS_VECTOR_DATA_REG_128 : number;
    };
    return std::ranges::any_of(broken.draws, [&](const explain::ExplainedDraw& each) {
        return each.number == draw && std::ranges::any_of(each.suspects, [&](const explain::Suspect& suspect) {
                   return main(suspect.number) == main(change.number);
               });
    });
}

std::string text_of(const R500Break& change) {
    return fmt::format("{} = {} (before {}), dword {} of submission {}", machine::r500::register_name(change.number),
                       machine::r500::value_text(change.number, change.after),
                       machine::r500::value_text(change.number, change.before), change.dword, change.submission);
}

} // namespace relit::test
