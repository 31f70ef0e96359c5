#include "base/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace relit {

Result<std::vector<std::uint8_t>> read_file(const std::string& name, std::uint64_t most) {
    constexpr std::size_t kStep = std::size_t{64} << 10;
    const File file(std::fopen(name.c_str(), "rb"));
    if (file == nullptr) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    std::vector<std::uint8_t> bytes;
    for (std::size_t got = kStep; got == kStep && bytes.size() <= most;) {
        const std::size_t size = bytes.size();
        bytes.resize(size + kStep);
        got = std::fread(bytes.data() + size, 1, kStep, file.get());
        bytes.resize(size + got);
    }
    if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
    if (bytes.size() > most) return fail(fmt::format("larger than {} MiB, the limit", most >> 20));
    return bytes;
}

} // namespace relit
