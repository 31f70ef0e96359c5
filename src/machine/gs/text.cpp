#include "machine/gs/text.hpp"

#include "base/text.hpp"

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

unsigned guess_text(std::string_view text) {
    constexpr std::size_t kLines = 40;
    if (text.find('\0') != std::string_view::npos) return 0;
    std::size_t seen = 0;
    for (std::string_view line : split_lines(text.substr(0, 4096))) {
        line = trim(line);
        if (line.empty() || line.starts_with("//")) continue;
        for (const std::string_view head :
             {".gs", ".transfer", ".privileged", ".vsync", ".upload", ".registers", ".tag"})
            if (line.starts_with(head)) return 95;
        if (++seen == kLines) break;
    }
    return 0;
}

} // namespace relit::machine::gs
