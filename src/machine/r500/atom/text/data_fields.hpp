// The known fields of data tables and of the ROM header.
#pragma once

#include "machine/r500/atom/image.hpp"

#include <span>
#include <vector>

namespace relit::machine::r500::atom {

enum class FieldType : std::uint8_t {
    U8,
    U16,
    U32,
    Text,
    Pointer
}; // Text: four characters; Pointer: offset of a table
[[nodiscard]] unsigned bytes_of(FieldType type);

enum class TablePart : std::uint8_t { Head, Record };
struct FieldRow {
    std::string_view table;
    unsigned format, first, last; // revisions that have it
    TablePart part;
    std::uint32_t offset;
    FieldType type;
    std::string_view name, unit;
};
[[nodiscard]] std::span<const FieldRow> field_rows();

/// A field of one table. `record` counts its records from 0; -1: of the head.
struct DataField {
    const FieldRow* row = nullptr;
    std::uint32_t offset = 0; // from the start of the table
    int record = -1;
};
/// In order of offsets, none overlapping another, all inside the table.
[[nodiscard]] std::vector<DataField> fields_of(const Table& table);

} // namespace relit::machine::r500::atom
