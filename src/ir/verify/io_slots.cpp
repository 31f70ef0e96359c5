// What registers may be to the pipeline, by stage and role.
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"

#include <array>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace relit::ir {
namespace {

// What the largest devices have.
constexpr std::uint32_t kMostInWorkgroup = 1024, kMostEmitted = 1024, kMostGeometryInvocations = 32;

bool before_fragments(Stage stage) { return stage != Stage::Fragment && stage != Stage::Compute; }

bool is_output(Semantic semantic, Stage stage) {
    switch (semantic) {
        case Semantic::User:
        case Semantic::None: return true;
        case Semantic::FragDepth:
        case Semantic::SampleMask: return stage == Stage::Fragment;
        case Semantic::TessLevelOuter:
        case Semantic::TessLevelInner: return stage == Stage::TessControl;
        case Semantic::FrontFacing: return false;
        case Semantic::PrimitiveId: return stage == Stage::Geometry;
        case Semantic::Layer:
        case Semantic::ViewportIndex: return before_fragments(stage) && stage != Stage::TessControl;
        default: return before_fragments(stage);
    }
}

bool is_input(Semantic semantic, Stage stage) {
    switch (semantic) {
        case Semantic::User:
        case Semantic::None: return true;
        case Semantic::PrimitiveId:
        case Semantic::FragDepth: return false;
        case Semantic::SampleMask:
        case Semantic::FrontFacing:
        case Semantic::Layer:
        case Semantic::ViewportIndex: return stage == Stage::Fragment;
        case Semantic::TessLevelOuter:
        case Semantic::TessLevelInner: return stage == Stage::TessEval;
        case Semantic::PointSize: return before_fragments(stage) && stage != Stage::Vertex;
        default: return stage != Stage::Vertex && stage != Stage::Compute;
    }
}

std::string wrong_workgroup(const Module& module) {
    const auto [x, y, z] = module.workgroup;
    const auto fits = [](std::uint64_t count) { return count != 0 && count <= kMostInWorkgroup; };
    if (fits(x) && fits(y) && fits(z) && fits(std::uint64_t{x} * y * z)) return {};
    return fmt::format("a workgroup has 1 to {} invocations, not {} x {} x {}", kMostInWorkgroup, x, y, z);
}

std::string wrong_shape(const Module& module) {
    const Geometry& shape = module.geometry;
    const bool makes =
        shape.out == Primitive::Points || shape.out == Primitive::LineStrip || shape.out == Primitive::TriangleStrip;
    if (module.stage != Stage::Geometry) return {};
    if (shape.vertices > kMostEmitted || shape.invocations > kMostGeometryInvocations)
        return fmt::format("a geometry shader emits {} vertices at most, in {} invocations at most", kMostEmitted,
                           kMostGeometryInvocations);
    if (shape.in <= Primitive::TrianglesAdjacency && makes && shape.invocations != 0) return {};
    return "a geometry shader is given points, lines or triangles and makes points or strips";
}

std::string wrong_files(const Module& module) {
    const Tessellation& shape = module.tessellation;
    const auto fits = [](std::uint32_t vertices) { return vertices != 0 && vertices <= kMostPatchVertices; };
    if (!fits(shape.given) || !fits(shape.made))
        return fmt::format("patches have 1 to {} vertices", kMostPatchVertices);
    if (shape.domain > Domain::Isolines || shape.spacing > Spacing::FractionalOdd)
        return "there is no such tessellation";
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const RegisterFile& file = module.files[i];
        const bool can = (module.stage == Stage::TessControl && file.role == Role::Output) ||
                         (module.stage == Stage::TessEval && file.role == Role::Input);
        const bool ends = (module.stage == Stage::Vertex && file.role == Role::Input) ||
                          (module.stage == Stage::Fragment && file.role == Role::Output);
        if (file.is_signed && (!ends || file.kind != Kind::I32))
            return fmt::format("file {}: this file cannot be signed", i);
        if (file.is_patch && !can) return fmt::format("file {}: patches do not have it", i);
    }
    return {};
}

/// Whole vertices are given.
std::string wrong_count(const Module& module) {
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const RegisterFile& file = module.files[i];
        const std::uint32_t given = vertices_of(module, file);
        if (file.count % given == 0) continue;
        return fmt::format("file {}: {} registers cannot be those of {} vertices", i, file.count, given);
    }
    return {};
}

