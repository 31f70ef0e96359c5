#include "isa/maxwell/text/cuda.hpp"

#include "base/printable.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/fatbin.hpp"
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

using codec::Line;
using codec::Listing;

/// "1 kernel", "2 kernels"
std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}
std::string bytes_text(std::uint64_t count) { return counted(count, "byte"); }

std::string resources_of(const CubinKernel& kernel) {
    std::string text = fmt::format("{}, {}, shared memory {}, local memory {}", counted(kernel.registers, "register"),
                                   counted(kernel.barriers, "barrier"), bytes_text(kernel.shared_bytes),
                                   bytes_text(kernel.local_bytes));
    if (kernel.block[0] != 0)
        text += fmt::format(", workgroup {}x{}x{}", kernel.block[0], kernel.block[1], kernel.block[2]);
    return text;
}
/// "c[0x0][0x148], 4 bytes"
std::string operand_of(const CubinKernel& kernel, const CubinParameter& parameter) {
    return fmt::format("c[0x0][{:#x}], {}", kernel.parameter_base + parameter.offset, bytes_text(parameter.size));
}
std::string name_of(const CubinParameter& parameter) { return fmt::format("parameter {}", parameter.ordinal); }

/// Writes the comments of one kernel.
class Commenter {
public:
    Commenter(Bytes file, const CubinKernel& kernel) : file_(file), kernel_(kernel) {}

    Status run(Listing& listing, std::uint32_t architecture) {
        const auto relocations = relocations_of(file_, kernel_);
        if (!relocations) return std::unexpected(relocations.error());
        const auto functions = functions_of(file_, kernel_);
        if (!functions) return std::unexpected(functions.error());
        auto names = constant_names_of(file_, kernel_);
        if (!names) return std::unexpected(names.error());
        names_ = std::move(*names);
        heading(architecture);
        auto function = functions->begin();
        auto relocation = relocations->begin();
        for (Line& line : listing.lines) {
            const std::uint64_t address = line.offset - kernel_.code.offset;
            for (; function != functions->end() && function->offset <= address; ++function)
                comment(line.offset, "function " + printable(function->name));
            if (line.instruction) constants(line);
            for (; relocation != relocations->end() && relocation->offset <= address; ++relocation)
                add_clause(line.note, relocation_name(relocation->type) + " " + printable(relocation->symbol));
            lines_.push_back(std::move(line));
        }
        listing.lines = std::move(lines_);
        return {};
    }

private:
    void comment(std::uint64_t offset, std::string text) {
        Line& line = lines_.emplace_back();
        line.offset = offset;
        line.note = std::move(text);
        line.instruction = false;
    }
    void heading(std::uint32_t architecture) {
        const std::uint64_t at = kernel_.code.offset;
        comment(at, fmt::format("{} {} for {}", kernel_.is_entry ? "kernel" : "function", printable(kernel_.name),
                                architecture_name(architecture)));
        comment(at, resources_of(kernel_));
        for (const CubinParameter& parameter : kernel_.parameters)
            comment(at, fmt::format("param{}: {}", parameter.ordinal, operand_of(kernel_, parameter)));
        for (const auto& [bank, range] : kernel_.constants)
            if (bank != 0) comment(at, fmt::format("c[{:#x}]: {} of constants", bank, bytes_text(range.size)));
    }
    void constants(Line& line) const {
        const std::uint64_t word = line.words[0] | std::uint64_t{line.words[1]} << 32;
        const Instruction in{word, 0, form_of(word)};
        if (!in.known()) return;
        for (const Role role : {Role::A, Role::B, Role::C}) {
            const Source from = in.has(role) ? source(in, role) : Source();
            if (from.kind == Source::Kind::Constant) constant(line, from.index, from.number);
        }
        const bool is_fixed = in.op() == Op::LDC && in[Role::A] == kZeroRegister && in[Role::CbMode] == 0;
        if (is_fixed) constant(line, in[Role::Slot], static_cast<std::uint64_t>(offset_of(in)));
    }
    /// The name of a word, and its value if the file has it.
    void constant(Line& line, std::uint32_t bank, std::uint64_t offset) const {
        const std::string operand = fmt::format("c[{:#x}][{:#x}]", bank, offset);
        if (std::string name = constant_name_at(names_, bank, offset); !name.empty())
            line.names.push_back({operand, std::move(name), {}, false});
        const auto constants = kernel_.constants.find(bank);
        constexpr std::uint64_t kWord = 4;
        if (bank == 0 || constants == kernel_.constants.end() || constants->second.size < kWord ||
            offset > constants->second.size - kWord)
            return;
        add_clause(line.note, fmt::format("{} = {:#010x}", operand,
                                          little_endian(file_.subspan(constants->second.offset + offset, kWord))));
    }

    Bytes file_;
    const CubinKernel& kernel_;
    std::vector<CubinName> names_;
    std::vector<Line> lines_;
};

using Item = Property::Item;

