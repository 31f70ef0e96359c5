// The GS as a machine without pixels: register writes and transfer data go in, work for a renderer comes out.
#pragma once

#include "machine/gs/state/assumptions.hpp"
#include "machine/gs/state/vertex_queue.hpp"
#include "machine/gs/state/work.hpp"

namespace relit::machine::gs {

/// Holds the registers, the vertex queue and what has been signalled. Draws nothing, knows no renderer.
class Machine {
public:
    /// Writes a general register as A+D does: effects happen. Addresses without a register (see register_of) do nothing.
    void write(std::uint32_t address, std::uint64_t value, WorkList& out);
    /// Bytes for HWREG, of any length; they must live until the work is done.
    void take_data(Bytes bytes, WorkList& out);
    /// The host reads back what TRXDIR has started.
    void read_back(std::uint32_t qwords, WorkList& out) { out.items.emplace_back(ReadBack{qwords}); }
    void vsync(std::uint8_t field, WorkList& out);

    [[nodiscard]] const Registers& registers() const { return registers_; }
    /// What was written that no document defines.
    [[nodiscard]] const std::vector<Assumption>& assumptions() const { return assumptions_.all(); }
    Privileged privileged;

    /// Takes over registers without effects, as a stored state does: the queue is empty, and what the palette buffer
    /// holds has to be loaded again (the work for that comes out).
    void restore(const Registers& registers, WorkList& out);
    /// All of it but the approximations, on which nothing depends, for snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [privileged, registers, queue, clut_bases, approximations] = self;
        visit(privileged, registers, queue, clut_bases);
    }

private:
#define GS_EFFECT(name) void name(std::uint32_t address, WorkList& out);
    GS_EFFECT(latch)
    GS_EFFECT(set_prim)
    GS_EFFECT(set_attributes)
    GS_EFFECT(draw_vertex)
    GS_EFFECT(queue_vertex)
    GS_EFFECT(set_texture)
    GS_EFFECT(set_palette)
    GS_EFFECT(start_transfer)
    GS_EFFECT(take_data)
    GS_EFFECT(signal)
    GS_EFFECT(finish)
    GS_EFFECT(label)
#undef GS_EFFECT
    void merge_attributes();
    void kick(std::uint32_t address, bool draws, WorkList& out);
    [[nodiscard]] Vertex vertex(std::uint32_t address) const;
    [[nodiscard]] DrawState draw_state() const;
    void load_palette(std::uint32_t address, const Tex0& tex0, WorkList& out);
    [[nodiscard]] bool loads_palette(const Tex0& tex0);
    void find_levels(const Tex0& tex0, MipBases& mips) const;

    Registers registers_;
    VertexQueue queue_;
    std::array<std::uint32_t, 2> clut_bases_{}; // CBP0 and CBP1
    Assumptions assumptions_;
};

} // namespace relit::machine::gs
