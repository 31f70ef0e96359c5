// What the parts of the library's face to rendering share.
#pragma once

#include <relit/gs_machine.hpp>

#include "machine/gs/state/host_event.hpp"
#include "render/gs/display/display.hpp"
#include "render/gs/player/renderers.hpp"

namespace relit::api::gs {

/// Fails where there is no renderer of that name, or where its device cannot be used.
[[nodiscard]] Expected<std::unique_ptr<render::gs::Renderer>> make_renderer(const RendererChoice& choice);
[[nodiscard]] render::gs::reference::Rules rules_of(Rules rules);
[[nodiscard]] render::gs::ScanoutOptions scanout_of(const VsyncOptions& options);
[[nodiscard]] Event event_of(const machine::gs::HostEvent& event);
/// What a vsync shows, with the pixels that the options want.
[[nodiscard]] Image image_of(relit::Image shown, const machine::gs::Vsync& vsync, const VsyncOptions& options);
/// The value of a privileged register; nothing where the offset has none.
[[nodiscard]] std::optional<std::uint64_t> privileged_value(const machine::gs::Privileged& registers,
                                                            std::uint16_t offset);

} // namespace relit::api::gs
