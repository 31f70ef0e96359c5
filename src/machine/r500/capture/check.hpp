// Whether the kernel would take a stream: the state that it tracks while it checks a submission, and what it rejects.
#pragma once

#include "machine/r500/capture/capture.hpp"
#include "machine/r500/stream/state.hpp"

#include <array>

namespace relit::machine::r500 {

enum class Rule : std::uint8_t {
#define R500_RULE(rule, name, whose, says) rule,
#include "machine/r500/capture/rules.inc"
#undef R500_RULE
};
enum class Whose : std::uint8_t { Kernel, Own };
struct RuleInfo {
    Rule rule{};
    std::string_view name; // "missing-relocation"
    Whose whose{};         // who checks it
    std::string_view says;
};
[[nodiscard]] std::span<const RuleInfo> all_rules();
[[nodiscard]] const RuleInfo& rule_info(Rule rule);

struct Violation {
    Rule rule{};
    std::uint32_t dword = 0; // of the submission
    std::string text;        // what of it is wrong
};

/// Looks at one submission, in the order of its packets.
class Checker {
public:
    Checker(const Capture& capture, const Submission& submission, std::vector<Violation>& violations)
        : capture_(capture), submission_(submission), violations_(violations) {}

    void report(Rule rule, std::uint32_t dword, std::string text) {
        violations_.push_back({rule, dword, std::move(text)});
    }

    // Reports. `buffer` is the one that the address lies in; nullptr: the relocation is missing.
    void packet(const Packet& packet);
    void write(std::uint32_t dword, std::uint32_t number, std::uint32_t value, const BufferRef* buffer);
    void arrays(std::uint32_t dword, const std::vector<VertexArray>& arrays);
    void index_buffer(std::uint32_t dword, std::uint32_t dwords, const BufferRef* buffer);
    void draw(const Packet& packet, RegisterWord vf_cntl);

private:
    /// A render target, or depth, or what samples are resolved to.
    struct TargetBuffer {
        std::optional<BufferRef> buffer;
        std::uint64_t pitch = 8192, bytes = 16, offset = 0;
    };
    enum class Blocks : std::uint8_t { None, Dxt1, Dxt35 };
    struct Texture {
        std::optional<BufferRef> buffer;
        bool is_on = false, uses_pitch = false, rounds_width = true, rounds_height = true;
        std::uint64_t pitch = 16536, width = 16536, height = 16536, width_high = 2048, height_high = 2048;
        std::uint64_t levels = 12, log_depth = 16, bytes = 64;
        std::uint32_t kind = 1;
        Blocks blocks = Blocks::None;
    };

    void forbidden(std::uint32_t dword, std::uint32_t number, std::uint32_t value);
    bool write_target(std::uint32_t number, RegisterWord word, const BufferRef* buffer);
    bool write_texture(std::uint32_t dword, std::uint32_t number, RegisterWord word, const BufferRef* buffer);
    bool write_granted(std::uint32_t dword, std::uint32_t number, RegisterWord word);
    bool write_draw_state(std::uint32_t number, RegisterWord word);
    void color_format(std::uint32_t dword, std::uint32_t number, RegisterWord word);
    void texture_format(std::uint32_t dword, Texture& texture, RegisterWord word);
    void texture_size(Texture& texture, RegisterWord word);

    void check_colors(std::uint32_t dword);
    void check_depth(std::uint32_t dword);
    void check_resolve(std::uint32_t dword);
    void check_target(std::uint32_t dword, const TargetBuffer& target, Rule missing, Rule small, std::string_view what);
    void check_vertices(const Packet& packet, RegisterWord vf_cntl);
    void check_array(std::uint32_t dword, std::size_t i, std::uint64_t vertices);
    void check_textures(std::uint32_t dword);
    void check_texture(std::uint32_t dword, std::size_t unit);
    [[nodiscard]] static std::uint64_t bytes_of(const Texture& texture);

    /// Bytes of a buffer; nothing where they are not known.
    [[nodiscard]] std::optional<std::uint64_t> size_of(const BufferRef& buffer) const;

    const Capture& capture_;
    const Submission& submission_;
    std::vector<Violation>& violations_;

    // What the kernel takes for granted until the stream says otherwise.
    std::array<TargetBuffer, 4> colors_{};
    TargetBuffer depth_{.pitch = 8192, .bytes = 4}, resolve_{.pitch = 0, .bytes = 0};
    std::array<Texture, 16> textures_{};
    std::vector<VertexArray> arrays_;
    std::uint64_t color_count_ = 4, rows_ = 4096, vertex_dwords_ = 0x7f, greatest_index_ = 0xffffff,
                  alternate_count_ = 0;
    bool tests_depth_ = true, resolves_ = false, clears_by_depth_ = false, reads_target_ = false;
    std::uint32_t color_mask_ = 0;
    bool colors_changed_ = true, depth_changed_ = true, textures_changed_ = true, resolve_changed_ = true;
    bool has_arrays_ = false;
};

/// Whether the kernel lets a register be written unchecked.
[[nodiscard]] bool is_safe(std::uint32_t number);

} // namespace relit::machine::r500
