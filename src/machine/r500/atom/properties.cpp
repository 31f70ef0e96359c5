#include "machine/r500/atom/properties.hpp"

#include "machine/r500/atom/code.hpp"
#include "machine/r500/atom/indirect_io.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

/// Counts over all command tables.
struct Counts {
    std::uint64_t instructions = 0, trailing = 0;
    std::map<std::string, std::uint64_t> operations;
};

Counts count_code(const Image& image) {
    Counts counts;
    for (const Table& table : image.tables) {
        if (table.kind != TableKind::Command) continue;
        const Code code = sweep(image.bytes, table);
        counts.instructions += code.instructions.size();
        counts.trailing += table.end() - code.end;
        for (const Instruction& one : code.instructions) ++counts.operations[std::string(name_of_opcode(one.opcode))];
    }
    return counts;
}

Property::Item item_of(const Table& table) {
    return {name_of(table),
            fmt::format("at 0x{:04X}, {} bytes, revision {}.{}", table.offset, table.size, table.format, table.content),
            {{"name", name_of(table)},
             {"offset", std::int64_t{table.offset}},
             {"size", std::int64_t{table.size}},
             {"format", std::int64_t{table.format}},
             {"content", std::int64_t{table.content}}}};
}

Property tables_of(const Image& image, TableKind kind, std::string name) {
    std::vector<Property::Item> items;
    for (const Table& table : image.tables)
        if (table.kind == kind) items.push_back(item_of(table));
    return {std::move(name), std::move(items)};
}

std::uint64_t io_programs(const Image& image) {
    const Table* const table = image.data_table(kIndirectIoTable);
    if (table == nullptr) return 0;
    return static_cast<std::uint64_t>(std::ranges::count(sweep_io(image.bytes, *table), IoOp::End, &IoInstruction::op));
}

/// All bytes of the length that the image says, added in eight bits, are zero.
bool is_checksum_right(const Image& image) {
    const std::size_t length = kLengthUnit * image.bytes[kLengthAt];
    if (length > image.bytes.size()) return false;
    std::uint8_t sum = 0;
    for (const std::uint8_t byte : image.bytes.first(length)) sum = static_cast<std::uint8_t>(sum + byte);
    return sum == 0;
}

} // namespace

std::vector<Property> properties_of(const Image& image) {
    const Counts counts = count_code(image);
    std::vector<Property> all;
    all.push_back({"message", image.message()});
    all.push_back({"chip", image.chip()});
    all.push_back({"length", std::uint64_t{kLengthUnit * image.bytes[kLengthAt]}});
    all.push_back({"checksum right", is_checksum_right(image)});
    if (!image.before.empty())
        all.push_back({"begins at", std::uint64_t{image.before.size()}, fmt::format("{:#x}", image.before.size())});
    if (!image.neighbours.empty()) all.push_back({"images of the ROM", image.neighbours});
    all.push_back({"ROM header", std::uint64_t{image.header}, fmt::format("0x{:04X}", image.header)});
    all.push_back({"instructions", counts.instructions});
    all.push_back({"bytes after code", counts.trailing});
    all.push_back({"operations", Property::Counts(counts.operations.begin(), counts.operations.end())});
    all.push_back({"indirect IO programs", io_programs(image)});
    all.push_back(tables_of(image, TableKind::Command, "command tables"));
    all.push_back(tables_of(image, TableKind::Data, "data tables"));
    for (const std::string& warning : image.warnings) all.push_back({"warning", warning, {}, true});
    return all;
}

} // namespace relit::machine::r500::atom
