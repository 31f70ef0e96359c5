#include "render/gs/player/lost_state.hpp"

#include "machine/gs/dump/playback.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): registers and work

/// Registers that only their write has an effect: what they hold afterwards matters to nothing.
constexpr bool is_spent(std::string_view name, std::string_view effect) {
    constexpr std::string_view kSpent[] = {"draw_vertex", "queue_vertex", "set_palette", "take_data",
                                           "signal",      "finish",       "label"};
    return name == "TEXFLUSH" || std::ranges::find(kSpent, effect) != std::end(kSpent);
}

template <class W>
bool differ(const W& a, const W& b) {
    return std::ranges::any_of(
        W::fields, [&](const FieldInfo& field) { return field.name != "-" && a.extract(field) != b.extract(field); });
}

void add_registers(std::vector<std::string>& lost, const Registers& are, const Registers& saved) {
#define GS_REG(address, name, word, effect, purpose)               \
    if (!is_spent(#name, #effect) && differ(are.name, saved.name)) \
        lost.push_back(fmt::format("{}, which is {:#x}: {}", #name, value_of(are.name), purpose));
#include "machine/gs/state/registers.inc"
#undef GS_REG
}

void add_transfer(std::vector<std::string>& lost, const RendererState& renderer) {
    if (!renderer.upload.is_done())
        lost.push_back(
            fmt::format("a transfer from the host, of which {} pixels have not come", renderer.upload.left()));
    if (!renderer.download.is_done())
        lost.push_back(
            fmt::format("a transfer to the host, of which {} pixels have not been read", renderer.download.left()));
}

void add_palette(std::vector<std::string>& lost, const Clut& is, const SavedState& state, const WorkList& first) {
    const Memory memory(state.memory);
    Clut loaded;
    for (const Work& work : first.items)
        if (const auto* load = std::get_if<LoadPalette>(&work)) loaded.load(memory, load->tex0, load->texclut);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < Clut::kHalfwords; ++i) differing += is.halfwords()[i] != loaded.halfwords()[i] ? 1 : 0;
    if (differing == 0) return;
    lost.push_back(fmt::format("{} of the {} halfwords of the palette buffer, which TEX0 does not load from memory",
                               differing, Clut::kHalfwords));
}

} // namespace

std::vector<std::string> lost_in(const SavedState& state, const Machine& machine, const RendererState& renderer) {
    std::vector<std::string> lost;
    Machine again;
    WorkList first;
    restore(again, state, first);
    Machine::each_member(machine, [&](const auto&, const Registers& registers, const VertexQueue& queue,
                                      const auto& bases) {
        if (queue.size() != 0)
            lost.push_back(fmt::format("{} vertices that wait for the rest of their primitive", queue.size()));
        if (bases[0] != 0 || bases[1] != 0)
            lost.push_back(fmt::format("CBP0 and CBP1, which are {:#x} and {:#x}: whether CLD 4 and 5 load a palette",
                                       bases[0], bases[1]));
        add_registers(lost, registers, again.registers());
    });
    const bool goes_on =
        std::ranges::any_of(first.items, [](const Work& work) { return std::holds_alternative<StartTransfer>(work); });
    if (!goes_on) add_transfer(lost, renderer);
    add_palette(lost, renderer.clut, state, first);
    return lost;
}

} // namespace relit::render::gs::player
