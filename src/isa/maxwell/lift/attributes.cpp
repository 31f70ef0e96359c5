#include "isa/maxwell/lift/attributes.hpp"
#include "isa/maxwell/context_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace relit::isa::maxwell {
namespace {

using ir::Semantic;

constexpr std::uint32_t kRowSystem = kPrimitiveId / kRowBytes, kRowPosition = kPosition / kRowBytes,
                        kRowGeneric = kGenerics / kRowBytes, kRowColor = kColors / kRowBytes,
                        kRowClip = kClipDistances / kRowBytes, kRowFog = kFog / kRowBytes,
                        kRowTexcoord = kTexcoords / kRowBytes;
constexpr std::uint32_t kGenericRows = 32, kColorRows = 4, kClipRows = 2, kTexcoordRows = 10;
/// Words of a patch: levels in two rows, in whose end two words are free, then what programs keep for the patch.
constexpr std::uint32_t kPatchRows = 32, kLevelRows = 2, kInnerRow = 1, kInnerLevels = 2, kMostLocations = 32;
/// Values of the context keys that say what numbers are.
enum Numbers : std::uint32_t { kFloat, kSigned, kUnsigned, kSignedScaled, kUnsignedScaled };

bool is_within(std::uint32_t row, std::uint32_t first, std::uint32_t count) { return row - first < count; }

/// Of the fixed varyings: colours, fog, texture coordinates.
std::optional<std::uint32_t> fixed_number(std::uint32_t row) {
    if (is_within(row, kRowColor, kColorRows)) return row - kRowColor;
    if (row == kRowFog) return kColorRows;
    if (is_within(row, kRowTexcoord, kTexcoordRows)) return kColorRows + 1 + row - kRowTexcoord;
    return {};
}

bool is_of_patch(const Instruction& in) {
    return in.known() && (in.op() == Op::ALD || in.op() == Op::AST) && in[Role::Patch] != 0;
}

bool interpolates(const Instruction& in, std::uint32_t row) {
    return in.known() && in.op() == Op::IPA && (in[Role::Indexed] != 0 || offset_of(in) / kRowBytes == row);
}

/// Whether the instruction is an access to words of a patch, at a computed address or at one of `count` from `first` on.
bool touches_patch(const Instruction& in, std::uint32_t first, std::uint32_t count) {
    if (!is_of_patch(in)) return false;
    if (in[Role::A] != kZeroRegister) return true;
    const auto word = static_cast<std::uint32_t>(offset_of(in)) / 4;
    return word < first + count && first < word + in[Role::Size] + 1;
}

/// Lanes of a register that go where the slot says.
std::uint8_t lanes_of(const ir::IoSlot& slot) {
    const bool is_vector = slot.semantic == Semantic::User || slot.semantic == Semantic::Position;
    return static_cast<std::uint8_t>(is_vector ? 15U << slot.lane & 15U : 1U << slot.lane);
}

/// Calls visit(row) for each row whose bit is set.
template <class Visit>
void for_each_row(std::uint64_t rows, Visit&& visit) {
    for (; rows != 0; rows &= rows - 1) visit(static_cast<std::uint32_t>(std::countr_zero(rows)));
}

std::uint32_t vertices_given(const Program& program, const ir::Module& module) {
    switch (program.stage) {
        case Stage::Geometry: return ir::vertices_of(module.geometry.in);
        case Stage::TessControl:
        case Stage::TessEvaluation: return module.tessellation.given;
        default: return 1;
    }
}

} // namespace

bool passes_through(const Program& program) {
    return program.stage == Stage::Geometry && program.sph && (*program.sph)[Sph::passthrough] != 0;
}

Attributes::Attributes(ir::Builder& ir, const Program& program, ir::ContextReader& context)
    : ir_(ir), program_(program), context_(context) {
    for (AttributeFile* file : {&input, &signed_input, &unsigned_input, &scaled, &output, &patch})
        file->registers.fill(AttributeFile::kNowhere);
    if (!program.sph) return;
    declare_inputs();
    if (program.stage != Stage::Fragment) declare(output, "o", ir::Kind::F32, ir::Role::Output, rows_out(), 1);
    const bool makes = program.stage == Stage::TessControl;
    if (!makes && program.stage != Stage::TessEvaluation) return;
    declare(patch, "patch", ir::Kind::F32, makes ? ir::Role::Output : ir::Role::Input, rows_of_patch(), 1);
    if (patch.file) ir.module().files[*patch.file].is_patch = true;
}

