// The RSX vertex program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"

namespace relit::isa::rsx::vp {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};

/// The order is that of the file.
codec::WordLayout layout_of(Bytes file) {
    return {.bits = 32, .order = order_of(file).flip == 0 ? std::endian::big : std::endian::little};
}

} // namespace

const codec::Codec kCodec = {
    .name = "rsx.vp",
    .summary = "PlayStation 3 RSX vertex programs",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .layout = layout_of,
    .text_options = kTextOptions,
};

} // namespace relit::isa::rsx::vp
