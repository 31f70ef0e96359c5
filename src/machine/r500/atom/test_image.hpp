// Images of AtomBIOS made of the text of code, for tests.
#pragma once

#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/indirect_io.hpp"
#include "machine/r500/atom/text/text.hpp"

namespace relit::machine::r500::atom {

/// The code of a command table; nothing where the text is none.
inline std::vector<std::uint8_t> code_of_text(std::string_view text) {
    const std::string table =
        ".command Code format 1 content 1 workspace 0 parameters 0\n" + std::string(text) + "\n.end\n";
    const auto bytes = assemble_image(table, {});
    if (!bytes) return {};
    return {bytes->begin() + kCommandHeader, bytes->end()};
}

/// An image whose command table 0 has this code, of a work space and parameters of 16 dwords, and table 1 the other.
inline std::vector<std::uint8_t> image_of_text(std::string_view code, std::string_view callee = "EOT",
                                               std::string_view io_programs = {}) {
    const std::vector<BuiltCommand> commands{{0, 16, 64, code_of_text(code)}, {1, 16, 0, code_of_text(callee)}};
    const std::vector<BuiltData> data{{4, 1, 1, std::vector<std::uint8_t>(85)},
                                      {kIndirectIoTable, 1, 1, code_of_text(io_programs)}};
    return build_image(commands, data, "TEST");
}

} // namespace relit::machine::r500::atom
