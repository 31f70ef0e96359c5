#include "isa/maxwell/lift/epilogue.hpp"
#include "isa/maxwell/context_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kTargets = 8, kLanesOfTarget = 4;
constexpr std::uint32_t kAlpha = 8; // of a target's components

// ---- fragments

/// A target of which the header names any component has four registers, also for the components that it does not name
/// (Mesa's NAK; Ryujinx, from shaders of games that write alpha alone); targets of whole numbers have a file of their own.
class Pixel {
public:
    explicit Pixel(Lift& lift) : lift_(lift), sph_(*lift.program.sph) {}

    void write() {
        for (std::uint32_t target = 0; target < kTargets; ++target) colour(target);
        // the mask has its register whether it is written or not
        const std::uint32_t mask = next_, depth = next_ + 1;
        if (writes_sample_mask(sph_)) one("mask", ir::Kind::I32, ir::Semantic::SampleMask, mask);
        if (writes_depth(sph_)) one("depth", ir::Kind::F32, ir::Semantic::FragDepth, depth);
    }

private:
    void colour(std::uint32_t target) {
        const std::uint32_t components = target_components(sph_, target);
        if (components == 0) return;
        enum : std::uint32_t { kFloat, kSigned };
        const std::uint64_t numbers = lift_.context.read(key::target, target);
        const bool whole = numbers != kFloat;
        const ir::Type type{whole ? ir::Kind::I32 : ir::Kind::F32, 1};
        std::array<ir::Id, kLanesOfTarget> lanes{};
        for (std::uint32_t i = 0; i < kLanesOfTarget; ++i)
            lanes[i] =
                (components >> i & 1) != 0 ? lift_.reg(next_ + i, type) : lift_.ir.constant(type, std::uint64_t{0});
        next_ += kLanesOfTarget;
        if (target == 0 && !whole) test_alpha(lanes[3]);
        if (target == 0 && !whole && (components & kAlpha) != 0) dither(lanes[3]);
        const std::uint32_t file = lift_.ir.file(fmt::format("c{}", target), type.kind, 4, 1, ir::Role::Output);
        lift_.ir.module().files[file].is_signed = numbers == kSigned;
        const bool is_second = target == 1 && lift_.context.read(key::dual_source) != 0;
        lift_.ir.add_io_slot(file,
                             {.number = static_cast<std::uint8_t>(is_second ? 0 : target), .is_second = is_second});
        lift_.ir.store(file, 0, lift_.ir.compose(lanes));
    }

    void test_alpha(ir::Id alpha) {
        enum : std::uint32_t { kNever, kLess, kEqual, kLessEqual, kGreater, kNotEqual, kGreaterEqual, kAlways };
        const auto function = static_cast<std::uint32_t>(lift_.context.read(key::alpha_test));
        if (function >= kAlways) return;
        const auto bits = static_cast<std::uint32_t>(lift_.context.read(key::alpha_reference));
        ir::Builder& ir = lift_.ir;
        const ir::Id reference = ir.f32(std::bit_cast<float>(bits));
        const ir::Id less = ir.FLt(alpha, reference), equal = ir.FEq(alpha, reference);
        const ir::Id greater = ir.FGt(alpha, reference);
        ir::Id passes = ir.boolean(false);
        if (function == kNotEqual) return discard_unless(ir.FNe(alpha, reference)); // NaN equals nothing
        if ((function & 1) != 0) passes = ir.BOr(passes, less);
        if ((function & 2) != 0) passes = ir.BOr(passes, equal);
        if ((function & 4) != 0) passes = ir.BOr(passes, greater);
        discard_unless(passes);
    }
    /// Coverage of one sample by the alpha: in eight steps, of two by two pixels those whose bits of the step are set.
    void dither(ir::Id alpha) {
        if (lift_.context.read(key::alpha_dither) == 0) return;
        constexpr std::uint32_t kPattern = 0xfbb99110, kSteps = 8;
        ir::Builder& ir = lift_.ir;
        const ir::Id pixel_position = lift_.read(ir::Builtin::FragCoord);
        const auto whole = [&](ir::Id value) { return ir.convert(ir::Op::FToU, ir::Kind::I32, value); };
        const auto is_odd = [&](unsigned lane) { return ir.IAnd({whole(ir.lane(pixel_position, lane)), ir.i32(1)}); };
        const ir::Id scaled = whole(ir.FMul({ir.FSat(alpha), ir.f32(static_cast<float>(kSteps))}));
        const ir::Id step = ir.UMin(scaled, ir.i32(kSteps - 1));
        const ir::Id pixel = ir.IOr({is_odd(0), ir.IShl({is_odd(1), ir.i32(1)})});
        const ir::Id bit = ir.UShr({ir.i32(kPattern), ir.IOr(ir.IShl(step, ir.i32(2)), pixel)});
        discard_unless(ir.INe({ir.IAnd(bit, ir.i32(1)), ir.i32(0)}));
    }

