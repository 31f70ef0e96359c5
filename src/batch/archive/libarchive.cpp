#include "batch/archive/libarchive.hpp"

#include "base/shared_object.hpp"

#include <fmt/format.h>

namespace relit::batch {
namespace {

Result<Libarchive> open_library() {
    auto library = SharedObject::open({"libarchive.so.13"});
    if (!library) return fail(FaultKind::NotSupported, "archives need libarchive, which this machine has not");
    Libarchive functions;
#define ARCHIVE_FUNCTION(name) library->find("archive_" #name, functions.name);
#include "batch/archive/libarchive.inc"
#undef ARCHIVE_FUNCTION
    if (library->fault())
        return fail(FaultKind::NotSupported,
                    fmt::format("the libarchive of this machine is not usable: {}", library->fault()->text));
    return functions;
}

} // namespace

const Result<Libarchive>& libarchive() {
    static const Result<Libarchive> kFunctions = open_library();
    return kFunctions;
}

} // namespace relit::batch
