// The functions of libarchive, which is opened when the first archive is read (docs/decisions/0020): the libraries that it needs take 36 MB
// of address space and a third of the time in which the program starts.
#pragma once

#include "base/result.hpp"

#include <archive.h>
#include <archive_entry.h>

namespace relit::batch {

struct Libarchive {
#define ARCHIVE_FUNCTION(name) decltype(&archive_##name) name = nullptr;
#include "batch/archive/libarchive.inc"
#undef ARCHIVE_FUNCTION
};

/// Opened once for the process. Fails with NotSupported if this machine has no such library, or one without these functions.
[[nodiscard]] const Result<Libarchive>& libarchive();

} // namespace relit::batch