    void discard_unless(ir::Id passes) { lift_.ir.add(ir::Op::Discard, ir::kVoid, {lift_.ir.BNot(passes)}); }

    void one(std::string_view name, ir::Kind kind, ir::Semantic semantic, std::uint32_t reg) {
        const std::uint32_t file = lift_.ir.file(name, kind, 1, 1, ir::Role::Output);
        lift_.ir.add_io_slot(file, {.semantic = semantic});
        lift_.ir.store(file, 0, lift_.reg(reg, {kind, 1}));
    }

    Lift& lift_;
    const Sph& sph_;
    std::uint32_t next_ = 0;
};

// ---- vertices

bool goes_to_rasteriser(Lift& lift) {
    const Stage stage = lift.program.stage;
    if (stage == Stage::TessControl || stage == Stage::Fragment) return false;
    return lift.context.read(key::to_rasteriser) != 0;
}

std::optional<std::uint32_t> register_of(const AttributeFile& file, std::uint32_t address) {
    const std::uint32_t reg = file.registers[address / kRowBytes];
    if (!file.file || reg == AttributeFile::kNowhere) return {};
    return reg;
}

/// Positions of the guest as Vulkan has them.
ir::Id for_vulkan(Lift& lift, ir::Id position) {
    ir::Builder& ir = lift.ir;
    std::array<ir::Id, 4> at{};
    for (unsigned i = 0; i < 4; ++i) at[i] = ir.lane(position, i);
    if (lift.context.read(key::window_positions) != 0) {
        for (unsigned i = 0; i < 2; ++i) {
            const auto size = static_cast<float>(lift.context.read(i == 0 ? key::window_width : key::window_height));
            at[i] = ir.FSub({ir.FMul(at[i], ir.f32(2 / size)), ir.f32(1)});
        }
    }
    if (lift.context.read(key::flip_y) != 0) at[1] = ir.FNeg(at[1]);
    if (lift.context.read(key::depth_from_minus_one) != 0) at[2] = ir.FMul({ir.FAdd(at[2], at[3]), ir.f32(0.5F)});
    return ir.compose(at);
}

bool changes_positions(Lift& lift) {
    bool any = false;
    for (const ir::ContextKey* each : {&key::window_positions, &key::flip_y, &key::depth_from_minus_one})
        any = lift.context.read(*each) != 0 || any;
    return any;
}

/// The position as it was; kNone where it was not changed.
ir::Id change_position(Lift& lift) {
    const auto reg = register_of(lift.attributes.output, kPosition);
    if (!reg || !changes_positions(lift)) return ir::kNone;
    const std::uint32_t file = *lift.attributes.output.file;
    const ir::Id before = lift.ir.load(file, 4 * *reg, kFourFloats);
    lift.ir.store(file, 4 * *reg, for_vulkan(lift, before));
    return before;
}

void hand_out_vertex(Lift& lift) {
    if (!goes_to_rasteriser(lift)) return;
    lift.vertex_extras().write(lift.ir);
    (void)change_position(lift);
}

