// Properties of containers of PSL1GHT and of compact ones for `info` and listings: their headers, and a line for each name.
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/text/directives.hpp"
#include "isa/shared/properties.hpp"

#include <array>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

std::string named_at(const AnyContainer& container, std::uint32_t offset) {
    if (offset == 0 || offset >= container.file.size()) return {};
    const std::string_view rest = text_of(Bytes(container.file).subspan(offset));
    return printable(rest.substr(0, rest.find('\0')));
}

std::array<std::uint32_t, 4> lanes_of(const PslConstant& one) {
    return {one[PslConstant::x], one[PslConstant::y], one[PslConstant::z], one[PslConstant::w]};
}

/// Returns whether the record is one of those that a container has once, before all tables.
bool is_header(RecordKind kind) {
    return kind == RecordKind::VertexHeader || kind == RecordKind::FragmentHeader || kind == RecordKind::Cgb ||
           kind == RecordKind::CgbVertex || kind == RecordKind::CgbFragment;
}

Property::Item attribute_row(const AnyContainer& container, const PslAttribute& one) {
    const std::string name = named_at(container, one[PslAttribute::name]);
    const std::string kind = value_text(PslAttribute::kind, one[PslAttribute::kind]);
    return {"attribute",
            fmt::format("{} {}, index {}", kind, name, one[PslAttribute::index]),
            {{"name", name}, {"type", kind}, {"index", std::int64_t{one[PslAttribute::index]}}}};
}

Property::Item constant_row(const AnyContainer& container, const PslConstant& one) {
    const std::string name = named_at(container, one[PslConstant::name]);
    const std::string kind = value_text(PslConstant::kind, one[PslConstant::kind]);
    const auto lanes = lanes_of(one);
    const bool internal = one[PslConstant::internal] != 0;
    const std::string location = container.profile == Profile::Vertex ? fmt::format("c[{}]", one[PslConstant::index])
                                 : one[PslConstant::index] == kNoTable
                                     ? std::string("not in the program")
                                     : fmt::format("places at byte {:#x}", one[PslConstant::index]);
    const bool is_further_row = name.empty() && !internal; // its record repeats no type
    return {"constant",
            fmt::format("{}, {}{}, {}",
                        is_further_row ? "a row of it"
                        : name.empty() ? kind
                                       : kind + " " + name,
                        location, internal ? ", internal" : "", floats(lanes)),
            {{"name", name},
             {"type", is_further_row ? Property::Item::Value() : Property::Item::Value(kind)},
             {"index", std::int64_t{one[PslConstant::index]}},
             {"rows", std::int64_t{one[PslConstant::count]}},
             {"internal", internal},
             {"values", Property::Floats{{lanes.begin(), lanes.end()}}},
             {"words", hex_words(lanes)}}};
}

Property::Item name_row(const CgbNameEntry& one, const std::string& name) {
    const std::uint32_t resource = one[CgbNameEntry::resource], parent = one[CgbNameEntry::parent];
    return {"name",
            fmt::format("{}, resource {}{}", name, resource,
                        parent == kNoRegister ? std::string() : fmt::format(", of name {}", parent)),
            {{"name", name}, {"resource", std::int64_t{resource}}, {"parent", std::int64_t{parent}}}};
}

/// The names of a compact container, which follow its entries and resources.
class CgbStrings {
public:
    explicit CgbStrings(const AnyContainer& container) : container_(container) {
        for (const Region& region : container.regions) {
            if (region.kind != Kind::Record) continue;
            const Record& one = container.records[region.index];
            if (one.kind != RecordKind::CgbNames) continue;
            const auto table = one.as<CgbNameTable>();
            begin_ = region.offset + region.size + table[CgbNameTable::count] * row_of(RecordKind::CgbName).bytes +
                     2 * table[CgbNameTable::resources];
        }
    }
    [[nodiscard]] std::string at(const CgbNameEntry& one) const {
        return named_at(container_, begin_ + one[CgbNameEntry::name]);
    }

private:
    const AnyContainer& container_;
    std::uint32_t begin_ = 0;
};

void add_header(std::vector<Property>& properties, const Record& record) {
    for (const FieldInfo& field : row_of(record.kind).fields) {
        if (field.name == FragmentHeader::absent.name) continue;
        const std::uint64_t value = record.extract(field);
        std::string text = value_text(field, value);
        Property::Value told = value_name(field, value).empty() ? Property::Value(value) : Property::Value(text);
        properties.push_back({"header " + std::string(field.name), std::move(told), std::move(text)});
    }
}

} // namespace

std::string note_of(const AnyContainer& container, const Record& record) {
    switch (record.kind) {
        case RecordKind::Attribute: return named_at(container, record.as<PslAttribute>()[PslAttribute::name]);
        case RecordKind::Constant: {
            const auto one = record.as<PslConstant>();
            const std::string name = named_at(container, one[PslConstant::name]);
            return (name.empty() ? "" : name + ": ") + floats(lanes_of(one));
        }
        default: return {};
    }
}

void add_records(std::vector<Property>& properties, const AnyContainer& container) {
    const CgbStrings strings(container);
    std::vector<Property::Item> rows;
    const auto add = [&](Property::Item row) {
        row.name += " " + std::to_string(rows.size());
        rows.push_back(std::move(row));
    };
    for (const Record& one : container.records) {
        if (is_header(one.kind)) add_header(properties, one);
        if (one.kind == RecordKind::Attribute) add(attribute_row(container, one.as<PslAttribute>()));
        if (one.kind == RecordKind::Constant) add(constant_row(container, one.as<PslConstant>()));
        if (one.kind == RecordKind::CgbName) add(name_row(one.as<CgbNameEntry>(), strings.at(one.as<CgbNameEntry>())));
    }
    properties.push_back({"parameters", std::move(rows)});
}

} // namespace relit::isa::rsx::cg
