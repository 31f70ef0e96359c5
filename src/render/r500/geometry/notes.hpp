// What of a draw is not as the chip would draw it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace relit::render::r500 {

class Notes {
public:
    explicit Notes(std::vector<std::string>& sentences) : sentences_(sentences) {}
    /// Once each.
    void say(std::string_view sentence) {
        if (std::ranges::find(sentences_, sentence) == sentences_.end()) sentences_.emplace_back(sentence);
    }

private:
    std::vector<std::string>& sentences_;
};

} // namespace relit::render::r500
