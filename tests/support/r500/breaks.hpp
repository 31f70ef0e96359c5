// One-register breaks of captures, and how well they are explained.
#pragma once

#include "machine/r500/capture/capture.hpp"
#include "render/r500/explain/explain.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace relit::test {

/// A write of a register with another value.
struct R500Break {
    std::size_t submission = 0;
    std::uint32_t dword = 0, number = 0, before = 0, after = 0;
};
/// Breaks one register of a capture that some draw reads; nothing where the value stayed as it was.
[[nodiscard]] std::optional<R500Break> break_register(machine::r500::Capture& capture, std::uint64_t seed);

/// Draws that write, and what --explain says; of the first 400,000 vertices or so.
struct R500Explained {
    std::vector<bool> writes; // by draw
    std::vector<render::r500::explain::ExplainedDraw> draws;
};
/// Fails with a fault of the device.
[[nodiscard]] Result<R500Explained> explained(render::vk::Device& device, const machine::r500::Capture& capture,
                                              const std::shared_ptr<render::r500::Prepared>& prepared);

/// The first draw that writes in `whole` and nothing in `broken`.
[[nodiscard]] std::optional<std::uint32_t> broken_draw(const R500Explained& whole, const R500Explained& broken);
[[nodiscard]] bool names(const R500Explained& broken, std::uint32_t draw, const R500Break& change);
[[nodiscard]] std::string text_of(const R500Break& change);

} // namespace relit::test
