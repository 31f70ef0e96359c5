#include "machine/r500/atom/text/data_fields.hpp"

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

constexpr FieldRow kFields[] = {
#define ATOM_RECORDS(table, format, first, last, start, stride)
#define ATOM_FIELD(table, format, first, last, part, offset, type, name, unit) \
    {table, format, first, last, TablePart::part, offset, FieldType::type, name, unit},
#include "machine/r500/atom/text/data_fields.inc"
#undef ATOM_FIELD
#undef ATOM_RECORDS
};

struct RecordRow {
    std::string_view table;
    unsigned format, first, last;
    std::uint32_t start, stride;
};
constexpr RecordRow kRecords[] = {
#define ATOM_RECORDS(table, format, first, last, start, stride) {table, format, first, last, start, stride},
#define ATOM_FIELD(table, format, first, last, part, offset, type, name, unit)
#include "machine/r500/atom/text/data_fields.inc"
#undef ATOM_FIELD
#undef ATOM_RECORDS
};

bool is_of(const auto& row, const Table& table, std::string_view name) {
    return row.table == name && row.format == table.format && row.first <= table.content && table.content <= row.last;
}

} // namespace

unsigned bytes_of(FieldType type) {
    switch (type) {
        case FieldType::U8: return 1;
        case FieldType::U16:
        case FieldType::Pointer: return 2;
        case FieldType::U32:
        case FieldType::Text: return 4;
    }
    unreachable("bytes_of(FieldType)");
}

std::span<const FieldRow> field_rows() { return kFields; }

std::vector<DataField> fields_of(const Table& table) {
    const std::string name = name_of(table);
    const auto records = std::ranges::find_if(kRecords, [&](const auto& row) { return is_of(row, table, name); });
    std::vector<DataField> found;
    for (const FieldRow& row : kFields) {
        if (!is_of(row, table, name)) continue;
        if (row.part == TablePart::Head) found.push_back({&row, row.offset, -1});
        if (row.part == TablePart::Head || records == std::end(kRecords)) continue;
        int record = 0;
        for (std::uint32_t at = records->start; at + records->stride <= table.size; at += records->stride)
            found.push_back({&row, at + row.offset, record++});
    }
    std::erase_if(found, [&](const DataField& one) { return one.offset + bytes_of(one.row->type) > table.size; });
    std::ranges::sort(found, {}, &DataField::offset);
    return found;
}

} // namespace relit::machine::r500::atom
