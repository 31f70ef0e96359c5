// How long units took, in a folder of the store beside the results, which are the same whatever the machine: a later plan of the same
// inputs makes its shards by them. A run that is killed may lose its last times.
#pragma once

#include "base/file.hpp"
#include "base/hash/hash.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace relit::batch {

/// Of one run: a file of its own, which is made when the first time is added. What cannot be written is lost.
class TimeLog {
public:
    explicit TimeLog(const std::string& store) : folder_(store + "/times") {}
    void add(Hash128 inputs, std::uint64_t microseconds);
    void flush();

private:
    std::string folder_;
    bool is_tried_ = false;
    File file_;
};

struct EarlierHash {
    [[nodiscard]] bool operator()(Hash128 a, Hash128 b) const {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
};
/// Microseconds by the hash of the unit's inputs.
using Times = std::map<Hash128, std::uint64_t, EarlierHash>;

/// Adds the times of a store; of several for the same inputs the shortest, which others on the machine disturbed least. Lines that are
/// cut off are passed over.
void add_times(const std::string& store, Times& times);

} // namespace relit::batch