void Attributes::declare_inputs() {
    const std::vector<AttributeRow> all = rows_in();
    const auto of = [&](std::uint64_t numbers, std::uint64_t scaled_numbers) {
        std::vector<AttributeRow> some;
        for (const AttributeRow& row : all)
            if (row.numbers == numbers || row.numbers == scaled_numbers) some.push_back(row);
        return some;
    };
    declare(input, "a", ir::Kind::F32, ir::Role::Input, of(kFloat, kFloat), vertices_given(program_, ir_.module()));
    if (program_.stage != Stage::Vertex) return;
    declare(signed_input, "ai", ir::Kind::I32, ir::Role::Input, of(kSigned, kSignedScaled), 1);
    if (signed_input.file) ir_.module().files[*signed_input.file].is_signed = true;
    declare(unsigned_input, "au", ir::Kind::I32, ir::Role::Input, of(kUnsigned, kUnsignedScaled), 1);
    declare_scaled();
}

Attributes::Attributes(const Attributes& before, const Program& program)
    : output(before.output), ir_(before.ir_), program_(program), context_(before.context_) {
    for (AttributeFile* file : {&input, &signed_input, &unsigned_input, &scaled, &patch})
        file->registers.fill(AttributeFile::kNowhere);
    std::vector<AttributeRow> rows;
    for_each_row(rows_read(*program.sph), [&](std::uint32_t row) { rows.push_back({.row = row, .slots = {}}); });
    declare(input, "between", ir::Kind::F32, ir::Role::Register, rows, 1);
}

void Attributes::declare(AttributeFile& to, std::string_view name, ir::Kind kind, ir::Role role,
                         std::span<const AttributeRow> rows, std::uint32_t vertices) {
    if (rows.empty()) return;
    to.rows = static_cast<std::uint32_t>(rows.size());
    to.file = ir_.file(name, kind, kRowLanes, to.rows * vertices, role);
    std::bitset<256>& locations = taken_[static_cast<std::size_t>(role)];
    for (std::uint32_t i = 0; i < to.rows; ++i) {
        to.registers[rows[i].row] = i;
        if (rows[i].slots.empty()) to.lanes[rows[i].row] = 15; // it stays in the program
        for (ir::IoSlot slot : rows[i].slots) {
            slot.reg = static_cast<std::uint16_t>(i);
            ir_.add_io_slot(*to.file, slot);
            to.lanes[rows[i].row] |= lanes_of(slot);
            if (slot.semantic != Semantic::User) continue;
            const bool is_taken = locations[slot.number];
            locations.set(slot.number);
            if (!is_taken) continue;
            problem_ = fmt::format(
                "two attributes would have location {}; maxwell.fixed_location says where colours, "
                "fog and texture coordinates begin, maxwell.patch_location where the words of a patch do",
                slot.number);
        }
    }
}

bool Attributes::named(std::uint32_t address, bool is_input) const {
    const Sph& sph = *program_.sph;
    if (is_input) return reads_attribute(sph, address);
    return writes_attribute(sph, address) || (passes_through(program_) && reads_attribute(sph, address));
}

std::vector<Attributes::AttributeRow> Attributes::rows_in() {
    std::vector<AttributeRow> rows;
    for_each_row(rows_read(*program_.sph), [&](std::uint32_t row) {
        std::vector<ir::IoSlot> slots = slots_of(row, true);
        if (slots.empty()) return;
        const std::uint64_t numbers = numbers_of(slots[0]);
        rows.push_back({row, std::move(slots), numbers});
    });
    return rows;
}

std::uint64_t Attributes::numbers_of(const ir::IoSlot& slot) {
    if (program_.stage != Stage::Vertex) return kFloat;
    return context_.read(key::attribute, slot.number);
}

// Each such row is a register, and no more one of those of the file that it comes from.
void Attributes::declare_scaled() {
    std::vector<AttributeRow> rows;
    for (AttributeFile* from : {&signed_input, &unsigned_input}) {
        for (std::uint32_t row = 0; row < kAttributeRows; ++row) {
            const std::uint32_t reg = from->registers[row];
            if (reg == AttributeFile::kNowhere) continue;
            const auto& slots = ir_.module().files[*from->file].io_slots;
            const auto slot = std::ranges::find(slots, static_cast<std::uint16_t>(reg), &ir::IoSlot::reg);
            if (numbers_of(*slot) < kSignedScaled) continue;
            scalings_.push_back({row, *from->file, reg, from == &signed_input});
            rows.push_back({.row = row, .slots = {}});
            from->registers[row] = AttributeFile::kNowhere;
        }
    }
    declare(scaled, "as", ir::Kind::F32, ir::Role::Register, rows, 1);
}

