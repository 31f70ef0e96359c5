#include "isa/maxwell/encoding/cubin.hpp"

#include "base/printable.hpp"
#include "isa/maxwell/encoding/container.hpp"
#include "isa/maxwell/encoding/instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

namespace relit::isa::maxwell {
namespace {

// Attributes of .nv.info by their number and how their value is stored.
constexpr std::uint8_t kSized = 4; // after four bytes come as many as the last two of them say
constexpr std::uint8_t kParameterBank = 0x0a, kRequiredBlock = 0x10, kLeastStack = 0x12, kParameter = 0x17,
                       kParameterBytes = 0x19;
constexpr std::uint8_t kEntryBit = 0x10, kFunction = 2; // of a symbol: in its byte for other things, its type
constexpr std::size_t kSymbolBytes = 24;
constexpr std::uint8_t kNewAbi = 0x41; // the architecture is in the second byte of the flags

struct Generation {
    std::uint32_t first;
    std::string_view name;
};
constexpr Generation kGenerations[] = {{20, "Fermi"},  {30, "Kepler"},    {50, "Maxwell"}, {60, "Pascal"},
                                       {70, "Volta"},  {75, "Turing"},    {80, "Ampere"},  {89, "Ada"},
                                       {90, "Hopper"}, {100, "Blackwell"}};
constexpr std::uint32_t kRead[] = {50, 52, 53, 60, 61, 62};

/// The symbols of a cubin. Their numbers and names are checked when they are used.
class Symbols {
public:
    Symbols(Bytes file, const Elf& elf) {
        const auto table = std::ranges::find(elf.sections, kSymbolTable, &ElfSection::type);
        if (table == elf.sections.end()) return;
        rows_ = bytes_of(file, *table);
        // cuobjdump copies the number of the section of names wrongly into some other sections, not into this one.
        if (table->link < elf.sections.size()) names_ = bytes_of(file, elf.sections[table->link]);
    }
    struct Symbol {
        std::string_view name;
        std::uint8_t type = 0, other = 0;
        std::uint16_t section = 0;
        std::uint64_t value = 0, size = 0;
    };
    [[nodiscard]] std::size_t size() const { return rows_.size() / kSymbolBytes; }
    [[nodiscard]] Symbol at(std::size_t index) const {
        Cursor in(rows_.subspan(index * kSymbolBytes, kSymbolBytes));
        Symbol symbol;
        symbol.name = string_at(names_, in.u32le());
        symbol.type = in.u8() & 15;
        symbol.other = in.u8();
        symbol.section = in.u16le();
        symbol.value = in.u64le();
        symbol.size = in.u64le();
        return symbol;
    }

private:
    Bytes rows_, names_;
};

class CubinReader {
public:
    CubinReader(Bytes file, Elf elf) : file_(file), elf_(std::move(elf)), symbols_(file, elf_) {}

    Result<Cubin> run() {
        cubin_.architecture = architecture_of(elf_);
        if (const Status known = check_architecture(cubin_.architecture); !known) return std::unexpected(known.error());
        for (std::size_t i = 0; i < elf_.sections.size(); ++i)
            if (const Status done = code(i); !done) return std::unexpected(done.error());
        if (const Status apart = check_overlaps(); !apart) return std::unexpected(apart.error());
        for (const ElfSection& section : elf_.sections)
            if (const Status done = about(section); !done) return std::unexpected(done.error());
        mark_entries();
        return std::move(cubin_);
    }

private:
    static constexpr std::string_view kText = ".text.", kInfo = ".nv.info.", kShared = ".nv.shared.",
                                      kConstant = ".nv.constant", kRel = ".rel.text.", kRela = ".rela.text.";

    Status code(std::size_t index) {
        const ElfSection& section = elf_.sections[index];
        if (section.type != kProgramBits || !section.name.starts_with(kText) || section.size == 0) return {};
        if (section.size % kWordBytes != 0 || section.size < std::uint64_t{2} * kWordBytes)
            return fail_at(section.header, fmt::format("section {}: {} bytes of code are no whole words, or too few",
                                                       index, section.size));
        if (section.size > kMostCodeBytes) return fail_at(section.header, "more than 16 MiB of code");
        CubinKernel kernel;
        kernel.name = section.name.substr(kText.size());
        kernel.code = {section.offset, section.size};
        kernel.section = index;
        kernel.registers = section.info >> 24;
        kernel.barriers = static_cast<std::uint32_t>(section.flags >> 20 & 127);
        if (!by_name_.emplace(kernel.name, cubin_.kernels.size()).second)
            return fail_at(section.header, fmt::format("section {}: there is another one of its name", index));
        cubin_.kernels.push_back(std::move(kernel));
        return {};
    }
    Status check_overlaps() const {
        std::vector<const CubinKernel*> by_offset;
        for (const CubinKernel& kernel : cubin_.kernels) by_offset.push_back(&kernel);
        std::ranges::sort(by_offset, {}, [](const CubinKernel* kernel) { return kernel->code.offset; });
        for (std::size_t i = 1; i < by_offset.size(); ++i)
            if (by_offset[i]->code.offset < by_offset[i - 1]->code.offset + by_offset[i - 1]->code.size)
                return fail_at(by_offset[i]->code.offset,
                               fmt::format("sections {} and {} lie over each other", by_offset[i - 1]->section,
                                           by_offset[i]->section));
        return {};
    }

