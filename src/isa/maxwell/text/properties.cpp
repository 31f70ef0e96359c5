// What `info` prints of a Maxwell program: stage, length, what it uses, its headers.
#include "isa/shared/properties.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/cuda.hpp"
#include "isa/maxwell/text/directives.hpp"
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/syntax.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

using enum FieldId;

/// Which registers and buffers the instructions touch.
struct Usage {
    std::array<bool, 256> registers{};
    std::array<bool, 32> buffers{};
    std::array<bool, 8> predicates{};
    bool calls = false, branches = false;

    void add(const Instruction& in) {
        if (!in.known()) return;
        if (row(in.op()).guard == GuardRule::Guarded) predicates[in.guard() & 7] = true;
        Syntax syntax(row(in.form).text);
        while (syntax.modifier()) {}
        while (const auto pattern = syntax.operand()) {
            const FieldId core = pattern->core[pattern->which(in.word)];
            const std::uint32_t value = in[core];
            switch (row(core).kind) {
                case Kind::Register: registers[value] = true; break;
                case Kind::Predicate:
                case Kind::Condition: predicates[value & 7] = true; break;
                case Kind::Cbuf: buffers[value >> 14] = true; break;
                case Kind::CbufTarget: buffers[value >> 16] = true; break;
                default: break;
            }
            if (pattern->slot != End) buffers[in[pattern->slot]] = true;
        }
        calls = calls || in.op() == Op::CAL || in.op() == Op::JCAL;
        branches = branches || target_of(in).has_value() || in.op() == Op::BRX;
    }
};

std::string_view kind_name(FileKind kind) {
    static constexpr std::string_view kNames[] = {"code", "code with a program header", "DKSH", "text", "cubin"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// "a[0x070]-a[0x07c] a[0x080]": the attribute words for which `holds`.
std::vector<std::string> attributes(const Sph& sph, bool (*holds)(const Sph&, std::uint32_t)) {
    std::vector<std::string> all;
    for (std::uint32_t at = 0; at < 0x400; at += 4) {
        if (!holds(sph, at)) continue;
        std::uint32_t last = at;
        while (last + 4 < 0x400 && holds(sph, last + 4)) last += 4;
        std::string& text = all.emplace_back("a[");
        print_hex(text, at, 3);
        text += ']';
        if (last != at) {
            text += "-a[";
            print_hex(text, last, 3);
            text += ']';
        }
        at = last;
    }
    return all;
}

Property targets(const Sph& sph) {
    std::vector<std::string> names;
    std::string text;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const std::uint32_t components = target_components(sph, i);
        if (components == 0) continue;
        std::string& name = names.emplace_back(std::to_string(i) + ".");
        for (std::uint32_t k = 0; k < 4; ++k)
            if ((components >> k & 1) != 0) name += kLanes[k];
        text += (text.empty() ? "" : " ") + name;
    }
    const auto add = [&](const char* name) {
        names.emplace_back(name);
        text += (text.empty() ? "" : ", ") + names.back();
    };
    if (writes_sample_mask(sph)) add("sample mask");
    if (writes_depth(sph)) add("depth");
    return {"targets", std::move(names), std::move(text)};
}

/// Fields of a header that are not 0, by their names.
void add_header(std::vector<Property>& properties, std::string_view prefix, std::span<const FieldInfo> fields,
                std::span<const std::uint32_t> units) {
    for (const FieldInfo& field : fields) {
        const std::uint32_t value = field_value(field, units);
        if (value == 0) continue;
        std::string text;
        if (value < 10) {
            print_number(text, value);
        } else {
            print_integer(text, value);
        }
        properties.push_back({std::string(prefix) + "." + std::string(field.name), value, std::move(text)});
    }
}

bool has_one_kernel(Bytes cubin) {
    const auto read = read_cubin(cubin);
    return read && read->kernels.size() == 1;
}
void add_kernel(std::vector<Property>& properties, Bytes file) {
    if (const auto cubin = read_cubin(file); cubin && !cubin->kernels.empty())
        add_properties(properties, cubin->architecture, cubin->kernels[0]);
}

} // namespace

Result<std::vector<Property>> properties(Bytes file) {
    if (is_cuda(file) && (!is_cubin(file) || !has_one_kernel(file))) return properties_of_cuda(file);
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    Usage usage;
    for (const Instruction& in : program->code) usage.add(in);
    usage.registers[kZeroRegister] = false;
    usage.predicates[kTruePredicate] = false;
    std::vector<Property> properties;
    const auto add = [&](std::string name, Property::Value value) {
        properties.push_back({std::move(name), std::move(value)});
    };
    add("file", std::string(kind_name(program->kind)));
    if (program->cuda) add_kernel(properties, file);
    add("stage", std::string(kStageNames[static_cast<std::size_t>(program->stage)]));
    add("instructions", program->code.size());
    add("code bytes", std::uint64_t{program->words.size() * kWordBytes});
    properties.push_back(
        registers_used("registers named", usage.registers, "R")); // wide operands take the next ones too
    properties.push_back(registers_used("predicates named", usage.predicates, "P"));
    properties.push_back(registers_used("constant buffers", usage.buffers, "c"));
    add("branches", usage.branches);
    add("calls", usage.calls);
    if (program->sph) {
        const Sph& sph = *program->sph;
        add("inputs", attributes(sph, reads_attribute));
        if (program->stage == Stage::Fragment) properties.push_back(targets(sph));
        if (program->stage != Stage::Fragment) add("outputs", attributes(sph, writes_attribute));
        add_header(properties, "sph", fields_of_sph(sph), sph.raw);
    }
    if (program->dksh) {
        add_header(properties, "dksh", fields_of_program(*program->dksh), program->dksh->raw);
        properties.push_back(
            {"constants", program->constants.size(), std::to_string(program->constants.size()) + " bytes"});
    }
    for (const std::string& warning : program->warnings) properties.push_back(warning_property(warning));
    return properties;
}

} // namespace relit::isa::maxwell
