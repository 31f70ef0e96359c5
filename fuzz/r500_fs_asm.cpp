// The assembler of R500 fragment programs takes any text; what it makes of it is listed and assembles to the same again.
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"

#include <cstdlib>
#include <string_view>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // What is included is the text itself, up to a depth, and then nothing.
    codec::AssembleOptions options;
    options.include = [text](const std::string& name) -> Result<std::string> {
        return std::string(name.size() > 8 ? std::string_view{} : text);
    };
    const auto bytes = isa::r500::fs::assemble(text, options);
    if (!bytes || isa::r500::fs::is_program_text(*bytes)) return 0;
    const auto listing = isa::r500::fs::list(*bytes, {});
    if (!listing) return 0; // registers that load no fragment program
    const auto again = isa::r500::fs::assemble(codec::print(*listing), {});
    if (!again || *again != *bytes) std::abort();
    return 0;
}