std::string wrong_feedback(const Module& module) {
    const bool can = before_fragments(module.stage) && module.stage != Stage::TessControl;
    std::array<std::uint32_t, kFeedbackBuffers> strides{};
    for (std::size_t i = 0; i < module.feedback.size(); ++i) {
        const Feedback& one = module.feedback[i];
        const auto wrong = [&](std::string_view why) { return fmt::format("feedback {}: {}", i, why); };
        if (!can) return wrong("not available in this stage");
        if (one.file >= module.files.size()) return wrong("there is no such file");
        const RegisterFile& file = module.files[one.file];
        if (file.role != Role::Output || one.reg >= file.count) return wrong("there is no such output");
        if (bits_of(file.kind) != 32) return wrong("it requires 32-bit lanes");
        if (one.buffer >= kFeedbackBuffers) return wrong("there is no such buffer");
        if (one.offset % 4 != 0 || one.stride % 4 != 0 || one.offset + 4ULL * file.lanes > one.stride)
            return wrong("it does not lie within a vertex");
        const std::uint32_t before = std::exchange(strides[one.buffer], one.stride);
        if (before != 0 && before != one.stride) return wrong("strides of a buffer differ");
    }
    return {};
}

std::string wrong_io_slot(const Module& module, const RegisterFile& file, const IoSlot& slot) {
    const bool whole = slot.semantic == Semantic::User || slot.semantic == Semantic::None;
    const bool in = file.role == Role::Input;
    if (file.role == Role::Register) return "the file is neither input nor output";
    if (slot.semantic > Semantic::None || slot.interpolation > Interpolation::Sample) return "it means nothing";
    if (slot.reg >= registers_of_a_vertex(module, file)) return fmt::format("there is no register {}", slot.reg);
    if (slot.lane >= file.lanes) return fmt::format("there is no lane {}", slot.lane);
    if (!has_number(slot.semantic) && slot.number != 0) return "it has a number";
    const bool level = slot.semantic == Semantic::TessLevelOuter || slot.semantic == Semantic::TessLevelInner;
    if (!whole && level != file.is_patch)
        return level ? "tessellation levels belong to the patch" : "patches do not have it";
    if (slot.semantic == Semantic::None && slot.lane != 0) return "it takes the whole register";
    if (whole && slot.lane != 0 && bits_of(file.kind) != 32)
        return "only 32-bit lanes can have separate interface variables";
    const bool blends = module.stage == Stage::Fragment && !in && slot.semantic == Semantic::User;
    if (slot.is_second && !blends) return "it is not a blend source";
    if (whole) return {};
    if (slot.interpolation != Interpolation::Smooth) return "it is not interpolated";
    if (bits_of(file.kind) != 32) return "it requires 32-bit lanes";
    if (slot.semantic == Semantic::Position && file.lanes - slot.lane < 4) return "a position has four lanes";
    const bool fits = in ? is_input(slot.semantic, module.stage) : is_output(slot.semantic, module.stage);
    if (fits) return {};
    return fmt::format("no {} of this stage", name_in(kRoleNames, file.role));
}

std::string wrong_limits(const IoSlot& slot) {
    constexpr unsigned kDistances = 8, kOuter = 4, kInner = 2;
    const bool distance = slot.semantic == Semantic::ClipDistance || slot.semantic == Semantic::CullDistance;
    const unsigned most = distance                                    ? kDistances
                          : slot.semantic == Semantic::TessLevelOuter ? kOuter
                          : slot.semantic == Semantic::TessLevelInner ? kInner
                                                                      : 256;
    return slot.number < most ? "" : fmt::format("there are {} of them", most);
}

} // namespace

std::string wrong_io_slots(const Module& module) {
    for (const auto wrong : {wrong_workgroup, wrong_shape, wrong_files, wrong_count, wrong_feedback})
        if (std::string text = wrong(module); !text.empty()) return text;
    std::set<std::tuple<Role, Semantic, unsigned, bool>> given;
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const RegisterFile& file = module.files[i];
        for (std::size_t n = 0; n < file.io_slots.size(); ++n) {
            const IoSlot& slot = file.io_slots[n];
            std::string text = wrong_io_slot(module, file, slot);
            if (text.empty()) text = wrong_limits(slot);
            const bool once = slot.semantic != Semantic::None;
            const bool is_new = given.emplace(file.role, slot.semantic, slot.number, slot.is_second).second;
            if (text.empty() && once && !is_new) text = "another IO slot has the same semantic";
            if (!text.empty()) {
                return fmt::format("file {}: place {} ({}): {}", i, n, name_in(kSemanticNames, slot.semantic), text);
            }
        }
    }
    return {};
}

} // namespace relit::ir
