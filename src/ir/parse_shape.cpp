#include "ir/parse_shape.hpp"

#include "ir/names.hpp"

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

} // namespace relit::ir
