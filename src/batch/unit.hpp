// A plan is one command over many inputs; a unit is the command with one input, or a pair of them. Nothing here knows a verb.
#pragma once

#include "base/hash/hash.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace relit::batch {

/// The part that all units of a plan share. Two plans are the same plan if all members are equal.
struct Plan {
    std::string verb;
    std::vector<std::string> options;      // of the verb, as typed
    std::vector<std::string> option_files; // contents of the files that options name, as hashes
    std::string version;                   // of the program: two builds never share a result

    [[nodiscard]] bool operator==(const Plan&) const = default;
    /// "translate --to spirv"
    [[nodiscard]] std::string command() const;
};

struct Unit {
    std::string name;               // by which messages and extracted files call it
    std::vector<std::string> files; // as the verb opens them
    Hash128 inputs{};               // of the contents of the files, in their order
    Hash128 key{};                  // of the plan and the inputs: the name of the result
    std::uint32_t shard = 0;        // of a plan that is cut into shards, from 1
    std::uint64_t cost = 0;         // with a shard: about how many microseconds it takes
    std::string archive{};          // that has its file; empty: none
    std::uint64_t member = 0;       // with an archive: the number of its entry, from 0

    [[nodiscard]] bool operator==(const Unit&) const = default;
};

/// The key of a unit: equal where plan and contents of the files are, whatever the files are called.
[[nodiscard]] Hash128 key_of(const Plan& plan, Hash128 inputs);

/// The hash of the bytes of a file.
[[nodiscard]] Result<Hash128> hash_of_contents(const std::string& name);
using HashContents = std::function<Result<Hash128>(const std::string& file)>;

/// The hash of what the files contain, each of which `hash_contents` reads; a fault names the file that cannot be read. Folders count with all regular files in them and
/// their names. Memory does not grow with the files.
[[nodiscard]] Result<Hash128> hash_of_files(const std::vector<std::string>& files,
                                            const HashContents& hash_contents = hash_of_contents);

/// The hash of a unit's inputs by that of the contents of its one file.
[[nodiscard]] Hash128 inputs_of_contents(const std::string& file, Hash128 contents);
/// A fault if the files of a unit do not contain any more what its key is of: its result would be that of other inputs. Files of
/// archives have been checked as they were unpacked.
[[nodiscard]] Status check_inputs(const Unit& unit);

/// Reads what to_string() of a hash writes: 32 hex digits; a fault (bad input) otherwise.
[[nodiscard]] Result<Hash128> hash_from(std::string_view digits);

} // namespace relit::batch