/// What the program does not write itself comes from the vertex.
void pass_vertex(Lift& lift, std::uint32_t vertex) {
    const AttributeFile& from = lift.attributes.input;
    for (std::uint32_t address = 0; address < kAttributeRows * kRowBytes; address += 4) {
        const auto given = register_of(from, address), made = register_of(lift.attributes.output, address);
        if (!given || !made || writes_attribute(*lift.program.sph, address)) continue;
        const std::uint32_t lane = address % kRowBytes / 4;
        const ir::Id value = lift.ir.load_vertex(*from.file, 4 * *given + lane, lift.i32(vertex), ir::kF32);
        lift.ir.store(*lift.attributes.output.file, 4 * *made + lane, value, 1);
    }
}

/// The machine passes on the primitive itself.
void pass_primitive(Lift& lift) {
    for (std::uint32_t i = 0; i < ir::vertices_of(lift.ir.module().geometry.in); ++i) {
        pass_vertex(lift, i);
        emit_vertex(lift);
    }
    lift.ir.add(ir::Op::EndPrimitive, ir::kVoid, std::span<const ir::Id>{});
}

// ---- before the program

void scale_inputs(Lift& lift) {
    const ir::Type whole{ir::Kind::I32, 4};
    for (const Attributes::Scaling& one : lift.attributes.scalings()) {
        const ir::Id value = lift.ir.load(one.file, 4 * one.reg, whole);
        const ir::Op convert = one.is_signed ? ir::Op::SToF : ir::Op::UToF;
        const AttributeFile& to = lift.attributes.scaled;
        lift.ir.store(*to.file, 4 * to.registers[one.row], lift.ir.convert(convert, ir::Kind::F32, value));
    }
}

/// Returns true if a register of the output file is the position or a generic attribute.
bool starts_as_vector(const Lift& lift, std::uint32_t reg) {
    return std::ranges::any_of(
        lift.ir.module().files[*lift.attributes.output.file].io_slots, [&](const ir::IoSlot& slot) {
            return slot.reg == reg && (slot.semantic == ir::Semantic::User || slot.semantic == ir::Semantic::Position);
        });
}

/// Outputs start as 0, 0, 0, 1 (Ryujinx, pull requests 2412 and 2538), also where some path does not store what the header names.
void begin_outputs(Lift& lift) {
    const AttributeFile& out = lift.attributes.output;
    if (!out.file || passes_through(lift.program)) return;
    const bool has_all = lift.context.read(key::all_outputs) != 0;
    const bool others_see_them = lift.program.stage == Stage::TessControl; // when they are stored
    constexpr std::uint32_t kLanes = 4, kW = 3;
    for (std::uint32_t row = 0; row < kAttributeRows; ++row) {
        const std::uint32_t reg = out.registers[row];
        if (reg == AttributeFile::kNowhere || !starts_as_vector(lift, reg)) continue;
        std::uint32_t mask = 0;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            const bool is_named = writes_attribute(*lift.program.sph, row * kRowBytes + 4 * lane);
            const bool starts = is_named ? !others_see_them : has_all && lane == kW; // all else starts as 0
            mask |= starts ? 1U << lane : 0U;
        }
        if (mask == 0) continue;
        const std::array start{lift.ir.f32(0), lift.ir.f32(0), lift.ir.f32(0), lift.ir.f32(1)};
        lift.ir.store(*out.file, kLanes * reg, lift.ir.compose(start), mask);
    }
}

// ---- the module as a whole

void describe_geometry(ir::Module& module, const Sph& sph, ir::ContextReader& context) {
    constexpr std::uint32_t kMade[] = {1, 6, 7};
    const auto in = static_cast<std::uint32_t>(context.read(key::topology));
    const std::uint32_t made = sph[Sph::topology];
    module.geometry.in = static_cast<ir::Primitive>(std::min(in, 4U));
    module.geometry.out = made == kMade[0]   ? ir::Primitive::Points
                          : made == kMade[1] ? ir::Primitive::LineStrip
                                             : ir::Primitive::TriangleStrip;
    module.geometry.vertices = std::max(1U, sph[Sph::max_vertices]);
    module.geometry.invocations = std::max(1U, sph[Sph::threads]);
    if (sph[Sph::passthrough] == 0) return;
    module.geometry.vertices = ir::vertices_of(module.geometry.in);
    module.geometry.out = module.geometry.vertices == 1   ? ir::Primitive::Points
                          : module.geometry.vertices == 2 ? ir::Primitive::LineStrip
                                                          : ir::Primitive::TriangleStrip;
}

