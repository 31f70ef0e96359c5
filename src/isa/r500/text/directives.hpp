// What both assembly languages say beside instructions: writes of registers, constants, and where code is loaded to.
// docs/isa/r500-assembly.md has the grammar.
#pragma once

#include "isa/r500/encoding/stream.hpp"
#include "isa/r500/text/tokens.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace relit::isa::r500 {

/// The memory of one kind of programs. Uploads of the other kind are writes of registers as any others.
struct ProgramMemory {
    Upload::Memory code, constants;
};
inline constexpr ProgramMemory kVertexMemory{Upload::Memory::VertexCode, Upload::Memory::VertexConstants};
inline constexpr ProgramMemory kFragmentMemory{Upload::Memory::FragmentCode, Upload::Memory::FragmentConstants};

// ---- text of a stream

/// The value of a register: "{TEX_ID=1, COL_CN=WRITE_COLOR_VALID}" where its fields say all of it, else a number.
[[nodiscard]] std::string value_text(const RegisterTable& table, std::uint32_t reg, std::uint32_t value);
/// "RS_IP_3", or its number where the table has no name.
[[nodiscard]] std::string register_text(const RegisterTable& table, std::uint32_t reg);
/// "1.0, 0x7fc00001, 0.0, 0.5"
[[nodiscard]] std::string constant_text(std::span<const std::uint32_t> lanes);

/// Takes the lines of a stream.
struct StreamLines {
    /// A directive, with the stream words that it makes.
    std::function<void(std::uint64_t offset, std::span<const std::uint32_t> words, std::string text)> directive;
    /// An instruction that is loaded as number `number`.
    std::function<void(std::uint64_t offset, std::uint32_t number, std::span<const std::uint32_t> dwords)> code;
};
void list_packets(std::span<const RegisterPacket> packets, ProgramMemory memory, const StreamLines& lines);

// ---- a stream from text

/// Puts together what directives and instructions say.
class StreamWriter {
public:
    explicit StreamWriter(ProgramMemory memory) : memory_(memory) {}

    void add(const RegisterPacket& packet) { end_upload(), write_packet(stream_, packet); }
    /// Goes on with the upload where the constant is its next.
    void add_constant(std::uint32_t number, const std::array<std::uint32_t, 4>& lanes);
    void begin_code(std::uint32_t number) { begin({memory_.code, number}); }
    /// Goes on with the code; without begin_code() it begins at 0. False where the memory ends.
    [[nodiscard]] bool add_code(std::span<const std::uint32_t> dwords);
    /// The next constant begins an upload of its own.
    void end_upload();
    /// How many instructions the memory has.
    [[nodiscard]] std::uint32_t code_limit() const {
        return memory_.code == Upload::Memory::VertexCode ? kVertexConstants : kFragmentInstructions;
    }
    /// Whether code was begun and has no instruction yet.
    [[nodiscard]] bool lacks_code() const { return is_open_ && upload_.is_code() && dwords_.empty(); }
    /// In bytes, without what is not ended yet.
    [[nodiscard]] std::size_t size() const { return stream_.size(); }
    [[nodiscard]] std::vector<std::uint8_t> take() { return end_upload(), std::move(stream_); }

private:
    void begin(Upload upload);
    [[nodiscard]] bool is_next(const Upload& upload) const;

    ProgramMemory memory_;
    std::vector<std::uint8_t> stream_;
    Upload upload_{};
    std::vector<std::uint32_t> dwords_;
    bool is_open_ = false;
};

/// Reads the directives that both languages have.
class DirectiveReader {
public:
    DirectiveReader(TokenReader& in, const RegisterTable& table, StreamWriter& stream)
        : in_(in), table_(table), stream_(stream) {}

    /// Whether a word, without its dot, is one of these directives.
    [[nodiscard]] static bool knows(std::string_view name);
    /// The rest of the directive `name`, which has been read.
    bool read(const Token& name);

private:
    bool reg(bool one_register);
    bool constant();
    bool code();
    bool filler();
    bool register_name(std::uint32_t& number);
    bool value(std::uint32_t reg, std::uint32_t& into);
    bool field(std::span<const FieldRow> fields, RegisterWord& word);
    bool lane(std::uint32_t& bits);

    TokenReader& in_;
    const RegisterTable& table_;
    StreamWriter& stream_;
};

} // namespace relit::isa::r500
