// Finds headers and code in a file.
#include "isa/maxwell/encoding/container.hpp"

#include "isa/maxwell/encoding/instruction.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

/// How many of the first words of code that begins at `offset` do not decode.
std::size_t unknown_words(Bytes file, std::size_t offset) {
    constexpr std::size_t kLooked = 256;
    std::size_t unknown = 0;
    const Bytes code = file.subspan(std::min(offset, file.size()));
    for (std::size_t i = 0; i < std::min(code.size() / kWordBytes, kLooked); ++i)
        if (!is_control(i * kWordBytes) &&
            form_of(little_endian(code.subspan(i * kWordBytes, kWordBytes))) == Form::Unknown)
            ++unknown;
    return unknown;
}

Result<Container> code_of(Bytes file, std::size_t sph_bytes) {
    const std::size_t bytes = file.size() - sph_bytes, left = bytes % kWordBytes;
    if (bytes > kMostCodeBytes) return fail_at(sph_bytes + kMostCodeBytes, "more than 16 MiB of code");
    if (left != 0)
        return fail_at(file.size() - left, "not a multiple of 8 bytes: " + number(left) +
                                               " bytes are left after word " + number(bytes / kWordBytes));
    if (bytes < std::size_t{2} * kWordBytes)
        return fail_at(file.size(), "there is no instruction: code begins with a word that schedules the next three");
    Container container;
    container.kind = sph_bytes == 0 ? FileKind::Code : FileKind::HeadedCode;
    if (sph_bytes != 0) container.regions.push_back({RegionKind::Sph, 0, kSphBytes});
    container.regions.push_back(
        {RegionKind::Code, static_cast<std::uint32_t>(sph_bytes), static_cast<std::uint32_t>(bytes)});
    return container;
}

/// Why code is not quietly that alone: it begins like a program header, and not like code.
std::string header_error(Bytes file) {
    constexpr std::size_t kFirstWord = 4;
    if (file.size() < kFirstWord) return {};
    Sph sph;
    sph.raw[0] = static_cast<std::uint32_t>(little_endian(file.first(kFirstWord)));
    if (!looks_like_sph(sph)) return {};
    const std::size_t unknown = unknown_words(file, 0);
    if (unknown == 0) return {};
    const std::string begin = "the file begins like a program header, at offset 0x0, but ";
    if (file.size() < kSphBytes) return begin + "ends within its 80 bytes";
    if (const std::string fault = fault_of(sph); !fault.empty())
        return unknown_words(file, kSphBytes) < unknown ? begin + "its field " + fault : std::string();
    return begin + "what follows, from offset 0x50 on, is less like code than the whole";
}

// ---- DKSH

/// Reads the container's parts into regions.
class DkshReader {
public:
    explicit DkshReader(Bytes file) : file_(file) {}

    Result<Container> run() {
        if (!headers() || !entries()) return std::unexpected(std::move(fault_));
        regions();
        return std::move(container_);
    }

private:
    bool wrong(std::uint64_t offset, std::string text) {
        fault_ = fail_at(offset, std::move(text)).error();
        return false;
    }
    [[nodiscard]] std::uint32_t of(const Field<std::uint32_t>& field) const { return container_.header[field]; }

