// The translator's version, which the build makes from the sources (cmake/translator_version.cmake).
#include "translate/key.hpp"

namespace relit::translate {

std::string_view translator_version() {
    return "relit 0.1.0 translator "
#include "translate/translator_version.inc"
        ;
}

} // namespace relit::translate
