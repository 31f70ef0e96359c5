// Reads compact containers: a header, the program's configuration, microcode, tables of values, names and types.
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/encoding/record_scan.hpp"

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

constexpr std::uint32_t kValueTable = 1, kNameTable = 2, kTypeTable = 4;
constexpr std::uint32_t kUniform = 1; // of the flags' lowest two bits

class CgbScan : RecordScan {
public:
    CgbScan(Bytes file, Profile profile) : RecordScan(file) {
        made().format = "CGB";
        made().profile = profile;
    }
    Result<AnyContainer> run() { return done(header() && program() && tables()); }

private:
    bool header() {
        using H = CgbHeader;
        const Record* const found = head(RecordKind::Cgb);
        if (found == nullptr) return false;
        header_ = found->as<H>();
        if (header_[H::version] != 0)
            return wrong(offset_of(0, H::version),
                         fmt::format("version {} of the CGB container; 0 is known", header_[H::version]),
                         FaultKind::NotSupported);
        if (header_[H::stage] > 1)
            return wrong(offset_of(0, H::stage),
                         fmt::format("stage {} of the CGB container; 0 is a vertex program, 1 a "
                                     "fragment program",
                                     header_[H::stage]));
        if ((header_[H::tables] & ~(kValueTable | kNameTable | kTypeTable)) != 0)
            return wrong(offset_of(0, H::tables),
                         fmt::format("tables {:#x} of the CGB container; bits 0 to 2 are known", header_[H::tables]),
                         FaultKind::NotSupported);
        return true;
    }
    bool program() {
        const std::uint32_t at = row_of(RecordKind::Cgb).bytes;
        const bool vertex = made().profile == Profile::Vertex;
        const RecordKind kind = vertex ? RecordKind::CgbVertex : RecordKind::CgbFragment;
        const Record* const found = record(at, at, kind);
        if (found == nullptr) return false;
        vertex ? take(found->as<CgbVertexProgram>()) : take(found->as<CgbFragmentProgram>());
        if (vertex) made().slot_at = offset_of(at, CgbVertexProgram::slot);
        next_ = at + row_of(kind).bytes;
        const std::uint32_t size = header_[CgbHeader::code_size];
        if (!code(offset_of(0, CgbHeader::code_size), next_, size)) return false;
        next_ += size;
        return true;
    }
    void take(const CgbVertexProgram& one) {
        made().slot = one[CgbVertexProgram::slot];
        made().state["rsx.vp.user_clip"] = one[CgbVertexProgram::clip];
        inputs_ = one[CgbVertexProgram::inputs];
    }
    void take(const CgbFragmentProgram& one) {
        using F = CgbFragmentProgram;
        constexpr std::uint32_t kTexcoords = 10, kFlat = 1, kCentroid = 16;
        StateValues& state = made().state;
        state["rsx.fp.control"] = control_word(one[F::control], one[F::registers]);
        for (std::uint32_t i = 0; i < kTexcoords; ++i)
            if ((one[F::texcoords] >> i & 1) != 0)
                state["rsx.fp.texcoord" + std::to_string(i)] = ((one[F::texcoords_2d] >> i & 1) != 0 ? kFlat : 0) |
                                                               ((one[F::centroid] >> i & 1) != 0 ? kCentroid : 0);
    }

    bool tables() {
        const std::uint32_t has = header_[CgbHeader::tables];
        if ((has & kValueTable) != 0 && !values()) return false;
        if ((has & kNameTable) != 0 && !names()) return false;
        if ((has & kTypeTable) != 0 && !types()) return false;
        if (next_ < file().size())
            made().warnings.push_back(fmt::format("{} bytes follow the container", file().size() - next_));
        return bind();
    }
    /// Begins the table at the next byte; `least` is what its counts need.
    bool fits(std::string_view name, std::uint32_t size, std::uint64_t least) {
        if (size < least)
            return wrong(next_, fmt::format("the table of {} has {} bytes, its entries need {}", name, size, least));
        return size <= file().size() - next_ ||
               wrong(next_, fmt::format("the table of {} has {} bytes, the file {} after it begins", name, size,
                                        file().size() - next_));
    }
    [[nodiscard]] std::uint32_t half_at(std::uint32_t offset) const {
        return static_cast<std::uint32_t>(big_endian(file().subspan(offset, 2)));
    }

