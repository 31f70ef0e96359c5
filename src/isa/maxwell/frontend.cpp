// Maxwell programs as a row of the table of front ends.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"
#include "isa/maxwell/lift/driver/which_driver.hpp"
#include "isa/maxwell/lift/epilogue.hpp"
#include "isa/maxwell/lift/lift.hpp"
#include "isa/maxwell/lower/lower.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::isa::maxwell {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/maxwell/context_keys.inc"
#undef CONTEXT_KEY
};
static_assert(std::ranges::all_of(kContextKeys,
                                  [](const ir::ContextKey& key) { return key.default_value.has_value(); }),
              "every default is a value, which stands in its row alone");

/// The words, low byte first; of schedules zeros.
void append_code(std::vector<std::uint8_t>& bytes, std::span<const std::uint64_t> words) {
    const std::size_t at = bytes.size();
    static_assert(std::endian::native == std::endian::little);
    const auto* raw = reinterpret_cast<const std::uint8_t*>(words.data());
    bytes.insert(bytes.end(), raw, raw + words.size_bytes());
    for (std::size_t i = 0; i < words.size_bytes(); i += kGroupBytes) std::memset(&bytes[at + i], 0, kWordBytes);
}

/// A program, or VertexA and the VertexB after it: what the first makes is what the second is given.
struct Programs {
    Program first;
    std::optional<Program> second{};

    [[nodiscard]] const Program& last() const { return second ? *second : first; }
};

Result<ProgramPtr> parse(Bytes file) {
    auto program = load_undecoded(file);
    if (!program) return std::unexpected(program.error());
    program->code = decode(program->words);
    return std::make_unique<ParsedAs<Programs>>(kFrontend, Programs{std::move(*program)});
}

Result<ProgramPtr> join(const isa::Program& first, const isa::Program& second) {
    const auto& a = parsed_as<Programs>(first);
    const auto& b = parsed_as<Programs>(second);
    for (const Programs* each : {&a, &b})
        if (each->second || each->first.stage != Stage::Vertex || !each->first.sph)
            return fail(FaultKind::Usage, "only vertex programs with their headers run one after the other");
    return std::make_unique<ParsedAs<Programs>>(kFrontend, Programs{a.first, b.first});
}

ir::Stage stage(const isa::Program& program) { return pipeline_stage(parsed_as<Programs>(program).first); }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    const auto& [first, second] = parsed_as<Programs>(program);
    return second ? lift_joined(first, *second, context, print_origin) : lift(first, context, print_origin);
}

Status lower_parsed(const isa::Program& program, ir::Module& module, ir::ContextReader& context) {
    return lower(parsed_as<Programs>(program).last(), module, context);
}

/// A pointer among the parameters of a kernel stands for the memory that it leads to, if the program has it as a buffer.
std::vector<NamedInput> named_inputs(const isa::Program& parsed) {
    constexpr std::uint32_t kPointer = 8;
    std::vector<NamedInput> names;
    const auto& program = parsed_as<Programs>(parsed).first;
    if (!program.cuda) return names;
    for (const CubinName& one : program.cuda->names) {
        const std::uint32_t from = one.offset - program.cuda->parameter_base;
        if (one.bank == 0 && one.size == kPointer && from % kPointer == 0)
            names.push_back({one.name, {"s" + std::to_string(from / kPointer)}});
        names.push_back({one.name, {"c" + std::to_string(one.bank)}, false, one.offset, one.size});
    }
    return names;
}

Result<std::vector<Preset>> presets(const isa::Program& /*program*/, const ir::Context& /*context*/) {
    return std::vector<Preset>{};
}

/// Appends all of a cubin beside the code on which a translation may depend.
void append_kernel(std::vector<std::uint8_t>& bytes, const Program& program) {
    append_bytes(bytes, program.shared_bytes, 4);
    append_bytes(bytes, program.local_bytes, 4);
    for (const std::uint32_t size : program.block) append_bytes(bytes, size, 4);
    append_bytes(bytes, program.cuda->constants.size(), 4);
    for (const auto& [bank, constants] : program.cuda->constants) {
        append_bytes(bytes, bank, 4);
        append_bytes(bytes, constants.size(), 4);
        bytes.insert(bytes.end(), constants.begin(), constants.end());
    }
}

