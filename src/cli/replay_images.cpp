#include "cli/replay_images.hpp"

#include "cli/json_items.hpp"
#include "cli/replay.hpp"

namespace relit::cli {

Status NamedImages::finish(nlohmann::ordered_json json) const {
    if (!done_) return done_;
    json["images"] = files_;
    return write_output((folder_ / (stem_ + ".json")).string(), as_bytes(text_of(json) + "\n"));
}

} // namespace relit::cli
