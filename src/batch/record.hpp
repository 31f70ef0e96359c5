// The result of a unit as one file: a first line with the hash of all that follows, a line of JSON that tells what there is, and
// then standard output, messages and files, one behind the other.
#pragma once

#include "base/hash/hash.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::batch {

/// A part of a record: "stdout", "stderr", or a file that the verb wrote, by its name in the unit's folder ("files/NAME").
struct Part {
    std::string name;
    std::uint64_t bytes = 0;
    Hash128 hash{}; // of its bytes

    [[nodiscard]] bool operator==(const Part&) const = default;
};

/// A record without its bytes.
struct Record {
    Hash128 key{};
    int exit = 0;
    std::vector<Part> parts;

    [[nodiscard]] bool operator==(const Record&) const = default;
};

/// Bytes of a part, from its first on: `descriptor` of a file that is read from its start.
struct PartSource {
    std::string name;
    int descriptor = -1;
};
/// Writes a record to `path`, a new file that is not synchronised. A fault if it cannot be written or a part cannot be read.
[[nodiscard]] Status write_record(const std::string& path, Hash128 key, int exit,
                                  const std::vector<PartSource>& sources);

/// Takes a piece of a part; a fault ends the reading.
using TakePart = std::function<Status(const Part& part, std::string_view piece)>;

/// Reads and checks a record; the parts go to `take` piece by piece, unless that is empty. A fault (bad input) if it is not whole,
/// which is known at its end, is of another form, or has another key than `key`. Memory does not grow with the record.
[[nodiscard]] Result<Record> read_record(const std::string& path, Hash128 key, const TakePart& take = {});

} // namespace relit::batch