/// Schedules and filling change nothing; headers and constants do.
void append_canonical(std::vector<std::uint8_t>& bytes, const Program& program) {
    constexpr std::size_t kMostHeaders = 256;
    bytes.reserve(bytes.size() + kMostHeaders + program.constants.size() + program.words.size() * kWordBytes);
    append_bytes(bytes, static_cast<std::uint64_t>(program.stage), 1);
    append_bytes(bytes, program.cuda ? 2 : program.kind == FileKind::Dksh || program.dksh ? 1 : 0, 1);
    if (program.cuda) append_kernel(bytes, program);
    if (program.sph)
        for (const std::uint32_t raw : program.sph->raw) append_bytes(bytes, raw, 4);
    if (program.dksh) {
        DkshProgram dksh = *program.dksh;
        dksh.set(DkshProgram::entry, 0U).set(DkshProgram::constants, 0U);
        for (const std::uint32_t raw : dksh.raw) append_bytes(bytes, raw, 4);
    }
    append_bytes(bytes, program.constants.size(), 4);
    bytes.insert(bytes.end(), program.constants.begin(), program.constants.end());
    append_code(bytes, program.words);
}

std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& [first, second] = parsed_as<Programs>(parsed);
    constexpr std::uint8_t kJoined = 0xff; // no stage
    std::vector<std::uint8_t> bytes;
    if (second) {
        bytes.push_back(kJoined);
        append_bytes(bytes, first.words.size(), 8);
    }
    append_canonical(bytes, first);
    if (second) append_canonical(bytes, *second);
    return bytes;
}

/// Adds the beginning of a thread's stack, and the constants of the module.
void add_kernel_words(const Program& program, std::vector<DriverWord>& words) {
    constexpr std::uint32_t kStackAt = 0x20, kWord = 4;
    words.push_back({0, kStackAt, program.local_bytes});
    for (const auto& [bank, bytes] : program.cuda->constants)
        for (std::uint32_t at = 0; bank != 0 && at + kWord <= bytes.size(); at += kWord)
            words.push_back({bank, at, static_cast<std::uint32_t>(little_endian(Bytes(bytes).subspan(at, kWord)))});
}

// Sizes of storage buffers after their addresses; the size of a workgroup, then how many there are.
std::vector<DriverWord> driver_words(const isa::Program& parsed, const ir::Module& module, const ir::Context& context,
                                     const DispatchShape& shape) {
    constexpr std::uint32_t kSizeAt = 8, kMesaGrid = 0x100, kCudaBlock = 0x8;
    std::vector<DriverWord> words;
    const auto& program = parsed_as<Programs>(parsed).first;
    ir::ContextReader reader(context);
    const Program* const one = &program;
    assume_driver({&one, 1}, reader);
    const Driver driver = driver_of(reader);
    const Convention convention = convention_of(ir::Stage::Compute, driver_of_file(program), driver);
    const bool is_cuda = driver == Driver::Cuda || (driver == Driver::FromFile && program.cuda);
    for (const auto& [binding, bytes] : shape.storage_bytes)
        if (binding < convention.storage_count && !is_cuda)
            words.push_back(
                {convention.slot, convention.storage + convention.descriptor_bytes * binding + kSizeAt, bytes});
    if (program.cuda) add_kernel_words(program, words);
    const std::uint32_t grid = driver == Driver::Mesa ? kMesaGrid : is_cuda ? kCudaBlock : 0;
    for (std::uint32_t i = 0; i < shape.groups.size(); ++i) {
        words.push_back({convention.slot, grid + 4 * i, module.workgroup[i]});
        words.push_back({convention.slot, grid + 12 + 4 * i, shape.groups[i]});
    }
    return words;
}

} // namespace

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported,
                "Maxwell has several constant buffers, a dump is of one: --inputs names each (docs/run.md)");
}

const Frontend kFrontend = {
    .codec = kCodec,
    .parse = parse,
    .join = join,
    .stage = stage,
    .lift = lift_parsed,
    .lower = lower_parsed,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .named_inputs = named_inputs,
    .driver_words = driver_words,
    .canonical = canonical,
    .context_keys = kContextKeys,
    .bindings_of_stage = 64,
    .unwritten = {0, 0, 0, std::bit_cast<std::uint32_t>(1.0F)},
};

} // namespace relit::isa::maxwell
