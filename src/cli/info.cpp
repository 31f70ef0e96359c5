// relit info: what a file is and what it uses.
#include "cli/listing.hpp"
#include "cli/machine.hpp"
#include "cli/program.hpp"

namespace relit::cli {

Exit info(const Options& options) {
    const std::string& file = options.files[0];
    Result<Program> program = open_any(options, file);
    if (!program) return report(program.error(), file);
    if (program->machine != nullptr) return program->machine->info(options, file, std::move(program->dump));
    const auto properties = program->guest->properties(program->bytes);
    if (!properties) return report(properties.error(), file);
    const auto print = options.json ? properties_as_json : properties_as_text;
    return answer(options, print(program->guest->name, program->bytes.size(), *properties));
}

} // namespace relit::cli
