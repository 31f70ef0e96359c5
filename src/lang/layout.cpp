// Where a harness keeps the state of one program invocation: the one file that knows, for host and shader alike.
#include "lang/packing.hpp"
#include "lang/target.hpp"

#include <algorithm>

namespace relit::lang {
namespace {

using ir::ResourceKind;
using ir::Role;

void add(std::vector<Slot>& slots, std::uint32_t& total, Slot slot) {
    slot.word = total;
    total += rows_of(slot.words) * kRowWords;
    slots.push_back(std::move(slot));
}

void add_files(const ir::Module& module, Role role, std::vector<Slot>& slots, std::uint32_t& total) {
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != role) continue;
        add(slots, total, {std::string(file.name), false, i, 0, file.lane_count() * words_of_lane(file.kind)});
    }
}

void add_buffers(const ir::Module& module, ResourceKind kind, std::vector<Slot>& slots, std::uint32_t& total) {
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind != kind) continue;
        add(slots, total, {resource.full_name(), true, i, 0, (resource.size + 3) / 4});
    }
}

void pack_lanes(std::span<const std::uint64_t> lanes, unsigned words_a_lane, std::span<std::uint32_t> to) {
    std::size_t at = 0;
    for (const std::uint64_t lane : lanes) {
        for (unsigned word = 0; word < words_a_lane && at < to.size(); ++word) {
            to[at++] = static_cast<std::uint32_t>(lane >> (32 * word));
        }
    }
}

void unpack_lanes(std::span<const std::uint32_t> from, unsigned words_a_lane, std::span<std::uint64_t> lanes) {
    std::size_t at = 0;
    for (std::uint64_t& lane : lanes) {
        lane = 0;
        for (unsigned word = 0; word < words_a_lane && at < from.size(); ++word) {
            lane |= static_cast<std::uint64_t>(from[at++]) << (32 * word);
        }
    }
}

void pack_bytes(std::span<const std::uint8_t> bytes, std::span<std::uint32_t> to) {
    for (std::size_t i = 0; i < bytes.size() && i / 4 < to.size(); ++i) {
        to[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    }
}

void unpack_bytes(std::span<const std::uint32_t> from, std::span<std::uint8_t> bytes) {
    for (std::size_t i = 0; i < bytes.size() && i / 4 < from.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(from[i / 4] >> (8 * (i % 4)));
    }
}

} // namespace

Layout layout_of(const ir::Module& module) {
    Layout layout;
    add_files(module, Role::Input, layout.in, layout.in_words);
    add_buffers(module, ResourceKind::ConstantBuffer, layout.in, layout.in_words);
    add_files(module, Role::Output, layout.out, layout.out_words);
    add_buffers(module, ResourceKind::StorageBuffer, layout.out, layout.out_words);
    layout.loop_limit_word = layout.out_words;
    layout.out_words += kRowWords;
    return layout;
}

void observe_registers(ir::Module& module) {
    module.forget_reduced();
    for (ir::RegisterFile& file : module.files) {
        if (file.role == Role::Register) file.role = Role::Output;
    }
}

void pack(const ir::Module& module, std::span<const Slot> slots, const Lanes& files, const Buffers& resources,
          std::span<std::uint32_t> record) {
    std::ranges::fill(record, 0U);
    for (const Slot& slot : slots) {
        const auto to = record.subspan(slot.word, slot.words);
        if (slot.is_resource) {
            pack_bytes(resources[slot.index], to);
        } else {
            pack_lanes(files[slot.index], words_of_lane(module.files[slot.index].kind), to);
        }
    }
}

void unpack(const ir::Module& module, std::span<const Slot> slots, std::span<const std::uint32_t> record, Lanes& files,
            Buffers& resources) {
    for (const Slot& slot : slots) {
        const auto from = record.subspan(slot.word, slot.words);
        if (slot.is_resource) {
            unpack_bytes(from, resources[slot.index]);
        } else {
            unpack_lanes(from, words_of_lane(module.files[slot.index].kind), files[slot.index]);
        }
    }
}

} // namespace relit::lang
