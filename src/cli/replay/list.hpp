// relit replay --list: the draws of a dump by groups of the same state, as text or as JSON, each as soon as it has ended.
#pragma once

#include "cli/io/product.hpp"
#include "cli/io/program.hpp"
#include "render/gs/player/draw_list.hpp"
#include "render/gs/player/images.hpp"

#include <optional>
#include <string>

namespace relit::cli {

/// A group as a line, and a second one that says why nothing was written, which tests fail, what came before, and the fields that
/// changed; that of the first group says the fields that are not zero.
[[nodiscard]] std::string group_text(const render::gs::player::DrawGroup& group);
/// The names of the columns.
[[nodiscard]] std::string group_heading();
void add_members(JsonWriter& json, const render::gs::player::DrawGroup& group);

/// The images of a group: its frame and depth after its last draw, its texture and palette before its first.
class GroupImages {
public:
    /// `folder`: of the files; empty: there are none. `side`: as NamedImages has it.
    GroupImages(std::string folder, std::uint32_t side, render::gs::player::Replay& replay)
        : folder_(std::move(folder)), side_(side), replay_(replay) {}

    // Called around each piece of work; begin() once the group before it has been written.
    void before(const machine::gs::Work& work);
    void begin(const machine::gs::Work& work);
    void after(const machine::gs::Work& work);
    /// Writes <folder>/group-NNNNNN-<name>.png of what the draws since the last call used, and adds their names to the JSON.
    void write(std::uint64_t group, JsonWriter* json);
    [[nodiscard]] const Status& status() const { return status_; }

private:
    /// Frame and depth as they are now, before something else changes them.
    void take_targets();

    std::string folder_;
    std::uint32_t side_;
    render::gs::player::Replay& replay_;
    std::optional<machine::gs::DrawState> last_; // of the last draw of the group
    bool is_taken_ = false;                      // its targets
    Image colour_, texture_, palette_;
    render::gs::player::DepthValues depth_;
    Status status_;
};

/// Prints the list during a replay.
class ListReport {
public:
    ListReport(const Options& options, render::gs::player::Replay& replay, const std::string& file);

    /// NotSupported if the renderer cannot count pixels.
    [[nodiscard]] const Status& status() const { return list_.status(); }
    void before(const machine::gs::Work& work);
    void after(const machine::gs::Work& work);
    /// Tells the last group and how many there are; `add_rest` adds members to the JSON.
    [[nodiscard]] Status finish(const AddMembers& add_rest);

private:
    void tell(const render::gs::player::DrawGroup& group);
    /// An answer that begins has an end.
    void begin();

    bool is_json_;
    Output out_;
    JsonWriter json_; // to it
    render::gs::player::Replay& replay_;
    std::uint64_t groups_ = 0;
    bool has_started_ = false;
    GroupImages images_;
    render::gs::player::DrawList list_;
};

} // namespace relit::cli
