// What draws are prepared with, made once for a device however often captures are replayed on it: programs and pipelines.
#pragma once

#include "render/r500/program/pipelines.hpp"

namespace relit::render::r500 {

struct Prepared {
    /// The device must outlive this.
    explicit Prepared(vk::Device& device)
        : programs(device.target({.dialect = lang::Dialect::SpirV, .debug_lines = false})),
          pipelines(device.handles()) {}

    Programs programs;
    Pipelines pipelines;
};

} // namespace relit::render::r500
