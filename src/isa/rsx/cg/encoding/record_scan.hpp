// Shared by the readers of containers that consist of records: records from bytes, and the offsets of their fields.
#pragma once

#include "isa/rsx/cg/encoding/any_container.hpp"
#include "isa/rsx/cg/encoding/regions.hpp"

#include <string>
#include <utility>

namespace relit::isa::rsx::cg {

/// Reads the records of one file into a container. Functions that return false leave a fault.
class RecordScan {
public:
    explicit RecordScan(Bytes file) : file_(file), regions_(file) {}

protected:
    bool wrong(std::uint64_t offset, std::string text, FaultKind kind = FaultKind::BadInput) {
        return regions_.wrong(offset, std::move(text), kind);
    }
    /// Returns the offset in the file of a field of a record at `base`.
    static std::uint32_t offset_of(std::uint32_t base, const FieldInfo& field) {
        const unsigned end = field.runs[0].bit % 32 + field.runs[0].width; // from the dword's low bit on
        return base + field.runs[0].bit / 32U * 4 + (32 - end) / 8;
    }
    /// Adds the record at `offset`, to which the field at `from` points. Returns nullptr if it is not whole.
    const Record* record(std::uint32_t from, std::uint32_t offset, RecordKind kind) {
        const std::uint32_t size = row_of(kind).bytes;
        const auto index = static_cast<std::uint32_t>(made_.records.size());
        if (!regions_.add(from, offset, size, Kind::Record, index)) return nullptr;
        Record& made = made_.records.emplace_back();
        made.kind = kind;
        for (std::uint32_t i = 0; i < size; ++i)
            made.raw[i / 4] |= std::uint32_t{file_[offset + i]} << (24 - 8 * (i % 4));
        return &made;
    }
    /// The first record of a file that profile_of_record() found to be a container.
    const Record* head(RecordKind kind) {
        const std::uint32_t size = row_of(kind).bytes;
        if (profile_of_record(file_) != made_.profile) {
            wrong(0, made_.profile == Profile::Vertex ? "not the container of a vertex program"
                                                      : "not the container of a fragment program");
            return nullptr;
        }
        if (file_.size() >= size) return record(0, 0, kind);
        wrong(file_.size(), "the container's header has " + std::to_string(size) + " bytes, the file " +
                                std::to_string(file_.size()));
        return nullptr;
    }
    bool code(std::uint32_t from, std::uint32_t offset, std::uint32_t size) {
        if (size == 0) return wrong(from, "there is no microcode");
        made_.code_offset = offset;
        made_.code_size = size;
        return regions_.add(from, offset, size, Kind::Code);
    }
    [[nodiscard]] std::string name_at(std::uint32_t offset) const {
        const std::string_view rest = text_of(file_.subspan(offset));
        return printable(rest.substr(0, rest.find('\0')));
    }
    [[nodiscard]] Result<AnyContainer> done(bool whole) {
        if (!whole || !regions_.join(made_.regions)) return std::unexpected(regions_.take_fault());
        made_.file.assign(file_.begin(), file_.end());
        return std::move(made_);
    }
    [[nodiscard]] Bytes file() const { return file_; }
    [[nodiscard]] AnyContainer& made() { return made_; }
    [[nodiscard]] Regions& regions() { return regions_; }

private:
    Bytes file_;
    AnyContainer made_;
    Regions regions_;
};

} // namespace relit::isa::rsx::cg