void describe_patch(ir::Module& module, const Program& program, ir::ContextReader& context) {
    ir::Tessellation& shape = module.tessellation;
    const auto read = [&](const ir::ContextKey& of, std::uint32_t most) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(context.read(of), most));
    };
    const std::uint32_t given = read(key::patch_vertices, ir::kMostPatchVertices);
    shape.given = given == 0 ? ir::kMostPatchVertices : given;
    if (program.stage == Stage::TessControl) {
        shape.made = std::clamp((*program.sph)[Sph::threads], 1U, ir::kMostPatchVertices);
        return;
    }
    shape.domain = static_cast<ir::Domain>(read(key::tessellation, 2));
    shape.spacing = static_cast<ir::Spacing>(read(key::tessellation_spacing, 2));
    shape.clockwise = read(key::tessellation_clockwise, 1) != 0;
    shape.points = read(key::tessellation_points, 1) != 0;
}

bool tests_early(const Program& program, ir::ContextReader& context) {
    return (program.dksh && (*program.dksh)[DkshProgram::early_tests] != 0) || context.read(key::early_tests) != 0;
}

/// A size that neither the file nor the context sets is open: the pipeline sets it.
void describe_workgroup(ir::Module& module, const Program& program, ir::ContextReader& context) {
    static constexpr std::array<std::string_view, 3> kSizes = {"maxwell.workgroup0", "maxwell.workgroup1",
                                                               "maxwell.workgroup2"};
    module.workgroup_is_open = true;
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        const auto size =
            program.block[i] != 0 ? program.block[i] : static_cast<std::uint32_t>(context.read(key::workgroup, i));
        module.workgroup_is_open = module.workgroup_is_open && size == 0;
        module.workgroup[i] = std::max(size, 1U);
    }
    if (!module.workgroup_is_open) return;
    const bool is_guessed = program.kind == FileKind::Code && program.stage == Stage::Unknown;
    for (const std::string_view size : kSizes)
        context.assume(size, "open",
                       is_guessed ? "code without a program header is taken for a compute program, whose workgroup the "
                                    "pipeline sets; the default is 1"
                                  : "not in the file: the pipeline sets it; the default is 1");
}

constexpr ir::Stage kPipelineStages[] = {ir::Stage::Compute,  ir::Stage::Vertex,   ir::Stage::TessControl,
                                         ir::Stage::TessEval, ir::Stage::Geometry, ir::Stage::Fragment,
                                         ir::Stage::Compute};

} // namespace

ir::Stage pipeline_stage(const Program& program) { return kPipelineStages[static_cast<std::size_t>(program.stage)]; }

void describe_stage(ir::Module& module, const Program& program, ir::ContextReader& context) {
    module.stage = pipeline_stage(program);
    if (module.stage == ir::Stage::Compute) return describe_workgroup(module, program, context);
    if (!program.sph) return;
    switch (program.stage) {
        case Stage::Geometry: return describe_geometry(module, *program.sph, context);
        case Stage::TessControl:
        case Stage::TessEvaluation: return describe_patch(module, program, context);
        case Stage::Fragment: module.tests_early = tests_early(program, context); return;
        default: return;
    }
}

void write_epilogue(Lift& lift) {
    if (!lift.program.sph) return;
    if (lift.program.stage == Stage::Fragment) return Pixel(lift).write();
    if (passes_through(lift.program)) return pass_primitive(lift);
    if (lift.program.stage != Stage::Geometry) hand_out_vertex(lift);
}

void begin(Lift& lift) {
    scale_inputs(lift);
    begin_outputs(lift);
}

// The program goes on with its own position.
void emit_vertex(Lift& lift) {
    ir::Id before = ir::kNone;
    if (goes_to_rasteriser(lift)) {
        lift.vertex_extras().write(lift.ir);
        before = change_position(lift);
    }
    lift.ir.emit_vertex();
    if (before == ir::kNone) return;
    lift.ir.store(*lift.attributes.output.file, 4 * *register_of(lift.attributes.output, kPosition), before);
}

} // namespace relit::isa::maxwell
