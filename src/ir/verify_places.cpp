// What registers may be to the pipeline, by stage and role.
#include "ir/names.hpp"
#include "ir/verify.hpp"

#include <set>
#include <tuple>

#include <fmt/format.h>

namespace relit::ir {
namespace {

bool before_fragments(Stage stage) { return stage != Stage::Fragment && stage != Stage::Compute; }

bool is_output(Meaning meaning, Stage stage) {
    switch (meaning) {
        case Meaning::User:
        case Meaning::None: return true;
        case Meaning::FragDepth:
        case Meaning::SampleMask: return stage == Stage::Fragment;
        case Meaning::TessLevelOuter:
        case Meaning::TessLevelInner: return stage == Stage::TessControl;
        case Meaning::FrontFacing: return false;
        case Meaning::Layer:
        case Meaning::ViewportIndex: return before_fragments(stage) && stage != Stage::TessControl;
        default: return before_fragments(stage);
    }
}

bool is_input(Meaning meaning, Stage stage) {
    switch (meaning) {
        case Meaning::User:
        case Meaning::None: return true;
        case Meaning::FragDepth: return false;
        case Meaning::SampleMask:
        case Meaning::FrontFacing:
        case Meaning::Layer:
        case Meaning::ViewportIndex: return stage == Stage::Fragment;
        case Meaning::TessLevelOuter:
        case Meaning::TessLevelInner: return stage == Stage::TessEval;
        case Meaning::PointSize: return before_fragments(stage) && stage != Stage::Vertex;
        default: return stage != Stage::Vertex && stage != Stage::Compute;
    }
}

std::string wrong_geometry(const Module& module) {
    const Geometry& shape = module.geometry;
    const std::uint32_t given = vertices_of(shape.in);
    const bool makes =
        shape.out == Primitive::Points || shape.out == Primitive::LineStrip || shape.out == Primitive::TriangleStrip;
    if (shape.in > Primitive::TrianglesAdjacency || !makes || shape.invocations == 0) {
        return "a geometry shader is given points, lines or triangles and makes points or strips";
    }
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const RegisterFile& file = module.files[i];
        if (file.role != Role::Input || file.count % given == 0) continue;
        return fmt::format("file {}: {} registers cannot be those of {} vertices", i, file.count, given);
    }
    return {};
}

std::string wrong_place(const Module& module, const RegisterFile& file, const Place& place) {
    const bool whole = place.meaning == Meaning::User || place.meaning == Meaning::None;
    const bool in = file.role == Role::Input;
    if (file.role == Role::Register) return "the file is neither input nor output";
    if (place.meaning > Meaning::None || place.interpolation > Interpolation::Sample) return "it means nothing";
    if (place.reg >= registers_of_a_vertex(module, file)) return fmt::format("there is no register {}", place.reg);
    if (place.lane >= file.lanes) return fmt::format("there is no lane {}", place.lane);
    if (!has_number(place.meaning) && place.number != 0) return "it has a number";
    if (whole && place.lane != 0) return "it takes the whole register";
    if (whole) return {};
    if (place.interpolation != Interpolation::Smooth) return "it is not interpolated";
    if (bits_of(file.kind) != 32) return "it takes lanes of 32 bits";
    if (place.meaning == Meaning::Position && file.lanes - place.lane < 4) return "a position has four lanes";
    const bool fits = in ? is_input(place.meaning, module.stage) : is_output(place.meaning, module.stage);
    if (fits) return {};
    return fmt::format("no {} of this stage", name_in(kRoleNames, file.role));
}

std::string wrong_limits(const Place& place) {
    constexpr unsigned kDistances = 8, kOuter = 4, kInner = 2;
    const bool distance = place.meaning == Meaning::ClipDistance || place.meaning == Meaning::CullDistance;
    const unsigned most = distance                                   ? kDistances
                          : place.meaning == Meaning::TessLevelOuter ? kOuter
                          : place.meaning == Meaning::TessLevelInner ? kInner
                                                                     : 256;
    return place.number < most ? "" : fmt::format("there are {} of them", most);
}

} // namespace

std::string wrong_places(const Module& module) {
    if (module.stage == Stage::Geometry) {
        if (std::string text = wrong_geometry(module); !text.empty()) return text;
    }
    std::set<std::tuple<Role, Meaning, unsigned>> given;
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const RegisterFile& file = module.files[i];
        for (std::size_t n = 0; n < file.places.size(); ++n) {
            const Place& place = file.places[n];
            std::string text = wrong_place(module, file, place);
            if (text.empty()) text = wrong_limits(place);
            const bool once = place.meaning != Meaning::None;
            const bool is_new = given.emplace(file.role, place.meaning, place.number).second;
            if (text.empty() && once && !is_new) text = "another place means the same";
            if (!text.empty()) {
                return fmt::format("file {}: place {} ({}): {}", i, n, name_in(kMeaningNames, place.meaning), text);
            }
        }
    }
    return {};
}

} // namespace relit::ir
