#include "emulators/rpcs3/pairs.hpp"

#include "base/hash/hash.hpp"
#include "base/words.hpp"
#include "isa/rsx/fp/encoding/program.hpp"
#include "machine/rsx/programs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::emulators::rpcs3 {
namespace {

namespace fp = isa::rsx::fp;
namespace machine = relit::machine::rsx;
using machine::Location;

/// The machine before the first command.
machine::State state_before(const Capture& capture) {
    machine::State state;
    Cursor registers(capture.registers), program(capture.transform_program), constants(capture.transform_constants);
    for (std::uint32_t& one : state.registers) one = registers.u32le();
    for (isa::rsx::vp::Word128& slot : state.slots)
        for (std::uint32_t& word : slot.raw) word = program.u32le(); // of 512 slots, the rest is 0
    for (machine::Constant& constant : state.constants)
        for (std::uint32_t& lane : constant.lanes) lane = constants.u32le(), constant.is_loaded = !constants.failed();
    return state;
}

/// The console's memory as far as the capture has it: whole blocks by location and offset.
class Memory {
public:
    explicit Memory(const Capture& capture) : capture_(capture) {}

    void write(std::uint64_t key) {
        const auto block = capture_.blocks.find(key);
        if (block == capture_.blocks.end()) return;
        if (const auto data = capture_.data.find(block->second.data); data != capture_.data.end())
            blocks_[{block->second.location, block->second.offset}] = data->second;
    }
    [[nodiscard]] Bytes at(const machine::FragmentProgram& program) const {
        if (program.location == Location::Unknown) return {};
        const auto found = blocks_.find({static_cast<std::uint32_t>(program.location), program.offset});
        return found == blocks_.end() ? Bytes() : found->second;
    }

private:
    const Capture& capture_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Bytes> blocks_;
};

/// The parts that tell pairs apart: constants and the host's viewport do not.
std::vector<std::uint8_t> key_of(const machine::VertexProgram& vertex, const fp::Program& fragment,
                                 const isa::StateValues& context) {
    std::vector<std::uint8_t> key;
    add_word(key, vertex.start);
    add_words(key, vertex.numbers);
    for (const isa::rsx::vp::Word128& slot : vertex.slots) add_words(key, slot.raw);
    for (const fp::Instruction& instruction : fragment.instructions) add_words(key, instruction.word.raw);
    for (const auto& [name, value] : context) {
        if (machine::is_of_viewport(name)) continue;
        key.insert(key.end(), name.begin(), name.end());
        add_words(key, std::to_array({static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)}));
    }
    return key;
}

/// A bundle of each pair that is new.
class Pairs {
public:
    Pairs(const Capture& capture, const TakeFound& take) : capture_(capture), take_(take) {}