    bool headers() {
        if (file_.size() < kDkshHeaderBytes) return wrong(file_.size(), "the header of the DKSH is cut short");
        Cursor in(file_);
        for (std::uint32_t& raw : container_.header.raw) raw = in.u32le();
        container_.kind = FileKind::Dksh;
        if (of(DkshHeader::header_size) < kDkshHeaderBytes)
            return wrong(4, "a header of " + number(of(DkshHeader::header_size)) + " bytes is too small");
        code_ = of(DkshHeader::control_size);
        const std::uint64_t all = std::uint64_t{code_} + of(DkshHeader::code_size);
        if (all != file_.size())
            return wrong(8, "the sections have " + number(all) + " bytes, the file " + number(file_.size()));
        if (of(DkshHeader::code_size) > kMostCodeBytes) return wrong(12, "more than 16 MiB of code");
        return programs();
    }
    bool programs() {
        const std::uint64_t first = of(DkshHeader::programs), count = of(DkshHeader::count);
        if (count == 0) return wrong(20, "the DKSH has no program");
        if (first < kDkshHeaderBytes || first > code_ || count > (code_ - first) / kDkshProgramBytes)
            return wrong(16,
                         number(count) + " programs at offset " + number(first) + " do not fit the control section");
        Cursor in(file_);
        in.seek(first);
        container_.programs.resize(count);
        for (DkshProgram& program : container_.programs)
            for (std::uint32_t& raw : program.raw) raw = in.u32le();
        return true;
    }

    /// Notes where headers, code and constants begin.
    bool entries() {
        for (std::size_t i = 0; i < container_.programs.size(); ++i) {
            const DkshProgram& program = container_.programs[i];
            const std::uint64_t at = of(DkshHeader::programs) + i * kDkshProgramBytes;
            if (!entry(program, program[DkshProgram::entry], at + 4)) return false;
            const std::uint32_t alternative = program[DkshProgram::alternative_entry];
            if (stage_of(program) == Stage::Vertex && alternative != 0 && !entry(program, alternative, at + 24))
                return false;
            const std::uint64_t first = program[DkshProgram::constants], bytes = program[DkshProgram::constant_bytes];
            if (bytes != 0 && first + bytes > of(DkshHeader::code_size))
                return wrong(at + 12, number(bytes) + " bytes of constants at offset " + number(first) +
                                          " do not fit the code section");
            if (bytes != 0) begin(RegionKind::Bytes, first), begin(RegionKind::Bytes, first + bytes);
        }
        return true;
    }
    bool entry(const DkshProgram& program, std::uint64_t offset, std::uint64_t at) {
        const std::uint64_t head = stage_of(program) == Stage::Compute ? 0 : kSphBytes;
        if (offset + head + std::uint64_t{2} * kWordBytes > of(DkshHeader::code_size))
            return wrong(at, "no code fits the code section from offset " + number(offset) + " on");
        if (head != 0) begin(RegionKind::Sph, offset);
        begin(RegionKind::Code, offset + head);
        return true;
    }
    void begin(RegionKind kind, std::uint64_t offset) {
        begins_.push_back({kind, static_cast<std::uint32_t>(code_ + offset), 0});
    }

    // ---- cutting

    void regions() {
        const std::uint32_t first = of(DkshHeader::programs);
        const auto count = static_cast<std::uint32_t>(container_.programs.size() * kDkshProgramBytes);
        add({RegionKind::Header, 0, kDkshHeaderBytes});
        add({RegionKind::Bytes, kDkshHeaderBytes, first - static_cast<std::uint32_t>(kDkshHeaderBytes)});
        add({RegionKind::Programs, first, count});
        add({RegionKind::Bytes, first + count, code_ - first - count});
        const auto by_offset = [](const Region& region) { return std::pair(region.offset, region.kind); };
        std::ranges::sort(begins_, {}, by_offset);
        std::uint32_t at = code_;
        RegionKind kind = RegionKind::Bytes;
        for (const Region& next : begins_) {
            cut(kind, at, next.offset);
            // Headers have a fixed size; nothing is cut where it begins inside one.
            if (next.offset >= at) at = next.offset, kind = next.kind;
        }
        cut(kind, at, static_cast<std::uint32_t>(file_.size()));
    }
    /// Adds what lies from `begin` to `end`; of code whole words, of a header its 80 bytes.
    void cut(RegionKind kind, std::uint32_t begin, std::uint32_t end) {
        if (end <= begin) return;
        std::uint32_t size = end - begin;
        if (kind == RegionKind::Code) size -= size % kWordBytes;
        if (kind == RegionKind::Sph && size < kSphBytes) kind = RegionKind::Bytes;
        if (kind == RegionKind::Sph) size = kSphBytes;
        add({kind, begin, size});
        add({RegionKind::Bytes, begin + size, end - begin - size});
    }
    void add(Region region) {
        if (region.size != 0) container_.regions.push_back(region);
    }

