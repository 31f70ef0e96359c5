#include "machine/r500/atom/builder.hpp"

#include "machine/r500/atom/image.hpp"

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

class ImageBuilder {
public:
    std::vector<std::uint8_t> build(std::span<const BuiltCommand> commands, std::span<const BuiltData> data,
                                    std::string_view message) {
        begin(message);
        std::vector<std::uint16_t> command_offsets, data_offsets;
        for (const BuiltCommand& one : commands) {
            note(command_offsets, one.index);
            begin_table(kCommandHeader + one.code.size(), 1, 1);
            add(one.work_space, 1);
            add(one.parameters, 1);
            bytes_.insert(bytes_.end(), one.code.begin(), one.code.end());
        }
        for (const BuiltData& one : data) {
            note(data_offsets, one.index);
            begin_table(kTableHeader + one.bytes.size(), one.format, one.content);
            bytes_.insert(bytes_.end(), one.bytes.begin(), one.bytes.end());
        }
        put(header_ + kCommandListAt, add_list(command_offsets));
        put(header_ + kDataListAt, add_list(data_offsets));
        finish();
        return std::move(bytes_);
    }

private:
    void add(std::size_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    void put(std::size_t at, std::size_t value) {
        bytes_[at] = static_cast<std::uint8_t>(value);
        bytes_[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }
    void begin_table(std::size_t size, std::uint8_t format, std::uint8_t content) {
        add(size, 2);
        add(format, 1);
        add(content, 1);
    }
    void note(std::vector<std::uint16_t>& offsets, unsigned index) {
        if (offsets.size() <= index) offsets.resize(index + 1);
        offsets[index] = static_cast<std::uint16_t>(bytes_.size());
    }

    void begin(std::string_view message) {
        bytes_.assign(kFixedPart, 0);
        std::ranges::copy(kRomMagic, bytes_.begin());
        std::ranges::copy(kSignature, bytes_.begin() + kSignatureAt);
        const std::size_t message_at = bytes_.size();
        bytes_.insert(bytes_.end(), message.begin(), message.end());
        add(0, 1);
        header_ = bytes_.size();
        put(kHeaderPointerAt, header_);
        begin_table(kRomHeader + 2, 1, 1);
        bytes_.insert(bytes_.end(), kHeaderMagic.begin(), kHeaderMagic.end());
        bytes_.resize(header_ + kRomHeader + 2);
        put(header_ + kMessageAt, message_at);
    }

    std::size_t add_list(const std::vector<std::uint16_t>& offsets) {
        const std::size_t at = bytes_.size();
        begin_table(kTableHeader + 2 * offsets.size(), 1, 1);
        for (const std::uint16_t offset : offsets) add(offset, 2);
        return at;
    }

    /// Length and checksum are those of an expansion ROM.
    void finish() {
        bytes_.resize((bytes_.size() + 1 + kLengthUnit - 1) / kLengthUnit * kLengthUnit, 0xff);
        bytes_[kLengthAt] = static_cast<std::uint8_t>(bytes_.size() / kLengthUnit);
        std::uint8_t sum = 0;
        for (const std::uint8_t byte : bytes_) sum = static_cast<std::uint8_t>(sum + byte);
        bytes_.back() = static_cast<std::uint8_t>(bytes_.back() - sum);
    }

    std::vector<std::uint8_t> bytes_;
    std::size_t header_ = 0;
};

} // namespace

std::vector<std::uint8_t> build_image(std::span<const BuiltCommand> commands, std::span<const BuiltData> data,
                                      std::string_view message) {
    return ImageBuilder().build(commands, data, message);
}

} // namespace relit::machine::r500::atom
