// The images of a draw, or of a pass, as files of a folder and as names in its JSON.
#pragma once

#include "cli/io/image_file.hpp"
#include "cli/io/product.hpp"
#include "machine/gs/state/buffers.hpp"
#include "render/gs/player/images.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace relit::cli {

class NamedImages {
public:
    /// Files begin with `stem`, such as "draw-000012". `side`: the most pixels along their longer side; 0: any number.
    NamedImages(std::string_view folder, std::string stem, std::uint32_t side = 0)
        : folder_(folder), stem_(std::move(stem)), side_(side) {}

    /// A group of images, which may have none.
    void begin(std::string group) { groups_.push_back({std::move(group), {}}); }
    /// Writes <stem>-<group>-<name>.png, unless the image has no pixels, of a group "" <stem>-<name>.png. The group has begun.
    void add(std::string_view group, std::string_view name, const Image& image);
    /// The same of depth, as `surface` writes it.
    void add_depth(std::string_view group, const render::gs::player::DepthValues& depth,
                   const render::gs::player::DepthRange& range);
    /// The rest of the JSON, with the names, to <stem>.json.
    [[nodiscard]] Status finish(const AddMembers& add_rest) const;
    /// Of all files so far.
    [[nodiscard]] const Status& status() const { return done_; }
    /// Adds "images", the names of a group's files by what they show.
    void add_names(JsonWriter& json, std::string_view group) const;

private:
    /// Names a file of a group.
    std::string name_file(std::string_view group, std::string_view name);

    struct Group {
        std::string name;
        std::vector<std::pair<std::string, std::string>> files; // names of images and of their files
    };
    std::filesystem::path folder_;
    std::string stem_;
    std::uint32_t side_;
    std::vector<Group> groups_;
    Status done_;
};

/// A frame or a depth buffer as a member.
void add_buffer(JsonWriter& json, std::string_view name, const machine::gs::Buffer& buffer);
void add_depth_range(JsonWriter& json, const render::gs::player::DepthRange& range);

} // namespace relit::cli
