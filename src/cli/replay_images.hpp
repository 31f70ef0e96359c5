// The images of a draw, or of a pass, as files of a folder and as names in its JSON.
#pragma once

#include "cli/image_file.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

#include <fmt/format.h>

namespace relit::cli {

class NamedImages {
public:
    /// Files begin with `stem`, such as "draw-000012".
    NamedImages(std::string_view folder, std::string stem) : folder_(folder), stem_(std::move(stem)) {}

    /// A group of images, which may have none.
    void begin(const std::string& group) { files_[group] = nlohmann::ordered_json::object(); }
    /// Writes <stem>-<group>-<name>.png, unless the image has no pixels.
    void add(const std::string& group, const std::string& name, const Image& image) {
        if (image.rgba.empty() || !done_) return;
        const std::string file = fmt::format("{}-{}-{}.png", stem_, group, name);
        done_ = write_png((folder_ / file).string(), image);
        files_[group][name] = file;
    }
    /// The rest of the JSON, with the names, to <stem>.json.
    [[nodiscard]] Status finish(nlohmann::ordered_json json) const;

private:
    std::filesystem::path folder_;
    std::string stem_;
    nlohmann::ordered_json files_ = nlohmann::ordered_json::object();
    Status done_;
};

} // namespace relit::cli
