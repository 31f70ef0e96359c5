// `run` of compute programs: memory and a grid in, memory out.
#pragma once

#include "cli/io/program.hpp"
#include "ir/module.hpp"
#include "render/vk/device.hpp"

namespace relit::cli {

/// The program and options that all sets of inputs share. `device`: runs there; nullptr: in the interpreter.
struct ComputeRun {
    const Program& program;
    const ir::Module& module;
    const Options& options;
    render::vk::Device* device = nullptr;
};

/// Runs the program over each set of --inputs and writes the results to --output. Of a set:
/// - "groups": [x, y, z], how many workgroups; 1 each where nothing is said;
/// - a buffer by its name ("s0", "c3"): a list of words, numbers being floats and strings hex digits, or an object with
///   "floats", "ints", "hex" (bytes) and "bytes" (its size, zeros behind what is given). A storage buffer that is not
///   named has zeros as far as constant addresses reach. What the guest's driver tells of the dispatch is filled in;
/// - "textures", as for other programs; images too.
/// Storage buffers come back as lists of words, images as their texels.
[[nodiscard]] Exit run_dispatches(const ComputeRun& run);

} // namespace relit::cli
