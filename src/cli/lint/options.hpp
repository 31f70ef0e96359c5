// The options of lint.
#pragma once

namespace relit::cli {

struct LintOptions {
    bool fix = false;
};

} // namespace relit::cli
