// Changes of texts, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::machine::r500 {

/// The text with `by` in the place of the first `what`.
inline std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
    std::string made(text);
    const std::size_t at = made.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return made.replace(at, what.size(), by);
}

} // namespace relit::machine::r500
