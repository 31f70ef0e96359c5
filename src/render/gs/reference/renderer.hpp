// The truth: does all work in order, one primitive after another, on the CPU, in the arithmetic of docs/machine/gs.md.
#pragma once

#include "render/gs/reference/drawing.hpp"
#include "render/gs/transfer.hpp"

namespace relit::render::gs::reference {

/// How much has been done.
struct Counts {
    std::uint64_t primitives = 0, pixels = 0, palettes = 0, transfers = 0, copies = 0, uploaded_bytes = 0;
    std::uint64_t moved_pixels = 0; // of transfers from local memory, to itself or to the host
};

class Renderer {
public:
    explicit Renderer(const Rules& rules = {}) : rules_(rules) {}

    /// Does one piece of work. `states` are those of its list.
    void perform(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states);
    void perform(const machine::gs::WorkList& list);

    /// Reads what the host reads back: quadwords of the transfer from local memory that was begun last.
    [[nodiscard]] std::vector<std::uint8_t> read_back(std::uint32_t qwords);

    [[nodiscard]] Memory& memory() { return memory_; }
    [[nodiscard]] const Memory& memory() const { return memory_; }
    [[nodiscard]] const Clut& clut() const { return clut_; }
    void set_clut(const Clut& clut) { clut_ = clut; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// Nobody, or who is told of visits to pixels; must live as long as the renderer draws.
    void set_watch(const Watch* watch) { watch_ = watch; }

private:
    void start(const machine::gs::StartTransfer& transfer);
    void skip_back(std::uint32_t qwords);

    Rules rules_;
    Memory memory_;
    Clut clut_;
    Upload upload_;
    Download download_;
    Counts counts_;
    const Watch* watch_ = nullptr;
};

} // namespace relit::render::gs::reference
