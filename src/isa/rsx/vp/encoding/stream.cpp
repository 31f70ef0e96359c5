#include "isa/rsx/vp/encoding/stream.hpp"

#include <algorithm>
#include <bitset>

namespace relit::isa::rsx::vp {
namespace {

constexpr PushRules kLittleEndianRules{.order = little_endian, .passes_control = true};

/// Whether the file is whole slots that all look like a program's, and any of them does something. A few slots must be as
/// compilers write them; many whose operations exist are no stream by chance.
bool could_be_slots(Bytes file) {
    constexpr std::size_t kMany = 8;
    if (file.size() % kSlotBytes != 0 || file.size() > std::size_t{kMaxSlots} * kSlotBytes) return false;
    const bool are_many = file.size() / kSlotBytes >= kMany;
    bool end = false, works = false;
    Cursor in(file);
    while (!in.at_end()) {
        Word128 word;
        for (std::uint32_t& raw : word.raw) raw = in.u32be();
        if (are_many ? !is_known(word) : !is_plain(word)) return false;
        end = end || word[Word128::end];
        works = works || word[Word128::vec] != Vec::Nop || word[Word128::sca] != Sca::Nop;
    }
    return end && works;
}

/// Where the end is missing, or the file could be something else, a program must be loaded.
bool leads_to_methods(Bytes file, PushRules rules) {
    if (file.size() < 4 || file.size() > kMaxPushBytes) return false;
    std::bitset<kMethods.size()> seen;
    PushReader reader(file, rules);
    while (const auto item = reader.next()) {
        const bool first = item->offset == 0;
        if (item->kind == PushKind::Control && (first || !is_control(item->word))) return false;
        const PushRun run = reader.skip_arguments();
        for (std::size_t i = 0; i < kMethods.size() && run.count != 0; ++i)
            if (kMethods[i].address <= run.last && run.first <= kMethods[i].last) seen.set(i);
    }
    const bool loads =
        seen[static_cast<std::size_t>(Method::ProgramLoad)] && seen[static_cast<std::size_t>(Method::Program)];
    if (could_be_slots(file)) return loads && reader.wanted() == 0;
    return loads || (seen.any() && reader.wanted() == 0);
}

/// The machine while a stream is read.
class Methods {
public:
    Program run(Bytes file) {
        program_.kind = FileKind::Stream;
        PushReader reader(file, kStreamRules);
        while (const auto item = reader.next()) {
            if (item->kind == PushKind::Argument) argument(*item);
            if (item->kind == PushKind::Control) control(*item);
        }
        if (reader.wanted() != 0)
            warn("the file ends " + std::to_string(reader.wanted()) + " arguments before its last method does");
        if (file.size() % 4 != 0) warn("the file does not end with a whole word");
        finish();
        return std::move(program_);
    }

private:
    void warn(std::string text) {
        constexpr std::size_t kMost = 100;
        if (program_.warnings.size() < kMost) program_.warnings.push_back(std::move(text));
    }
    void control(const PushItem& item) {
        warn("offset " + std::to_string(item.offset) + " holds " + std::string(describe_control(item.word)) +
             (is_control(item.word) ? "; reading continues after it" : "; what follows is not read"));
    }
    void argument(const PushItem& item) {
        const PushMethod* row = method_at(kMethods, item.address);
        if (row == nullptr) return;
        const std::uint32_t which = (item.address - row->address) / 4;
        switch (method_of(item.address)) {
            case Method::Program: return program_dword(item, which % 4);
            case Method::Constant: return constant_lane(item, which);
            default: program_.state[item.address] = item.word; return;
        }
    }
    [[nodiscard]] std::uint64_t value_of(std::uint32_t address) const {
        const auto found = program_.state.find(address);
        return found == program_.state.end() ? 0 : found->second;
    }
    /// The slot counts on by itself.
    void program_dword(const PushItem& item, std::uint32_t lane) {
        std::uint32_t& slot = program_.state[kProgramLoad];
        if (slot >= kMaxSlots) {
            if (!lost_slot_)
                warn("offset " + std::to_string(item.offset) + " loads slot " + std::to_string(slot) +
                     ", but there are " + std::to_string(kMaxSlots));
            lost_slot_ = true;
            return;
        }
        if (program_.slots.size() <= slot) program_.slots.resize(slot + 1);
        program_.slots[slot].raw[lane] = item.word;
        program_.offsets.resize(program_.slots.size());
        if (lane == 0) program_.offsets[slot] = item.offset;
        if (lane == 3) ++slot;
    }
    /// The constant counts on with the method's address only.
    void constant_lane(const PushItem& item, std::uint32_t which) {
        const std::uint64_t index = value_of(kConstantLoad) + which / 4;
        if (index >= kConstants) {
            if (!lost_constant_)
                warn("offset " + std::to_string(item.offset) + " loads constant " + std::to_string(index) +
                     ", but there are " + std::to_string(kConstants));
            lost_constant_ = true;
            return;
        }
        constants_[index][which % 4] = item.word;
        loaded_.set(index);
    }
    void finish() {
        for (std::uint32_t i = 0; i < kConstants; ++i)
            if (loaded_.test(i)) program_.constants.push_back({i, constants_[i]});
        const std::uint64_t start = value_of(kProgramStart);
        program_.start = static_cast<std::uint32_t>(start & kStartMask);
        program_.machine_state = state_values_of(program_.state);
    }

    static constexpr std::uint32_t kProgramLoad = 0x1e9c, kProgramStart = 0x1ea0, kConstantLoad = 0x1efc;
    static constexpr std::uint64_t kStartMask = 0xffff;

    Program program_;
    std::array<std::array<std::uint32_t, 4>, kConstants> constants_{};
    std::bitset<kConstants> loaded_;
    bool lost_slot_ = false, lost_constant_ = false;
};

} // namespace

bool is_stream(Bytes file) { return leads_to_methods(file, kStreamRules); }

bool is_little_endian_stream(Bytes file) { return leads_to_methods(file, kLittleEndianRules) && !could_be_slots(file); }

Program load_stream(Bytes file) { return Methods().run(file); }

Status check_runnable(const Program& program, std::uint32_t start) {
    if (program.slots.empty()) return fail(FaultKind::NotSupported, "the file loads no vertex program");
    const auto run = std::span(program.slots).subspan(std::min<std::size_t>(start, program.slots.size()));
    if (std::ranges::any_of(program.slots, [](const Word128& word) { return word[Word128::end]; }) && !run.empty())
        return {};
    return fail("no slot has END from slot " + std::to_string(start) + " on");
}

} // namespace relit::isa::rsx::vp