    CubinKernel* kernel_of(std::string_view section, std::string_view prefix) {
        if (!section.starts_with(prefix)) return nullptr;
        const auto found = by_name_.find(section.substr(prefix.size()));
        return found == by_name_.end() ? nullptr : &cubin_.kernels[found->second];
    }
    Status about(const ElfSection& section) {
        if (section.type == kNoSection) return {};
        if (section.name.starts_with(kConstant)) return constants(section);
        if (CubinKernel* const shared = kernel_of(section.name, kShared)) shared->shared_bytes = section.size;
        if (CubinKernel* const kernel = kernel_of(section.name, kRel)) relocations(section, *kernel, false);
        if (CubinKernel* const kernel = kernel_of(section.name, kRela)) relocations(section, *kernel, true);
        if (CubinKernel* const kernel = kernel_of(section.name, kInfo)) return info(section, *kernel);
        return section.name == ".nv.info" ? module_info(section) : Status();
    }
    static void relocations(const ElfSection& section, CubinKernel& kernel, bool has_addends) {
        if (!section.has_bytes()) return; // its offset is checked no more than its size
        kernel.relocations = {section.offset, section.size};
        kernel.has_addends = has_addends;
    }

    /// ".nv.constant2.NAME" is c[2] of the kernel, ".nv.constant3" c[3] of all.
    Status constants(const ElfSection& section) {
        const std::string_view rest = section.name.substr(kConstant.size());
        std::uint32_t bank = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), bank);
        if (error != std::errc() || bank >= 32 || !section.has_bytes()) return {};
        if (section.size > kMostConstantBytes)
            return fail_at(section.header, fmt::format("{} bytes of constants are more than 65536", section.size));
        const std::string_view of(end, static_cast<std::size_t>(rest.data() + rest.size() - end));
        const FileRange range{section.offset, section.size};
        if (of.empty()) {
            for (CubinKernel& kernel : cubin_.kernels) kernel.constants.emplace(bank, range);
        } else if (CubinKernel* const kernel = kernel_of(of, ".")) {
            kernel->constants[bank] = range;
        }
        return {};
    }

    // ---- attributes

