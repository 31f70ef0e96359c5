#include "guests/constants.hpp"

#include "isa/maxwell/encoding/program.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/vs/text/file.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/vp/text/file.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace relit::guests {
namespace {

using Constants = std::vector<ProgramConstant>;

std::string name_at(const auto& names, std::uint32_t offset) {
    const auto found = std::ranges::find_if(names, [&](const auto& one) { return one.offset == offset; });
    return found == names.end() ? std::string() : found->name;
}

/// Constants that the file numbers and does not name: "c[3]".
template <class Program>
Result<Constants> of_numbers(const Result<Program>& program, std::string_view file) {
    if (!program) return std::unexpected(program.error());
    Constants all;
    for (const auto& one : program->constants) all.push_back({fmt::format("{}[{}]", file, one.index), {}, one.lanes});
    return all;
}

Result<Constants> of_nv2a(Bytes file) { return of_numbers(isa::nv2a::load(file), "c"); }

Result<Constants> of_rsx_vp(Bytes file) {
    const auto program = isa::rsx::vp::load(file);
    if (!program) return std::unexpected(program.error());
    Constants all;
    for (const auto& one : program->constants)
        all.push_back({fmt::format("c[{}]", one.index), name_at(program->constant_names, 16 * one.index), one.lanes});
    return all;
}

Result<Constants> of_rsx_fp(Bytes file) {
    const auto program = isa::rsx::fp::load(file);
    if (!program) return std::unexpected(program.error());
    Constants all;
    for (const auto& one : program->instructions) {
        if (!one.constant) continue;
        const std::uint32_t offset = one.constant->offset;
        all.push_back({fmt::format("fconst[{}], byte {:#x} of the microcode", all.size(), offset),
                       name_at(program->constant_names, offset), one.constant->lanes});
    }
    return all;
}

Result<Constants> of_r500_vs(Bytes file) { return of_numbers(isa::r500::vs::load(file), "const"); }

/// A stream may load components alone.
Result<Constants> of_r500_fs(Bytes file) {
    const auto program = isa::r500::fs::load(file);
    if (!program) return std::unexpected(program.error());
    Constants all;
    std::uint32_t last = 0;
    for (const auto& [dword, written] : program->state.fragment_constants) {
        if (all.empty() || dword / 4 != last) all.push_back({fmt::format("const[{}]", dword / 4), {}, {}, 0});
        last = dword / 4;
        all.back().words[dword % 4] = written.value;
        ++all.back().given;
    }
    return all;
}

void add_buffer(Constants& all, std::uint32_t buffer, Bytes bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += 16) {
        ProgramConstant one{fmt::format("c[{:#x}][{:#x}]", buffer, at), {}, {}, 0, false};
        for (std::size_t word = at; word < std::min(at + 16, bytes.size()); word += 4) {
            const Bytes part = bytes.subspan(word, std::min<std::size_t>(4, bytes.size() - word));
            one.words[one.given++] = static_cast<std::uint32_t>(little_endian(part));
        }
        all.push_back(std::move(one));
    }
}

Result<Constants> of_maxwell(Bytes file) {
    const auto program = isa::maxwell::load(file);
    if (!program) return std::unexpected(program.error());
    Constants all;
    if (program->dksh) add_buffer(all, 1, program->constants);
    if (program->cuda)
        for (const auto& [buffer, bytes] : program->cuda->constants) add_buffer(all, buffer, bytes);
    return all;
}

struct GuestRow {
    std::string_view guest;
    Result<Constants> (*constants)(Bytes file);
};
constexpr GuestRow kGuests[] = {{"nv2a", of_nv2a},       {"rsx.vp", of_rsx_vp},   {"rsx.fp", of_rsx_fp},
                                {"r500.vs", of_r500_vs}, {"r500.fs", of_r500_fs}, {"maxwell", of_maxwell}};

} // namespace

Result<std::vector<ProgramConstant>> constants_of(std::string_view guest, Bytes file) {
    const auto* const row = std::ranges::find(kGuests, guest, &GuestRow::guest);
    if (row == std::end(kGuests))
        return fail(FaultKind::NotSupported, fmt::format("files of {} have no constants of a program", guest));
    auto all = row->constants(file);
    if (all && all->empty())
        return fail(FaultKind::NotSupported, "the file has no values of constants: they come from elsewhere");
    return all;
}

} // namespace relit::guests
