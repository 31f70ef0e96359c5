#include "isa/rsx/vp/lift/attributes.hpp"
#include "isa/rsx/lift/lanes.hpp"
#include "isa/rsx/vp/context_keys.hpp"
#include "isa/rsx/vp/lift/labels.hpp"

#include <array>
#include <span>
#include <string_view>

namespace relit::isa::rsx::vp {
namespace {

enum VertexType : std::uint64_t { kSnorm16 = 1, kSint16 = 5, kPacked = 6, kUint8 = 7 };

} // namespace

std::string host_format(std::uint64_t format) {
    constexpr std::array<std::string_view, 8> kLaneBits = {"", "16", "32", "16", "8", "16", "32", "8"};
    constexpr std::array<std::string_view, 8> kNumbers = {"",      "UINT", "SFLOAT", "SFLOAT",
                                                          "UNORM", "UINT", "UINT",   "UINT"};
    const std::uint64_t type = format & 15, lanes = format >> 4 & 15;
    if (type == 0 || type >= kLaneBits.size() || lanes == 0 || lanes > 4) return {};
    std::string name = "VK_FORMAT_";
    for (const char lane : std::string_view("RGBA").substr(0, type == kPacked ? 1 : lanes))
        name += lane + std::string(kLaneBits[type]);
    return name + "_" + std::string(kNumbers[type]);
}

bool Attributes::Format::is_whole() const {
    return lanes != 0 && (type == kSnorm16 || type == kSint16 || type == kPacked || type == kUint8);
}

Attributes::Format Attributes::format(std::uint32_t number) {
    std::optional<Format>& known = formats_[number];
    if (known) return *known;
    const std::uint64_t word = context_.read(key::input_format, number);
    known = Format{word & 15, word >> 4 & 15};
    if (known->type == kPacked && known->lanes != 0)
        context_.approximate(
            "packed inputs are the high bits of numbers of 16, the greatest of which is 1: sources disagree");
    if (known->lanes != 0 && host_format(word).empty())
        context_.approximate("input " + std::to_string(number) + " has format " + std::to_string(word) +
                             ", which does not exist");
    if (known->is_whole() && frequency(number) <= 1) declare_whole(number);
    return *known;
}

std::uint64_t Attributes::frequency(std::uint32_t number) {
    std::optional<std::uint64_t>& known = frequencies_[number];
    if (known) return *known;
    known = context_.read(key::input_frequency, number);
    if (*known > 1) ir_.add_io_slot(v_, {.reg = static_cast<std::uint16_t>(number), .semantic = ir::Semantic::None});
    return *known;
}

/// Entry n of a buffer, 16 bytes each: what a vertex is given that counts n.
ir::Id Attributes::fetched(std::uint32_t number, ir::Type type) {
    constexpr std::uint32_t kEntry = 16;
    std::optional<std::uint32_t>& buffer = buffers_[number];
    if (!buffer) {
        ir::Resource resource;
        resource.name = "in" + std::to_string(number);
        resource.kind = ir::ResourceKind::StorageBuffer;
        resource.binding = number;
        buffer = ir_.resource(resource);
    }
    const bool again = (context_.read(key::modulo) >> number & 1) != 0;
    const ir::Id vertex = ir_.add(ir::Op::ReadBuiltin, ir::kI32, std::span<const ir::Id>{},
                                  static_cast<std::uint32_t>(ir::Builtin::VertexIndex));
    const ir::Id count = ir_.i32(static_cast<std::uint32_t>(frequency(number)));
    const ir::Id entry = again ? ir_.UMod(vertex, count) : ir_.UDiv(vertex, count);
    return ir_.load_buffer(*buffer, ir_.IMul(entry, ir_.i32(kEntry)), type);
}

// A location has numbers of one kind: the register of the other file stays at home.
void Attributes::declare_whole(std::uint32_t number) {
    const auto reg = static_cast<std::uint16_t>(number);
    if (!has_whole_) {
        vi_ = ir_.file("vi", ir::Kind::I32, 4, kInputs, ir::Role::Input);
        for (std::uint16_t i = 0; i < kInputs; ++i) ir_.add_io_slot(vi_, {.reg = i, .semantic = ir::Semantic::None});
    }
    has_whole_ = true;
    ir_.add_io_slot(v_, {.reg = reg, .semantic = ir::Semantic::None});
    ir_.module().files[vi_].io_slots[number] = {.reg = reg, .number = static_cast<std::uint8_t>(number)};
}

void Attributes::prepare(bool indexed) {
    if (!indexed) return;
    bool any_fetched = false;
    for (std::uint32_t i = 0; i < kInputs; ++i) {
        (void)format(i);
        any_fetched = frequency(i) > 1 || any_fetched;
    }
    if (!has_whole_ && !any_fetched) return;
    given_ = ir_.file("given", ir::Kind::F32, 4, kInputs, ir::Role::Register);
    for (std::uint32_t i = 0; i < kInputs; ++i) ir_.store(given_, i * 4, load(i));
    has_given_ = true;
}

// Signed numbers are halfway between the steps: as OpenGL had it before 4.2.
ir::Id Attributes::normalised(ir::Id whole, ir::Id scale) {
    const ir::Id odd = ir_.IAdd({ir_.IAdd(whole, whole), ir_.i32(1, 4)});
    return ir_.FMul(ir_.convert(ir::Op::SToF, ir::Kind::F32, odd), scale);
}

// x in bits 10:0, y in 21:11, z in 31:22: the high bits of 16, whose greatest makes 1. An assumption: documented nowhere, and emulators
// of this and of an older chip differ by a thousandth at most.
ir::Id Attributes::packed(ir::Id word) {
    const auto part = [&](std::uint32_t first, std::uint32_t bits) {
        return ir_.SBitField({word, ir_.i32(first), ir_.i32(bits)});
    };
    const ir::Id whole = ir_.compose({part(0, 11), part(11, 11), part(22, 10), ir_.i32(0)});
    const ir::Id scale =
        ir_.compose({ir_.f32(32 / 32767.0F), ir_.f32(32 / 32767.0F), ir_.f32(64 / 32767.0F), ir_.f32(1)});
    return ir_.FMul(ir_.convert(ir::Op::SToF, ir::Kind::F32, whole), scale);
}

ir::Id Attributes::converted(const Format& format, ir::Id whole) {
    if (format.type == kPacked) return packed(ir_.lane(whole, 0));
    if (format.type == kUint8) return ir_.convert(ir::Op::UToF, ir::Kind::F32, whole);
    const ir::Id number = ir_.SBitField({whole, ir_.i32(0, 4), ir_.i32(16, 4)});
    if (format.type == kSint16) return ir_.convert(ir::Op::SToF, ir::Kind::F32, number);
    return normalised(number, ir_.f32(1 / 65535.0F, 4));
}

ir::Id Attributes::load(std::uint32_t number) {
    const Format format = this->format(number);
    const bool is_fetched = frequency(number) > 1;
    if (!format.is_whole()) return is_fetched ? fetched(number, kFloats) : ir_.load(v_, number * 4, kFloats);
    const ir::Id value =
        converted(format, is_fetched ? fetched(number, kIntegers) : ir_.load(vi_, number * 4, kIntegers));
    const std::uint64_t lanes = format.type == kPacked ? 3 : format.lanes;
    if (lanes >= 4) return value;
    const ir::Id missing = ir_.compose({ir_.f32(0), ir_.f32(0), ir_.f32(0), ir_.f32(1)});
    return ir_.blend(value, missing, 15U << lanes & 15U);
}

ir::Id Attributes::load_at(std::uint32_t number, ir::Id index) {
    return ir_.load_at(has_given_ ? given_ : v_, number * 4, index, kFloats);
}

void Attributes::label(std::span<const cg::Bound> bound) {
    label_inputs(ir_.module().files[v_], bound);
    if (has_whole_) label_inputs(ir_.module().files[vi_], bound);
}

} // namespace relit::isa::rsx::vp
