// Attributes: loads, stores, interpolation, and what geometry programs do with vertices.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/lift/epilogue.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <fmt/format.h>

#include <array>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kAllLanes = 15;

// ---- words of a file: values of 32 bits, floats where the file has those

/// Where a word lies: at an address that is known, or computed; of a vertex, or of the only one.
struct AttributeWord {
    std::uint32_t known = 0;     // address; added to `computed`, where there is one
    ir::Id computed = ir::kNone; // i32
    ir::Id vertex = ir::kNone;   // i32
    [[nodiscard]] AttributeWord plus(std::uint32_t bytes) const { return {known + bytes, computed, vertex}; }
};

ir::Id of_vertex(Lift& lift, const AttributeFile& file, const AttributeWord& at, ir::Id reg) {
    if (at.vertex == ir::kNone) return reg;
    return lift.ir.IAdd(lift.ir.IMul(at.vertex, lift.i32(file.rows)), reg);
}

std::uint32_t table_of(Lift& lift, AttributeFile& file) {
    if (!file.table) file.table = lift.ir.table(file.registers);
    return *file.table;
}

/// The register of a row that is computed, and the lane in it.
struct ComputedRegister {
    ir::Id reg = ir::kNone, lane = ir::kNone;
};
ComputedRegister computed_register(Lift& lift, AttributeFile& file, const AttributeWord& at) {
    const ir::Id address = lift.ir.IAdd(at.computed, lift.i32(at.known));
    const ir::Id row = lift.ir.IAnd({lift.ir.UShr(address, lift.i32(4)), lift.i32(kAttributeRows - 1)});
    const ir::Id reg = of_vertex(lift, file, at, lift.ir.lookup(table_of(lift, file), row));
    return {reg, lift.ir.IAnd({lift.ir.UShr(address, lift.i32(2)), lift.i32(3)})};
}

ir::Type type_of(Lift& lift, const AttributeFile& file) { return {lift.ir.module().files[*file.file].kind, 1}; }

ir::Id load_computed(Lift& lift, AttributeFile& file, const AttributeWord& at) {
    const ComputedRegister chosen = computed_register(lift, file, at);
    const ir::Id all = lift.ir.load_at(*file.file, 0, chosen.reg, kFourFloats.with_kind(ir::Kind::I32));
    ir::Id value = lift.ir.lane(all, 0);
    for (std::uint32_t i = 1; i < 4; ++i)
        value = lift.ir.Select({lift.ir.IEq(chosen.lane, lift.i32(i)), lift.ir.lane(all, i), value});
    return value;
}

/// Reports a word that the translation does not have.
void report_word(Lift& lift, const AttributeFile& file, const AttributeWord& at, bool is_store) {
    const bool is_known = at.computed == ir::kNone;
    if (is_known ? file.has(at.known) : file.file.has_value()) return;
    const std::string_view what = is_store ? "is not stored" : "reads 0";
    const std::string_view which = lift.is_on(Role::Patch) ? " of the patch" : "";
    const std::string word =
        is_known ? fmt::format("a[{:#x}]{}", at.known, which) : fmt::format("a word{} at a computed address", which);
    const bool is_named = is_known && lift.program.sph && at.known < kAttributeRows * kRowBytes &&
                          lift.attributes.named(at.known, !is_store && &file != &lift.attributes.output);
    lift.context.approximate(fmt::format("{} {}: {}", word, what,
                                         is_named ? "hosts have no such attribute of this stage"
                                                  : "neither the header nor the stage has such an attribute"));
}

ir::Id load_word(Lift& lift, AttributeFile& file, const AttributeWord& at) {
    if (!file.file) return lift.i32(0);
    if (at.computed != ir::kNone) return load_computed(lift, file, at);
    const std::uint32_t row = at.known / kRowBytes, lane = at.known % kRowBytes / 4;
    const std::uint32_t reg = row < kAttributeRows ? file.registers[row] : AttributeFile::kNowhere;
    if (reg == AttributeFile::kNowhere) return lift.i32(0);
    if (at.vertex == ir::kNone) return lift.ir.load(*file.file, 4 * reg + lane, type_of(lift, file));
    return lift.ir.load_vertex(*file.file, 4 * reg + lane, at.vertex, type_of(lift, file));
}

