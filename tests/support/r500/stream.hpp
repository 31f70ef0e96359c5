// Streams of captures with packets put in between.
#pragma once

#include "machine/r500/capture/capture.hpp"

#include <vector>

namespace relit::test {

/// A packet that writes one register.
[[nodiscard]] std::vector<std::uint32_t> write_register(std::uint32_t number, std::uint32_t value);

/// Puts packets in front of the packet of a draw (counted from 1), or behind it.
void put_before_draw(machine::r500::Capture& capture, std::uint32_t draw, const std::vector<std::uint32_t>& dwords);
void put_after_draw(machine::r500::Capture& capture, std::uint32_t draw, const std::vector<std::uint32_t>& dwords);

/// Adds a buffer of zeros to all submissions; gives the NOP that must follow an address in it in the submission of a draw.
[[nodiscard]] std::vector<std::uint32_t> add_buffer(machine::r500::Capture& capture, std::uint32_t handle,
                                                    std::uint64_t size, std::uint32_t draw);

} // namespace relit::test