    void draw(const CapturedDraw& draw, const machine::State& state) {
        ++number_;
        const auto looked_at =
            std::tuple(state.revision, draw.fragment.data(), draw.draw.primitive == machine::kPoints);
        if (std::exchange(last_, looked_at) == looked_at && number_ != 1) return;
        if (states_ == kMostStates || known_.size() == kMostPairs) return void(++left_out_);
        ++states_;
        if (draw.fragment.empty()) return lacks(draw.program);
        const auto vertex = machine::vertex_program_of(state);
        if (!vertex) return wrong("vertex", vertex.error());
        const fp::Program* const fragment = fragment_of(draw.fragment);
        if (fragment == nullptr) return;
        const isa::StateValues context = machine::context_of(state, draw.draw);
        const Hash128 hash = hash_of(key_of(*vertex, *fragment, context));
        if (known_.emplace(hash.high, hash.low).second) take_(pair(draw, state, *vertex, *fragment, context));
    }
    void finish() {
        if (left_out_ != 0)
            take_(fail(FaultKind::NotSupported,
                       fmt::format("{} draws are left out: there are {} pairs or {} states before them", left_out_,
                                   kMostPairs, kMostStates)));
    }

private:
    void lacks(const machine::FragmentProgram& program) {
        if (lacking_.emplace(program.location, program.offset).second)
            take_(fail(fmt::format("draw {}: the capture lacks its fragment program, in {} memory at {:#x}", number_,
                                   name_of(program.location), program.offset)));
    }
    void wrong(std::string_view stage, const Fault& fault) {
        if (wrong_.insert(fmt::format("{} {}", stage, fault.text)).second)
            take_(fail(fault.kind, fmt::format("draw {}: its {} program: {}", number_, stage, fault.text)));
    }
    /// Each content of memory is read once.
    const fp::Program* fragment_of(Bytes bytes) {
        const auto [at, is_new] = fragments_.try_emplace(bytes.data());
        if (!is_new) return at->second ? &*at->second : nullptr;
        auto program = bytes.size() > fp::kMaxFile
                           ? Result<fp::Program>(fail(fmt::format("{} bytes are no program", bytes.size())))
                           : fp::load_console(bytes);
        if (program && !program->missing_end.empty()) program = fail(program->missing_end);
        if (!program) {
            wrong("fragment", program.error());
            return nullptr;
        }
        at->second = std::move(*program);
        return &*at->second;
    }
    Found pair(const CapturedDraw& draw, const machine::State& state, const machine::VertexProgram& vertex,
               const fp::Program& fragment, const isa::StateValues& context) const {
        Found found;
        found.name = fmt::format("draw{}", number_);
        const Bytes code = draw.fragment.first(std::min<std::size_t>(draw.fragment.size(), fragment.size()));
        found.bundle.programs = {
            {"rsx.vp", "vertex", found.name + ".vp", machine::stream_of(vertex, state)},
            {"rsx.fp", "fragment", found.name + ".fp", bundle::FileBytes(code.begin(), code.end())}};
        for (const auto& [name, value] : context) found.bundle.context[name] = value;
        found.bundle.origin = {{"emulator", "RPCS3"},
                               {"capture_version", fmt::format("{}", capture_.version)},
                               {"draw", fmt::format("{}", number_)},
                               {"fragment_program", fmt::format("{} memory at {:#x}", name_of(draw.program.location),
                                                                draw.program.offset)}};
        found.approximations = approximations_of(draw, state, vertex, fragment);
        return found;
    }
    static std::vector<std::string> approximations_of(const CapturedDraw& draw, const machine::State& state,
                                                      const machine::VertexProgram& vertex,
                                                      const fp::Program& fragment) {
        std::vector<std::string> all;
        const auto add = [&all](std::string_view text, const std::vector<std::uint32_t>& numbers) {
            if (!numbers.empty()) all.push_back(fmt::format("{}: {}", text, fmt::join(numbers, ", ")));
        };
        add("the capture does not have constants of the vertex program, which are 0", missing_constants(vertex, state));
        const bool has_all = std::ranges::all_of(state.constants, &machine::Constant::is_loaded);
        if (machine::reads_any_constant(vertex) && !has_all)
            all.emplace_back("of the constants that an address register selects some are not in the capture: 0");
        add("the vertex program samples textures that are off", machine::missing_textures(vertex, state));
        add("the fragment program samples textures that are off", machine::missing_textures(fragment, state));
        add("no context key has the order of the two numbers of textures", machine::unordered_textures(state));
        if (draw.draw.changes_constants)
            all.emplace_back("the draw changes constants after its first vertices: the last values are taken");
        return all;
    }

    const Capture& capture_;
    const TakeFound& take_;
    std::uint64_t number_ = 0;
    std::tuple<std::uint64_t, const std::uint8_t*, bool> last_;
    std::size_t states_ = 0, left_out_ = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> known_;
    std::set<std::pair<Location, std::uint32_t>> lacking_;
    std::set<std::string> wrong_;
    std::map<const std::uint8_t*, std::optional<fp::Program>> fragments_;
};

} // namespace

std::string_view name_of(Location location) {
    return location == Location::Local ? "local" : location == Location::Main ? "main" : "unknown";
}

void walk(const Capture& capture, const TakeDraw& take) {
    machine::Machine rsx;
    rsx.state = state_before(capture);
    Memory memory(capture);
    for (const CapturedWrite& write : capture.writes) {
        for (const std::uint64_t key : write.blocks) memory.write(key);
        const auto draw = rsx.write(write.address, write.value);
        if (!draw) continue;
        const machine::FragmentProgram program = machine::fragment_program_of(rsx.state);
        take({*draw, program, memory.at(program)}, rsx.state);
    }
}

std::vector<CapturedDraw> draws_of(const Capture& capture) {
    std::vector<CapturedDraw> draws;
    walk(capture, [&](const CapturedDraw& draw, const machine::State&) { draws.push_back(draw); });
    return draws;
}

void read_pairs(const Capture& capture, const TakeFound& take) {
    Pairs pairs(capture, take);
    walk(capture, [&](const CapturedDraw& draw, const machine::State& state) { pairs.draw(draw, state); });
    pairs.finish();
}

} // namespace relit::emulators::rpcs3
