// Any image, and any bytes as code and programs of indirect IO, runs to its end or a fault within its limits.
#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/run/interpreter.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;
using namespace relit::machine::r500;

namespace {

constexpr atom::Limits kLimits{.steps = 4096, .depth = 8};

void run_all(Bytes file) {
    const auto image = atom::read_image(file);
    if (!image) return;
    std::uint32_t next = 0;
    atom::Hardware hardware;
    hardware.read = [&](atom::Space, std::uint32_t number) { return next = next * 1664525 + number + 1013904223; };
    hardware.trace = [](std::string_view line) {
        if (line.empty()) std::abort();
    };
    const std::uint32_t parameters[4] = {1, 2, 3, 4};
    for (unsigned table = 0; table < std::min<std::size_t>(image->commands.size(), 16); ++table) {
        const auto outcome = atom::run_table(*image, table, parameters, hardware, kLimits);
        if (outcome && outcome->steps > kLimits.steps) std::abort();
        if (!outcome && outcome.error().text.empty()) std::abort();
    }
}

} // namespace

/// The first byte says how much of the rest is a program of indirect IO.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    run_all(file);
    if (size < 2 || size > 4096) return 0;
    const Bytes rest = file.subspan(1);
    const std::size_t io = rest.size() * data[0] / 256;
    const std::vector<atom::BuiltCommand> commands{
        {0, 4, 8, {rest.begin() + static_cast<std::ptrdiff_t>(io), rest.end()}}, {1, 1, 4, {82, 0, 91}}};
    const std::vector<atom::BuiltData> tables{
        {23, 1, 1, {rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(io)}}};
    run_all(atom::build_image(commands, tables, "FUZZ"));
    return 0;
}