ir::Id load_reported(Lift& lift, AttributeFile& file, const AttributeWord& at) {
    report_word(lift, file, at, false);
    return load_word(lift, file, at);
}

void store_word(Lift& lift, AttributeFile& file, const AttributeWord& at, std::uint32_t from) {
    report_word(lift, file, at, true);
    if (!file.file) return;
    if (at.computed == ir::kNone) {
        const std::uint32_t row = at.known / kRowBytes, lane = at.known % kRowBytes / 4;
        const std::uint32_t reg = row < kAttributeRows ? file.registers[row] : AttributeFile::kNowhere;
        if (reg == AttributeFile::kNowhere) return;
        return lift.ir.store(*file.file, 4 * reg + lane, lift.reg(from, type_of(lift, file)), 1);
    }
    const ir::Id value = lift.reg(from);
    const ComputedRegister chosen = computed_register(lift, file, at);
    ir::Id all = lift.ir.load_at(*file.file, 0, chosen.reg, kFourFloats.with_kind(ir::Kind::I32));
    std::array<ir::Id, 4> lanes{};
    for (std::uint32_t i = 0; i < 4; ++i)
        lanes[i] = lift.ir.Select({lift.ir.IEq(chosen.lane, lift.i32(i)), value, lift.ir.lane(all, i)});
    lift.ir.store_at(*file.file, 0, chosen.reg, lift.ir.compose(lanes), kAllLanes);
}

// ---- what is no word of a file

ir::Id front_facing(Lift& lift) {
    return lift.ir.Select({lift.read(ir::Builtin::FrontFacing), lift.i32(~0U), lift.i32(0)});
}

/// Where quads are drawn as two triangles each, the guest counts quads.
ir::Id primitive_id(Lift& lift) {
    const ir::Id id = lift.read(ir::Builtin::PrimitiveId);
    return lift.context.read(key::halve_primitive_id) == 0 ? id : lift.ir.UShr(id, lift.i32(1));
}

ir::Id screen_position(Lift& lift, std::uint32_t lane) {
    constexpr std::uint32_t kY = 1;
    const ir::Id value = lane_of(lift, ir::Builtin::FragCoord, lane);
    if (lane != kY || lift.context.read(key::lower_left) == 0) return value;
    const auto height = static_cast<float>(lift.context.read(key::window_height));
    return lift.ir.FSub(lift.ir.f32(height), value);
}

ir::Id fragment_input(Lift& lift, std::uint32_t address) {
    if (address >= kPosition && address < kPosition + kRowBytes)
        return screen_position(lift, (address - kPosition) / 4);
    switch (address) {
        case kPrimitiveId: return primitive_id(lift);
        case kLayer: return lift.read(ir::Builtin::Layer);
        case kViewport: return lift.read(ir::Builtin::ViewportIndex);
        case kPointCoord: return lane_of(lift, ir::Builtin::PointCoord, 0);
        case kPointCoord + 4: return lane_of(lift, ir::Builtin::PointCoord, 1);
        case kFrontFacing: return front_facing(lift);
        default: return ir::kNone;
    }
}

/// The machine counts from 0 in every draw, Vulkan from what the draw names.
ir::Id number_in_draw(Lift& lift, ir::Builtin which, ir::Builtin base) {
    const ir::Id number = lift.read(which);
    if (lift.context.read(key::draws_from_zero) != 0) return number;
    return lift.ir.ISub(number, lift.read(base));
}

ir::Id vertex_input(Lift& lift, std::uint32_t address) {
    switch (address) {
        case kInstanceId: return number_in_draw(lift, ir::Builtin::InstanceIndex, ir::Builtin::BaseInstance);
        case kVertexId: return number_in_draw(lift, ir::Builtin::VertexIndex, ir::Builtin::BaseVertex);
        default: return ir::kNone;
    }
}

/// kNone where it is a word of a file.
ir::Id special_input(Lift& lift, std::uint32_t address) {
    const Stage stage = lift.program.stage;
    if (stage == Stage::Fragment) return fragment_input(lift, address);
    if (stage == Stage::Vertex) return vertex_input(lift, address);
    if (lift.ir.module().stage == ir::Stage::Compute) return ir::kNone;
    if (address == kPrimitiveId) return primitive_id(lift);
    const bool coord = stage == Stage::TessEvaluation && (address == kTessCoord || address == kTessCoord + 4);
    return coord ? lane_of(lift, ir::Builtin::TessCoord, (address - kTessCoord) / 4) : ir::kNone;
}

