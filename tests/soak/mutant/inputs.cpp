#include "tests/soak/mutant/inputs.hpp"

#include "base/zip.hpp"
#include "bundle/bundle.hpp"
#include "emulators/rpcs3/capture.hpp"
#include "emulators/xemu/log.hpp"
#include "emulators/yuzu/pipelines.hpp"
#include "guests/guests.hpp"
#include "guests/recognise.hpp"
#include "ir/names.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/text/mesa_log.hpp"
#include "isa/r500/text/program_dump.hpp"
#include "isa/rsx/cg/encoding/container.hpp"
#include "isa/rsx/cg/encoding/records.hpp"
#include "isa/text.hpp"
#include "machine/gs/raw/raw.hpp"
#include "tests/soak/mutant/cache_files.hpp"
#include "tests/soak/mutant/sources.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace relit::soak::mutant {
namespace {

/// Of a path, from the first point on; a short one.
std::string ending_of(const std::filesystem::path& path) {
    constexpr std::size_t kMost = 12;
    const std::string name = path.filename().string();
    const std::size_t point = name.find('.');
    return point == name.npos || name.size() - point > kMost ? "" : name.substr(point);
}

std::optional<Kind> kind_of_codec(std::string_view name, bool is_text) {
    const bool is_program = guests::frontend_named(name) != nullptr;
    if (is_text) return name == "r500" ? Kind::Lists : Kind::Texts;
    if (name == "r500") return Kind::Streams;
    if (name == "gs") return Kind::Gs;
    if (name == "atom") return Kind::Atom;
    if (!is_program) return {};
    const auto found = std::ranges::find(kKindNames, name);
    return static_cast<Kind>(found - std::begin(kKindNames));
}

bool is_container(Bytes file) { return isa::rsx::cg::profile_of(file).has_value(); }

bool is_listing(Bytes file) {
    using enum isa::r500::ProgramKind;
    const std::string_view text = text_of(file);
    if (!isa::is_text(file)) return false;
    if (isa::maxwell::is_mesa_log(text)) return true;
    return (isa::r500::is_mesa_listing(text, Vertex) || isa::r500::is_mesa_listing(text, Fragment));
}

/// A kind that no codec has by itself.
std::optional<Kind> kind_of_form(Bytes file, std::string_view isa) {
    if (isa.starts_with("rsx.") && isa::rsx::cg::profile_of_record(file)) return Kind::Records;
    if (isa.starts_with("rsx.") && is_container(file)) return Kind::Containers;
    if (isa == "maxwell" && isa::maxwell::is_cuda(file)) return Kind::Cubins;
    if (isa == "gs" && machine::gs::recognise_raw(file).sureness != Sureness::No) return Kind::Raw;
    if ((isa.starts_with("r500.") || isa == "maxwell") && is_listing(file)) return Kind::Listings;
    return {};
}

/// A capture of RPCS3 whose registers and program memory are left out: they are zeros, with constants or without.
std::vector<File> frame_of(const std::vector<File>& parts) {
    constexpr std::size_t kStateBytes = 512 * 16 + 0x10000;
    std::vector<File> files = parts;
    files[0].bytes.resize(files[0].bytes.size() + kStateBytes);
    return files;
}

bool is_archive_of_capture(Bytes file) {
    const auto zip = is_zip(file) ? ZipReader::open(file) : Result<ZipReader>(fail("none"));
    return zip && zip->find("manifest.json") != nullptr;
}

bool is_json(Bytes file) {
    if (file.empty() || (file[0] != '{' && file[0] != '[')) return false;
    return nlohmann::json::accept(file.begin(), file.end());
}

class Collection {
public:
    Collection() {
        for (const Source& source : source_files()) add(source);
        for (auto& capture : source_captures()) add_capture(std::move(capture));
        add_texts_of_programs();
        add_files_of_texts();
        add_containers();
        add_caches();
        add_bundles();
        pair_inputs();
        pair_lists();
    }
    std::map<Kind, std::vector<Input>> of_kind;

private:
    void add(const Source& source) {
        if (source.bytes.empty()) return;
        if (bundle::is_bundle(source.bytes)) return add(Kind::Bundles, source, ".relit", "");
        if (is_archive_of_capture(source.bytes)) return add(Kind::Captures, source, ".zip", "");
        if (emulators::yuzu::is_cache(source.bytes)) return add_file_of_cache(source);
        if (emulators::xemu::is_log(source.bytes)) return add(Kind::Logs, source, ".log", "");
        if (emulators::rpcs3::is_capture(source.bytes)) return add_frame(source);
        if (is_json(source.bytes)) return add(Kind::Inputs, source, ".json", "");
        const std::string name = source.path.filename().string();
        const auto guessed = guests::only_one(guests::likely(guests::candidates_of(source.bytes), name));
        if (!guessed) return add_unknown(source);
        const std::string isa(guessed->codec->name);
        const auto form = kind_of_form(source.bytes, isa);
        const auto kind = form ? form : kind_of_codec(isa, isa::is_text(source.bytes));
        if (!kind) return;
        add(*kind, source, ending_of(source.path), isa);
        if (source.is_own && guests::frontend_named(isa) != nullptr && !isa::is_text(source.bytes))
            own_programs_.push_back(of_kind[*kind].back());
    }
    void add(Kind kind, const Source& source, const std::string& ending, std::string_view isa) {
        of_kind[kind].push_back({.from = source.path.string(),
                                 .argument = "in" + ending,
                                 .files = {{"in" + ending, source.bytes}},
                                 .isa = std::string(isa)});
    }
    /// Lists of registers for command tables have no recogniser.
    void add_unknown(const Source& source) {
        if (source.path.filename() == "list.txt" && isa::is_text(source.bytes))
            add(Kind::Lists, source, ".txt", "atom");
    }
    void add_file_of_cache(const Source& source) {
        of_kind[Kind::Caches].push_back(
            {.from = source.path.string(), .argument = "cache", .files = {{"cache/vulkan.bin", source.bytes}}});
    }
    void add_frame(const Source& source) {
        of_kind[Kind::Frames].push_back({.from = source.path.string(),
                                         .argument = "in.rrc",
                                         .files = {{"in.rrc", source.bytes}},
                                         .build = frame_of});
    }
    void add_capture(std::vector<File> files) {
        const std::string from = "capture";
        std::vector<ZipFile> entries;
        for (const File& file : files) entries.push_back({file.path.substr(from.size() + 1), file.bytes});
        of_kind[Kind::Captures].push_back({from, "in.zip", {{"in.zip", write_zip(entries)}}});
        of_kind[Kind::Captures].push_back({from, "capture", std::move(files)});
    }

