#include "machine/r500/atom/code.hpp"

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

using SettingState = Setting::State;

constexpr Selected kOnEntry{{SettingState::OnEntry, 0}, {SettingState::OnEntry, 0}};
constexpr Selected kSeveral{{SettingState::Several, 0}, {SettingState::Several, 0}};

Setting join(const Setting& a, const Setting& b) {
    if (a.state == SettingState::Unreached || a == b) return b;
    if (b.state == SettingState::Unreached) return a;
    return {SettingState::Several, 0};
}
Selected join(const Selected& a, const Selected& b) { return {join(a.port, b.port), join(a.block, b.block)}; }

/// A call leaves what it does not set.
Setting through(const Setting& before, const Setting& callee) {
    return callee.state == SettingState::OnEntry || callee.state == SettingState::Unreached ? before : callee;
}

bool writes_block(const Instruction& instruction) {
    return instruction.dst.kind == Kind::Ws && instruction.dst.value == static_cast<unsigned>(WorkSpace::RegisterBlock);
}

/// Indices of the instructions that may come next.
std::vector<std::size_t> successors(const Code& code, std::size_t at, std::uint32_t table_offset) {
    const auto index_of = [&](std::uint32_t target) {
        return static_cast<std::size_t>(
            std::ranges::lower_bound(code.instructions, table_offset + target, {}, &Instruction::offset) -
            code.instructions.begin());
    };
    std::vector<std::size_t> next;
    if (!ends_flow(code.instructions[at]) && at + 1 < code.instructions.size()) next.push_back(at + 1);
    for (const std::uint32_t target : targets_of(code.instructions[at]))
        if (code.is_target(target)) next.push_back(index_of(target));
    return next;
}

bool decodes_to_end(Bytes image, std::uint32_t offset, std::uint32_t end) {
    while (offset < end) {
        const auto one = decode(image, offset, end);
        if (!one) return false;
        offset += one->size;
    }
    return true;
}

} // namespace

bool Code::is_target(std::uint32_t offset) const { return std::ranges::binary_search(targets, offset); }

Code sweep(Bytes image, const Table& table) {
    Code code;
    code.end = table.offset + kCommandHeader;
    std::uint32_t furthest = 0;
    bool is_all_code = false; // what decodes to the end from one instruction on does so from those after it
    std::vector<std::uint32_t> wanted;
    while (auto instruction = decode(image, code.end, table.end())) {
        code.end += instruction->size;
        for (const std::uint32_t target : targets_of(*instruction)) {
            wanted.push_back(target);
            furthest = std::max(furthest, target);
        }
        code.instructions.push_back(std::move(*instruction));
        const bool is_last = code.instructions.back().info().op == Op::Eot && furthest < code.end - table.offset;
        if (!is_last || is_all_code) continue;
        is_all_code = decodes_to_end(image, code.end, table.end());
        if (!is_all_code) break;
    }
    std::ranges::sort(wanted);
    wanted.erase(std::ranges::unique(wanted).begin(), wanted.end());
    std::erase_if(wanted, [&](std::uint32_t target) {
        return !std::ranges::binary_search(code.instructions, table.offset + target, {}, &Instruction::offset);
    });
    code.targets = std::move(wanted);
    return code;
}

std::vector<Selected> Selections::before(const Code& code, std::uint32_t table_offset) {
    std::vector<Selected> before(code.instructions.size());
    std::vector<std::size_t> changed;
    if (!before.empty()) {
        before[0] = kOnEntry;
        changed.push_back(0);
    }
    while (!changed.empty()) {
        const std::size_t at = changed.back();
        changed.pop_back();
        const Selected out = after(code.instructions[at], before[at]);
        for (const std::size_t next : successors(code, at, table_offset)) {
            const Selected joined = join(before[next], out);
            if (joined == before[next]) continue;
            before[next] = joined;
            changed.push_back(next);
        }
    }
    return before;
}

Selected Selections::after(const Instruction& instruction, Selected selected) {
    switch (instruction.info().op) {
        case Op::SetAtiPort: selected.port = {SettingState::Number, instruction.number}; break;
        case Op::SetPciPort:
        case Op::SetSysIoPort: selected.port = {SettingState::Several, 0}; break;
        case Op::SetRegBlock: selected.block = {SettingState::Number, instruction.number}; break;
        case Op::CallTable:
            if (const Table* const callee = image_.command(instruction.number)) {
                const Selected exit = on_exit(*callee);
                selected = {through(selected.port, exit.port), through(selected.block, exit.block)};
            }
            break;
        default:
            if (writes_block(instruction)) selected.block = {SettingState::Several, 0};
            break;
    }
    return selected;
}

Selected Selections::on_exit(const Table& table) {
    const auto [known, is_new] = exits_.try_emplace(table.offset, kSeveral); // of one that calls itself
    if (!is_new) return known->second;
    const Code code = sweep(image_.bytes, table);
    const std::vector<Selected> all = before(code, table.offset);
    Selected exit;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (code.instructions[i].info().op == Op::Eot) exit = join(exit, all[i]);
    return exits_[table.offset] = exit;
}

} // namespace relit::machine::r500::atom
