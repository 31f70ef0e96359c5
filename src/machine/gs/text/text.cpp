#include "machine/gs/text/text.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "machine/gs/raw/raw.hpp"

namespace relit::machine::gs {

const RegisterInfo* register_of_saved(std::string_view member, std::size_t bytes) {
    if (member.starts_with("trx_")) member.remove_prefix(4);
    if (member == "XYZ") return general_register("XYZ2");
    if (member == "TRXREG_2") return general_register("TRXREG");
    // UV is the register's low half. The fog is stored otherwise.
    return bytes == 8 || member == "UV" ? general_register(member) : nullptr;
}

bool is_packed_whole(unsigned descriptor) {
    return packed_info(descriptor).fields.data() == PackedWhole::fields.data();
}

std::span<const FieldInfo> packed_fields(unsigned descriptor) {
    return is_packed_whole(descriptor) ? general_register(descriptor)->fields : packed_info(descriptor).fields;
}

Recognition recognise_text(std::string_view text) {
    constexpr std::size_t kLines = 40;
    constexpr std::string_view kBlanks = " \t";
    if (text.find('\0') != std::string_view::npos) return no("not text: it contains a zero byte");
    if (spells_numbers(text)) return recognise_raw({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    std::size_t seen = 0;
    for (std::string_view line : TextLines(text.substr(0, 4096))) {
        line = trim(line);
        if (line.empty() || line.starts_with("//")) continue;
        const std::string_view head = line.substr(0, line.find_first_of(kBlanks));
        if (head == ".gs") return certain("text that begins with .gs");
        for (const std::string_view directive : {".transfer", ".privileged", ".vsync", ".upload", ".registers", ".tag"})
            if (head == directive) return plausible("text with directives of a dump");
        if (++seen == kLines) break;
    }
    return no("no directives of a dump");
}

} // namespace relit::machine::gs
