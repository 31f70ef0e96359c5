// Writes frame captures of RPCS3 for tests, as its sources describe versions 4, 5 and 6 (RPCS3 b48a4b6, 2169e8d, 52edef0).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace relit::emulators::rpcs3::test {

/// A capture that grows by commands. Keys count from 1.
class CaptureWriter {
public:
    explicit CaptureWriter(std::uint32_t version = 6) : version_(version) {}

    /// Memory with content, for a command to name.
    std::uint64_t block(std::uint32_t offset, std::uint32_t location, std::vector<std::uint8_t> content) {
        const std::uint64_t data_key = ++keys_, key = ++keys_;
        contents_.push_back({data_key, std::move(content)});
        blocks_.push_back({key, data_key, offset, location});
        return key;
    }
    /// A method with its arguments; blocks are written before the first.
    void method(std::uint32_t address, std::initializer_list<std::uint32_t> arguments,
                const std::vector<std::uint64_t>& blocks = {}) {
        std::uint32_t head = static_cast<std::uint32_t>(arguments.size()) << 18 | address;
        for (const std::uint32_t argument : arguments) {
            command(head, argument, head != 0 ? blocks : std::vector<std::uint64_t>());
            head = 0;
        }
    }
    void command(std::uint32_t head, std::uint32_t argument, const std::vector<std::uint64_t>& blocks = {}) {
        number(commands_, head, 4), number(commands_, argument, 4), count(commands_, blocks.size());
        for (const std::uint64_t block : blocks) number(commands_, block, 8);
        number(commands_, 0, 8), number(commands_, 0, 8);
        ++command_count_;
    }
    /// A register before the first command.
    void before(std::uint32_t address, std::uint32_t value) { registers_.push_back({address, value}); }

    [[nodiscard]] std::vector<std::uint8_t> file(std::size_t slots = 544, std::size_t constants = 0) const {
        std::vector<std::uint8_t> out;
        if (is_old())
            out = {0, 'C', 'R', 'R'};
        else
            out = {'R', 'R', 'C', 0};
        number(out, version_, 4);
        if (!is_old()) number(out, 1, 4);
        count(out, 0); // tile states
        count(out, blocks_.size());
        for (const Block& one : blocks_) {
            if (version_ < 6) number(out, one.key, 8);
            number(out, one.offset, 4), number(out, one.location, 4), number(out, one.data, 8);
            if (version_ >= 6) number(out, one.key, 8);
        }
        count(out, contents_.size());
        for (const auto& [key, bytes] : contents_) {
            if (version_ < 6) number(out, key, 8);
            count(out, bytes.size());
            out.insert(out.end(), bytes.begin(), bytes.end());
            if (version_ >= 6) number(out, key, 8);
        }
        count(out, 0); // display buffers
        count(out, command_count_);
        out.insert(out.end(), commands_.begin(), commands_.end());
        const std::size_t registers = out.size() + 16 * (slots + constants);
        out.resize(registers + 0x10000);
        for (const auto& [address, value] : registers_)
            for (unsigned i = 0; i < 4; ++i) out[registers + address + i] = static_cast<std::uint8_t>(value >> 8 * i);
        return out;
    }

private:
    struct Block {
        std::uint64_t key = 0, data = 0;
        std::uint32_t offset = 0, location = 0;
    };
    using Bytes = std::vector<std::uint8_t>;

    [[nodiscard]] bool is_old() const { return version_ < 5; }
    static void number(Bytes& out, std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
    void count(Bytes& out, std::uint64_t value) const {
        if (is_old()) return number(out, value, 8);
        for (; value > 0x7f; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
        out.push_back(static_cast<std::uint8_t>(value));
    }

    std::uint32_t version_;
    std::uint64_t keys_ = 0, command_count_ = 0;
    std::vector<Block> blocks_;
    std::vector<std::pair<std::uint64_t, Bytes>> contents_;
    Bytes commands_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> registers_;
};

} // namespace relit::emulators::rpcs3::test