    /// Calls `take` with number and value of each attribute; values that are stored in the row itself have two bytes.
    template <class Take>
    Status each_attribute(const ElfSection& section, Take take) const {
        Cursor in(bytes_of(file_, section));
        while (!in.at_end()) {
            const std::uint64_t at = section.offset + in.offset();
            const std::uint8_t format = in.u8(), attribute = in.u8();
            const Bytes own = in.take(2);
            const Bytes value = format == kSized && !in.failed() ? in.take(little_endian(own)) : own;
            if (in.failed()) return fail_at(at, "an attribute of .nv.info is cut short");
            if (const Status done = take(attribute, value, at); !done) return done;
        }
        return {};
    }
    Status info(const ElfSection& section, CubinKernel& kernel) const {
        const Status done =
            each_attribute(section, [&](std::uint8_t attribute, Bytes value, std::uint64_t at) -> Status {
                Cursor in(value);
                switch (attribute) {
                    case kParameterBank: return parameter_bank(in, kernel, at);
                    case kRequiredBlock:
                        for (std::uint32_t& size : kernel.block) size = in.u32le();
                        return {};
                    case kParameter: return parameter(in, kernel, at);
                    case kParameterBytes: kernel.parameter_bytes = in.u16le(); return {};
                    default: return {};
                }
            });
        std::ranges::sort(kernel.parameters, {}, &CubinParameter::offset);
        return done;
    }
    static Status parameter_bank(Cursor& in, CubinKernel& kernel, std::uint64_t at) {
        in.skip(4); // the symbol of the section with the parameters
        kernel.parameter_base = in.u16le();
        kernel.parameter_bytes = in.u16le();
        return in.failed() ? fail_at(at, "the attribute PARAM_CBANK is cut short") : Status();
    }
    static Status parameter(Cursor& in, CubinKernel& kernel, std::uint64_t at) {
        constexpr unsigned kSizeBit = 18; // below it: alignment of what a pointer leads to, space, constant buffer
        if (kernel.parameters.size() == kMostParameters) return fail_at(at, "more than 4096 parameters");
        in.skip(4); // the index, which is 0
        CubinParameter one;
        one.ordinal = in.u16le();
        one.offset = in.u16le();
        one.size = in.u32le() >> kSizeBit;
        kernel.parameters.push_back(one);
        return in.failed() ? fail_at(at, "the attribute KPARAM_INFO is cut short") : Status();
    }
    /// The stack of a kernel stands by the kernel's symbol in the section of the module.
    Status module_info(const ElfSection& section) {
        std::unordered_map<std::size_t, CubinKernel*> by_section;
        for (CubinKernel& kernel : cubin_.kernels) by_section[kernel.section] = &kernel;
        return each_attribute(section, [&](std::uint8_t attribute, Bytes value, std::uint64_t) -> Status {
            if (attribute != kLeastStack || value.size() < 8) return {};
            const std::uint64_t index = little_endian(value.first(4));
            if (index >= symbols_.size()) return {};
            const Symbols::Symbol symbol = symbols_.at(index);
            const auto kernel = by_section.find(symbol.section);
            if (kernel == by_section.end() || symbol.name != kernel->second->name) return {};
            kernel->second->local_bytes = static_cast<std::uint32_t>(little_endian(value.subspan(4, 4)));
            return {};
        });
    }

    void mark_entries() {
        for (std::size_t i = 0; i < symbols_.size(); ++i) {
            const Symbols::Symbol symbol = symbols_.at(i);
            if (symbol.type != kFunction || (symbol.other & kEntryBit) == 0) continue;
            const auto found = by_name_.find(symbol.name);
            if (found != by_name_.end()) cubin_.kernels[found->second].is_entry = true;
        }
    }

    Bytes file_;
    Elf elf_;
    Symbols symbols_;
    Cubin cubin_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
};

struct RelocationRow {
    std::uint32_t type;
    std::string_view name;
};
constexpr RelocationRow kRelocationRows[] = {
#define RELOCATION(number, name) {number, name},
#include "isa/maxwell/encoding/relocations.inc"
#undef RELOCATION
};

} // namespace

bool is_cubin(Bytes file) {
    constexpr std::size_t kMachineAt = 18;
    return is_elf(file) && file.size() >= kMachineAt + 2 && little_endian(file.subspan(kMachineAt, 2)) == kCudaMachine;
}

std::uint32_t architecture_of(const Elf& elf) { return elf.abi == kNewAbi ? elf.flags >> 8 & 255 : elf.flags & 255; }

std::string architecture_name(std::uint32_t architecture) {
    std::string name = fmt::format("sm_{}", architecture);
    const auto after = std::ranges::upper_bound(kGenerations, architecture, {}, &Generation::first);
    if (after != std::begin(kGenerations)) name += fmt::format(" ({})", std::prev(after)->name);
    return name;
}

bool is_maxwell(std::uint32_t architecture) { return std::ranges::find(kRead, architecture) != std::end(kRead); }

Status check_architecture(std::uint32_t architecture) {
    if (is_maxwell(architecture)) return {};
    return fail(FaultKind::NotSupported,
                fmt::format("the code is for {}; that of sm_50 to sm_62 is read", architecture_name(architecture)));
}

Result<Cubin> read_cubin(Bytes file) {
    auto elf = read_elf(file);
    if (!elf) return std::unexpected(elf.error());
    if (elf->machine != kCudaMachine)
        return fail_at(18, fmt::format("the ELF file is of machine {}, not CUDA's (190)", elf->machine));
    return CubinReader(file, std::move(*elf)).run();
}

