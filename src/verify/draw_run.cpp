#include "verify/draw_run.hpp"

#include "verify/samples.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace relit::verify {
namespace {

using render::vk::Float4;
using render::vk::Topology;

constexpr std::uint32_t kSide = 16, kPrimitives = 16, kMostRecordBytes = 1U << 24, kRecordsOfADraw = 1024;
constexpr std::uint32_t kVertexWord = 4, kWordBits = 32;

Topology topology_of(const ir::Module& program) {
    if (program.stage == ir::Stage::TessControl || program.stage == ir::Stage::TessEval) return Topology::Patches;
    if (program.stage != ir::Stage::Geometry) return Topology::Triangles;
    switch (program.geometry.in) {
        case ir::Primitive::Points: return Topology::Points;
        case ir::Primitive::Lines: return Topology::Lines;
        case ir::Primitive::LinesAdjacency: return Topology::LinesAdjacency;
        case ir::Primitive::TrianglesAdjacency: return Topology::TrianglesAdjacency;
        default: return Topology::Triangles;
    }
}

std::uint32_t vertices_of_a_primitive(const ir::Module& program) {
    switch (program.stage) {
        case ir::Stage::Geometry: return ir::vertices_of(program.geometry.in);
        case ir::Stage::TessControl:
        case ir::Stage::TessEval: return program.tessellation.given;
        default: return 3;
    }
}

/// Half of the target is covered by one triangle, so that most quads are whole and none has to be clipped.
std::vector<Float4> positions(std::mt19937_64& random) {
    constexpr float kW[] = {1, 2, 4};
    std::vector<Float4> all{{-1, -1, 0.5F, 1}, {1, -1, 0.25F, 1}, {-1, 1, 0.75F, 1}};
    if (random() % 2 == 0) std::swap(all[1], all[2]); // seen from behind
    const bool in_perspective = random() % 2 == 0;
    for (std::size_t i = 0; i < all.size() && in_perspective; ++i)
        for (float& lane : all[i]) lane *= kW[i];
    return all;
}

std::vector<Float4> random_inputs(std::mt19937_64& random, std::uint32_t count, Values values, bool all_the_same) {
    std::vector<std::uint8_t> bytes(count * sizeof(Float4));
    fill_with_sample(bytes, random, values);
    std::vector<Float4> all(count);
    std::memcpy(all.data(), bytes.data(), bytes.size());
    if (all_the_same) std::ranges::fill(all, all[0]);
    return all;
}

void describe_shape(render::vk::Draw& draw, const DrawnProgram& program, Values values, std::mt19937_64& random) {
    const ir::Module& module = program.stages[program.which].module;
    const bool fragments = module.stage == ir::Stage::Fragment;
    draw.rasterises = fragments;
    draw.topology = topology_of(module);
    draw.patch_vertices = draw.topology == Topology::Patches ? vertices_of_a_primitive(module) : 0;
    draw.vertices = vertices_of_a_primitive(module) * (fragments ? 1 : kPrimitives);
    draw.width = draw.height = kSide;
    draw.targets = 8;
    const bool flat = fragments && random() % 2 == 0;
    for (const VertexInput& input : program.inputs) {
        constexpr auto kFloat = render::vk::InputKind::Float;
        const auto whole = input.is_signed ? render::vk::InputKind::Signed : render::vk::InputKind::Unsigned;
        draw.kinds[input.location] = input.kind == ir::Kind::F32 ? kFloat : whole;
        draw.inputs[input.location] =
            fragments && input.is_position ? positions(random) : random_inputs(random, draw.vertices, values, flat);
    }
}

/// The bindings of a stage; the stages around the program bind nothing.
using BoundByStage = std::vector<std::vector<ir::Bound>>;

render::vk::Draw describe(const DrawnProgram& program, const BoundByStage& bound, Values values,
                          std::mt19937_64& random) {
    const auto stage = [&](std::size_t i) {
        const NativeShader& shader = program.stages[i];
        return render::vk::DrawStage{shader.words, shader.module, bound[i]};
    };
    render::vk::Draw draw{.vertex = stage(0), .fragment = stage(program.stages.size() - 1)};
    for (std::size_t i = 1; i + 1 < program.stages.size(); ++i) {
        switch (program.stages[i].module.stage) {
            case ir::Stage::TessControl: draw.control.emplace(stage(i)); break;
            case ir::Stage::TessEval: draw.evaluation.emplace(stage(i)); break;
            default: draw.geometry.emplace(stage(i)); break;
        }
    }
    describe_shape(draw, program, values, random);
    return draw;
}

std::uint32_t word_at(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    std::uint32_t word = 0;
    if (at + kVertexWord <= bytes.size()) std::memcpy(&word, &bytes[at], sizeof word);
    return word;
}

/// Which column or row a fragment lies in, from its coordinate.
std::uint32_t pixel_of(std::uint64_t coordinate) {
    return static_cast<std::uint32_t>(std::bit_cast<float>(static_cast<std::uint32_t>(coordinate)));
}

/// Reads one record.
class RecordReader {
public:
    RecordReader(const ir::Module& annotated, const std::vector<std::uint8_t>& bytes, std::size_t at)
        : module_(annotated), bytes_(bytes), at_(at) {}

