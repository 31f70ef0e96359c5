// Reads vertex programs from raw microcode, from containers, from streams of methods and from text.
#include "isa/rsx/vp/text/file.hpp"

#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::size_t kMostBytes = std::size_t{kMaxSlots} * kSlotBytes;

/// Whether the word is one that compilers write: plain text says all of it.
bool is_compiled(const Word128& word) {
    return is_plain(word) && (bits_in_text(word, Fill::Sony) == word || bits_in_text(word, Fill::Mesa) == word);
}

constexpr std::uint32_t swap_halves(std::uint32_t v) { return v << 16 | v >> 16; }
constexpr std::uint32_t swap_bytes(std::uint32_t v) {
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}
constexpr std::uint32_t swap_in_halves(std::uint32_t v) { return swap_halves(swap_bytes(v)); }

/// Ways to store dwords that are not those of vertex programs.
struct WrongOrder {
    std::uint32_t (*undo)(std::uint32_t);
    std::string_view name;
};
constexpr std::array<WrongOrder, 2> kWrongOrders = {{
    {swap_halves, "the halves of the dwords are swapped, as in fragment programs; in vertex programs they are not"},
    {swap_in_halves, "the dwords are little-endian halves, the high one first; vertex programs are big-endian"},
}};

Word128 undone(std::uint32_t (*undo)(std::uint32_t), Word128 word) {
    for (std::uint32_t& raw : word.raw) raw = undo(raw);
    return word;
}

/// Emulators keep slots in the order of their host (RPCS3's cache, raw/*.vp, with zeros for slots that are not reached). Taken for
/// little-endian are files of which that makes programs of a compiler, more of their slots than the other order.
bool is_little_endian(Bytes file) {
    std::size_t slots = 0, little = 0, big = 0;
    bool ends = false;
    for (const Word128& word : words_of(file)) {
        const Word128 other = undone(swap_bytes, word);
        if (word == Word128{}) continue;
        if (slots == 0 && !is_plain(other)) return false;
        ++slots;
        little += is_compiled(other) ? 1U : 0U;
        big += is_compiled(word) ? 1U : 0U;
        ends = ends || other[Word128::end];
    }
    return ends && little > big && 2 * little >= slots;
}

/// What is wrong where the words make sense only in another order of bytes; empty where they do as they are, or never.
std::string_view wrong_order(std::span<const Word128> words) {
    for (const WrongOrder& order : kWrongOrders) {
        const auto makes_sense = [&](const Word128& word) { return is_compiled(undone(order.undo, word)); };
        if (!is_plain(undone(order.undo, words[0])) || !std::ranges::all_of(words, makes_sense)) continue;
        if (std::ranges::none_of(words, is_compiled)) return order.name;
    }
    return {};
}

void warn_of_slots(Program& program) {
    const auto count = static_cast<std::uint32_t>(program.slots.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!has_target(program.slots[i][Word128::sca])) continue;
        const auto target = target_of(program.slots[i]);
        if (target && *target >= count)
            program.warnings.push_back("slot " + std::to_string(i) + " goes to slot " + std::to_string(*target) +
                                       ", outside the program");
    }
}

/// Raw microcode: all of `file`. `known`: its order of bytes is.
Result<std::vector<Word128>> slots_of(Bytes file, bool known) {
    if (file.empty()) return fail_at(0, "the file is empty");
    if (file.size() > kMostBytes) return fail_at(kMostBytes, "more than " + std::to_string(kMaxSlots) + " slots");
    const std::size_t left = file.size() % kSlotBytes;
    if (left != 0)
        return fail_at(file.size() - left, "not a multiple of 16 bytes: " + std::to_string(left) +
                                               " bytes are left after slot " +
                                               std::to_string(file.size() / kSlotBytes));
    std::vector<Word128> slots = words_of(file);
    if (const std::string_view wrong = known ? "" : wrong_order(slots); !wrong.empty())
        return fail_at(0, std::string(wrong));
    if (std::ranges::none_of(slots, [](const Word128& word) { return word[Word128::end]; }))
        return fail_at(file.size(), "no slot has END");
    return slots;
}

