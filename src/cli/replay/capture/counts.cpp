#include "cli/replay/capture/counts.hpp"

#include "machine/r500/registers/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using render::r500::CountRow;

std::string primitive_of(std::uint32_t vf_cntl) {
    namespace field = machine::r500::field;
    const auto found = machine::r500::register_at(machine::r500::reg::VAP_VF_CNTL);
    const auto* const row = isa::r500::field_named(machine::r500::fields_of(*found->row), "PRIM_TYPE");
    return machine::r500::field_text(*row, machine::r500::word_of(vf_cntl)[field::VAP_VF_CNTL__PRIM_TYPE]);
}

} // namespace

std::string CaptureCounts::text() const {
    constexpr std::size_t kDraw = 6, kPrimitive = 16;
    struct Column {
        const CountRow* row;
        std::size_t width;
    };
    std::vector<Column> columns;
    for (const CountRow& row : render::r500::count_rows()) {
        std::uint64_t most = 0;
        for (const CountedDraw& each : draws_) most = std::max(most, each.counts.*row.member);
        if (most != 0) columns.push_back({&row, 2 + std::max(row.head.size(), std::to_string(most).size())});
    }
    std::string text = fmt::format("{:>{}}  {:<{}}", "draw", kDraw, "primitive", kPrimitive);
    for (const Column& column : columns) text += fmt::format("{:>{}}", column.row->head, column.width);
    for (const CountedDraw& each : draws_) {
        text += fmt::format("\n{:>{}}  {:<{}}", each.number, kDraw, primitive_of(each.vf_cntl), kPrimitive);
        for (const Column& column : columns)
            text += fmt::format("{:>{}}", each.counts.*column.row->member, column.width);
    }
    return text + "\n";
}

void CaptureCounts::add_members(JsonWriter& json) const {
    json.objects("draw_counts", draws_, [&](const CountedDraw& each) {
        json.members({{"draw", each.number}, {"primitive", primitive_of(each.vf_cntl)}});
        for (const CountRow& row : render::r500::count_rows()) json.member(row.name, each.counts.*row.member);
    });
}

} // namespace relit::cli
