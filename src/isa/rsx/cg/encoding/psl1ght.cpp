// Reads the containers of PSL1GHT's cgcomp: a header, tables of attributes and constants, names, microcode.
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/encoding/record_scan.hpp"

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

constexpr bool kIsSampler[] = {
#define PSL_TYPE(number, name, is_sampler) is_sampler,
#include "isa/rsx/cg/encoding/psl1ght_types.inc"
#undef PSL_TYPE
};

bool is_sampler(std::uint32_t type) { return type < std::size(kIsSampler) && kIsSampler[type]; }

/// The attribute of a fragment that cgcomp counts so.
std::optional<ResourceName> fragment_attribute(std::uint32_t index) {
    constexpr std::uint32_t kFirstTexcoord = 4, kPastTexcoords = 14;
    if (index == 0) return ResourceName{"WPOS", 0};
    if (index == 1 || index == 2) return ResourceName{"COL", index - 1};
    if (index == 3) return ResourceName{"FOG", 0};
    return index < kPastTexcoords ? std::optional(ResourceName{"TEX", index - kFirstTexcoord}) : std::nullopt;
}

class PslScan : RecordScan {
public:
    PslScan(Bytes file, Profile profile) : RecordScan(file) {
        made().format = "PSL1GHT";
        made().profile = profile;
    }
    Result<AnyContainer> run() { return done(made().profile == Profile::Vertex ? vertex() : fragment()); }

private:
    bool vertex() {
        using H = PslVertex;
        constexpr std::uint32_t kPointSize = 0x20; // always on in the mask that the library sends
        H header;
        if (!begin(RecordKind::VertexHeader, header)) return false;
        made().slot = header[H::first_slot];
        made().slot_at = offset_of(0, H::first_slot);
        made().state["rsx.vp.output_mask"] = header[H::outputs] | kPointSize;
        first_constant_ = header[H::first_constant];
        return tables(header);
    }
    bool fragment() {
        using H = PslFragment;
        constexpr std::uint32_t kTexcoords = 10, kFlat = 1, kCentroid = 16;
        H header;
        if (!begin(RecordKind::FragmentHeader, header)) return false;
        StateValues& state = made().state;
        state["rsx.fp.control"] = control_word(header[H::control], header[H::registers]);
        for (std::uint32_t i = 0; i < kTexcoords; ++i)
            if ((header[H::texcoords] >> i & 1) != 0)
                state["rsx.fp.texcoord" + std::to_string(i)] =
                    ((header[H::texcoords_2d] >> i & 1) != 0 ? kFlat : 0) |
                    ((header[H::texcoords_3d] >> i & 1) != 0 ? kCentroid : 0);
        return tables(header);
    }
    template <class Header>
    bool begin(RecordKind kind, Header& header) {
        const Record* const found = head(kind);
        if (found == nullptr) return false;
        header = found->as<Header>();
        if (header[Header::reserved] == 0) return true;
        return wrong(
            offset_of(0, Header::reserved),
            fmt::format("the second half of the container's header is {:#x}; 0 is known", header[Header::reserved]),
            FaultKind::NotSupported);
    }
    template <class Header>
    bool tables(const Header& header) {
        const std::uint32_t attributes = header[Header::attributes], constants = header[Header::constants];
        if (!code(offset_of(0, Header::code), header[Header::code], header[Header::slots] * 16) ||
            !few(offset_of(0, Header::attributes), attributes) || !few(offset_of(0, Header::constants), constants) ||
            !table(offset_of(0, Header::attribute_table), header[Header::attribute_table], attributes,
                   RecordKind::Attribute) ||
            !table(offset_of(0, Header::constant_table), header[Header::constant_table], constants,
                   RecordKind::Constant))
            return false;
        for (std::uint32_t i = 0; i < attributes; ++i)
            if (!attribute(header[Header::attribute_table] + i * row_of(RecordKind::Attribute).bytes)) return false;
        for (std::uint32_t i = 0; i < constants; ++i)
            if (!constant(header[Header::constant_table] + i * row_of(RecordKind::Constant).bytes)) return false;
        return true;
    }
    bool few(std::uint32_t from, std::uint32_t count) {
        return count <= kMaxParameters || wrong(from, fmt::format("more than {} parameters", kMaxParameters));
    }
    bool table(std::uint32_t from, std::uint32_t offset, std::uint32_t count, RecordKind kind) {
        return regions().inside(from, offset, std::uint64_t{count} * row_of(kind).bytes, Kind::Record);
    }

