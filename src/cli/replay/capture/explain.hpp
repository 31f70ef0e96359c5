// Prints the answer of replay --explain about the draws of a capture, as text and as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "render/r500/explain/explain.hpp"

#include <string>

namespace relit::cli {

class CaptureExplanation {
public:
    CaptureExplanation() = default;
    explicit CaptureExplanation(render::r500::explain::Explainer& explainer);

    [[nodiscard]] std::string text() const;
    /// As the member explained.
    void add_members(JsonWriter& json) const;

private:
    std::vector<render::r500::explain::ExplainedDraw> draws_;
    std::uint32_t all_ = 0, silent_ = 0;
};

} // namespace relit::cli
