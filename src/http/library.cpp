#include "http/library.hpp"

#include "base/shared_object.hpp"

#include <fmt/format.h>

namespace relit::http {

Result<Functions> open_library() {
    auto library = SharedObject::open({"libmicrohttpd.so.12"});
    if (!library) return fail(FaultKind::NotSupported, "a server needs libmicrohttpd, which this machine has not");
    Functions functions;
#define MHD_FUNCTION(name) library->find("MHD_" #name, functions.name);
#include "http/microhttpd.inc"
#undef MHD_FUNCTION
    if (library->fault())
        return fail(FaultKind::NotSupported,
                    fmt::format("the libmicrohttpd of this machine is not usable: {}", library->fault()->text));
    return functions;
}

} // namespace relit::http
