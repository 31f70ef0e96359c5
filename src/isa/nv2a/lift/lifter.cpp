// NV2A programs as IR: one origin a slot, guest registers as files, sources read before anything is written.
#include "ir/builder.hpp"
#include "isa/nv2a/context_keys.hpp"
#include "isa/nv2a/encoding/notes.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/lift/arithmetic.hpp"
#include "isa/nv2a/lift/lift.hpp"
#include "isa/nv2a/lift/position.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <array>
#include <bitset>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace relit::isa::nv2a {
namespace {

using W = Word128;

constexpr std::uint32_t kBytesPerConstant = 16;
constexpr std::uint16_t kPositionOutput = 0, kFogOutput = 5, kPointSizeOutput = 6;
constexpr std::uint32_t kOneBits = 0x3f800000;

/// Guest masks have x in the highest bit; ours in the lowest.
[[nodiscard]] std::uint32_t lane_mask(std::uint32_t guest) {
    constexpr std::array<std::uint32_t, 16> kReversed = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    return kReversed[guest];
}

struct Settings {
    bool exact, constant_writes, all_constants, arl_bias, all_outputs;
    bool point_output;        // oPts is the size of points
    std::uint64_t point_size; // otherwise, in 1/8 pixel; 0: none is written
};

/// What the program touches as a whole, known before the first slot is lifted.
struct Usage {
    std::bitset<kOutputs> outputs; // written, or read through R12
    bool writes_constants = false, reads_relative_constants = false;
};

[[nodiscard]] Usage usage_of(std::span<const W> slots) {
    Usage usage;
    for (const W& word : slots) {
        for (const char which : {'A', 'B', 'C'}) {
            const Operand source = operand(word, which);
            if (reads(word, which) && source.mux == Mux::Temp && source.reg == kPositionMirror) usage.outputs.set(0);
        }
        if (uses(word, Mux::Constant) && word[W::relative]) usage.reads_relative_constants = true;
        if (!writes_output(word)) continue;
        if (word[W::out_bank] == 0) {
            usage.writes_constants = true;
        } else {
            usage.outputs.set(word[W::out_address] & (kOutputs - 1));
        }
    }
    return usage;
}

/// Whether the context leaves this key to the lifter; before it is read for the first time.
[[nodiscard]] bool is_left_out(const ir::ContextReader& context, const ir::ContextKey& key) {
    constexpr std::uint64_t kLeftOut = UINT64_MAX;
    ir::ContextReader probe = context;
    return probe.read_or(kLeftOut, key) == kLeftOut;
}

/// Lists what neither the file nor the context says, where the program's results depend on it.
void list_assumptions(const Usage& usage, const Program& program, bool launched, ir::ContextReader& context) {
    if (usage.writes_constants && !launched && !program.may_write_constants &&
        is_left_out(context, key::constant_writes))
        context.assume(key::constant_writes.name, "1", "the program writes c[]; method 0x1e98 is not in the file");
    // A program that reads below raw 96 without A0 says by itself which range it is for.
    if (usage.reads_relative_constants && !program.all_constants && is_left_out(context, key::constant_range))
        context.assume(key::constant_range.name, "all",
                       "the program reads c[] relative to A0; method 0x1e94 is not in the file");
}

/// Reads what the size of points is. State programs draw none.
void read_point_size(const Usage& usage, const Program& program, ir::ContextReader& context, Settings& settings) {
    constexpr std::uint64_t kOnePixel = 8;
    const bool writes = usage.outputs.test(kPointSizeOutput);
    if (writes && !program.point_parameters && is_left_out(context, key::point_parameters))
        context.assume(key::point_parameters.name, "1", "the program writes oPts; method 0x0318 is not in the file");
    const bool counts = writes || settings.all_outputs;
    const bool enabled = program.point_parameters.value_or(true);
    settings.point_output = counts && context.read_or(enabled ? 1 : 0, key::point_parameters) != 0;
    if (settings.point_output) return;
    if (writes && !program.point_size && is_left_out(context, key::point_size))
        context.assume(key::point_size.name, "8", "oPts is not the size; method 0x043c is not in the file");
    settings.point_size = context.read_or(program.point_size.value_or(writes ? kOnePixel : 0), key::point_size);
}

[[nodiscard]] Settings settings_of(const Usage& usage, const Program& program, bool launched,
                                   ir::ContextReader& context) {
    list_assumptions(usage, program, launched, context);
    Settings settings{};
    settings.exact = context.read(key::arithmetic) != 0;
    const bool may_write = launched || program.may_write_constants.value_or(usage.writes_constants);
    settings.constant_writes = context.read_or(may_write ? 1 : 0, key::constant_writes) != 0;
    settings.all_constants = context.read_or(program.all_constants.value_or(true) ? 1 : 0, key::constant_range) != 0;
    settings.arl_bias = context.read(key::arl_bias) != 0;
    settings.all_outputs = context.read(key::all_outputs) != 0;
    if (!launched) read_point_size(usage, program, context, settings);
    return settings;
}

class Lifter {
public:
    Lifter(ir::Module& module, Settings settings, const Usage& usage, const ir::ContextReader& context)
        : ir_(module), settings_(settings), units_(settings.exact ? exact_arithmetic(ir_) : fast_arithmetic(ir_)),
          v_(ir_.file("v", ir::Kind::F32, 4, kInputs, ir::Role::Input)),
          o_(ir_.file("o", ir::Kind::F32, 4, kOutputs, ir::Role::Output)),
          r_(ir_.file("r", ir::Kind::F32, 4, kTemps, ir::Role::Register)),
          a0_(ir_.file("a0", ir::Kind::I32, 1, 1, ir::Role::Register)),
          writable_(settings.constant_writes && usage.writes_constants), c_(constants()),
          writes_position_(settings.all_outputs || usage.outputs.test(kPositionOutput)) {
        module.stage = ir::Stage::Vertex;
        module.source = "nv2a";
        if (context.builds_ssa()) ir_.build_ssa({context.reads_registers(), context.named()});
        ir_.add_io_slot(o_, {.reg = kPositionOutput, .semantic = ir::Semantic::Position});
        add_point_size_slot();
        (void)ir_.function("main");
        preset_outputs(usage);
    }

