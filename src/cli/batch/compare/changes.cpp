#include "cli/batch/compare/changes.hpp"

#include "base/image.hpp"
#include "cli/batch/batch.hpp"
#include "cli/io/image_file.hpp"
#include "cli/replay/options.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using batch::Change;

constexpr std::string_view kChangeNames[] = {"same",    "differs", "fails in A",  "fails in B", "new",
                                             "missing", "not run", "quarantined", "damaged"};
static_assert(std::size(kChangeNames) == static_cast<std::size_t>(Change::Damaged) + 1);

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

/// The image that a part is; nothing if it is none.
Result<std::optional<Image>> image_of_part(const batch::Store& store, const batch::Unit& unit,
                                           const std::string& part) {
    auto text = read_part(store, unit, part, kMostComparedImage);
    if (!text) return std::unexpected(text.error());
    if (!*text || !(*text)->starts_with(kPngSignature)) return std::nullopt;
    auto image = decode_png({reinterpret_cast<const std::uint8_t*>((*text)->data()), (*text)->size()});
    if (!image) return std::nullopt; // the part differs, which is all that can be said
    return std::move(*image);
}

Status write_difference(const Image& a, const Image& b, const std::string& file) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), error);
    if (error) return fail(fmt::format("{}: the folder cannot be made: {}", file, error.message()));
    const Status written = write_png(file, difference_image(a, b, ReplayOptions().amplify));
    return written ? written : fail(fmt::format("{}: {}", file, written.error().text));
}

/// Adds the parts that are images on both sides.
Status add_images(const ComparedStores& both, const std::string& folder, Changed& changed) {
    if (!changed.exit_a || !changed.exit_b) return {};
    for (const std::string& part : changed.parts) {
        const auto a = image_of_part(both.stores[0], both.unit(0, changed), part);
        const auto b = image_of_part(both.stores[1], both.unit(1, changed), part);
        if (!a || !b) return std::unexpected((a ? b : a).error());
        if (!*a || !*b) continue;
        ImageChange image{part, apart(**a, **b), (*a)->width != (*b)->width || (*a)->height != (*b)->height, {}};
        if (!folder.empty()) {
            image.file =
                fmt::format("{}/{}.{}", folder, path_inside(changed.name).string(), path_inside(part).string());
            if (!image.file.ends_with(".png")) image.file += ".png";
            if (const Status written = write_difference(**a, **b, image.file); !written) return written;
        }
        changed.images.push_back(std::move(image));
    }
    return {};
}

/// "in A: memory limit, 1 MiB; in B: ..."
std::string why_of(const batch::Compared& compared) {
    std::string text;
    for (const auto& [name, side] : {std::pair("A", &compared.a), std::pair("B", &compared.b)}) {
        const std::string why = !side->damage.empty() ? side->damage
                                : side->quarantine    ? explanation_of(*side->quarantine)
                                                      : std::string();
        if (!why.empty()) text += fmt::format("{}in {}: {}", text.empty() ? "" : "; ", name, why);
    }
    return text;
}

std::optional<int> exit_code_of(const batch::ComparedSide& side) {
    return side.record ? std::optional(side.record->exit) : std::nullopt;
}

void write_store(JsonWriter& json, std::string_view name, const batch::Store& store) {
    json.object(name,
                {{"store", store.folder()}, {"command", store.plan().command()}, {"version", store.plan().version}});
}

void write_image(JsonWriter& json, const ImageChange& image) {
    json.members({{"part", image.part},
                  {"width", image.apart.width},
                  {"height", image.apart.height},
                  {"other_size", image.has_other_size},
                  {"pixels", image.apart.pixels},
                  {"most", image.apart.most()},
                  {"mean", image.apart.mean()}});
    if (!image.file.empty()) json.member("file", image.file);
}

} // namespace

std::string_view text_of(Change change) { return kChangeNames[static_cast<std::size_t>(change)]; }

std::string key_of(Change change) {
    std::string key(text_of(change));
    for (char& c : key) c = c == ' ' ? '_' : c == 'A' ? 'a' : c == 'B' ? 'b' : c;
    return key;
}

double Changed::badness() const {
    double most = 0;
    for (const ImageChange& image : images) most = std::max(most, image.has_other_size ? 255 : image.apart.mean());
    return most;
}

std::uint64_t Comparison::compared() const {
    return count(Change::Same) + count(Change::Differs) + count(Change::FailsInA) + count(Change::FailsInB);
}

Result<Comparison> compare_all(const ComparedStores& both, const std::string& folder) {
    Comparison all;
    for (const batch::UnitPair& pair : batch::pair_units(both.units[0], both.units[1])) {
        const auto compared = batch::compare_units(both.stores[0], pair.a ? &both.units[0][*pair.a] : nullptr,
                                                   both.stores[1], pair.b ? &both.units[1][*pair.b] : nullptr);
        if (!compared) return std::unexpected(compared.error());
        ++all.counts[static_cast<std::size_t>(compared->change)];
        all.other_messages += compared->has_other_messages ? 1 : 0;
        all.by_name += compared->is_by_name ? 1 : 0;
        if (compared->change == Change::Quarantined &&
            compared->a.quarantine.has_value() != compared->b.quarantine.has_value())
            ++all.quarantined_in_one;
        if (compared->change == Change::Same && !compared->has_other_messages) continue;
        Changed changed{.change = compared->change,
                        .name = compared->unit().name,
                        .numbers = pair,
                        .exit_a = exit_code_of(compared->a),
                        .exit_b = exit_code_of(compared->b),
                        .parts = compared->parts,
                        .images = {},
                        .has_other_messages = compared->has_other_messages,
                        .is_by_name = compared->is_by_name,
                        .why = why_of(*compared)};
        if (const Status added = add_images(both, folder, changed); !added) return std::unexpected(added.error());
        all.changes.push_back(std::move(changed));
    }
    return all;
}

Result<std::optional<std::string>> read_part(const batch::Store& store, const batch::Unit& unit,
                                             const std::string& part, std::uint64_t most) {
    std::optional<std::string> text;
    const auto record = store.find(unit.key, [&](const batch::Part& one, std::string_view piece) -> Status {
        if (one.name != part || one.bytes > most) return {};
        if (!text) text.emplace();
        text->append(piece);
        return {};
    });
    if (!record) return fail(fmt::format("{}: {}", shown_name(unit.name), record.error().text));
    return text;
}

void write_change(JsonWriter& json, const Changed& changed) {
    json.members({{"unit", changed.name}, {"change", key_of(changed.change)}});
    if (changed.exit_a) json.member("exit_a", *changed.exit_a);
    if (changed.exit_b) json.member("exit_b", *changed.exit_b);
    if (!changed.parts.empty()) json.member("parts", changed.parts);
    if (!changed.images.empty())
        json.objects("images", changed.images, [&](const ImageChange& image) { write_image(json, image); });
    if (changed.has_other_messages) json.member("other_messages", true);
    if (changed.is_by_name) json.member("by_name", true);
    if (!changed.why.empty()) json.member("why", changed.why);
}

void write_summary(JsonWriter& json, const ComparedStores& both, const Comparison& comparison) {
    write_store(json, "a", both.stores[0]);
    write_store(json, "b", both.stores[1]);
    json.begin_object("counts");
    for (std::size_t i = 0; i < comparison.counts.size(); ++i)
        json.member(key_of(static_cast<Change>(i)), comparison.counts[i]);
    json.end();
    json.members({{"other_messages", comparison.other_messages}, {"by_name", comparison.by_name}});
}

} // namespace relit::cli
