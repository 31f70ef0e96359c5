// Any bytes are a bundle, or a fault; any text is a manifest, with any bytes as the files that it names. What is read can be
// written, and is read again as the same.
#include "bundle/bundle.hpp"
#include "base/zip.hpp"
#include "bundle/manifest.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

namespace {

void check(const bundle::Bundle& bundle) {
    const auto written = bundle::write(bundle);
    if (!written) return;
    const auto again = bundle::read(*written);
    if (!again || !(*again == bundle)) std::abort();
}

} // namespace

/// What stands after the first zero byte is every file that the manifest names.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)bundle::is_bundle(file);
    if (const auto bundle = bundle::read(file)) check(*bundle);
    const std::string_view text = text_of(file);
    const std::size_t end = std::min(text.find('\0'), size);
    const Bytes rest = file.subspan(std::min(end + 1, size));
    std::vector<std::string> named;
    const auto bundle = bundle::read_manifest(
        text.substr(0, end),
        [rest](const std::string&, std::size_t most) -> Result<bundle::FileBytes> {
            const Bytes taken = rest.first(std::min(most, rest.size()));
            return bundle::FileBytes(taken.begin(), taken.end());
        },
        named);
    if (bundle) check(*bundle);
    return 0;
}
