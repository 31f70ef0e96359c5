// A draw of a stream as plain data: all that a renderer must know. Draws of a capture are numbered from 1, through all submissions.
#pragma once

#include "machine/r500/capture/capture.hpp"
#include "machine/r500/stream/state.hpp"

namespace relit::machine::r500 {

enum class Primitive : std::uint8_t {
    None = 0,
    Points = 1,
    Lines = 2,
    LineStrip = 3,
    Triangles = 4,
    TriangleFan = 5,
    TriangleStrip = 6,
    TrianglesWithFlags = 7,
    LineLoop = 12,
    Quads = 13,
    QuadStrip = 14,
    Polygon = 15,
};
/// Where vertices come from.
enum class VertexSource : std::uint8_t { State = 0, Indices = 1, VertexList = 2, Embedded = 3 };

/// Where the indices of a draw are: in the packet, or in a buffer.
struct IndexSource {
    bool is_wide = false; // of 32 bits rather than 16
    std::vector<std::uint32_t> dwords;
    std::uint32_t offset = 0, buffer_dwords = 0;
    std::optional<BufferRef> buffer;
    bool is_in_buffer = false;
};

struct Draw {
    std::uint32_t number = 0;     // from 1
    std::uint32_t submission = 0; // index in Capture::submissions
    std::uint32_t dword = 0;      // of the packet's head in the submission
    std::uint32_t opcode = 0;
    RegisterWord vf_cntl;
    Primitive primitive{};
    VertexSource walk{};
    std::uint32_t count = 0;             // of vertices or indices
    std::vector<std::uint32_t> embedded; // of VertexSource::Embedded: vertices, each VAP_VTX_SIZE dwords
    IndexSource indices;                 // of VertexSource::Indices
    State state;
};

} // namespace relit::machine::r500