    [[nodiscard]] Drawn read(const InvocationRecords& records) const {
        Drawn drawn{.given = run::blank_state(module_), .builtins = {}, .made = {}, .ended = word(0) != 0};
        for (const RecordedLanes& lanes : records.given)
            for (std::uint32_t i = 0; i < lanes.lanes; ++i)
                drawn.given.files[lanes.file][lanes.lane + i] = lane(lanes, i);
        for (const RecordedLanes& lanes : records.made)
            for (std::uint32_t i = 0; i < lanes.lanes; ++i) drawn.made.push_back(lane(lanes, i));
        for (const RecordedBuiltin& one : records.builtins)
            for (std::uint32_t i = 0; i < one.lanes; ++i) drawn.builtins[one.builtin][i] = word(one.word + i);
        return drawn;
    }

private:
    [[nodiscard]] std::uint64_t word(std::size_t index) const { return word_at(bytes_, at_ + index * kVertexWord); }
    [[nodiscard]] std::uint64_t lane(const RecordedLanes& lanes, std::uint32_t i) const {
        if (ir::bits_of(module_.files[lanes.file].kind) <= kWordBits) return word(lanes.word + i);
        return word(lanes.word + 2 * i) | word(lanes.word + 2 * i + 1) << kWordBits;
    }

    const ir::Module& module_;
    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_;
};

/// Colours as they arrived in their targets.
void take_from_targets(const render::vk::Drawn& drawn, const ir::Module& module, const InvocationRecords& records,
                       Drawn& fragment) {
    const auto& at = fragment.builtins.at(ir::Builtin::FragCoord);
    const std::size_t pixel = std::size_t{pixel_of(at[1])} * kSide + pixel_of(at[0]);
    std::size_t next = 0;
    for (const RecordedLanes& lanes : records.made) {
        if (lanes.target && *lanes.target < drawn.targets.size()) {
            const Float4& texel = drawn.targets[*lanes.target][pixel];
            const std::uint32_t first = lanes.lane % module.files[lanes.file].lanes;
            for (std::uint32_t i = 0; i < lanes.lanes; ++i)
                fragment.made[next + i] = std::bit_cast<std::uint32_t>(texel[first + i]);
        }
        next += lanes.lanes;
    }
}

/// The group to which an invocation belongs, and its position in it.
struct Seat {
    std::array<std::uint64_t, 2> group{};
    std::uint64_t index = 0;
    [[nodiscard]] auto operator<=>(const Seat&) const = default;
};
Seat seat_of(const ir::Module& module, const Drawn& drawn, std::uint64_t number) {
    if (module.stage == ir::Stage::TessControl)
        return {{drawn.builtins.at(ir::Builtin::PrimitiveId)[0], 0}, drawn.builtins.at(ir::Builtin::InvocationId)[0]};
    if (module.stage != ir::Stage::Fragment) return {{number, 0}, 0};
    const auto& at = drawn.builtins.at(ir::Builtin::FragCoord);
    const std::uint64_t x = pixel_of(at[0]), y = pixel_of(at[1]);
    return {{y / 2, x / 2}, y % 2 * 2 + x % 2};
}

/// By groups that are whole.
std::vector<Drawn> whole_groups(const ir::Module& module, std::vector<Drawn> all) {
    std::map<std::array<std::uint64_t, 2>, std::map<std::uint64_t, Drawn*>> groups;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Seat seat = seat_of(module, all[i], i);
        groups[seat.group].emplace(seat.index, &all[i]);
    }
    std::vector<Drawn> ordered;
    for (auto& [group, members] : groups) {
        if (members.size() != companions_in(module)) continue;
        for (auto& [index, drawn] : members) ordered.push_back(std::move(*drawn));
    }
    return ordered;
}

} // namespace

