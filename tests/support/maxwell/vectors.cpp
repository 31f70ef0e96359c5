#include "tests/support/maxwell/vectors.hpp"

#include "base/text.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "pass/pass.hpp"
#include "render/vk/dispatch.hpp"
#include "run/interpreter.hpp"
#include "tests/support/maxwell/corpus.hpp"
#include "translate/translate.hpp"
#include "verify/rewrite/hidden_operands.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace relit::test {
namespace {

constexpr std::uint32_t kResultAddress = 0x140;
constexpr std::uint32_t kInputSlot = 2, kDeko3d = 2;
constexpr std::uint32_t kSlack = 1024; // bytes that a kernel may store behind its result

std::filesystem::path file_of_vectors() {
    const char* set = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    const std::filesystem::path corpus = set != nullptr ? set : "../shared/corpus";
    return corpus / "maxwell/foreign/hardware-vectors.tsv";
}

std::vector<std::uint8_t> bytes_of_hex(const std::string& hex) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

MaxwellVector vector_of(const std::vector<std::string>& cells) {
    MaxwellVector row{
        .id = cells[0], .name = cells[1], .input = bytes_of_hex(cells[2]), .code = bytes_of_hex(cells[9])};
    row.code.resize((row.code.size() + 31) / 32 * 32);
    row.expected = bytes_of_hex(cells[5]);
    row.rule = cells[4];
    row.tolerance = std::stod(cells[6]);
    row.result_bytes = static_cast<std::uint32_t>(std::stoul(cells[3]));
    row.shared_bytes = static_cast<std::uint32_t>(std::stoul(cells[8]));
    std::istringstream sizes(cells[7]);
    for (std::uint32_t& size : row.workgroup) {
        std::string one;
        std::getline(sizes, one, ',');
        size = static_cast<std::uint32_t>(std::stoul(one));
    }
    return row;
}

std::vector<MaxwellVector> read_vectors() {
    std::vector<MaxwellVector> rows;
    std::ifstream file(file_of_vectors());
    std::string line;
    std::getline(file, line); // names of the columns
    while (std::getline(file, line)) {
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == '\t') cells.emplace_back();
            if (c != '\t') cells.back() += c;
        }
        if (cells.size() == 10) rows.push_back(vector_of(cells));
    }
    return rows;
}

template <class T>
T number_at(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    T number{};
    std::memcpy(&number, &bytes[at], sizeof number);
    return number;
}

template <class Float>
bool is_near(const MaxwellVector& vector, const std::vector<std::uint8_t>& bytes) {
    for (std::size_t at = 0; at + sizeof(Float) <= vector.expected.size(); at += sizeof(Float)) {
        const auto wanted = number_at<Float>(vector.expected, at), got = number_at<Float>(bytes, at);
        if (vector.rule == "nan" || std::isnan(wanted)) {
            if (!std::isnan(got)) return false;
            continue;
        }
        if (!(wanted == got || std::fabs(static_cast<double>(wanted) - static_cast<double>(got)) <= vector.tolerance))
            return false;
    }
    return true;
}

} // namespace

ir::Context context_of(const MaxwellVector& vector, Warps warps) {
    ir::Context context{vector.context};
    context.values.add({{"maxwell.convention", kDeko3d},
                        {"maxwell.shared_bytes", vector.shared_bytes},
                        {"maxwell.local_bytes", vector.local_bytes},
                        {"maxwell.workgroup0", vector.workgroup[0]},
                        {"maxwell.workgroup1", vector.workgroup[1]},
                        {"maxwell.workgroup2", vector.workgroup[2]},
                        {"maxwell.warp_is_subgroup", warps == Warps::AreSubgroups ? 1U : 0U}});
    return context;
}

Result<ir::Module> module_of(const MaxwellVector& vector, Warps warps, ir::ContextReader::Wanted wanted) {
    const ir::Context context = context_of(vector, warps);
    ir::ContextReader reader(context, wanted);
    auto module = translate::lift(isa::maxwell::kFrontend, vector.code, reader);
    if (!module || wanted.traceable) return module;
    if (const Status done = pass::run_passes(*module, "fold,simplify,cse,dce"); !done)
        return std::unexpected(done.error());
    return module;
}

const std::vector<MaxwellVector>& maxwell_vectors() {
    static const std::vector<MaxwellVector> kRows = read_vectors();
    return kRows;
}

