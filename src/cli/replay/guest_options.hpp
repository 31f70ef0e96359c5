// Options of replay that one guest lacks: they are refused, never ignored.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

enum class ReplayGuest : std::uint8_t { Gs, R500 };

/// Usage if an option was typed that the guest lacks (guest_options.inc), with its name and the guest's.
[[nodiscard]] Status check_guest_options(const Options& options, ReplayGuest guest);

} // namespace relit::cli
