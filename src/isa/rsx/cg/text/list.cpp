// Containers as lines of a listing.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/text/directives.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

/// ".parameter type=float4, index=467": fields that are 0 are omitted.
std::string fields_text(std::string_view name, Fields fields, ConstUnits units) {
    const AnyWord word(units);
    std::string text(name);
    char separator = ' ';
    for (const FieldInfo& field : fields) {
        const std::uint64_t value = word.extract(field);
        if (value == 0 || field.name == FragmentHeader::absent.name) continue;
        text += separator;
        if (separator == ',') text += ' ';
        text += field.name;
        text += "=" + value_text(field, value);
        separator = ',';
    }
    return text;
}

class Lister {
public:
    Lister(Listing& listing, const AnyContainer& any) : listing_(listing), any_(any) {}

    void run() {
        std::vector<Line> code = std::exchange(listing_.lines, {});
        for (const Region& region : any_.regions) {
            if (region.kind != Kind::Code) {
                one(region);
                continue;
            }
            directive(region.offset, ".code");
            for (Line& line : code) {
                line.offset += region.offset;
                listing_.lines.push_back(std::move(line));
            }
            directive(region.offset + region.size, ".endcode");
        }
    }

private:
    void directive(std::uint64_t offset, std::string text, std::string note = {}) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.text = std::move(text);
        line.note = std::move(note);
        line.instruction = false;
    }
    void one(const Region& region) {
        switch (region.kind) {
            case Kind::Header: return directive(0, fields_text(kContainer.name, Header::fields, any_.cg->header.raw));
            case Kind::Parameter: return parameter(region);
            case Kind::Program: return program(region.offset);
            case Kind::Name: return name(region);
            case Kind::Value: return value(region);
            case Kind::Constants: return constants(region);
            case Kind::Gap: return gap(region);
            case Kind::Record: return record(region);
            case Kind::Halves: return halves(region);
            case Kind::Code: return;
        }
    }
    void parameter(const Region& region) {
        const Parameter& one = any_.cg->parameters[region.index];
        directive(region.offset, fields_text(kParameter.name, Parameter::fields, one.raw), called(*any_.cg, one));
    }
    void program(std::uint32_t offset) {
        directive(offset, any_.profile == Profile::Vertex
                              ? fields_text(kVertex.name, VertexHeader::fields, any_.cg->vertex.raw)
                              : fields_text(kFragment.name, FragmentHeader::fields, any_.cg->fragment.raw));
    }
    void record(const Region& region) {
        const Record& one = any_.records[region.index];
        const RecordRow& row = row_of(one.kind);
        directive(region.offset, fields_text(row.text, row.fields, one.raw), note_of(any_, one));
    }
    void halves(const Region& region) {
        std::vector<std::uint32_t> all;
        Cursor in(bytes(region));
        while (in.left() >= 2) all.push_back(in.u16be());
        directive(region.offset, fmt::format(".half {}", fmt::join(all, ", ")));
    }
    void name(const Region& region) {
        const std::string_view text = text_of(bytes(region));
        directive(region.offset, ".name \"" + printable(text.substr(0, text.size() - 1)) + '"');
    }
    Bytes bytes(const Region& region) const { return Bytes(any_.file).subspan(region.offset, region.size); }
    std::vector<std::uint32_t> dwords(const Region& region) const {
        std::vector<std::uint32_t> all;
        Cursor in(bytes(region));
        while (in.left() >= 4) all.push_back(in.u32be());
        return all;
    }
    void value(const Region& region) {
        const std::vector<std::uint32_t> lanes = dwords(region);
        directive(region.offset, fmt::format(".default {:#010x}", fmt::join(lanes, ", ")), floats(lanes));
    }
    void constants(const Region& region) {
        const std::vector<std::uint32_t> all = dwords(region);
        directive(region.offset, fmt::format(".constants {}", fmt::join(all.begin() + 1, all.end(), ", ")));
    }
    /// Bytes that nothing leads to: zeros by their number, others by sixteen.
    void gap(const Region& region) {
        const Bytes all = bytes(region);
        for (std::size_t at = 0; at < all.size();) {
            const auto zeros =
                static_cast<std::size_t>(std::ranges::find_if(all.begin() + static_cast<std::ptrdiff_t>(at), all.end(),
                                                              [](std::uint8_t byte) { return byte != 0; }) -
                                         all.begin()) -
                at;
            const std::size_t count = zeros != 0 ? zeros : std::min<std::size_t>(16, all.size() - at);
            const Bytes these = all.subspan(at, count);
            directive(region.offset + at, zeros != 0 ? fmt::format(".pad {}", zeros)
                                                     : fmt::format(".byte {:#04x}", fmt::join(these, ", ")));
            at += count;
        }
    }

    Listing& listing_;
    const AnyContainer& any_;
};

} // namespace

void list_around(Listing& listing, const AnyContainer& container) {
    Lister(listing, container).run();
    listing.warnings.insert(listing.warnings.begin(), container.warnings.begin(), container.warnings.end());
}

} // namespace relit::isa::rsx::cg
