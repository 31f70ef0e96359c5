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
    Lister(Listing& listing, const Container& container) : listing_(listing), container_(container) {}

    void run() {
        std::vector<Line> code = std::exchange(listing_.lines, {});
        for (const Region& region : container_.regions) {
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
            case Kind::Header: return directive(0, fields_text(kContainer.name, Header::fields, container_.header.raw));
            case Kind::Parameter: return parameter(region);
            case Kind::Program: return program(region.offset);
            case Kind::Name: return name(region);
            case Kind::Value: return value(region);
            case Kind::Constants: return constants(region);
            case Kind::Gap: return gap(region);
            case Kind::Code: return;
        }
    }
    void parameter(const Region& region) {
        const Parameter& one = container_.parameters[region.index];
        directive(region.offset, fields_text(kParameter.name, Parameter::fields, one.raw), called(container_, one));
    }
    void program(std::uint32_t offset) {
        directive(offset, container_.profile() == Profile::Vertex
                              ? fields_text(kVertex.name, VertexHeader::fields, container_.vertex.raw)
                              : fields_text(kFragment.name, FragmentHeader::fields, container_.fragment.raw));
    }
    void name(const Region& region) {
        directive(region.offset, ".name \"" + printable(string_at(container_, region.offset)) + '"');
    }
    std::vector<std::uint32_t> dwords(const Region& region) const {
        std::vector<std::uint32_t> all;
        Cursor in(container_.bytes(region.offset, region.size));
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
        const Bytes all = container_.bytes(region.offset, region.size);
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
    const Container& container_;
};

} // namespace

void list_around(Listing& listing, const Container& container) {
    Lister(listing, container).run();
    listing.warnings.insert(listing.warnings.begin(), container.warnings.begin(), container.warnings.end());
}

} // namespace relit::isa::rsx::cg
