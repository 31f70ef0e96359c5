// The display: what the two read circuits see in local memory, merged into an image at each vsync (reference 12).
#pragma once

#include "machine/gs/state/work.hpp"
#include "render/gs/display/display.hpp"

namespace relit::render::gs {

/// What is merged: both circuits as PMODE says, or the second alone (for EXTBUF).
enum class Circuits : std::uint8_t { Merged, Second };

/// The circuits of a vsync as they are merged, and the pixels that this gives.
struct Scan {
    Merge merge;
    Window window;

    Scan(const Privileged& registers, unsigned field, const ScanoutOptions& options,
         Circuits circuits = Circuits::Merged);
};

/// One vsync without de-interlacing: a frame or a field, its alpha that which AMOD chooses.
[[nodiscard]] Image scan(const Memory& memory, const Privileged& registers, unsigned field,
                         const ScanoutOptions& options, Circuits circuits = Circuits::Merged);

/// The frame that a scan is, or that it gives as a field together with `fields`, those of earlier vsyncs, to which it is
/// added; alpha 255.
[[nodiscard]] Image frame_of(Image scanned, const machine::gs::Vsync& vsync, const ScanoutOptions& options,
                             Fields& fields);
/// The image of a vsync, alpha 255. `fields` are those of earlier vsyncs; this one's is added to them.
[[nodiscard]] Image scanout(const Memory& memory, const Privileged& registers, unsigned field,
                            const ScanoutOptions& options, Fields& fields);

} // namespace relit::render::gs