Result<std::vector<CubinRelocation>> relocations_of(Bytes file, const CubinKernel& kernel) {
    const std::size_t row = kernel.has_addends ? 24 : 16, count = kernel.relocations.size / row;
    if (count > kMostRelocations) return fail_at(kernel.relocations.offset, "more than 1048576 relocations");
    const auto elf = read_elf(file);
    if (!elf) return std::unexpected(elf.error());
    const Symbols symbols(file, *elf);
    std::vector<CubinRelocation> all;
    Cursor in(file.subspan(kernel.relocations.offset, kernel.relocations.size));
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t at = kernel.relocations.offset + in.offset();
        CubinRelocation one;
        one.offset = in.u64le();
        one.type = in.u32le();
        const std::uint32_t symbol = in.u32le();
        if (kernel.has_addends) in.skip(8);
        if (symbol >= symbols.size())
            return fail_at(at, fmt::format("the relocation's symbol {} does not exist", symbol));
        if (one.offset >= kernel.code.size)
            return fail_at(at, fmt::format("the relocation's offset {:#x} lies outside of the code", one.offset));
        one.symbol = symbols.at(symbol).name;
        all.push_back(one);
    }
    std::ranges::stable_sort(all, {}, &CubinRelocation::offset);
    return all;
}

Result<std::vector<CubinFunction>> functions_of(Bytes file, const CubinKernel& kernel) {
    const auto elf = read_elf(file);
    if (!elf) return std::unexpected(elf.error());
    const Symbols symbols(file, *elf);
    std::vector<CubinFunction> all;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const Symbols::Symbol symbol = symbols.at(i);
        if (symbol.type == kFunction && symbol.section == kernel.section && symbol.value != 0 &&
            symbol.value < kernel.code.size)
            all.push_back({symbol.value, symbol.name});
    }
    std::ranges::stable_sort(all, {}, &CubinFunction::offset);
    return all;
}

namespace {

/// Returns the constant buffer that a section fills: 3 of ".nv.constant3", and of ".nv.constant3.NAME" for that kernel.
std::optional<std::uint32_t> bank_of(std::string_view section, std::string_view kernel) {
    constexpr std::string_view kPrefix = ".nv.constant";
    if (!section.starts_with(kPrefix)) return {};
    section.remove_prefix(kPrefix.size());
    std::uint32_t bank = 0;
    const auto [end, error] = std::from_chars(section.data(), section.data() + section.size(), bank);
    const std::string_view of(end, static_cast<std::size_t>(section.data() + section.size() - end));
    const bool is_meant = of.empty() || (of.front() == '.' && of.substr(1) == kernel);
    return error == std::errc() && bank < 32 && is_meant ? std::optional(bank) : std::nullopt;
}

} // namespace

Result<std::vector<CubinName>> constant_names_of(Bytes file, const CubinKernel& kernel) {
    constexpr std::uint8_t kObject = 1;
    const auto elf = read_elf(file);
    if (!elf) return std::unexpected(elf.error());
    std::vector<std::optional<std::uint32_t>> banks;
    for (const ElfSection& section : elf->sections) banks.push_back(bank_of(section.name, kernel.name));
    const Symbols symbols(file, *elf);
    std::vector<CubinName> all;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const Symbols::Symbol symbol = symbols.at(i);
        const bool is_constant = symbol.type == kObject && symbol.section < banks.size() && banks[symbol.section];
        if (!is_constant || symbol.name.empty() || symbol.value > kMostConstantBytes || symbol.size == 0) continue;
        if (all.size() == kMostVariables) return fail_at(0, "more than 65536 variables in constant buffers");
        const std::uint64_t size = std::min(symbol.size, kMostConstantBytes - symbol.value);
        all.push_back({*banks[symbol.section], static_cast<std::uint32_t>(symbol.value),
                       static_cast<std::uint32_t>(size), printable(symbol.name)});
    }
    for (const CubinParameter& one : kernel.parameters)
        all.push_back({0, kernel.parameter_base + one.offset, one.size, fmt::format("param{}", one.ordinal)});
    std::ranges::stable_sort(all, {}, [](const CubinName& one) { return std::pair(one.bank, one.offset); });
    return all;
}

std::string constant_name_at(std::span<const CubinName> names, std::uint32_t bank, std::uint64_t offset) {
    const auto after = std::ranges::upper_bound(
        names, std::pair(std::uint64_t{bank}, offset), {},
        [](const CubinName& one) { return std::pair(std::uint64_t{one.bank}, std::uint64_t{one.offset}); });
    if (after == names.begin()) return {};
    const CubinName& found = *std::prev(after);
    const std::uint64_t within = offset - found.offset;
    if (found.bank != bank || within >= found.size) return {};
    return within == 0 ? found.name : fmt::format("{}+{:#x}", found.name, within);
}

std::string relocation_name(std::uint32_t type) {
    const auto row = std::ranges::find(kRelocationRows, type, &RelocationRow::type);
    return row != std::end(kRelocationRows) ? std::string(row->name) : fmt::format("relocation {}", type);
}

} // namespace relit::isa::maxwell
