// What the GS is told to do, as plain data: what registers and packets come down to, and all that a renderer gets to see.
#pragma once

#include "base/bytes.hpp"
#include "machine/gs/state/registers.hpp"

#include <array>
#include <variant>
#include <vector>

namespace relit::machine::gs {

/// A vertex as it was latched. Numbers are those of the registers: x, y unsigned 12.4 before XYOFFSET; u, v 10.4; s, t, q
/// the bits of floats.
struct Vertex {
    std::uint16_t x = 0, y = 0;
    std::uint32_t z = 0;
    std::array<std::uint8_t, 4> rgba{};
    std::uint32_t s = 0, t = 0, q = 0;
    std::uint16_t u = 0, v = 0;
    std::uint8_t fog = 0;
    [[nodiscard]] bool operator==(const Vertex&) const = default;
};

/// All registers that a primitive's pixels depend on, those of its context alone.
struct DrawState {
    Prim prim; // its attributes were set by PRIM or by PRMODE
    XyOffset offset;
    Tex0 tex0;
    Tex1 tex1;
    Clamp clamp;
    std::array<MipBases, 2> mips;
    Scissor scissor;
    Alpha alpha;
    Test test;
    Switch fba;
    Frame frame;
    ZBuf zbuf;
    TexA texa;
    FogCol fogcol;
    Dimx dimx;
    Switch dthe, colclamp, pabe;
    ScanMask scanmsk;
    [[nodiscard]] bool operator==(const DrawState&) const = default;
};

/// One primitive: a point has one vertex, a line and a sprite two, a triangle three. Strips and fans are taken apart.
struct Draw {
    std::uint32_t state = 0; // index into WorkList::states
    std::array<Vertex, 3> vertices;
    [[nodiscard]] bool operator==(const Draw&) const = default;
};
/// A palette goes from local memory to the palette buffer.
struct LoadPalette {
    Tex0 tex0;
    TexClut texclut;
    [[nodiscard]] bool operator==(const LoadPalette&) const = default;
};
/// Begins a transfer; one between two rectangles of local memory is done at once.
struct StartTransfer {
    BitBltBuf bitbltbuf;
    TrxPos trxpos;
    TrxReg trxreg;
    Direction direction = Direction::Off;
    std::uint32_t arrived = 0; // pixels that were moved before a state was saved
    [[nodiscard]] bool operator==(const StartTransfer&) const = default;
};
/// More bytes of the last transfer from the host.
struct TransferData {
    Bytes bytes; // owned by the writer of the packet; empty: the eight of `word`
    HwReg word;
};
/// The host reads from the last transfer.
struct ReadBack {
    std::uint32_t qwords = 0;
    [[nodiscard]] bool operator==(const ReadBack&) const = default;
};
/// An image is shown.
struct Vsync {
    std::uint8_t field = 0;
    Privileged registers;
    [[nodiscard]] bool operator==(const Vsync&) const = default;
};

using Work = std::variant<Draw, LoadPalette, StartTransfer, TransferData, ReadBack, Vsync>;

/// Work in the order in which it is to be done: later work sees all that earlier work wrote.
struct WorkList {
    std::vector<DrawState> states;
    std::vector<Work> items;

    void clear() { states.clear(), items.clear(); }
};

} // namespace relit::machine::gs
