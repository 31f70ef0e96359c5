// Random R500 fragment programs in the interpreter and on the device: everything that either leaves in registers.
#include "isa/r500/fs/fs.hpp"
#include "tests/soak/on_device.hpp"
#include "tests/soak/soak.hpp"

namespace relit::soak {
namespace {

constexpr ProgramSizes kFsSizes{24 * 24, 48 * 24};

std::string check_r500_fs(render::vk::Device& device, std::uint64_t seed) {
    // The rule for 0, both readings of inline floats, kinds of textures, the alpha test, fog, components of texels and targets.
    const ir::Context context{{{"r500.fs.us_config", seed % 4 == 0 ? 0U : 2U},
                               {"r500.fs.floats", seed % 2},
                               {"r500.fs.tx_format1_1", seed % 3 << 25},
                               {"r500.fs.rb3d_cctl", seed % 8 == 1 ? 0x20U : 0U},
                               {"r500.fs.fg_alpha_func", seed % 8 == 2 ? 0x1c80U : 0U},
                               {"r500.fs.fg_fog_blend", seed % 8 == 3 ? 1 | (seed / 8 % 4) << 1 : 0U},
                               {"r500.fs.gb_select", seed / 32 % 6},
                               {"r500.fs.channels", seed % 8 == 4 ? 1U : 0U},
                               {"r500.fs.us_out_fmt_0", 0x1b00U},
                               {"r500.fs.texels", seed % 8 == 5 ? 1U : 0U},
                               {"r500.fs.tx_format1_0", 0x9a46cU},
                               {"r500.fs.tx_filter0_0", seed % 8 == 6 ? 4U | 7U << 3 : 0U},
                               {"r500.fs.tx_filter0_2", seed % 8 == 6 ? 3U | 5U << 3 : 0U}}};
    ir::ContextReader reader(context);
    const auto module =
        isa::lift(isa::r500::fs::kFrontend, short_sample(isa::r500::fs::kFrontend.codec, seed, kFsSizes), reader);
    if (!module) return module.error().text;
    return difference_on_device(device, *module, seed);
}

} // namespace

std::string r500_fs_agree(std::uint64_t first, std::uint64_t end) {
    return each_seed_on_device(first, end, check_r500_fs);
}

} // namespace relit::soak
