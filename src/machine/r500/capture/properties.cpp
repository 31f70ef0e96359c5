#include "machine/r500/capture/properties.hpp"

#include "machine/r500/capture/listing.hpp"

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

/// Counts of a walk, by name in the order of the names.
struct Counts {
    std::map<std::string, std::uint64_t> packets, violations;
    std::uint64_t dwords = 0, draws = 0, vertices = 0, addresses = 0;
};

std::string name_of(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::Registers: return "type 0";
        case PacketKind::Pair: return "type 1";
        case PacketKind::Filler: return "type 2";
        case PacketKind::Cut: return "cut off";
        case PacketKind::Command: break;
    }
    const OpInfo* const op = op_info(packet.opcode);
    return op != nullptr ? std::string(op->name) : fmt::format("packet3[{:#04x}]", packet.opcode);
}

Counts count(const Capture& capture) {
    Counts counts;
    for (const Submission& submission : capture.submissions) counts.dwords += submission.dwords.size();
    for (Walker walker(capture); walker.next();) {
        ++counts.packets[name_of(walker.packet())];
        counts.addresses += walker.relocated_addresses().size();
        for (const Violation& violation : walker.violations())
            ++counts.violations[std::string(rule_info(violation.rule).name)];
        if (walker.draw() == nullptr) continue;
        ++counts.draws;
        counts.vertices += walker.draw()->count;
    }
    return counts;
}

Property::Counts pairs(const std::map<std::string, std::uint64_t>& counts) { return {counts.begin(), counts.end()}; }

void add_text(std::vector<Property>& into, std::string_view name, const std::string& text) {
    if (!text.empty()) into.push_back({std::string(name), text});
}

/// The parts of streams that a log has.
std::vector<std::string> parts_of(const Capture& capture) {
    constexpr std::size_t kMost = 64;
    std::vector<std::string> parts;
    for (const Submission& submission : capture.submissions)
        if (submission.is_part && parts.size() < kMost) parts.push_back(range_text(submission));
    return parts;
}

} // namespace

std::vector<Property> properties_of(Loaded& loaded) {
    Capture& capture = loaded.capture;
    check_blobs(capture);
    const Counts counts = count(capture);
    std::vector<Property> all{{"container", std::string(name_of(loaded.container))}};
    add_text(all, "title", capture.title);
    add_text(all, "source", capture.source);
    add_text(all, "chip", capture.chip);
    all.push_back({"submissions", std::uint64_t{capture.submissions.size()}});
    if (const auto parts = parts_of(capture); !parts.empty()) all.push_back({"parts", parts});
    all.push_back({"dwords", counts.dwords});
    all.push_back({"packets", pairs(counts.packets)});
    all.push_back({"draws", counts.draws});
    all.push_back({"vertices", counts.vertices});
    all.push_back({"addresses", counts.addresses});
    if (capture.has_manifest) all.push_back({"buffers", std::uint64_t{capture.buffers.size()}});
    all.push_back({"violations", pairs(counts.violations)});
    if (!capture.warnings.empty()) all.push_back({"warnings", capture.warnings});
    if (!capture.problems.empty()) all.push_back({"problems", capture.problems});
    return all;
}

} // namespace relit::machine::r500