    /// `number`: of the slot in the listing; `offset`: of the word in the file.
    void slot(std::uint32_t number, const W& word, std::uint64_t offset, std::string_view text) {
        ir_.origin(number, text);
        if (!is_known(word)) ir_.opaque(offset, word.raw); // the operation that is known is done
        const ir::Id a = fetch(word, 'A'), b = fetch(word, 'B'), c = fetch(word, 'C');
        const Mac mac = word[W::mac];
        const ir::Id mac_value = mac_has_result(word) ? units_->mac(mac, a, b, c) : ir::kNone;
        const ir::Id ilu_value = ilu_has_result(word) ? units_->ilu(word[W::ilu], c) : ir::kNone;
        const ir::Id address = mac == Mac::Arl ? units_->arl(a, settings_.arl_bias) : ir::kNone;
        if (mac_writes_temp(word)) store_temp(word[W::temp], mac_value, word[W::mac_mask]);
        if (ilu_writes_temp(word)) store_temp(ilu_temp(word), ilu_value, word[W::ilu_mask]);
        if (writes_output(word)) store_output(word, word[W::out_source] != 0 ? ilu_value : mac_value);
        if (address != ir::kNone) ir_.store(a0_, 0, address);
    }

    void finish(const std::optional<Surface>& surface) {
        ir_.origin({});
        if (surface && writes_position_)
            ir_.store(o_, 0, clip_position(ir_, ir_.load(o_, 0, ir::kF32.with_lanes(4)), *surface));
        if (settings_.point_size != 0) ir_.store(size_, 0, ir_.f32(static_cast<float>(settings_.point_size) / 8));
        ir_.ret();
        ir_.finish();
    }

private:
    std::uint32_t constants() {
        return writable_ ? ir_.storage_buffer("c", 0, kConstants * kBytesPerConstant)
                         : ir_.constant_registers("c", 0, kConstants);
    }

    void add_point_size_slot() {
        const auto semantic = settings_.point_output ? ir::Semantic::PointSize : ir::Semantic::None;
        ir_.add_io_slot(o_, {.reg = kPointSizeOutput, .semantic = semantic});
        if (settings_.point_size == 0) return;
        size_ = ir_.file("size", ir::Kind::F32, 1, 1, ir::Role::Output);
        ir_.add_io_slot(size_, {.semantic = ir::Semantic::PointSize});
    }

    // Hardware keeps what an earlier vertex left in unwritten outputs; emulators agree on (0, 0, 0, 1).
    void preset_outputs(const Usage& usage) {
        const std::array<std::uint64_t, 4> preset = {0, 0, 0, kOneBits};
        ir::Id value = ir::kNone;
        for (std::uint32_t i = 0; i < kOutputs; ++i) {
            if (!settings_.all_outputs && !usage.outputs.test(i)) continue;
            if (value == ir::kNone) value = ir_.constant(units_->type(), preset);
            ir_.store(o_, i * 4, value);
        }
    }

    ir::Id zero() { return ir_.constant(units_->type(), 0); }

