// The manifest of a bundle: bundle.json as text, and back.
#pragma once

#include "bundle/bundle.hpp"

#include <functional>

namespace relit::bundle {

/// The manifest; the same text for the same bundle.
[[nodiscard]] std::string manifest_of(const Bundle& bundle);

/// Calls add(name, value) for all that a target says, in the order of the manifest.
template <class Add>
void each_field(const TargetOptions& target, Add&& add) {
    const auto add_text = [&](std::string_view name, const std::string& text) {
        if (!text.empty()) add(name, text);
    };
    const auto add_number = [&](std::string_view name, std::uint32_t number) {
        if (number != 0) add(name, number);
    };
    if (target.allow_unknown) add("allow_unknown", true);
    add_text("constants", target.constants);
    add_text("debug_info", target.debug_info);
    if (!target.features.empty()) add("features", target.features);
    add_text("for", target.api);
    if (target.literal) add("literal", true);
    add_number("loop_limit", target.loop_limit);
    if (target.passes) add("passes", *target.passes);
    add("to", target.to);
    add_number("version", target.version);
}

/// Gives a file of the archive, whatever its size and checksum.
using FileOf = std::function<Result<FileBytes>(const std::string& path, std::size_t most)>;
/// The bundle of a manifest; the sizes and checksums of its files are checked. `named` gets their paths.
[[nodiscard]] Result<Bundle> read_manifest(std::string_view text, const FileOf& file_of,
                                           std::vector<std::string>& named);

} // namespace relit::bundle
