// What the readers of emulators' shader caches give: bundles, one a pipeline or program.
#pragma once

#include "bundle/bundle.hpp"

#include <functional>
#include <string>
#include <vector>

namespace relit::emulators {

/// A program or the programs of a pipeline, with what the emulator's cache says of them.
struct Found {
    std::string name; // for its file: letters, digits and "._-"
    bundle::Bundle bundle;
    std::vector<std::string> approximations; // what the cache says and a context cannot
};

/// One record of a cache: what was found, or what is wrong with it. The next records are read all the same.
using TakeFound = std::function<void(Result<Found>)>;

} // namespace relit::emulators