    bool attribute(std::uint32_t at) {
        const Record* const found = record(at, at, RecordKind::Attribute);
        if (found == nullptr) return false;
        const auto one = found->as<PslAttribute>();
        if (!regions().name(at, one[PslAttribute::name])) return false;
        if (one[PslAttribute::name] == 0) return true;
        made().names.push_back(name_at(one[PslAttribute::name]));
        std::optional<ResourceName> resource;
        if (is_sampler(one[PslAttribute::kind])) {
            resource = ResourceName{"TEXUNIT", one[PslAttribute::index]};
        } else if (made().profile == Profile::Vertex) {
            resource = ResourceName{"ATTR", one[PslAttribute::index]};
        } else {
            resource = fragment_attribute(one[PslAttribute::index]);
        }
        if (resource) made().bound.push_back({*resource, false, name_at(one[PslAttribute::name])});
        return true;
    }

    bool constant(std::uint32_t at) {
        const Record* const found = record(at, at, RecordKind::Constant);
        if (found == nullptr) return false;
        const auto one = found->as<PslConstant>();
        if (!regions().name(at, one[PslConstant::name])) return false;
        next_row(one);
        if (one[PslConstant::name] != 0) made().names.push_back(base_);
        return made().profile == Profile::Vertex ? vertex_constant(one) : fragment_constant(at, one);
    }
    /// Which row of which constant a record is: those after a named one have no name.
    void next_row(const PslConstant& one) {
        const std::uint32_t count = one[PslConstant::count];
        if (one[PslConstant::name] != 0) {
            base_ = name_at(one[PslConstant::name]);
            row_ = 0;
            rows_ = std::max(count, 1U);
            if (rows_ > 1 && base_.ends_with("[0]")) base_.resize(base_.size() - 3); // an array's first element
        } else if (one[PslConstant::internal] == 0 && row_ + 1 < rows_) {
            ++row_;
        } else {
            base_.clear();
            row_ = 0;
            rows_ = 0;
        }
    }
    [[nodiscard]] std::string row_name() const { return rows_ > 1 ? fmt::format("{}[{}]", base_, row_) : base_; }

    bool vertex_constant(const PslConstant& one) {
        const std::uint64_t index = std::uint64_t{one[PslConstant::index]} + first_constant_;
        if (index >= kConstantRegisters) return true;
        const auto number = static_cast<std::uint32_t>(index);
        // The library loads those that the compiler made itself; the program sets the others.
        if (one[PslConstant::internal] != 0)
            made().values.push_back(
                {number, {one[PslConstant::x], one[PslConstant::y], one[PslConstant::z], one[PslConstant::w]}});
        if (!base_.empty() && !std::exchange(named_[number], true))
            made().constants.push_back({number * kValueBytes, row_name()});
        return true;
    }
    bool fragment_constant(std::uint32_t at, const PslConstant& one) {
        const std::uint32_t offset = one[PslConstant::index], from = offset_of(at, PslConstant::index);
        if (offset == kNoTable) return true;
        if (!regions().constants(from, offset, made().code_size)) return false;
        if (base_.empty()) return true;
        Cursor in(file());
        in.seek(offset);
        for (std::uint32_t left = in.u32be(); left != 0; --left) made().placed.push_back({in.u32be(), row_name()});
        return true;
    }

    std::uint32_t first_constant_ = 0;
    std::string base_; // of the rows that are being read
    std::uint32_t row_ = 0, rows_ = 0;
    std::array<bool, kConstantRegisters> named_{};
};

} // namespace

Result<AnyContainer> read_psl1ght(Bytes file, Profile profile) { return PslScan(file, profile).run(); }

namespace {

/// Returns whether a header whose second half is not 0 leads to microcode inside the file: of a later version, not by chance.
bool leads_to_code(Bytes file) {
    constexpr std::size_t kSlots = 10, kCode = 20;
    const std::uint32_t size = row_of(RecordKind::VertexHeader).bytes;
    if (file.size() < size) return false;
    const std::uint64_t slots = big_endian(file.subspan(kSlots, 2)), code = big_endian(file.subspan(kCode, 4));
    return slots != 0 && code >= size && code + slots * 16 <= file.size();
}

} // namespace

std::optional<Profile> profile_of_record(Bytes file) {
    constexpr std::size_t kStage = 10;
    if (file.size() < 4) return {};
    const auto magic = static_cast<std::uint32_t>(big_endian(file.first(4)));
    if (magic == kCgbMagic) return file.size() > kStage && file[kStage] != 0 ? Profile::Fragment : Profile::Vertex;
    if ((magic & 0xffff) != 0 && !leads_to_code(file)) return {};
    if (magic >> 16 == kVertexMagic) return Profile::Vertex;
    if (magic >> 16 == kFragmentMagic) return Profile::Fragment;
    return {};
}

} // namespace relit::isa::rsx::cg
