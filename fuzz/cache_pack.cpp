// Packs of caches, and bodies of shared values: what is read is right, and what is right is written to the same bytes.
#include "cache/delivery.hpp"
#include "cache/pack.hpp"
#include "translate/cached.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace relit;
    const Bytes bytes(data, size);
    const auto read =
        cache::read_pack(reader_of(bytes), [](const cache::Label& label, std::vector<std::uint8_t> value) {
            (void)translate::check_entry(label, value).has_value();
            const auto entry = cache::seal(label, value, cache::Packing::Zstd);
            const auto again = cache::open_entry(entry);
            if (!again || again->label != label || *cache::value_of(*again) != value) std::abort();
            return Status{};
        });
    (void)read.has_value();
    if (const auto address = cache::address_in(bytes)) {
        const auto delivery = cache::open_body(*address, bytes);
        if (delivery && cache::open_body(*address, cache::body_of(*address, delivery->label, delivery->value))->value !=
                            delivery->value)
            std::abort();
    }
    (void)cache::address_of(relit::text_of(bytes)).has_value();
    return 0;
}
