// The text of one transfer: tags, registers and data become the bytes of GIF packets.
#pragma once

#include "base/result.hpp"
#include "machine/gs/packets/gif.hpp"

#include <optional>
#include <vector>

namespace relit {
class Scanner;
}

namespace relit::machine::gs {

/// Reads the lines of a transfer. A tag without NLOOP counts what follows it; a register line where no tag is open
/// opens one for A+D.
class TransferReader {
public:
    /// `path` is how far the path is in its tag, and goes on.
    TransferReader(GifPath& path, std::uint8_t number, std::size_t most) : path_(path), number_(number), most_(most) {}

    [[nodiscard]] std::uint8_t number() const { return number_; }
    /// ".tag", ".reg", ".pad", ".upload", and directives of data; `name` is taken already.
    [[nodiscard]] static bool is_directive(std::string_view name);
    [[nodiscard]] Status directive(Scanner& in, std::string_view name);
    /// "TEX0_1 TBP0=..."; the name is taken already, `before` stands in front of it.
    [[nodiscard]] Status registers(Scanner& in, std::string_view name, Scanner& before);
    /// Ends the transfer.
    [[nodiscard]] Result<std::vector<std::uint8_t>> finish(Scanner& in);

private:
    struct Counted { // a tag that waits for what it counts
        std::size_t at = 0;
        bool says_last = false; // EOP is given
    };

    [[nodiscard]] Status tag(Scanner& in);
    [[nodiscard]] Status pad(Scanner& in);
    [[nodiscard]] Status reg(Scanner& in);
    [[nodiscard]] Status upload(Scanner& in);
    [[nodiscard]] Status data(Scanner& in, std::string_view name);
    [[nodiscard]] Status packed(Scanner& in, std::string_view name, Scanner& before);
    [[nodiscard]] Status listed(Scanner& in, std::string_view name, Scanner& before);

    [[nodiscard]] Status open(Scanner& in, GifTag tag, bool counted, bool says_last);
    [[nodiscard]] Status close(Scanner& in, bool is_end);
    [[nodiscard]] Status close_image(Scanner& in, GifTag tag);
    [[nodiscard]] Result<std::uint32_t> count_loops(Scanner& in, const GifTag& tag);
    [[nodiscard]] Status ready(Scanner& in);
    [[nodiscard]] Status close_upload(Scanner& in, std::size_t bytes) const;
    [[nodiscard]] bool is_open_image() const;
    void look();
    [[nodiscard]] bool has_ended() const;
    [[nodiscard]] bool has_half() const { return half_ && (bytes_.size() - seen_) % kQword == 8; }
    void put(const std::uint32_t* units, std::size_t count);

    GifPath& path_;
    std::uint8_t number_;
    std::size_t most_;
    std::vector<std::uint8_t> bytes_;
    std::size_t seen_ = 0; // bytes that path_ has gone over
    bool half_ = false;    // the last eight bytes are one register of a list
    std::optional<Counted> counted_;
    std::optional<std::size_t> upload_; // bytes that it wants
};

/// Reads the fields of a tag: "FLG=PACKED, NLOOP=2, PRIM=(PRIM=TRI), REGS=(RGBAQ XYZ2)".
struct TagText {
    GifTag tag;
    bool has_loops = false, has_last = false;
};
[[nodiscard]] Result<TagText> read_tag(Scanner& in);

} // namespace relit::machine::gs
