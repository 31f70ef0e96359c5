// Maxwell programs in the middle: not yet.
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {

Result<ir::Module> lift(Bytes /*file*/, ir::ContextReader& /*context*/) {
    return fail(FaultKind::NotSupported, "translating Maxwell programs is not supported yet");
}

} // namespace relit::isa::maxwell