Item item_of(const CubinKernel& kernel) {
    std::vector<std::string> parameters;
    for (const CubinParameter& one : kernel.parameters)
        parameters.push_back(name_of(one) + ": " + operand_of(kernel, one));
    std::string text = printable(kernel.name) + ": " + resources_of(kernel);
    text += fmt::format(", parameters {}, code {}", bytes_text(kernel.parameter_bytes), bytes_text(kernel.code.size));
    return {.name = kernel.is_entry ? "kernel" : "function",
            .text = std::move(text),
            .fields = {{"name", printable(kernel.name)},
                       {"registers", std::int64_t{kernel.registers}},
                       {"barriers", std::int64_t{kernel.barriers}},
                       {"shared_bytes", static_cast<std::int64_t>(kernel.shared_bytes)},
                       {"local_bytes", std::int64_t{kernel.local_bytes}},
                       {"parameter_bytes", std::int64_t{kernel.parameter_bytes}},
                       {"parameters", std::move(parameters)},
                       {"code_bytes", static_cast<std::int64_t>(kernel.code.size)}}};
}

std::vector<Item> items_of(const Cubin& cubin) {
    std::vector<Item> items;
    for (const CubinKernel& kernel : cubin.kernels) items.push_back(item_of(kernel));
    return items;
}

/// The kernels of an image, or why it has none that can be read.
void add_kernels(Bytes file, const FatImage& image, std::uint64_t& left, std::vector<Item>& kernels,
                 std::string& text) {
    if (image.packing != Packing::None && image.unpacked > left) {
        text += ", not unpacked: the images before it have 1 GiB";
        return;
    }
    left -= image.packing != Packing::None ? image.unpacked : 0;
    const auto bytes = unpack_image(file, image);
    const auto cubin = bytes ? read_cubin(*bytes) : Result<Cubin>(std::unexpected(bytes.error()));
    if (!cubin) {
        text += ", " + cubin.error().text;
        return;
    }
    text += ", " + counted(cubin->kernels.size(), "kernel");
    for (Item& item : items_of(*cubin)) {
        item.text = fmt::format("sm_{}: {}", image.architecture, item.text);
        item.fields.insert(item.fields.begin(), {"architecture", fmt::format("sm_{}", image.architecture)});
        kernels.push_back(std::move(item));
    }
}

Result<std::vector<Property>> properties_of_fatbins(Bytes file) {
    const auto images = read_fatbins(file);
    if (!images) return std::unexpected(images.error());
    std::vector<Item> items, kernels;
    std::uint64_t left = kMostUnpackedImages;
    for (const FatImage& image : *images) {
        std::string text = fmt::format("{} for {}, {}, {}", kind_of(image), architecture_name(image.architecture),
                                       name_of(image.packing), bytes_text(image.size));
        if (image.kind == kCubinImage && is_maxwell(image.architecture)) {
            add_kernels(file, image, left, kernels, text);
        } else {
            text += ", not read";
        }
        items.push_back({.name = "image",
                         .text = std::move(text),
                         .fields = {{"kind", kind_of(image)},
                                    {"architecture", fmt::format("sm_{}", image.architecture)},
                                    {"packing", std::string(name_of(image.packing))},
                                    {"offset", static_cast<std::int64_t>(image.offset)},
                                    {"bytes", static_cast<std::int64_t>(image.size)},
                                    {"unpacked_bytes", static_cast<std::int64_t>(image.unpacked)}}});
    }
    std::vector<Property> properties;
    properties.push_back({"file", std::string(is_fatbin(file) ? "fat binary" : "ELF file with fat binaries")});
    properties.push_back({"images", std::move(items)});
    properties.push_back({"kernels", std::move(kernels)});
    return properties;
}

} // namespace

Status add_comments(codec::Listing& listing, Bytes file, std::uint32_t architecture, const CubinKernel& kernel) {
    return Commenter(file, kernel).run(listing, architecture);
}

void add_properties(std::vector<Property>& properties, std::uint32_t architecture, const CubinKernel& kernel) {
    properties.push_back({"architecture", architecture_name(architecture)});
    properties.push_back({kernel.is_entry ? "kernel" : "function", printable(kernel.name)});
    properties.push_back({"registers", std::uint64_t{kernel.registers}});
    properties.push_back({"barriers", std::uint64_t{kernel.barriers}});
    properties.push_back({"shared memory", kernel.shared_bytes, bytes_text(kernel.shared_bytes)});
    properties.push_back({"local memory", std::uint64_t{kernel.local_bytes}, bytes_text(kernel.local_bytes)});
    std::vector<Item> parameters;
    for (const CubinParameter& one : kernel.parameters)
        parameters.push_back({.name = name_of(one),
                              .text = operand_of(kernel, one),
                              .fields = {{"ordinal", std::int64_t{one.ordinal}},
                                         {"offset", std::int64_t{kernel.parameter_base} + one.offset},
                                         {"bytes", std::int64_t{one.size}}}});
    properties.push_back({"parameters", std::move(parameters)});
}

Result<std::vector<Property>> properties_of_cuda(Bytes file) {
    if (!is_cubin(file)) return properties_of_fatbins(file);
    const auto cubin = read_cubin(file);
    if (!cubin) return std::unexpected(cubin.error());
    std::vector<Property> properties;
    properties.push_back({"file", std::string("cubin")});
    properties.push_back({"architecture", architecture_name(cubin->architecture)});
    properties.push_back({"kernels", items_of(*cubin)});
    return properties;
}

} // namespace relit::isa::maxwell