std::vector<Attributes::AttributeRow> Attributes::rows_out() {
    const Sph& sph = *program_.sph;
    std::vector<AttributeRow> rows;
    for_each_row(rows_written(sph) | (passes_through(program_) ? rows_read(sph) : 0), [&](std::uint32_t row) {
        if (std::vector<ir::IoSlot> slots = slots_of(row, false); !slots.empty())
            rows.push_back({.row = row, .slots = std::move(slots)});
    });
    return rows;
}

// Headers do not name them: those that the code touches, all of them where it computes addresses.
std::vector<Attributes::AttributeRow> Attributes::rows_of_patch() {
    constexpr std::uint32_t kFree = kInnerRow * kRowLanes + kInnerLevels;
    std::vector<AttributeRow> rows;
    const auto is_access = [](const Instruction& in) { return touches_patch(in, 0, kPatchRows * kRowLanes); };
    if (std::ranges::none_of(program_.code, is_access)) return rows;
    for (std::uint32_t row = 0; row < kPatchRows; ++row) {
        const auto touches = [&](const Instruction& in) { return touches_patch(in, row * kRowLanes, kRowLanes); };
        const auto is_free = [&](const Instruction& in) {
            return row == kInnerRow && touches_patch(in, kFree, kRowLanes - kInnerLevels);
        };
        if (std::ranges::none_of(program_.code, touches)) continue;
        rows.push_back({.row = row, .slots = slots_of_patch(row, std::ranges::any_of(program_.code, is_free))});
    }
    return rows;
}

// Locations follow each other from the one that the context names and go on at 0 after the last one, as hosts have no more.
// The last of them is that of the free words.
std::vector<ir::IoSlot> Attributes::slots_of_patch(std::uint32_t row, bool has_free_words) {
    const auto location = [&](std::uint32_t number) {
        return static_cast<std::uint8_t>((context_.read(key::patch_location) + number) % kMostLocations);
    };
    if (row >= kLevelRows) return {{.number = location(row - kLevelRows)}};
    std::vector<ir::IoSlot> slots;
    const Semantic level = row == kInnerRow ? Semantic::TessLevelInner : Semantic::TessLevelOuter;
    const auto levels = static_cast<std::uint8_t>(row == kInnerRow ? kInnerLevels : kRowLanes);
    for (std::uint8_t i = 0; i < levels; ++i) slots.push_back({.lane = i, .semantic = level, .number = i});
    if (has_free_words) slots.push_back({.lane = kInnerLevels, .number = location(kPatchRows - kLevelRows)});
    return slots;
}

/// Returns the IO slots of a row that the header names; none if the row is read with another interpolation.
std::vector<ir::IoSlot> Attributes::slots_of(std::uint32_t row, bool is_input) {
    const bool fragment = program_.stage == Stage::Fragment, vertex_in = program_.stage == Stage::Vertex && is_input;
    constexpr std::uint32_t kWordOfFog = 2; // after the point coordinates
    if (row == kRowFog && !named(row * kRowBytes + 4 * kWordOfFog, is_input) &&
        !named(row * kRowBytes + 4 * kWordOfFog + 4, is_input))
        return {};
    if (row == kRowSystem) return fragment || vertex_in ? std::vector<ir::IoSlot>{} : system_slots(is_input);
    if (row == kRowPosition)
        return fragment || vertex_in ? std::vector<ir::IoSlot>{}
                                     : std::vector<ir::IoSlot>{{.semantic = Semantic::Position}};
    if (is_within(row, kRowClip, kClipRows)) return vertex_in ? std::vector<ir::IoSlot>{} : clip_slots(row, is_input);
    const auto location = location_of(row);
    if (!location) return {};
    std::vector<ir::IoSlot> slots = {{.number = static_cast<std::uint8_t>(*location)}};
    if (fragment) interpolate(row, slots);
    return slots;
}