bool is_known(const AttributeFile& file, std::uint32_t address) {
    return file.file && address / kRowBytes < kAttributeRows &&
           file.registers[address / kRowBytes] != AttributeFile::kNowhere;
}

ir::Id load_input(Lift& lift, const AttributeWord& at) {
    Attributes& all = lift.attributes;
    if (at.computed == ir::kNone) {
        if (const ir::Id special = special_input(lift, at.known); special != ir::kNone) return special;
        for (AttributeFile* file : {&all.scaled, &all.signed_input, &all.unsigned_input})
            if (is_known(*file, at.known)) return load_word(lift, *file, at);
        return load_reported(lift, all.input, at);
    }
    const bool any = all.scaled.file || all.signed_input.file || all.unsigned_input.file;
    if (!any) report_word(lift, all.input, at, false);
    ir::Id value = load_word(lift, all.input, at);
    for (AttributeFile* file :
         {&all.scaled, &all.signed_input, &all.unsigned_input}) // one of them has the row, the others give 0
        if (file->file) value = lift.ir.IOr(value, load_word(lift, *file, at));
    return value;
}

/// What a thread of the patch has stored for its vertex. The machine names it by its lane in the warp.
ir::Id output_lane_of(Lift& lift, std::uint32_t lane, ir::Id vertex) {
    const AttributeFile& file = lift.attributes.output;
    const ir::Access access = ir::Access{}.set(ir::Access::file, *file.file).set(ir::Access::lane, lane);
    return lift.ir.add(ir::Op::LoadFileOf, type_of(lift, file), {vertex}, access.raw[0]);
}

/// Only known lanes can be read: at a computed address, one of all.
ir::Id load_output_of(Lift& lift, const AttributeWord& at) {
    AttributeFile& file = lift.attributes.output;
    report_word(lift, file, at, false);
    if (at.computed == ir::kNone) {
        if (!is_known(file, at.known)) return lift.i32(0);
        return output_lane_of(lift, 4 * file.registers[at.known / kRowBytes] + at.known % kRowBytes / 4, at.vertex);
    }
    ir::Id value = lift.i32(0);
    if (!file.file) return value;
    const ComputedRegister chosen = computed_register(lift, file, {at.known, at.computed});
    const ir::Id wanted = lift.ir.IOr(lift.ir.IShl(chosen.reg, lift.i32(2)), chosen.lane);
    for (std::uint32_t lane = 0; lane < 4 * file.rows; ++lane) {
        const ir::Id one = lift.ir.bitcast(ir::kI32, output_lane_of(lift, lane, at.vertex));
        value = lift.ir.Select(lift.ir.IEq(wanted, lift.i32(lane)), one, value);
    }
    return value;
}

/// The machine passes on levels, the position in the patch and its own outputs as outputs.
ir::Id load_output(Lift& lift, const AttributeWord& at) {
    if (lift.program.stage == Stage::TessEvaluation) return load_input(lift, at);
    if (lift.program.stage == Stage::TessControl && at.vertex != ir::kNone) return load_output_of(lift, at);
    return load_reported(lift, lift.attributes.output, at);
}

bool has_vertices(const Lift& lift) {
    const Stage stage = lift.program.stage;
    return stage == Stage::Geometry || stage == Stage::TessControl || stage == Stage::TessEvaluation;
}

AttributeWord word_of(Lift& lift) {
    AttributeWord word{static_cast<std::uint32_t>(offset_of(lift.in))};
    if (lift.in[Role::A] != kZeroRegister) word.computed = lift.reg(lift.in[Role::A]);
    return word;
}

std::uint32_t words_of(const Lift& lift) { return lift.in[Role::Size] + 1; }

} // namespace

