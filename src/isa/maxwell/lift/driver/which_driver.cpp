#include "isa/maxwell/lift/driver/which_driver.hpp"
#include "isa/maxwell/context_keys.hpp"

#include "isa/maxwell/lift/driver/address_halves.hpp"
#include "isa/maxwell/lift/epilogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

namespace relit::isa::maxwell {
namespace {

constexpr std::string_view kConventionKey = key::convention.name;
constexpr std::array<std::string_view, 5> kDrivers = {"file", "nvn", "deko3d", "mesa", "cuda"};
constexpr std::array kCandidates = {Driver::Nvn, Driver::Deko3d, Driver::Mesa};
constexpr std::uint32_t kHandles = 64;

std::string_view name_of(Driver driver) { return kDrivers[static_cast<std::size_t>(driver)]; }

/// What a program reads, by one convention.
struct ReadWords {
    Convention convention;
    std::uint32_t low = 0, high = 0; // halves of addresses of storage buffers, a bit each
    std::uint64_t handles = 0;

    void note(std::uint32_t slot, std::uint32_t offset) {
        const std::uint32_t at = offset - convention.storage, which = at / convention.descriptor_bytes;
        if (slot == convention.slot && which < convention.storage_count) {
            if (at % convention.descriptor_bytes == 0) low |= 1U << which;
            if (at % convention.descriptor_bytes == 4) high |= 1U << which;
        }
        const std::uint32_t handle = (offset - convention.handles) / 4;
        if (slot == convention.handle_slot && offset >= convention.handles && handle < kHandles)
            handles |= std::uint64_t{1} << handle;
    }
    [[nodiscard]] bool has_addresses() const { return (low & high) != 0; }
};

/// In all programs.
struct Found {
    std::array<ReadWords, kCandidates.size()> by_driver;
    bool reaches_memory = false, has_loose_textures = false, has_bound_textures = false;