// Primitive, layer and viewport are passed on only; fragments have them from elsewhere.
std::vector<ir::IoSlot> Attributes::system_slots(bool is_input) const {
    std::vector<ir::IoSlot> slots;
    const auto add = [&](std::uint32_t address, Semantic semantic) {
        if (!named(address, is_input)) return;
        slots.push_back({.lane = static_cast<std::uint8_t>(address % kRowBytes / 4), .semantic = semantic});
    };
    const bool chooses = !is_input && program_.stage != Stage::TessControl;
    if (chooses && program_.stage == Stage::Geometry) add(kPrimitiveId, Semantic::PrimitiveId);
    if (chooses) add(kLayer, Semantic::Layer);
    if (chooses) add(kViewport, Semantic::ViewportIndex);
    add(kPointSize, Semantic::PointSize);
    return slots;
}

std::vector<ir::IoSlot> Attributes::clip_slots(std::uint32_t row, bool is_input) const {
    std::vector<ir::IoSlot> slots;
    for (std::uint8_t i = 0; i < kRowLanes; ++i) {
        if (!named(row * kRowBytes + 4U * i, is_input)) continue;
        const auto number = static_cast<std::uint8_t>((row - kRowClip) * kRowLanes + i);
        slots.push_back({.lane = i, .semantic = Semantic::ClipDistance, .number = number});
    }
    return slots;
}

std::optional<std::uint32_t> Attributes::location_of(std::uint32_t row) {
    if (is_within(row, kRowGeneric, kGenericRows)) return row - kRowGeneric;
    const auto number = fixed_number(row);
    if (!number) return {};
    return static_cast<std::uint32_t>(context_.read(key::fixed_location)) + *number;
}

// As the header says of the first component that is read; if stages are linked, those with another kind of
// interpolation have a location of their own. Components that are not read go with the ones before them.
void Attributes::interpolate(std::uint32_t row, std::vector<ir::IoSlot>& slots) {
    const bool apart = context_.read(key::interpolates_apart) != 0;
    bool any = false;
    for (std::uint8_t i = 0; i < kRowLanes; ++i) {
        const Reads reads = attribute_input(*program_.sph, row * kRowBytes + 4U * i);
        if (reads == Reads::Nothing) continue;
        const ir::Interpolation interpolation = interpolation_of(row, reads);
        if (any && !apart) {
            if (interpolation != slots.back().interpolation)
                context_.approximate(
                    fmt::format("input a[{:#x}] is interpolated as the components before it, which the header "
                                "says otherwise of; maxwell.interpolates_apart=1 gives it a location of its own",
                                row * kRowBytes + 4U * i));
            continue;
        }
        if (any && interpolation != slots.back().interpolation)
            slots.push_back({.lane = i, .number = static_cast<std::uint8_t>(free_location())});
        slots.back().interpolation = interpolation;
        any = true;
    }
}

/// A location that no input has.
std::uint32_t Attributes::free_location() {
    const auto taken = [&](std::uint32_t location) {
        bool any = false;
        for_each_row(rows_read(*program_.sph), [&](std::uint32_t row) { any |= location_of(row) == location; });
        return any;
    };
    while (free_ > 0 && taken(free_)) --free_;
    return free_ > 0 ? free_-- : 0;
}

// The instructions say which inputs are centroids.
ir::Interpolation Attributes::interpolation_of(std::uint32_t row, Reads reads) const {
    if (reads == Reads::Constant) return ir::Interpolation::Flat;
    if (reads == Reads::ScreenLinear) return ir::Interpolation::NoPerspective;
    constexpr std::uint32_t kCentroid = 1;
    const auto other = [&](const Instruction& in) { return interpolates(in, row) && in[Role::Where] != kCentroid; };
    const bool centroid = std::ranges::any_of(program_.code, [&](const auto& in) { return interpolates(in, row); }) &&
                          std::ranges::none_of(program_.code, other);
    return centroid ? ir::Interpolation::Centroid : ir::Interpolation::Smooth;
}

bool Attributes::is_at_centroid(std::uint32_t row) const {
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
        const Reads reads = attribute_input(*program_.sph, row * kRowBytes + 4 * lane);
        if (reads == Reads::ScreenLinear) return false;
        if (reads == Reads::Perspective) return interpolation_of(row, reads) == ir::Interpolation::Centroid;
    }
    return true;
}

bool Attributes::all_read_alike(Reads reads) const {
    for (std::uint32_t address = 0; address < kAttributeRows * kRowBytes; address += 4) {
        const Reads other = attribute_input(*program_.sph, address);
        if (other != Reads::Nothing && other != reads) return false;
    }
    return true;
}

} // namespace relit::isa::maxwell
