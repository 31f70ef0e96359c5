#include "guests/printed.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/mesa_log.hpp"
#include "isa/r500/text/program_dump.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>

namespace relit::guests {
namespace {

using isa::r500::ProgramKind;

template <ProgramKind kind>
Result<std::vector<PrintedProgram>> of_radeon(std::string_view text, std::string_view isa, bool /*is_named*/) {
    std::vector<PrintedProgram> all;
    if (!isa::r500::is_mesa_listing(text, kind)) return all;
    auto listed = isa::r500::programs_of_listing(text, kind);
    if (!listed) return std::unexpected(listed.error());
    for (isa::r500::ListedProgram& one : *listed)
        all.push_back({isa, one.line, fmt::format("{} instructions", one.instructions), std::move(one.bytes)});
    return all;
}

/// Nouveau's log does not name the chip: unless the user says that it is a Maxwell, other code is left out.
Result<std::vector<PrintedProgram>> of_nouveau(std::string_view text, std::string_view isa, bool is_named) {
    std::vector<PrintedProgram> all;
    if (!isa::maxwell::is_mesa_log(text)) return all;
    auto printed = isa::maxwell::programs_of_mesa_log(text);
    if (!printed) return std::unexpected(printed.error());
    for (isa::maxwell::MesaProgram& one : *printed) {
        if (!is_named && isa::maxwell::recognise(one.bytes).sureness == Sureness::No) continue;
        all.push_back({isa, one.line,
                       fmt::format("{} bytes, {}", one.bytes.size(),
                                   one.has_header ? "with a program header" : "a compute program"),
                       std::move(one.bytes)});
    }
    if (all.empty())
        return fail_line(printed->front().line, 1,
                         "the code that Mesa printed is not that of a Maxwell; --isa maxwell reads it as one");
    return all;
}

/// The logs of a guest's driver.
struct PrintedRow {
    std::string_view isa;
    Result<std::vector<PrintedProgram>> (*read)(std::string_view text, std::string_view isa, bool is_named);
};
constexpr PrintedRow kPrinted[] = {{"r500.vs", of_radeon<ProgramKind::Vertex>},
                                   {"r500.fs", of_radeon<ProgramKind::Fragment>},
                                   {"maxwell", of_nouveau}};

} // namespace

bool are_printed(std::string_view isa) {
    return std::ranges::find(kPrinted, isa, &PrintedRow::isa) != std::end(kPrinted);
}

Result<std::vector<PrintedProgram>> printed_programs(std::string_view text, std::string_view isa) {
    std::vector<PrintedProgram> all;
    for (const PrintedRow& row : kPrinted) {
        if (!isa.empty() && isa != row.isa) continue;
        auto read = row.read(text, row.isa, !isa.empty());
        if (!read) return std::unexpected(read.error());
        std::ranges::move(*read, std::back_inserter(all));
    }
    std::ranges::stable_sort(all, {}, &PrintedProgram::line);
    return all;
}

} // namespace relit::guests