    /// Registers as halves, then four floats for each, at the table's end.
    bool values() {
        const Record* const found = record(next_, next_, RecordKind::CgbValues);
        if (found == nullptr) return false;
        const auto table = found->as<CgbValueTable>();
        const std::uint32_t size = table[CgbValueTable::size], count = table[CgbValueTable::count];
        const std::uint32_t first = next_ + row_of(RecordKind::CgbValues).bytes;
        if (!fits("values", size, first - next_ + std::uint64_t{2 + kValueBytes} * count)) return false;
        const std::uint32_t lanes = next_ + size - kValueBytes * count;
        if (!regions().add(first, first, std::uint64_t{2} * count, Kind::Halves)) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!regions().add(lanes, lanes + i * kValueBytes, kValueBytes, Kind::Value)) return false;
            value(half_at(first + 2 * i), lanes + i * kValueBytes);
        }
        if (count != 0)
            made().warnings.push_back("that values of constants stand at the end of their table is a guess");
        next_ += size;
        return true;
    }
    void value(std::uint32_t index, std::uint32_t at) {
        if (index >= kConstantRegisters) return;
        LoadedValue& made_value = made().values.emplace_back();
        made_value.index = index;
        Cursor in(file());
        in.seek(at);
        for (std::uint32_t& lane : made_value.lanes) lane = in.u32be();
    }

    bool names() {
        const Record* const found = record(next_, next_, RecordKind::CgbNames);
        if (found == nullptr) return false;
        const auto table = found->as<CgbNameTable>();
        const std::uint32_t size = table[CgbNameTable::size], count = table[CgbNameTable::count];
        resource_count_ = table[CgbNameTable::resources];
        const std::uint32_t entry = row_of(RecordKind::CgbName).bytes, first = row_of(RecordKind::CgbNames).bytes;
        if (!fits("names", size, first + std::uint64_t{entry} * count + std::uint64_t{2} * resource_count_))
            return false;
        const std::uint32_t entries = next_ + first, end = next_ + size;
        resources_ = entries + count * entry;
        strings_ = resources_ + 2 * resource_count_;
        if (!regions().add(next_, resources_, std::uint64_t{2} * resource_count_, Kind::Halves)) return false;
        for (std::uint32_t i = 0; i < count; ++i)
            if (!name_entry(entries + i * entry, end)) return false;
        next_ = end;
        return true;
    }
    bool name_entry(std::uint32_t at, std::uint32_t end) {
        const Record* const found = record(at, at, RecordKind::CgbName);
        if (found == nullptr) return false;
        const auto one = found->as<CgbNameEntry>();
        if (one[CgbNameEntry::name] >= end - strings_)
            return wrong(at, fmt::format("a name at byte {:#x} of the names, which have {}", one[CgbNameEntry::name],
                                         end - strings_));
        if (!regions().name(at, strings_ + one[CgbNameEntry::name], end)) return false;
        entries_.push_back({name_at(strings_ + one[CgbNameEntry::name]), one[CgbNameEntry::resource], at, {}});
        return true;
    }

    bool types() {
        const Record* const found = record(next_, next_, RecordKind::CgbTypes);
        if (found == nullptr) return false;
        const auto table = found->as<CgbTypeTable>();
        const std::uint32_t size = table[CgbTypeTable::size], count = table[CgbTypeTable::count];
        const std::uint32_t entry = row_of(RecordKind::CgbType).bytes, first = row_of(RecordKind::CgbTypes).bytes;
        if (!fits("types", size, first + std::uint64_t{entry} * count)) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t at = next_ + first + i * entry;
            const Record* const one = record(at, at, RecordKind::CgbType);
            if (one == nullptr) return false;
            if (i < entries_.size()) entries_[i].type = one->as<CgbTypeEntry>();
        }
        next_ += size;
        return true;
    }

    // ---- what names stand for

    struct Entry {
        std::string name;
        std::uint32_t resource = 0, at = 0;
        std::optional<CgbTypeEntry> type; // where the container has a table of types
    };
    bool bind() {
        for (const Entry& one : entries_) {
            if (one.name.empty()) continue;
            made().names.push_back(one.name);
            if (made().profile == Profile::Vertex) {
                vertex(one);
            } else if (!fragment(one)) {
                return false;
            }
        }
        return true;
    }
    void vertex(const Entry& one) {
        const auto found = one.type ? resource_of((*one.type)[CgbTypeEntry::resource]) : std::nullopt;
        if (found && found->stem == "TEXUNIT") return bind(*found, one.name);
        const bool uniform = one.type ? ((*one.type)[CgbTypeEntry::flags] & 3) == kUniform : !is_input(one);
        if (!uniform) return bind({"ATTR", one.resource}, one.name);
        const std::uint32_t rows = one.type ? rows_of_type((*one.type)[CgbTypeEntry::type]) : 1;
        for (std::uint32_t i = 0; i < rows && one.resource + i < kConstantRegisters; ++i)
            made().constants.push_back(
                {(one.resource + i) * kValueBytes, rows == 1 ? one.name : fmt::format("{}[{}]", one.name, i)});
    }
    void bind(const ResourceName& resource, const std::string& name) {
        made().bound.push_back({resource, false, name});
    }
    /// Without types, the number of an attribute that the program reads could be a constant's, too.
    bool is_input(const Entry& one) {
        constexpr std::uint32_t kInputs = 16;
        if (one.resource >= kInputs || (inputs_ >> one.resource & 1) == 0) return false;
        const bool is_first = (guessed_ >> one.resource & 1) == 0;
        guessed_ |= 1U << one.resource;
        made().warnings.push_back(fmt::format("'{}' could be v[{}] or c[{}]: taken for {}", one.name, one.resource,
                                              one.resource, is_first ? "the attribute" : "the constant"));
        return is_first;
    }
    /// A texture unit, or in the list of resources: a register, a count, as many places in the microcode.
    bool fragment(const Entry& one) {
        if (one.resource < kFirstResource) {
            bind({"TEXUNIT", one.resource}, one.name);
            return true;
        }
        const std::uint32_t index = one.resource - kFirstResource;
        if (index + 2 > resource_count_)
            return wrong(one.at, fmt::format("resource {} of a name, but there are {}", index, resource_count_));
        const std::uint32_t count = half_at(resources_ + 2 * (index + 1));
        if (count > resource_count_ - index - 2)
            return wrong(resources_ + 2 * (index + 1),
                         fmt::format("a resource has {} constants, the list {} more halves", count,
                                     resource_count_ - index - 2));
        listed_ += count;
        if (listed_ > kMaxConstants)
            return wrong(one.at, fmt::format("the parameters list more than {} constants", kMaxConstants));
        for (std::uint32_t i = 0; i < count; ++i)
            if (!placed(resources_ + 2 * (index + 2 + i), one.name)) return false;
        return true;
    }
    bool placed(std::uint32_t at, const std::string& name) {
        const std::uint32_t into = half_at(at), size = made().code_size;
        if (size < kValueBytes || into > size - kValueBytes)
            return wrong(at, fmt::format("a constant at byte {:#x} of the microcode, which has {} bytes", into, size));
        made().placed.push_back({into, name});
        return true;
    }

    CgbHeader header_;
    std::uint32_t next_ = 0;
    std::uint32_t inputs_ = 0, guessed_ = 0;
    std::uint32_t resource_count_ = 0, resources_ = 0, strings_ = 0;
    std::uint64_t listed_ = 0;
    std::vector<Entry> entries_;
};

} // namespace

Result<AnyContainer> read_cgb(Bytes file, Profile profile) { return CgbScan(file, profile).run(); }

} // namespace relit::isa::rsx::cg
