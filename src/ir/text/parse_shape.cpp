#include "ir/text/parse_shape.hpp"

#include "ir/names.hpp"
#include "ir/text/parse.hpp"

namespace relit::ir {

bool read_geometry(Reader& in, Geometry& shape) {
    return in.one_of(kPrimitiveNames, shape.in, "primitive") && in.one_of(kPrimitiveNames, shape.out, "primitive") &&
           in.expect("vertices") && in.number(shape.vertices) && in.expect("invocations") &&
           in.number(shape.invocations);
}

bool read_patch(Reader& in, Stage stage, Tessellation& shape) {
    if (!in.expect("given") || !in.number(shape.given)) return false;
    if (stage == Stage::TessControl) return in.expect("made") && in.number(shape.made);
    if (!in.one_of(kDomainNames, shape.domain, "domain") || !in.one_of(kSpacingNames, shape.spacing, "spacing"))
        return false;
    while (!in.ends()) {
        const std::string_view word = in.token();
        if (word != "clockwise" && word != "points") return in.wrong("unexpected text");
        (word == "points" ? shape.points : shape.clockwise) = true;
    }
    return true;
}

bool read_feedback(Reader& in, const Reader::Names& files, std::size_t count, Feedback& one) {
    if (!in.reference(files, count, "file", one.file) || !in.expect("[") || !in.number(one.reg) || !in.expect("]"))
        return false;
    return in.expect("buffer") && in.number(one.buffer) && in.expect("offset") && in.number(one.offset) &&
           in.expect("stride") && in.number(one.stride);
}

bool read_label(Reader& in, const Reader::Names& resources, Module& module) {
    std::uint32_t resource = 0;
    if (!in.reference(resources, module.resources.size(), "resource", resource)) return false;
    std::vector<Label>& labels = module.resources[resource].labels;
    if (labels.size() >= kMostDeclarations) return in.beyond(kMostDeclarations, "declarations");
    Label& made = labels.emplace_back();
    return in.number(made.offset) && in.text(made.text, kLongestName);
}

bool read_register_label(Reader& in, const Reader::Names& files, Module& module) {
    std::uint32_t file = 0;
    if (!in.reference(files, module.files.size(), "file", file)) return false;
    std::vector<Label>& labels = module.files[file].labels;
    if (labels.size() >= kMostDeclarations) return in.beyond(kMostDeclarations, "declarations");
    Label& made = labels.emplace_back();
    return in.expect("[") && in.number(made.offset) && in.expect("]") && in.text(made.text, kLongestName);
}

bool read_packed(Reader& in, const Reader::Names& resources, Module& module) {
    std::uint32_t resource = 0;
    if (!in.reference(resources, module.resources.size(), "resource", resource)) return false;
    std::vector<std::uint32_t>& offsets = module.resources[resource].guest_offsets;
    while (!in.ends()) {
        if (offsets.size() >= kMostDeclarations) return in.beyond(kMostDeclarations, "declarations");
        if (!in.number(offsets.emplace_back())) return false;
    }
    return true;
}

} // namespace relit::ir