std::size_t companions_in(const ir::Module& module) {
    constexpr std::size_t kQuad = 4;
    if (module.stage == ir::Stage::Fragment) return kQuad;
    return module.stage == ir::Stage::TessControl ? std::max(module.tessellation.made, 1U) : 1;
}

Result<DrawnProgram> build_drawn(const ir::Module& lifted, BackEnd back_end, const render::vk::Device& device,
                                 const BuildOptions& how, Operands operands, Recorded recorded) {
    Result<PassThroughStages> around = pass_through_stages(lifted);
    if (!around) return std::unexpected(around.error());
    DrawnProgram drawn{
        .stages = {}, .which = around->before.size(), .inputs = std::move(around->inputs), .records = {}};
    ir::Module recording = lifted.clone();
    drawn.records = add_records(recording, kRecordsOfADraw, recorded);
    if (std::uint64_t{drawn.records.record_bytes} * kRecordsOfADraw > kMostRecordBytes)
        return fail(FaultKind::NotSupported,
                    fmt::format("an invocation has {} bytes to record", drawn.records.record_bytes));
    BuildOptions of_program = how, of_others = how;
    of_others.change = {};
    if (operands == Operands::Hidden) of_program.hidden_by = drawn.records.resource;
    Status done;
    const auto add = [&](const ir::Module& module, BackEnd by, const BuildOptions& options) {
        auto shader = build_shader(module, by, device, options);
        if (!shader && done) done = std::unexpected(shader.error());
        if (shader) drawn.stages.push_back(std::move(*shader));
    };
    for (const ir::Module& module : around->before) add(module, BackEnd::SpirV, of_others);
    add(recording, back_end, of_program);
    for (const ir::Module& module : around->after) add(module, BackEnd::SpirV, of_others);
    if (!done) return std::unexpected(done.error());
    return drawn;
}

Result<std::vector<Drawn>> draw_once(render::vk::Device& device, const DrawnProgram& program,
                                     const ir::Module& annotated, const std::vector<ir::Bound>& bound,
                                     std::uint64_t seed, Values values) {
    std::mt19937_64 random(seed);
    BoundByStage by_stage(program.stages.size());
    std::vector<ir::Bound>& own = by_stage[program.which] = laid_out(program.stages[program.which], bound);
    const InvocationRecords& records = program.records;
    own.resize(records.resource + 1);
    own[records.resource].bytes.assign(
        InvocationRecords::kRecordsAt + std::size_t{records.capacity} * records.record_bytes, 0);
    const render::vk::Draw draw = describe(program, by_stage, values, random);
    const auto drawn = render::vk::draw(device, draw);
    if (!drawn) return std::unexpected(drawn.error());
    const std::vector<std::uint8_t>& bytes = drawn->bound[program.which][records.resource].bytes;
    const std::uint32_t count = std::min(word_at(bytes, 0), records.capacity);
    std::vector<Drawn> all;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t at = InvocationRecords::kRecordsAt + std::size_t{i} * records.record_bytes;
        Drawn& one = all.emplace_back(RecordReader(annotated, bytes, at).read(records));
        if (annotated.stage == ir::Stage::Fragment && one.ended) take_from_targets(*drawn, annotated, records, one);
    }
    return whole_groups(annotated, std::move(all));
}

} // namespace relit::verify