namespace {

/// Buffers for the kernel; its result is bound[result].
std::vector<ir::Bound> bind(const MaxwellVector& vector, const ir::Module& module, std::size_t& result) {
    std::vector<ir::Bound> bound(module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::StorageBuffer) {
            bound[i].bytes.resize(std::max(vector.result_bytes, 4U) + kSlack);
            result = i;
        }
        if (resource.kind != ir::ResourceKind::ConstantBuffer) continue;
        bound[i].bytes.resize(kConstantBytes);
        if (resource.binding == kInputSlot) std::ranges::copy(vector.input, bound[i].bytes.begin());
        if (resource.binding == 0) bound[i].bytes[kResultAddress + 4] = 1;
        bound[i].bytes.resize(resource.size); // what the program reads
    }
    return bound;
}

Result<std::vector<std::uint8_t>> result_of(const MaxwellVector& vector, std::vector<ir::Bound>& bound,
                                            std::size_t result) {
    if (result >= bound.size()) return fail("the kernel stores nothing");
    bound[result].bytes.resize(vector.result_bytes);
    return std::move(bound[result].bytes);
}

} // namespace

std::vector<ir::Bound> bound_to(const MaxwellVector& vector, const ir::Module& module) {
    std::size_t result = 0;
    return bind(vector, module, result);
}

std::uint64_t builtin_of(const MaxwellVector& vector, ir::Builtin builtin, unsigned lane, std::size_t thread) {
    if (builtin == ir::Builtin::SubgroupInvocation) return thread % kWarp;
    if (builtin == ir::Builtin::WorkgroupSize) return vector.workgroup[lane];
    if (builtin != ir::Builtin::LocalInvocationId) return 0;
    const std::size_t row = thread / vector.workgroup[0];
    return lane == 0 ? thread % vector.workgroup[0] : lane == 1 ? row % vector.workgroup[1] : row / vector.workgroup[1];
}

Result<std::vector<std::uint8_t>> interpret(const MaxwellVector& vector, Warps warps,
                                            ir::ContextReader::Wanted wanted) {
    const auto module = module_of(vector, warps, wanted);
    if (!module) return std::unexpected(module.error());
    const std::uint32_t threads = vector.workgroup[0] * vector.workgroup[1] * vector.workgroup[2];
    std::vector<run::State> states(threads, run::blank_state(*module));
    std::size_t result = module->resources.size();
    std::vector<ir::Bound> bound = bind(vector, *module, result);
    run::Host host{.bound = &bound};
    host.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) {
        return builtin_of(vector, builtin, lane, state);
    };
    const Status done = run::run(*module, states, {.subgroup = kWarp}, host);
    if (!done) return std::unexpected(done.error());
    return result_of(vector, bound, result);
}

Result<std::vector<std::uint8_t>> run_on(render::vk::Device& device, const MaxwellVector& vector, Factors factors,
                                         Lacking lacking) {
    auto lifted = module_of(vector, Warps::ShareMemory); // lavapipe's subgroups are narrower
    if (!lifted) return std::unexpected(lifted.error());
    const lang::Target target = without(device.target({}), lacking);
    auto module = translate::prepare(std::move(*lifted), target, {});
    if (!module) return std::unexpected(module.error());
    if (factors == Factors::Hidden) verify::hide_factors(*module);
    const auto artifact = lang::to_spirv(*module, target);
    if (!artifact) return std::unexpected(artifact.error());
    std::size_t result = module->resources.size();
    std::vector<ir::Bound> bound = bind(vector, *module, result);
    const Status done = render::vk::run_native(device, artifact->words, *module, bound, {1, 1, 1});
    if (!done) return std::unexpected(done.error());
    return result_of(vector, bound, result);
}

bool is_right(const MaxwellVector& vector, const std::vector<std::uint8_t>& bytes) {
    if (bytes.size() < vector.expected.size()) return false;
    const bool exact = vector.rule == "int" || vector.rule == "bytes";
    if (exact) return std::equal(vector.expected.begin(), vector.expected.end(), bytes.begin());
    return vector.expected.size() % 8 == 0 && vector.result_bytes == 8 ? is_near<double>(vector, bytes)
                                                                       : is_near<float>(vector, bytes);
}

} // namespace relit::test