    Bytes file_;
    Container container_;
    Fault fault_;
    std::uint32_t code_ = 0; // where the code section begins
    std::vector<Region> begins_;
};

/// Its code is that of its only kernel.
Result<Container> cubin_of(Bytes file) {
    auto cubin = read_cubin(file);
    if (!cubin) return std::unexpected(cubin.error());
    if (cubin->kernels.size() != 1)
        return fail(FaultKind::Usage, "the cubin has " + number(cubin->kernels.size()) + " kernels");
    const FileRange code = cubin->kernels[0].code;
    if (code.offset + code.size > UINT32_MAX) return fail_at(code.offset, "code beyond 4 GiB");
    Container container;
    container.kind = FileKind::Cubin;
    container.regions.push_back(
        {RegionKind::Code, static_cast<std::uint32_t>(code.offset), static_cast<std::uint32_t>(code.size)});
    container.cubin = std::move(*cubin);
    return container;
}

const Region* region_at(const Container& container, RegionKind kind, std::uint64_t offset) {
    for (const Region& region : container.regions)
        if (region.kind == kind && region.offset == offset) return &region;
    return nullptr;
}

} // namespace

bool is_dksh(Bytes file) { return file.size() >= 4 && little_endian(file.first(4)) == kDkshMagic; }

FileKind binary_kind_of(Bytes file) {
    if (is_dksh(file)) return FileKind::Dksh;
    if (is_cubin(file)) return FileKind::Cubin;
    if (file.size() < kSphBytes || !is_plausible(read_sph(file.first(kSphBytes)))) return FileKind::Code;
    return unknown_words(file, kSphBytes) <= unknown_words(file, 0) ? FileKind::HeadedCode : FileKind::Code;
}

Result<Container> read_container(Bytes file) {
    const FileKind kind = binary_kind_of(file);
    auto container = read_container(file, kind);
    if (container && kind == FileKind::Code) container->header_error = header_error(file);
    return container;
}

Result<Container> read_container(Bytes file, FileKind kind) {
    if (file.empty()) return fail_at(0, "the file is empty");
    if (kind == FileKind::Dksh) return DkshReader(file).run();
    if (kind == FileKind::Cubin) return cubin_of(file);
    if (kind == FileKind::HeadedCode && file.size() < kSphBytes)
        return fail_at(file.size(), "the program header is cut short");
    return code_of(file, kind == FileKind::HeadedCode ? kSphBytes : 0);
}

Result<ProgramRegions> regions_of(const Container& container, std::size_t program) {
    ProgramRegions regions;
    if (container.kind != FileKind::Dksh) {
        if (container.regions.size() == 2) regions.sph = container.regions.front();
        regions.code = container.regions.back();
        return regions;
    }
    if (program >= container.programs.size())
        return fail(FaultKind::Usage, "the DKSH has " + number(container.programs.size()) + " programs");
    const DkshProgram& one = container.programs[program];
    const std::uint64_t entry = std::uint64_t{container.header[DkshHeader::control_size]} + one[DkshProgram::entry];
    const bool headed = stage_of(one) != Stage::Compute;
    const Region* sph = headed ? region_at(container, RegionKind::Sph, entry) : nullptr;
    const Region* code = region_at(container, RegionKind::Code, entry + (headed ? kSphBytes : 0));
    if (code == nullptr || (headed && sph == nullptr))
        return fail_at(entry, "programs or constants lie over each other");
    if (sph != nullptr) regions.sph = *sph;
    regions.code = *code;
    return regions;
}

} // namespace relit::isa::maxwell