void lift_ald(Lift& lift) {
    AttributeWord at = word_of(lift);
    const bool patch = lift.is_on(Role::Patch), output = lift.is_on(Role::Output);
    const std::uint32_t vertex = lift.in[Role::Vertex];
    const bool own = output && vertex == kZeroRegister;
    if (has_vertices(lift) && !patch && !own) at.vertex = lift.reg(vertex);
    std::array<ir::Id, 4> values{};
    for (std::uint32_t i = 0; i < words_of(lift); ++i) {
        const AttributeWord word = at.plus(4 * i);
        values[i] = patch    ? load_reported(lift, lift.attributes.patch, word)
                    : output ? load_output(lift, word)
                             : load_input(lift, word);
    }
    for (std::uint32_t i = 0; i < words_of(lift); ++i)
        if (lift.in[Role::D] != kZeroRegister) lift.put(lift.in[Role::D] + i, values[i]);
}

void lift_ast(Lift& lift) {
    lift.where_guarded([&] {
        const AttributeWord at = word_of(lift);
        AttributeFile none; // only control programs make what a patch keeps
        AttributeFile* file = lift.is_on(Role::Patch) ? &lift.attributes.patch : &lift.attributes.output;
        if (lift.is_on(Role::Patch) && lift.program.stage != Stage::TessControl) file = &none;
        const std::uint32_t first = lift.in[Role::D];
        for (std::uint32_t i = 0; i < words_of(lift); ++i)
            store_word(lift, *file, at.plus(4 * i), first == kZeroRegister ? first : first + i);
    });
}

// Physical addresses are logical ones in a translation.
void lift_al2p(Lift& lift) {
    if (lift.in[Role::Pd] != kTruePredicate)
        lift.context.approximate("what AL2P writes to its predicate is not known: the predicate is left as it is");
    lift.put(lift.ir.IAdd({lift.reg(lift.in[Role::A]), lift.i32(static_cast<std::uint32_t>(offset_of(lift.in)))}));
}

namespace {

enum Interpolate : std::uint32_t { kPass, kMultiply, kConstant, kShadeModel };

/// Inputs in perspective come divided by w: the program itself multiplies by it.
ir::Id as_the_machine(Lift& lift, ir::Id value, std::uint32_t address) {
    if (attribute_input(*lift.program.sph, address) != Reads::Perspective) return value;
    const ir::Id all = lift.read(ir::Builtin::FragCoord);
    return lift.ir.FMul(value, lift.ir.lane(all, 3));
}

/// C has two numbers of 16 bits, 4096 to the pixel. What the machine interpolates lies in a plane.
ir::Id at_offset(Lift& lift, ir::Id value) {
    ir::Builder& ir = lift.ir;
    const ir::Id packed = lift.reg(lift.in[Role::C]);
    const auto moved = [&](std::uint32_t first_bit, ir::Id slope) {
        const ir::Id part = ir.SBitField({packed, lift.i32(first_bit), lift.i32(16)});
        const ir::Id pixels = ir.FMul({ir.convert(ir::Op::SToF, ir::Kind::F32, part), ir.f32(1.0F / 4096)});
        return ir.FMul(slope, pixels);
    };
    const ir::Id along_x = moved(0, ir.FDdx(value)), along_y = moved(16, ir.FDdy(value));
    return ir.FAdd(ir.FAdd(value, along_x), along_y);
}

} // namespace

namespace {

/// The ways of interpolation that hosts do not have apart for one input, and what IPA may name beside them.
void report_other_indices(Lift& lift, const AttributeWord& at) {
    constexpr std::uint32_t kCentroid = 1;
    const Instruction& in = lift.in;
    if (in[Role::Ps] != kTruePredicate)
        lift.context.approximate("what IPA does with a predicate is not known: without effect");
    if (in[Role::Where] == kCentroid && !lift.attributes.is_at_centroid(at.known / kRowBytes))
        lift.context.approximate(
            "IPA.CENTROID of an input that is linear on the screen, or that others take at the middle: taken at the middle");
    if (lift.is_on(Role::Indexed) && !lift.attributes.all_read_alike(attribute_input(*lift.program.sph, at.known)))
        lift.context.approximate("an indexed IPA is interpolated as the header says of the input without its index");
}

} // namespace

