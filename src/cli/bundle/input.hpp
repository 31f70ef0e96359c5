// Bundles where verbs take programs: their programs as files, and what they say as options.
#pragma once

#include "bundle/bundle.hpp"
#include "cli/io/program.hpp"

#include <expected>

namespace relit::cli {

/// Options in which every bundle among the files is replaced by its programs; context keys, target and inputs are those of the
/// bundle, but what the user typed counts. What is wrong with a bundle is reported. Without bundles they stay as they are.
[[nodiscard]] std::expected<Options, Exit> with_bundles(Options options);

/// Inputs for `run` are one file: fails if texels are in files of their own.
[[nodiscard]] Status check_inputs(const bundle::FileBytes& inputs);

/// The bundle in a file; a fault where it holds none.
[[nodiscard]] Result<bundle::Bundle> read_bundle(const std::string& file);

} // namespace relit::cli
