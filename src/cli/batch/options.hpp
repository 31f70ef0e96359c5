// The options of batch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relit::cli {

struct StoreOptions {
    std::vector<std::string> verb_options; // of the verb that units run, as typed
    bool is_of_units = false;              // batch runs a verb
    bool verifies_passes = false;          // that verb does
    std::string list;                      // of --files-from; empty: none
    bool by_zero_bytes = false;
    bool retries = false;
    std::uint32_t cpu_seconds = 120;
    std::uint64_t mebibytes = 4096;
};

} // namespace relit::cli
