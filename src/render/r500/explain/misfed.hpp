// Finds what the programs of a draw read that nothing has written, and write that nothing takes: by the checks of lint, and by the elements of
// vertices.
#pragma once

#include "machine/r500/capture/draw.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace relit::render::r500::explain {

/// A sentence each.
using Misfits = std::set<std::string>;

class Misfeeds {
public:
    [[nodiscard]] Misfits of(const machine::r500::State& state);

private:
    using Stream = std::vector<std::uint8_t>;
    [[nodiscard]] const Misfits& of_vertex(const Stream& stream);
    [[nodiscard]] const Misfits& of_fragment(const Stream& stream);

    std::map<Stream, Misfits> vertex_, fragment_; // of programs that were examined
    std::map<Stream, std::uint32_t> inputs_;      // bits, of vertex programs
};

/// Registers that can be to blame for it, besides the ports of programs.
[[nodiscard]] bool can_misfeed(std::string_view reg);

} // namespace relit::render::r500::explain