// SC: as the pipeline's shade model says, which a driver that shades flat replaces by CONSTANT (Mesa's gm107_interpApply).
void lift_ipa(Lift& lift) {
    if (lift.program.stage != Stage::Fragment || !lift.program.sph)
        return lift.refuse("requires the header of a fragment program");
    constexpr std::uint32_t kOffset = 2;
    if (lift.in[Role::Where] > kOffset) return lift.refuse("an unknown place in the pixel");
    AttributeWord at{static_cast<std::uint32_t>(offset_of(lift.in))};
    if (lift.is_on(Role::Indexed)) at.computed = lift.reg(lift.in[Role::A]);
    const ir::Id given = load_input(lift, at);
    const std::uint32_t how = lift.in[Role::Interpolate];
    report_other_indices(lift, at);
    const bool is_float = lift.ir.type_of(given) == ir::kF32, saturates = lift.is_on(Role::Sat);
    if (how == kConstant && !saturates) return lift.put(given);
    ir::Id value = is_float ? given : lift.ir.bitcast(ir::kF32, given);
    if (how != kConstant) value = as_the_machine(lift, value, at.known);
    const bool apart = lift.in[Role::Where] == kOffset && lift.in[Role::C] != kZeroRegister;
    if (apart && how != kConstant) value = at_offset(lift, value);
    if (how == kMultiply || how == kShadeModel) value = lift.ir.FMul(value, lift.reg(lift.in[Role::B], ir::kF32));
    lift.put(saturates ? lift.ir.FSat(value) : value);
}

// ---- geometry

// Entries of the buffer between stages are the vertices themselves.
void lift_isberd(Lift& lift) {
    for (const Role role : {Role::EntryBase, Role::Output, Role::Patch, Role::EntrySize})
        if (lift.is_on(role))
            return lift.refuse("what other entries of the buffer between stages hold is the machine's own");
    lift.put(lift.reg(lift.in[Role::A]));
}

void lift_out(Lift& lift) {
    enum : std::uint32_t { kEmit = 1, kCut = 2 };
    if (lift.program.stage != Stage::Geometry) return lift.refuse("outside of geometry programs");
    const Source stream = source(lift.in, Role::B);
    const bool first = stream.kind == Source::Kind::Register ? stream.index == kZeroRegister : stream.number == 0;
    if (!first || stream.kind == Source::Kind::Constant) lift.refuse("streams other than the first");
    const std::uint32_t what = lift.in[Role::OutOp];
    if (what == 0) return lift.refuse("an unknown operation");
    lift.put(lift.reg(lift.in[Role::A]));
    lift.where_guarded([&] {
        if ((what & kEmit) != 0) emit_vertex(lift);
        if ((what & kCut) != 0) lift.ir.add(ir::Op::EndPrimitive, ir::kVoid, std::span<const ir::Id>{});
    });
}

// ---- pixels

void lift_kil(Lift& lift) {
    if (lift.program.stage != Stage::Fragment) return lift.refuse("outside of fragment programs");
    const ir::Id condition = lift.branch_condition(lift.in);
    lift.ir.add(ir::Op::Discard, ir::kVoid, {condition == ir::kNone ? lift.boolean(true) : condition});
}

namespace {

/// Compilers leave the address 0.
void put_pixel(Lift& lift, ir::Builtin builtin) {
    if (lift.in[Role::A] != kZeroRegister || lift.in[Role::Offset] != 0)
        return lift.refuse("what its address names is not known");
    lift.put(lift.read(builtin));
}

/// The machine gives the samples of the whole pixel to each invocation, hosts the invocation's own (Mesa's NAK masks them).
void put_coverage(Lift& lift) {
    lift.context.approximate(
        "PIXLD.COVMASK has the samples of the invocation, on the machine those of the pixel: they differ if each sample is "
        "shaded");
    put_pixel(lift, ir::Builtin::SampleMask);
}

} // namespace

void lift_pixld(Lift& lift) {
    enum : std::uint32_t { kCoverageMask = 1, kCovered, kOffset, kCentroidOffset, kMyIndex };
    if (lift.program.stage != Stage::Fragment) return lift.refuse("outside of fragment programs");
    if (lift.in[Role::Pd] != kTruePredicate) return lift.refuse("what its predicate says is not known");
    switch (lift.in[Role::Pixel]) {
        case kCoverageMask: return put_coverage(lift);
        case kMyIndex: return put_pixel(lift, ir::Builtin::SampleId);
        case kCovered: return lift.refuse("whether the pixel is covered");
        case kOffset:
        case kCentroidOffset: return lift.refuse("places of samples");
        default: return lift.refuse("an unknown mode");
    }
}

} // namespace relit::isa::maxwell
