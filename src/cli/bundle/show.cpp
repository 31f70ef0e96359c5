// relit bundle show, extract: what is in a bundle, and its files.
#include "cli/bundle/bundle.hpp"
#include "cli/bundle/input.hpp"
#include "cli/io/product.hpp"

#include "base/hash/sha256.hpp"
#include "bundle/manifest.hpp"
#include "guests/guests.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// A line a value: "context rsx.fp.control    64". Further lines of a value stand below its first.
void add_line(std::string& text, std::string_view name, std::string_view value) {
    const std::size_t end = std::min(value.find('\n'), value.size());
    text += fmt::format("{:<24} {}\n", name, value.substr(0, end));
    if (end + 1 < value.size()) add_line(text, {}, value.substr(end + 1));
}

std::string target_text(const bundle::TargetOptions& target) {
    std::string text = target.to;
    bundle::each_field(target, [&](std::string_view name, const auto& value) {
        if (name != "to") text += fmt::format(", {} {}", name, line_text(value));
    });
    return text;
}

std::string as_text(const bundle::Bundle& bundle) {
    std::string text;
    add_line(text, "version", fmt::format("{}", bundle::kVersion));
    const auto members = bundle::members_of(bundle);
    for (std::size_t i = 0; i < bundle.programs.size(); ++i)
        add_line(text, fmt::format("program {}", i + 1),
                 fmt::format("{} {}, {} bytes{}{}", bundle.programs[i].guest, bundle.programs[i].stage,
                             bundle.programs[i].bytes.size(), bundle.programs[i].name.empty() ? "" : ", ",
                             bundle.programs[i].name));
    for (const auto& [key, value] : bundle.context) add_line(text, key, fmt::format("{}", value));
    for (const bundle::TargetOptions& target : bundle.targets) add_line(text, "target", target_text(target));
    for (const bundle::Member& member : std::span(members).subspan(bundle.programs.size()))
        add_line(text, member.path, fmt::format("{} bytes", member.bytes.size()));
    if (bundle.verify)
        add_line(text, "verify", fmt::format("seed {}, {} samples", bundle.verify->seed, bundle.verify->samples));
    for (const auto& [name, value] : bundle.origin) add_line(text, fmt::format("origin {}", name), value);
    if (!bundle.notes.empty()) add_line(text, "notes", bundle.notes);
    return text;
}

/// Writes a file below a folder; the path is one of a bundle, which leads nowhere else.
Status write_member(const std::filesystem::path& folder, const std::string& path, Bytes bytes) {
    const std::filesystem::path file = folder / path;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) return fail(fmt::format("cannot create the folder: {}", error.message()));
    return write_output(file.string(), bytes);
}

/// The endings of files in the forms of --as.
constexpr std::string_view kEndings[] = {"", ".hex", ".h", ".rs"};

/// The name of an array, which no other program of the bundle has: that of the file, the number and the guest.
std::string array_file(const bundle::Program& program, std::size_t number) {
    const std::string stem = program.name.substr(0, program.name.find('.', 1));
    std::string guest = program.guest;
    std::ranges::replace(guest, '.', '_');
    return fmt::format("{}_{}_{}", stem.empty() ? "program" : stem, number, guest);
}

/// The programs as texts, in place of their files.
Status as_texts(const Options& options, const bundle::Bundle& bundle, std::span<bundle::Member> members,
                std::vector<std::string>& texts) {
    const codec::Form form = form_of(options);
    texts.reserve(bundle.programs.size());
    for (std::size_t i = 0; i < bundle.programs.size(); ++i) {
        const bundle::Program& program = bundle.programs[i];
        const codec::Codec* const codec = guests::codec_named(program.guest);
        if (codec == nullptr) return fail(FaultKind::NotSupported, fmt::format("no guest language {}", program.guest));
        const codec::WordLayout layout = layout_of(*codec, program.bytes);
        auto text = as_numbers(options, {.form = form, .name = {}, .what = codec->name, .layout = layout},
                               array_file(program, i + 1), program.bytes);
        if (!text) return std::unexpected(text.error());
        texts.push_back(std::move(*text));
        members[i].path += kEndings[static_cast<std::size_t>(form)];
        members[i].bytes = {reinterpret_cast<const std::uint8_t*>(texts.back().data()), texts.back().size()};
    }
    return {};
}

} // namespace

Exit show_bundle(const Options& options, std::span<const std::string> words) {
    const auto bundle = read_bundle(words[0]);
    if (!bundle) return report(bundle.error(), words[0]);
    return answer(options, options.json ? bundle::manifest_of(*bundle) : as_text(*bundle));
}

Exit extract_bundle(const Options& options, std::span<const std::string> words) {
    if (options.output == "-")
        return report({FaultKind::Usage, "name the folder with --out DIR", {}, 0, 0}, "bundle extract");
    const auto bundle = read_bundle(words[0]);
    if (!bundle) return report(bundle.error(), words[0]);
    const std::string manifest = bundle::manifest_of(*bundle);
    const Bytes text = {reinterpret_cast<const std::uint8_t*>(manifest.data()), manifest.size()};
    std::vector<bundle::Member> members = {{std::string(bundle::kManifest), text}};
    for (bundle::Member& member : bundle::members_of(*bundle)) members.push_back(std::move(member));
    std::vector<std::string> texts;
    if (form_of(options) != codec::Form::Bin)
        if (const Status shown = as_texts(options, *bundle, std::span(members).subspan(1), texts); !shown)
            return report(shown.error(), words[0]);
    for (const bundle::Member& member : members)
        if (const Status written = write_member(options.output, member.path, member.bytes); !written)
            return report(written.error(), options.output);
    if (!options.json) return Exit::Done;
    return answer_json(json_text([&](JsonWriter& json) {
        json.member("folder", options.output);
        json.objects("files", members, [&](const bundle::Member& member) {
            json.members({{"file", member.path}, {"size", member.bytes.size()}, {"sha256", sha256_text(member.bytes)}});
        });
    }));
}

} // namespace relit::cli