    void add_texts_of_programs() {
        for (const Input& program : own_programs_) {
            const auto listing = codec::list(*guests::codec_named(program.isa), program.files[0].bytes);
            if (!listing) continue;
            const std::string text = codec::print(*listing);
            add(Kind::Texts, {program.from + ".asm", {text.begin(), text.end()}}, ".asm", program.isa);
        }
    }
    /// Dumps, packed and not, and images of a BIOS.
    void add_files_of_texts() {
        for (const Input& text : std::vector<Input>(of_kind[Kind::Texts])) {
            if (text.isa != "gs" && text.isa != "atom") continue;
            const std::string_view characters = text_of(text.files[0].bytes);
            for (const char* ending : {".gs", ".gs.xz", ".gs.zst"}) {
                const auto file = guests::codec_named(text.isa)->assemble(characters, {.output_name = ending});
                if (!file) break;
                const Kind kind = text.isa == "gs" ? Kind::Gs : Kind::Atom;
                add(kind, {text.from, *file}, text.isa == "gs" ? ending : ".rom", text.isa);
                if (text.isa == "atom") break;
            }
        }
    }
    void add_containers() {
        constexpr std::uint32_t kVertexProfile = 0x1b5b, kFragmentProfile = 0x1b5c;
        std::uint64_t seed = 0;
        for (const Input& program : own_programs_) {
            const bool is_vertex = program.isa == "rsx.vp";
            if (is_container(program.files[0].bytes) || (!is_vertex && program.isa != "rsx.fp")) continue;
            const FileBytes file = test::random_cg_container(is_vertex ? kVertexProfile : kFragmentProfile,
                                                             program.files[0].bytes, ++seed);
            add(Kind::Containers, {program.from, file}, is_vertex ? ".vpo" : ".fpo", program.isa);
        }
    }
    void add_caches() {
        for (const Input& program : own_programs_) {
            const bool computes = program.from.contains(".comp");
            if (program.isa != "maxwell" || program.from.contains(".dksh")) continue;
            if (isa::maxwell::is_cuda(program.files[0].bytes)) continue;
            const FileBytes& code = program.files[0].bytes;
            add_cache(ryujinx_cache(code, computes));
            if (computes || program.from.contains(".frag")) add_cache(yuzu_cache(code, computes));
        }
        const std::vector<Input>&vertex = of_kind[Kind::RsxVertex], &fragment = of_kind[Kind::RsxFragment];
        for (std::size_t i = 0; i < std::min(vertex.size(), fragment.size()); ++i)
            add_cache(rpcs3_cache(vertex[i].files[0].bytes, fragment[i].files[0].bytes));
    }
    /// Both ways to damage it: the parts that it is made of, and its files.
    void add_cache(Input cache) {
        of_kind[Kind::Caches].push_back({cache.from, cache.argument, cache.build(cache.files)});
        of_kind[Kind::Caches].push_back(std::move(cache));
    }
    void add_bundles() {
        for (const Input& program : own_programs_) {
            const isa::Frontend& guest = *guests::frontend_named(program.isa);
            const auto parsed = guest.parse(program.files[0].bytes);
            if (!parsed) continue;
            bundle::Bundle bundle;
            bundle.programs.push_back({.guest = program.isa,
                                       .stage = std::string(ir::name_in(ir::kStageNames, guest.stage(**parsed))),
                                       .name = "in.bin",
                                       .bytes = program.files[0].bytes});
            bundle.targets.emplace_back().to = "spirv";
            bundle.inputs = FileBytes{'{', '}'};
            bundle.notes = "one program";
            if (const auto file = bundle::write(bundle)) add(Kind::Bundles, {program.from, *file}, ".relit", "");
        }
    }
    /// A program beside each text: one of each guest.
    void pair_inputs() {
        std::vector<Input> pairs;
        for (const Kind kind :
             {Kind::Nv2a, Kind::RsxVertex, Kind::RsxFragment, Kind::Maxwell, Kind::R500Vertex, Kind::R500Fragment}) {
            const std::vector<Input>& programs = of_kind[kind];
            for (const Input& json : of_kind[Kind::Inputs]) {
                const Input& program = programs[pairs.size() % programs.size()];
                pairs.push_back({json.from, json.argument, json.files, program.isa});
                pairs.back().files.push_back({"program.bin", program.files[0].bytes, true});
            }
        }
        of_kind[Kind::Inputs] = std::move(pairs);
    }
    void pair_lists() {
        const std::vector<Input>& images = of_kind[Kind::Atom];
        for (Input& list : of_kind[Kind::Lists])
            list.files.push_back({"image.rom", images.back().files[0].bytes, true});
    }

    std::vector<Input> own_programs_;
};

} // namespace

const std::vector<Input>& inputs_of(Kind kind) {
    static const Collection kAll;
    return kAll.of_kind.at(kind);
}

} // namespace relit::soak::mutant