    void note(std::uint32_t slot, std::uint32_t offset) {
        for (ReadWords& reads : by_driver) reads.note(slot, offset);
    }
    [[nodiscard]] const ReadWords& of(Driver driver) const { return by_driver[static_cast<std::size_t>(driver) - 1]; }
};

void note_constants(const Instruction& in, Found& found) {
    constexpr std::uint32_t kPair = 5; // Role::Width of 64 bits
    for (const Role role : {Role::A, Role::B, Role::C}) {
        if (!in.has(role)) continue;
        const Source from = source(in, role);
        if (from.kind == Source::Kind::Constant) found.note(from.index, static_cast<std::uint32_t>(from.number));
    }
    if (in.op() != Op::LDC || in[Role::A] != kZeroRegister || in[Role::CbMode] != 0) return;
    const auto offset = static_cast<std::uint32_t>(offset_of(in));
    const std::uint32_t words = in[Role::Width] < kPair ? 1 : in[Role::Width] == kPair ? 2 : 4;
    for (std::uint32_t i = 0; i < words; ++i) found.note(in[Role::Slot], offset + 4 * i);
}

bool reaches_memory(const Instruction& in) { return in.known() && in.has(Role::E) && in[Role::E] != 0; }

/// Of a texture or image whose handle is in a register.
bool takes_handle(Op op) {
    constexpr std::array kAll = {Op::TEX_B,  Op::TLD_B,  Op::TLD4_B, Op::TXD_B,  Op::TXQ_B,  Op::TMML_B,
                                 Op::SULD_D, Op::SULD_P, Op::SUST_D, Op::SUST_P, Op::SUATOM, Op::SURED};
    return std::ranges::find(kAll, op) != kAll.end();
}

void look_at_accesses(const Program& program, Found& found) {
    for (const Instruction& in : program.code) {
        if (!in.known()) continue;
        const bool is_bound = in.has(Role::Handle);
        found.reaches_memory = found.reaches_memory || reaches_memory(in);
        found.has_bound_textures = found.has_bound_textures || is_bound;
        found.has_loose_textures = found.has_loose_textures || (!is_bound && takes_handle(in.op()));
    }
}

void look_at_constants(const Program& program, Found& found) {
    for (std::size_t i = 0; i < kCandidates.size(); ++i)
        found.by_driver[i].convention = convention_of(pipeline_stage(program), Driver::Nvn, kCandidates[i]);
    for (const Instruction& in : program.code)
        if (in.known()) note_constants(in, found);
}

/// Whether the accesses that can be followed to a descriptor of any convention are all followed to one of this.
bool leads_everywhere(std::span<const Program* const> programs, const Found& found, Driver driver) {
    for (const Program* program : programs) {
        for (std::size_t i = 0; i < program->code.size(); ++i) {
            const Instruction& access = program->code[i];
            if (!reaches_memory(access)) continue;
            const auto leads = [&](const ReadWords& reads) {
                return begins_at_descriptor(std::span(program->code).first(i), access, reads.convention);
            };
            if (std::ranges::any_of(found.by_driver, leads) && !leads(found.of(driver))) return false;
        }
    }
    return true;
}

std::string names_of(std::span<const Driver> drivers) {
    std::vector<std::string_view> names;
    for (const Driver driver : drivers) names.push_back(name_of(driver));
    return fmt::format("{}", fmt::join(names, ", "));
}

void assume_by_addresses(std::span<const Program* const> programs, const Found& found, ir::ContextReader& context) {
    std::vector<Driver> some, all; // those whose descriptors are read; those whose lead to every access
    for (const Driver driver : kCandidates)
        if (found.of(driver).has_addresses()) some.push_back(driver);
    if (some.size() == 1)
        return context.assume(kConventionKey, name_of(some[0]),
                              "the program takes addresses of storage buffers from where this one alone has them");
    for (const Driver driver : some)
        if (leads_everywhere(programs, found, driver)) all.push_back(driver);
    if (all.size() == 1)
        return context.assume(
            kConventionKey, name_of(all[0]),
            fmt::format("the program reads what descriptors of {} may be, but those of this one alone lead "
                        "to all accesses",
                        names_of(some)));
    const std::string_view usual = name_of(Driver::Nvn);
    if (some.empty())
        return context.assume(
            kConventionKey, usual,
            fmt::format("code alone is taken for NVN's; none of {} has storage buffers where the program "
                        "takes addresses from",
                        names_of(kCandidates)));
    context.assume(kConventionKey, usual,
                   fmt::format("code alone is taken for NVN's; the places that the program reads could be those of {}",
                               names_of(some)));
}

} // namespace

void assume_driver(std::span<const Program* const> programs, ir::ContextReader& context) {
    const auto is_said = [](const Program* program) { return program->dksh || program->cuda; };
    if (context.read(key::convention) != 0 || std::ranges::any_of(programs, is_said)) return;
    Found found;
    for (const Program* program : programs) look_at_accesses(*program, found);
    if (!found.reaches_memory && (!found.has_loose_textures || found.has_bound_textures)) return;
    for (const Program* program : programs) look_at_constants(*program, found);
    if (found.reaches_memory) return assume_by_addresses(programs, found, context);
    // Mesa's code loads handles of textures, where other code names their number.
    if (found.of(Driver::Mesa).handles != 0 && found.of(Driver::Nvn).handles == 0)
        context.assume(kConventionKey, name_of(Driver::Mesa),
                       "the program takes handles of textures from where this one has them");
}

std::string about_assumed_driver(const ir::ContextReader& context) {
    const auto assumed = std::ranges::find(context.assumed(), kConventionKey, &ir::Assumption::name);
    if (assumed == context.assumed().end()) return {};
    return fmt::format("; assumed is {}={}: {}; it can be {}", kConventionKey, assumed->value, assumed->why,
                       names_of(kCandidates));
}

Driver driver_of(ir::ContextReader& context) {
    const auto said = static_cast<Driver>(context.read(key::convention) & 7);
    if (said != Driver::FromFile) return said;
    const auto assumed = std::ranges::find(context.assumed(), kConventionKey, &ir::Assumption::name);
    if (assumed == context.assumed().end()) return said;
    const auto named = std::ranges::find(kDrivers, assumed->value);
    return named == kDrivers.end() ? said : static_cast<Driver>(named - kDrivers.begin());
}

} // namespace relit::isa::maxwell
