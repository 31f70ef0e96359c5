#include "isa/maxwell/lift/vertex_extras.hpp"
#include "isa/maxwell/context_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kMostWords = 128; // the machine's, of a buffer
constexpr std::uint8_t kLocations = 32;

bool means(const ir::RegisterFile& file, std::uint32_t reg, ir::Semantic semantic) {
    return std::ranges::any_of(file.io_slots,
                               [&](const ir::IoSlot& slot) { return slot.reg == reg && slot.semantic == semantic; });
}

} // namespace

VertexExtras::VertexExtras(ir::Builder& ir, const AttributeFile& out, ir::ContextReader& context) : out_(out.file) {
    for (std::uint32_t buffer = 0; buffer < ir::kFeedbackBuffers; ++buffer) {
        const auto stride = static_cast<std::uint32_t>(context.read(key::feedback_stride, buffer));
        if (stride == 0 || !out_) continue;
        for (const Run& run : runs_of(buffer, stride, context)) capture(ir, out, run, buffer, stride);
    }
    const auto size = static_cast<std::uint32_t>(context.read(key::point_size));
    const bool own = out_ && std::ranges::any_of(ir.module().files[*out_].io_slots, [](const ir::IoSlot& slot) {
                         return slot.semantic == ir::Semantic::PointSize;
                     });
    if (size == 0 || own) return;
    size_ = std::bit_cast<float>(size);
    size_file_ = ir.file("size", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir.add_io_slot(*size_file_, {.semantic = ir::Semantic::PointSize});
}

std::vector<VertexExtras::Run> VertexExtras::runs_of(std::uint32_t buffer, std::uint32_t bytes,
                                                     ir::ContextReader& context) {
    const auto said = context.read(key::feedback_words, buffer);
    const auto words = static_cast<std::uint32_t>(std::min<std::uint64_t>({said, kMostWords, bytes / 4}));
    std::vector<Run> runs;
    for (std::uint32_t i = 0; i < words; ++i) {
        const auto address = static_cast<std::uint32_t>(context.read(key::feedback_word, buffer, i)) & ~3U;
        if (address >= kAttributeRows * kRowBytes) continue;
        Run* last = runs.empty() ? nullptr : &runs.back();
        const bool goes_on = last != nullptr && address % kRowBytes != 0 &&
                             address == last->address + 4 * last->words && 4 * i == last->offset + 4 * last->words;
        if (goes_on) {
            ++last->words;
        } else {
            runs.push_back({address, 1, 4 * i});
        }
    }
    return runs;
}

// Whole registers are captured themselves; of others a copy of the captured words, at a location of its own.
void VertexExtras::capture(ir::Builder& ir, const AttributeFile& out, const Run& run, std::uint32_t buffer,
                           std::uint32_t stride) {
    const std::uint32_t reg = out.registers[run.address / kRowBytes];
    if (reg == AttributeFile::kNowhere) return;
    const ir::RegisterFile& file = ir.module().files[*out_];
    ir::Feedback made{*out_, static_cast<std::uint16_t>(reg), static_cast<std::uint8_t>(buffer), run.offset, stride};
    const bool travels = means(file, reg, ir::Semantic::User) || means(file, reg, ir::Semantic::Position);
    if (run.words < 4 || !travels) {
        const std::uint8_t location = free_location(file);
        made.file = ir.file(fmt::format("x{}_{}", buffer, run.offset), ir::Kind::F32, run.words, 1, ir::Role::Output);
        made.reg = 0;
        ir.add_io_slot(made.file, {.number = location});
        copies_.push_back({4 * reg + run.address % kRowBytes / 4, made.file, run.words});
    }
    ir.module().feedback.push_back(made);
}

std::uint8_t VertexExtras::free_location(const ir::RegisterFile& out) {
    const auto is_taken = [&](std::uint8_t location) {
        return std::ranges::any_of(out.io_slots, [&](const ir::IoSlot& slot) {
            return slot.semantic == ir::Semantic::User && slot.number == location;
        });
    };
    while (taken_ < kLocations && is_taken(static_cast<std::uint8_t>(kLocations - 1 - taken_))) ++taken_;
    return static_cast<std::uint8_t>(kLocations - 1 - taken_++ % kLocations);
}

void VertexExtras::write(ir::Builder& ir) const {
    for (const Copy& copy : copies_) {
        const ir::Type type = ir::kF32.with_lanes(copy.words);
        ir.store(copy.file, 0, ir.load(*out_, copy.from, type), (1U << copy.words) - 1);
    }
    if (size_file_) ir.store(*size_file_, 0, ir.f32(size_), 1);
}

} // namespace relit::isa::maxwell
