// Units whose input is a file of an archive: they are unpacked into the store's folder for what runs, a bounded number at a time.
#pragma once

#include "batch/archive/archive.hpp"
#include "batch/pool.hpp"
#include "batch/store.hpp"
#include "batch/unit.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace relit::batch {

/// An input that is none, and why.
struct RefusedInput {
    std::string name;
    Fault fault;
};
/// The units of an archive whose own unit is `whole`: "a.zip/x.bin" for "a.zip", with the hash of their inputs. Refused are files of the
/// archive, or the archive itself if it cannot be read to its end.
struct MemberUnits {
    std::vector<Unit> units;
    std::vector<RefusedInput> refused;
};
[[nodiscard]] MemberUnits units_of_archive(const Unit& whole, const ArchiveLimits& limits = {});

/// The folder below which the file of a unit with an archive lies while it runs.
[[nodiscard]] std::string member_folder(const Store& store, const Unit& unit);

/// Does what run_pool() does, with units of archives too: of each archive some files are unpacked, run and removed, and then the next.
/// A unit whose file is not what it was when it was found, because the archive has changed, is refused.
[[nodiscard]] Result<PoolEnd> run_with_members(const Store& store, std::span<const Unit> units,
                                               std::span<const std::uint32_t> pending, const RunUnit& run,
                                               const PoolOptions& options, const PoolEvents& events);

} // namespace relit::batch
