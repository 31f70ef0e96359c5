#include "tests/support/r500/stream.hpp"

#include "machine/r500/capture/walk.hpp"

#include <stdexcept>

namespace relit::test {
namespace {

using machine::r500::Capture;

struct DrawDwords {
    std::uint32_t submission = 0, begin = 0, end = 0; // dwords of the packet, and of its indices
};

DrawDwords dwords_of_draw(const Capture& capture, std::uint32_t draw) {
    machine::r500::Walker walker(capture);
    while (walker.next()) {
        if (walker.draw() == nullptr || walker.draw()->number != draw) continue;
        const machine::r500::Packet& packet = walker.packet();
        return {walker.submission(), packet.at, packet.at + packet.size()};
    }
    throw std::runtime_error("the capture has no such draw");
}

void put(Capture& capture, std::uint32_t submission, std::uint32_t at, const std::vector<std::uint32_t>& dwords) {
    std::vector<std::uint32_t>& stream = capture.submissions[submission].dwords.own();
    stream.insert(stream.begin() + at, dwords.begin(), dwords.end());
}

} // namespace

std::vector<std::uint32_t> write_register(std::uint32_t number, std::uint32_t value) {
    return {machine::r500::register_header(number, false, 1), value};
}

void put_before_draw(Capture& capture, std::uint32_t draw, const std::vector<std::uint32_t>& dwords) {
    const DrawDwords drawn = dwords_of_draw(capture, draw);
    put(capture, drawn.submission, drawn.begin, dwords);
}

void put_after_draw(Capture& capture, std::uint32_t draw, const std::vector<std::uint32_t>& dwords) {
    const DrawDwords drawn = dwords_of_draw(capture, draw);
    put(capture, drawn.submission, drawn.end, dwords);
}

std::vector<std::uint32_t> add_buffer(Capture& capture, std::uint32_t handle, std::uint64_t size, std::uint32_t draw) {
    constexpr std::uint32_t kDwordsOfRelocation = 4;
    capture.buffers[handle] = {.size = size};
    capture.submissions[0].updates.push_back({handle, std::nullopt});
    auto& relocations = *capture.submissions[dwords_of_draw(capture, draw).submission].relocations;
    relocations.push_back({.handle = handle, .write_domain = 2});
    const auto index = static_cast<std::uint32_t>(relocations.size() - 1);
    return {machine::r500::command_header(static_cast<std::uint32_t>(machine::r500::Op::Nop), 1),
            kDwordsOfRelocation * index};
}

} // namespace relit::test
