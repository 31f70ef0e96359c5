#include "tests/support/rsx/cg_container.hpp"

#include "isa/shared/random.hpp"

#include <algorithm>
#include <functional>

namespace relit::test {
namespace {

using File = std::vector<std::uint8_t>;

void add_dword(File& file, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) file.push_back(static_cast<std::uint8_t>(value >> shift));
}
void put_dword(File& file, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}
void add_text(File& file, const std::string& text) {
    file.insert(file.end(), text.begin(), text.end());
    file.push_back(0);
}
void align(File& file, std::size_t to) { file.resize((file.size() + to - 1) / to * to); }

constexpr std::size_t kHeader = 32, kParameter = 48;
// Where a parameter's fields stand in its record.
constexpr std::size_t kName = 16, kValue = 20, kConstants = 24, kSemantic = 28;

/// Puts one container together; parts can come in any order.
class Builder {
public:
    explicit Builder(const CgFile& from) : from_(from), file_(kHeader) {
        put_dword(file_, 0, from.profile);
        put_dword(file_, 4, 6);
        put_dword(file_, 12, static_cast<std::uint32_t>(from.parameters.size()));
    }
    void table() {
        table_ = file_.size();
        put_dword(file_, 16, here());
        for (const CgParameter& one : from_.parameters) {
            for (const std::uint32_t dword : {one.type, one.resource, one.variability, one.index, 0U, 0U, 0U, 0U,
                                              one.direction, one.number, one.referenced, one.shared})
                add_dword(file_, dword);
        }
    }
    void program() {
        put_dword(file_, 20, here());
        file_.insert(file_.end(), from_.program.begin(), from_.program.end());
    }
    void code() {
        put_dword(file_, 24, static_cast<std::uint32_t>(from_.code.size()));
        put_dword(file_, 28, here());
        file_.insert(file_.end(), from_.code.begin(), from_.code.end());
    }
    /// After the table.
    void texts_of(std::size_t index) {
        const CgParameter& one = from_.parameters[index];
        const auto refer = [&](std::size_t field) { put_dword(file_, table_ + index * kParameter + field, here()); };
        if (!one.name.empty()) refer(kName), add_text(file_, one.name);
        if (!one.semantic.empty()) refer(kSemantic), add_text(file_, one.semantic);
        if (!one.value.empty()) refer(kValue);
        for (const std::uint32_t lane : one.value) add_dword(file_, lane);
        if (one.constants.empty()) return;
        refer(kConstants);
        add_dword(file_, static_cast<std::uint32_t>(one.constants.size()));
        for (const std::uint32_t offset : one.constants) add_dword(file_, offset);
    }
    File& file() { return file_; }
    File done() {
        put_dword(file_, 8, here());
        return std::move(file_);
    }

private:
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(file_.size()); }

    const CgFile& from_;
    File file_;
    std::size_t table_ = 0;
};

std::string random_name(isa::Random& random) {
    std::string name;
    const std::uint32_t length = 1 + random.below(12);
    for (std::uint32_t i = 0; i < length; ++i)
        name += static_cast<char>(1 + random.below(random.one_in(4) ? 255 : 126));
    return name;
}

CgParameter random_parameter(isa::Random& random, std::size_t code_size) {
    CgParameter one;
    one.type = random.one_in(4) ? static_cast<std::uint32_t>(random.next()) : 1024 + random.below(120);
    one.resource = random.one_in(4) ? static_cast<std::uint32_t>(random.next()) : 2048 + random.below(1300);
    one.variability = 4096 + random.below(10);
    one.index = random.one_in(3) ? UINT32_MAX : random.below(500);
    if (!random.one_in(5)) one.name = random_name(random);
    if (!random.one_in(2)) one.semantic = random_name(random);
    if (random.one_in(2))
        for (int i = 0; i < 4; ++i) one.value.push_back(static_cast<std::uint32_t>(random.next()));
    if (random.one_in(2)) one.constants.resize(1 + random.below(4));
    for (std::uint32_t& offset : one.constants) offset = random.below(static_cast<std::uint32_t>(code_size / 16)) * 16;
    one.direction = 4096 + random.below(6);
    one.number = random.below(20) - 1;
    one.referenced = random.below(2);
    one.shared = random.below(3);
    return one;
}

} // namespace

std::vector<std::uint8_t> big_endian_bytes(const std::vector<std::uint32_t>& dwords) {
    File bytes;
    for (const std::uint32_t dword : dwords) add_dword(bytes, dword);
    return bytes;
}

std::vector<std::uint8_t> cg_vertex_header(const std::array<std::uint32_t, 6>& dwords) {
    return big_endian_bytes({dwords.begin(), dwords.end()});
}

std::vector<std::uint8_t> cg_fragment_header(const std::array<std::uint32_t, 3>& dwords,
                                             const std::array<std::uint16_t, 3>& halves,
                                             const std::array<std::uint8_t, 4>& bytes) {
    File header = big_endian_bytes({dwords.begin(), dwords.end()});
    for (const std::uint16_t half : halves) {
        header.push_back(static_cast<std::uint8_t>(half >> 8));
        header.push_back(static_cast<std::uint8_t>(half));
    }
    header.insert(header.end(), bytes.begin(), bytes.end());
    return header;
}

std::vector<std::uint8_t> cg_container(const CgFile& file) {
    Builder builder(file);
    builder.table();
    for (std::size_t i = 0; i < file.parameters.size(); ++i) builder.texts_of(i);
    align(builder.file(), 16);
    builder.program();
    align(builder.file(), 16);
    builder.code();
    return builder.done();
}

std::vector<std::uint8_t> random_cg_container(std::uint32_t profile, std::vector<std::uint8_t> code,
                                              std::uint64_t seed) {
    isa::Random random(seed);
    CgFile file;
    file.profile = profile;
    file.code = std::move(code);
    for (std::uint32_t i = random.below(6); i != 0; --i)
        file.parameters.push_back(random_parameter(random, file.code.size()));
    file.program.resize(profile == 0x1b5b ? 24 : 22);
    for (std::uint8_t& byte : file.program) byte = static_cast<std::uint8_t>(random.next());
    if (profile == 0x1b5b) std::fill_n(file.program.begin() + 4, 4, std::uint8_t{0}); // loaded at slot 0

    Builder builder(file);
    const auto gap = [&] {
        for (std::uint32_t i = random.one_in(2) ? random.below(40) : 0; i != 0; --i)
            builder.file().push_back(random.one_in(2) ? 0 : static_cast<std::uint8_t>(random.next()));
    };
    std::vector<std::function<void()>> parts = {[&] { builder.program(); }, [&] { builder.code(); }};
    const bool table_first = random.one_in(2);
    const auto table = [&] {
        builder.table();
        for (std::size_t i = 0; i < file.parameters.size(); ++i) gap(), builder.texts_of(i);
    };
    parts.insert(table_first ? parts.begin() : parts.end(), table);
    if (random.one_in(2)) std::swap(parts.front(), parts.back());
    for (const auto& part : parts) gap(), part();
    gap();
    return builder.done();
}

} // namespace relit::test
