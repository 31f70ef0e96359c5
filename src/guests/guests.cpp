#include "guests/guests.hpp"

#include "isa/ir/ir.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "machine/gs/codec.hpp"
#include "machine/r500/atom/codec.hpp"
#include "machine/r500/codec.hpp"

#include <algorithm>

namespace relit::guests {

std::span<const codec::Codec* const> codecs() {
    static constexpr const codec::Codec* kCodecs[] = {
        &isa::nv2a::kCodec,     &isa::rsx::vp::kCodec,       &isa::rsx::fp::kCodec, &isa::maxwell::kCodec,
        &isa::r500::vs::kCodec, &isa::r500::fs::kCodec,      &isa::ir_text::kCodec, &machine::gs::kCodec,
        &machine::r500::kCodec, &machine::r500::atom::kCodec};
    return kCodecs;
}

std::span<const isa::Frontend* const> frontends() {
    static constexpr const isa::Frontend* kFrontends[] = {
        &isa::nv2a::kFrontend,     &isa::rsx::vp::kFrontend,  &isa::rsx::fp::kFrontend, &isa::maxwell::kFrontend,
        &isa::r500::vs::kFrontend, &isa::r500::fs::kFrontend, &isa::ir_text::kFrontend};
    return kFrontends;
}

const codec::Codec* codec_named(std::string_view name) {
    const auto found = std::ranges::find(codecs(), name, &codec::Codec::name);
    return found == codecs().end() ? nullptr : *found;
}

const isa::Frontend* frontend_named(std::string_view name) {
    const auto found = std::ranges::find(frontends(), name, &isa::Frontend::name);
    return found == frontends().end() ? nullptr : *found;
}

} // namespace relit::guests
