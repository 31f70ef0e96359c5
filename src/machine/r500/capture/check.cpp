// What the kernel checks when a packet draws, and the packets as such.
#include "machine/r500/capture/check.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr RuleInfo kRules[] = {
#define R500_RULE(rule, name, whose, says) {Rule::rule, name, Whose::whose, says},
#include "machine/r500/capture/rules.inc"
#undef R500_RULE
};

constexpr std::size_t kMostArrays = 16, kArraysAtFirst = 11;

std::uint64_t at_least_one(std::uint64_t value) { return std::max<std::uint64_t>(value, 1); }

} // namespace

std::span<const RuleInfo> all_rules() { return kRules; }
const RuleInfo& rule_info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::optional<std::uint64_t> Checker::size_of(const BufferRef& buffer) const {
    if (!buffer.handle) return std::nullopt;
    const auto found = capture_.buffers.find(*buffer.handle);
    return found == capture_.buffers.end() ? std::nullopt : std::optional(found->second.size);
}

void Checker::packet(const Packet& packet) {
    if (packet.kind == PacketKind::Pair) report(Rule::PacketType1, packet.at, "a packet of type 1");
    if (packet.kind == PacketKind::Cut && !submission_.is_part)
        report(Rule::PacketCut, packet.at,
               fmt::format("a packet of {} dwords, of which {} are there", packet.wanted + 1, packet.size()));
    if (packet.kind != PacketKind::Command) return;
    const OpInfo* const info = op_info(packet.opcode);
    if (info == nullptr || packet.is(Op::LoadPalette) || packet.is(Op::Draw128))
        report(Rule::UnknownOperation, packet.at,
               info == nullptr ? fmt::format("operation {:#x}", packet.opcode) : std::string(info->name));
    if ((packet.is(Op::ClearZmask) || packet.is(Op::ClearHiz)) && !capture_.grants.hyperz)
        report(Rule::HyperZNotGranted, packet.at, std::string(info->name));
    if (packet.is(Op::ClearCmask) && !capture_.grants.cmask)
        report(Rule::CmaskNotGranted, packet.at, std::string(info->name));
}

void Checker::arrays(std::uint32_t dword, const std::vector<VertexArray>& arrays) {
    if (arrays.size() > kMostArrays) report(Rule::TooManyArrays, dword, fmt::format("{} vertex arrays", arrays.size()));
    arrays_ = arrays;
    has_arrays_ = true;
}

void Checker::index_buffer(std::uint32_t dword, std::uint32_t dwords, const BufferRef* buffer) {
    const auto size = buffer != nullptr ? size_of(*buffer) : std::nullopt;
    // The kernel compares the number of dwords with bytes; so does this.
    if (size && std::uint64_t{dwords} + 1 > *size)
        report(Rule::IndexBufferSmall, dword,
               fmt::format("{} dwords of indices in a buffer of {} bytes", dwords, *size));
}

void Checker::draw(const Packet& packet, RegisterWord vf_cntl) {
    check_colors(packet.at);
    if (depth_changed_ && tests_depth_) check_depth(packet.at);
    depth_changed_ = false;
    if (resolve_changed_ && resolves_) check_resolve(packet.at);
    resolve_changed_ = false;
    check_vertices(packet, vf_cntl);
    if (textures_changed_) check_textures(packet.at);
    textures_changed_ = false;
}

void Checker::check_target(std::uint32_t dword, const TargetBuffer& target, Rule missing, Rule small,
                           std::string_view what) {
    if (!target.buffer) return report(missing, dword, fmt::format("{} has no buffer", what));
    const auto size = size_of(*target.buffer);
    const std::uint64_t needed = target.pitch * target.bytes * rows_ + target.offset;
    if (size && needed > *size)
        report(small, dword,
               fmt::format("{} needs {} bytes (pitch {} of {} bytes, {} rows, from {:#x}), its buffer has {}", what,
                           needed, target.pitch, target.bytes, rows_, target.offset, *size));
}

void Checker::check_colors(std::uint32_t dword) {
    const bool writes_none = !clears_by_depth_ && color_mask_ == 0 && !reads_target_;
    const std::uint64_t count = colors_changed_ && !writes_none ? color_count_ : 0;
    for (std::size_t i = 0; i < count; ++i)
        check_target(dword, colors_[i], Rule::NoColorBuffer, Rule::ColorBufferSmall,
                     fmt::format("render target {}", i));
    colors_changed_ = false;
}

void Checker::check_depth(std::uint32_t dword) {
    check_target(dword, depth_, Rule::NoDepthBuffer, Rule::DepthBufferSmall, "depth");
}

void Checker::check_resolve(std::uint32_t dword) {
    resolve_.bytes = colors_[0].bytes; // the format is that of target 0
    check_target(dword, resolve_, Rule::NoResolveBuffer, Rule::ResolveBufferSmall, "what samples are resolved to");
}