/// What a container says beside the microcode.
void take_container(Program& program, cg::AnyContainer container) {
    program.machine_state = container.state;
    program.constant_names = container.constants;
    program.bound = container.bound;
    std::array<const cg::LoadedValue*, kConstants> found{};
    for (const cg::LoadedValue& one : container.values) found[one.index] = &one;
    for (std::uint32_t i = 0; i < kConstants; ++i)
        if (found[i] != nullptr) program.constants.push_back({i, found[i]->lanes});
    program.container = std::move(container);
}

Result<Program> load_container(Bytes file, bool known) {
    auto container = cg::read_any(file, cg::Profile::Vertex);
    if (!container) return std::unexpected(std::move(container.error()));
    const std::uint32_t code = container->code_offset;
    const bool little = !known && is_little_endian(container->code());
    if (little) return fail_at(code, "the dwords are little-endian; vertex programs are big-endian");
    auto slots = slots_of(container->code(), known);
    if (!slots) {
        slots.error().offset = slots.error().offset.value_or(0) + code;
        return std::unexpected(std::move(slots.error()));
    }
    Program program;
    program.kind = FileKind::Container;
    program.start = container->slot;
    if (program.start > kMaxSlots - slots->size())
        return fail_at(container->slot_at, "the program is loaded at slot " + std::to_string(program.start) +
                                               " and ends after slot " + std::to_string(kMaxSlots - 1));
    program.first = program.start;
    program.slots.resize(program.start);
    program.slots.insert(program.slots.end(), slots->begin(), slots->end());
    take_container(program, std::move(*container));
    return program;
}

} // namespace

namespace {

bool is_program_text(Bytes file) {
    if (cg::profile_of(file) || !is_text(file)) return false;
    // Random words of few slots can be characters as well; hardly ever do they assemble.
    if (file.size() % kSlotBytes != 0 || !std::ranges::all_of(words_of(file), is_known)) return true;
    return assemble(text_of(file), {}).has_value();
}

} // namespace

ByteOrder order_of(Bytes file) { return kOrders[!cg::profile_of(file) && is_little_endian(file) ? 1 : 0]; }

FileKind kind_of(Bytes file) {
    if (cg::profile_of(file)) return FileKind::Container;
    if (is_text(file)) return is_program_text(file) ? FileKind::Text : FileKind::Microcode;
    if (is_little_endian(file)) return FileKind::Microcode;
    return is_stream(file) ? FileKind::Stream : FileKind::Microcode;
}

namespace {

Result<Program> load_any(Bytes file, bool known) {
    if (cg::profile_of(file)) return load_container(file, known);
    if (is_stream(file)) return load_stream(file);
    if (is_little_endian_stream(file))
        return fail_at(0, "the words of the stream are little-endian; those of the console are big-endian");
    auto slots = slots_of(file, known);
    if (!slots) return std::unexpected(std::move(slots.error()));
    Program program;
    program.slots = std::move(*slots);
    return program;
}

} // namespace

Result<Program> load_console(Bytes file) {
    auto program = load_any(file, true);
    if (program) program->order = kOrders[0];
    if (program) warn_of_slots(*program);
    return program;
}

Result<Program> load_binary(Bytes file) {
    if (const ByteOrder order = order_of(file); order.flip != 0) {
        auto program = load_console(flipped(file, order));
        if (program) program->order = order;
        return program;
    }
    auto program = load_any(file, false);
    if (program) program->order = kOrders[0];
    if (program) warn_of_slots(*program);
    return program;
}

Result<Program> load(Bytes file) {
    if (!is_program_text(file)) return load_binary(file);
    const auto assembled = assemble_file(text_of(file));
    if (!assembled) return std::unexpected(assembled.error());
    auto program = of_text(load_console(assembled->bytes));
    if (program) program->kind = FileKind::Text;
    if (program) program->order = assembled->order;
    return program;
}

} // namespace relit::isa::rsx::vp
