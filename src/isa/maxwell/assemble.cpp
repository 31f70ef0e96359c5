// Reads the text of Maxwell programs.
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {

Result<std::vector<std::uint8_t>> assemble(std::string_view /*text*/, const TextOptions& /*options*/) {
    return fail(FaultKind::NotSupported, "text of Maxwell programs is not read yet");
}

} // namespace relit::isa::maxwell