    ir::Id fetch(const W& word, char which) {
        if (!reads(word, which)) return ir::kNone;
        const Operand source = operand(word, which);
        ir::Id value = select(word, source);
        if (source.swizzle != std::array<std::uint8_t, 4>{0, 1, 2, 3}) value = ir_.swizzle(value, source.swizzle);
        return source.negate ? units_->negate(value) : value;
    }

    ir::Id select(const W& word, const Operand& source) {
        switch (source.mux) {
            case Mux::Temp: return temp(source.reg);
            case Mux::Input: return ir_.load(v_, word[W::input] * 4, units_->type());
            case Mux::Constant: return constant(word);
            case Mux::None: return zero();
        }
        unreachable("mux");
    }

    ir::Id temp(std::uint32_t reg) {
        if (reg < kTemps) return ir_.load(r_, reg * 4, units_->type());
        return reg == kPositionMirror ? ir_.load(o_, 0, units_->type()) : zero();
    }

    ir::Id constant(const W& word) {
        const std::uint32_t index = word[W::constant];
        if (word[W::relative]) return relative_constant(index);
        if (index >= kConstants || (!settings_.all_constants && index < kFirstUserConstant)) return zero();
        return ir_.load_buffer(c_, ir_.i32(index * kBytesPerConstant), units_->type());
    }

    // Outside of the range a read gives 0: the index is clamped to the first one outside, which reads 0.
    ir::Id relative_constant(std::uint32_t base) {
        const std::uint32_t lowest = settings_.all_constants ? 0 : kFirstUserConstant;
        const ir::Id index = ir_.IAdd({ir_.load(a0_, 0, ir::kI32), ir_.i32(base - lowest)});
        const ir::Id clamped = ir_.UMin(index, ir_.i32(kConstants - lowest));
        const ir::Id offset = ir_.IMul(clamped, ir_.i32(kBytesPerConstant));
        const ir::Id from = lowest == 0 ? offset : ir_.IAdd(offset, ir_.i32(lowest * kBytesPerConstant));
        return ir_.load_buffer(c_, from, units_->type());
    }

    void store_temp(std::uint32_t reg, ir::Id value, std::uint32_t mask) {
        if (reg < kTemps) ir_.store(r_, reg * 4, value, lane_mask(mask)); // R12 and above cannot be written
    }

    void store_output(const W& word, ir::Id value) {
        const std::uint32_t mask = lane_mask(word[W::out_mask]), address = word[W::out_address];
        if (word[W::out_bank] != 0) {
            const std::uint32_t number = address & (kOutputs - 1);
            // NV2A: oFog is one scalar, lane x of whatever is written last, under any mask (reference nv2a.md, section 7).
            ir_.store(o_, number * 4, value, number == kFogOutput ? 1 : mask);
        } else if (writable_ && address < kConstants) {
            store_constant(address, value, mask);
        }
    }

    /// Lanes side by side are one store.
    void store_constant(std::uint32_t index, ir::Id value, std::uint32_t mask) {
        const std::uint32_t at = index * kBytesPerConstant;
        if (mask == 15) return ir_.store_buffer(c_, ir_.i32(at), value);
        for (unsigned lane = 0; lane < 4; ++lane) {
            if ((mask >> lane & 1) == 0) continue;
            const unsigned first = lane;
            std::vector<std::uint8_t> lanes;
            for (; (mask >> lane & 1) != 0; ++lane) lanes.push_back(static_cast<std::uint8_t>(lane));
            const ir::Id offset = ir_.i32(at + 4 * first);
            ir_.store_buffer(c_, offset, ir_.swizzle(value, lanes));
        }
    }

    ir::Builder ir_;
    Settings settings_;
    std::unique_ptr<Arithmetic> units_;
    std::uint32_t v_, o_, r_, a0_, size_ = 0;
    bool writable_;
    std::uint32_t c_;
    bool writes_position_;
};

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    const std::uint64_t launch = context.read_or(program.usual_launch(), key::launch);
    if (const Status runnable = check_runnable(program, launch); !runnable) return std::unexpected(runnable.error());
    const auto surface = surface_of(context);
    if (!surface) return std::unexpected(surface.error());
    const std::uint32_t first = program.first_of(launch);
    const std::span<const W> slots = std::span(program.slots).subspan(first, program.length_from(first));
    const Usage usage = usage_of(slots);
    ir::Module module;
    Lifter lifter(module, settings_of(usage, program, launch != 0, context), usage, context);
    std::string text;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        text.clear();
        if (context.named()) print_origin(text, slots[i]);
        context.approximate_at(program.offsets[first + i], assumptions_of(slots[i]));
        lifter.slot(first + static_cast<std::uint32_t>(i), slots[i], program.offsets[first + i], text);
    }
    lifter.finish(*surface);
    return module;
}

} // namespace relit::isa::nv2a