void Checker::check_vertices(const Packet& packet, RegisterWord vf_cntl) {
    const bool is_immediate = packet.is(Op::DrawImmd) || packet.is(Op::DrawImmd2);
    const std::uint32_t walk = vf_cntl[field::VAP_VF_CNTL__PRIM_WALK];
    const bool uses_alternate = vf_cntl[field::VAP_VF_CNTL__USE_ALT_NUM_VERTS] != 0;
    const std::uint64_t count = uses_alternate ? alternate_count_ : vf_cntl[field::VAP_VF_CNTL__NUM_VERTICES];
    if (is_immediate && walk != 3)
        return report(Rule::WrongWalk, packet.at,
                      fmt::format("walk {}, where the packet holds the vertices (3)", walk));
    if (walk == 0) return report(Rule::WrongWalk, packet.at, "walk 0, which no draw takes");
    if (walk == 3) {
        const std::uint64_t head = packet.is(Op::DrawImmd) ? 2 : 1;
        const std::uint64_t there =
            is_immediate ? packet.body.size() - std::min<std::uint64_t>(head, packet.body.size()) : 0;
        if (vertex_dwords_ * count != there)
            report(Rule::EmbeddedSize, packet.at,
                   fmt::format("{} vertices of {} dwords need {}, the packet has {}", count, vertex_dwords_,
                               vertex_dwords_ * count, there));
        return;
    }
    // The kernel subtracts without a sign: of 0 vertices the last one is 2^32 - 1.
    const std::uint64_t vertices = walk == 1 ? greatest_index_ : static_cast<std::uint32_t>(count - 1);
    for (std::size_t i = 0; i < (has_arrays_ ? arrays_.size() : kArraysAtFirst); ++i)
        check_array(packet.at, i, vertices);
}

void Checker::check_array(std::uint32_t dword, std::size_t i, std::uint64_t vertices) {
    if (i >= arrays_.size() || !arrays_[i].buffer)
        return report(Rule::NoVertexBuffer, dword, fmt::format("vertex array {} has no buffer", i));
    const auto size = size_of(*arrays_[i].buffer);
    const auto needed = static_cast<std::uint32_t>(arrays_[i].stride * vertices * 4); // in 32 bits, as the kernel
    if (size && needed > *size)
        report(Rule::VertexBufferSmall, dword,
               fmt::format("vertex array {} needs {} bytes (stride {}, vertex {}), its buffer has {}", i, needed,
                           4 * arrays_[i].stride, vertices, *size));
}

void Checker::check_textures(std::uint32_t dword) {
    for (std::size_t i = 0; i < textures_.size(); ++i)
        if (textures_[i].is_on) check_texture(dword, i);
}

void Checker::check_texture(std::uint32_t dword, std::size_t unit) {
    const Texture& texture = textures_[unit];
    if (!texture.buffer)
        return report(Rule::NoTextureBuffer, dword, fmt::format("texture unit {} is on and has no buffer", unit));
    if (texture.kind > 2)
        return report(Rule::TextureKind, dword, fmt::format("texture unit {} has kind {}", unit, texture.kind));
    const auto size = size_of(*texture.buffer);
    const std::uint64_t needed = bytes_of(texture);
    if (size && needed > *size)
        report(Rule::TextureSmall, dword,
               fmt::format("texture unit {} needs {} bytes ({} x {}, {} levels), its buffer has {}", unit, needed,
                           texture.width | texture.width_high, texture.height | texture.height_high, texture.levels + 1,
                           *size));
}

/// As the kernel counts, which leaves tiling out.
std::uint64_t Checker::bytes_of(const Texture& texture) {
    constexpr std::uint64_t kEdge = 4; // of a block
    std::uint64_t size = 0;
    for (std::uint64_t level = 0; level <= texture.levels; ++level) {
        std::uint64_t width = (texture.uses_pitch ? texture.pitch : texture.width | texture.width_high) >> level;
        std::uint64_t height = (texture.height | texture.height_high) >> level;
        if (!texture.uses_pitch && texture.rounds_width) width = std::bit_ceil(width);
        if (texture.rounds_height) height = std::bit_ceil(height);
        const std::uint64_t depth =
            texture.kind == 1 ? at_least_one((std::uint64_t{1} << texture.log_depth) >> level) : 1;
        if (texture.blocks != Blocks::None) {
            const bool is_small = texture.blocks == Blocks::Dxt1;
            const std::uint64_t across = std::max<std::uint64_t>((width + kEdge - 1) / kEdge, is_small ? 4 : 2);
            size += across * ((height + kEdge - 1) / kEdge) * (is_small ? 8 : 16) * depth;
        } else {
            size += width * height * depth;
        }
    }
    return size * texture.bytes * (texture.kind == 2 ? 6 : 1);
}

} // namespace relit::machine::r500
