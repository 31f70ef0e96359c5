// The Xbox NV2A vertex program as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::nv2a {

extern const Guest kGuest;

/// Lifts a program (any file that load() reads). Context facts, with their defaults:
/// nv2a.arithmetic 0 fast | 1 exact; nv2a.constant_writes 0 | 1 (1 for a program that writes c[] and no o[]);
/// nv2a.constant_range 0 user (raw 96..191) | 1 all; nv2a.arl_bias 0 | 1: whether ARL adds 0.001 before it rounds (1 in
/// fast, 0 in exact arithmetic); nv2a.all_outputs 0 | 1: set also the outputs that the program never writes.
[[nodiscard]] Result<ir::Module> lift(Bytes file, ir::ContextReader& context);

} // namespace relit::isa::nv2a
